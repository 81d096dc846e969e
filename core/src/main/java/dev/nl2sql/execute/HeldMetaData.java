package dev.nl2sql.execute;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a result set said about its columns, kept because some drivers forget it at its end. */
record HeldMetaData(List<Column> columns) implements ResultSetMetaData {
  HeldMetaData {
    columns = List.copyOf(columns);
  }

  /** One column. */
  record Column(
      String label,
      String name,
      int type,
      String typeName,
      String className,
      int displaySize,
      int precision,
      int scale,
      int nullable,
      boolean signed,
      boolean caseSensitive,
      boolean autoIncrement,
      boolean searchable,
      boolean currency,
      String catalog,
      String schema,
      String table) {

    static Column of(ResultSetMetaData shape, int number) throws SQLException {
      return new Column(
          shape.getColumnLabel(number),
          shape.getColumnName(number),
          shape.getColumnType(number),
          shape.getColumnTypeName(number),
          shape.getColumnClassName(number),
          shape.getColumnDisplaySize(number),
          shape.getPrecision(number),
          shape.getScale(number),
          shape.isNullable(number),
          shape.isSigned(number),
          shape.isCaseSensitive(number),
          shape.isAutoIncrement(number),
          shape.isSearchable(number),
          shape.isCurrency(number),
          shape.getCatalogName(number),
          shape.getSchemaName(number),
          shape.getTableName(number));
    }
  }

  static HeldMetaData of(ResultSetMetaData shape) throws SQLException {
    List<Column> columns = new ArrayList<>();
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      columns.add(Column.of(shape, i));
    }
    return new HeldMetaData(columns);
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public String getColumnLabel(int number) throws SQLException {
    return column(number).label();
  }

  @Override
  public String getColumnName(int number) throws SQLException {
    return column(number).name();
  }

  @Override
  public int getColumnType(int number) throws SQLException {
    return column(number).type();
  }

  @Override
  public String getColumnTypeName(int number) throws SQLException {
    return column(number).typeName();
  }

  @Override
  public String getColumnClassName(int number) throws SQLException {
    return column(number).className();
  }

  @Override
  public int getColumnDisplaySize(int number) throws SQLException {
    return column(number).displaySize();
  }

  @Override
  public int getPrecision(int number) throws SQLException {
    return column(number).precision();
  }

  @Override
  public int getScale(int number) throws SQLException {
    return column(number).scale();
  }

  @Override
  public int isNullable(int number) throws SQLException {
    return column(number).nullable();
  }

  @Override
  public boolean isSigned(int number) throws SQLException {
    return column(number).signed();
  }

  @Override
  public boolean isCaseSensitive(int number) throws SQLException {
    return column(number).caseSensitive();
  }

  @Override
  public boolean isAutoIncrement(int number) throws SQLException {
    return column(number).autoIncrement();
  }

  @Override
  public boolean isSearchable(int number) throws SQLException {
    return column(number).searchable();
  }

  @Override
  public boolean isCurrency(int number) throws SQLException {
    return column(number).currency();
  }

  @Override
  public String getCatalogName(int number) throws SQLException {
    return column(number).catalog();
  }

  @Override
  public String getSchemaName(int number) throws SQLException {
    return column(number).schema();
  }

  @Override
  public String getTableName(int number) throws SQLException {
    return column(number).table();
  }

  @Override
  public boolean isReadOnly(int number) {
    return true;
  }

  @Override
  public boolean isWritable(int number) {
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int number) {
    return false;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw ReadOnlyResultSet.misplaced("these metadata are no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private Column column(int number) throws SQLException {
    if (number < 1 || number > columns.size()) {
      throw ReadOnlyResultSet.misplaced("there is no column " + number + " of " + columns.size());
    }
    return columns.get(number - 1);
  }
}
