package dev.nl2sql.jdbc;

import dev.nl2sql.Condition;
import dev.nl2sql.answer.RowTable;
import java.sql.JDBCType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.List;

/** Describes rows made by the driver; their catalog name tells them from rows of the database. */
final class RowTableMetaData implements ResultSetMetaData {
  static final String CATALOG = "nl2sql";
  private static final int TEXT_WIDTH = 255;

  private final List<RowTable.Column> columns;

  RowTableMetaData(List<RowTable.Column> columns) {
    this.columns = columns;
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return column(column).label();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return column(column).label();
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return column(column).sqlType();
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return JDBCType.valueOf(getColumnType(column)).getName();
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return switch (getColumnType(column)) {
      case Types.BIGINT -> Long.class.getName();
      case Types.INTEGER -> Integer.class.getName();
      case Types.DOUBLE -> Double.class.getName();
      case Types.TIMESTAMP -> Timestamp.class.getName();
      default -> String.class.getName();
    };
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return getPrecision(column);
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return switch (getColumnType(column)) {
      case Types.BIGINT -> 19;
      case Types.INTEGER -> 10;
      case Types.DOUBLE -> 17;
      case Types.TIMESTAMP -> 29;
      default -> TEXT_WIDTH;
    };
  }

  @Override
  public int getScale(int column) {
    return 0;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return getColumnType(column) != Types.VARCHAR && getColumnType(column) != Types.TIMESTAMP;
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return getColumnType(column) == Types.VARCHAR;
  }

  @Override
  public int isNullable(int column) {
    return columnNullableUnknown;
  }

  @Override
  public String getCatalogName(int column) {
    return CATALOG;
  }

  @Override
  public String getSchemaName(int column) {
    return "";
  }

  @Override
  public String getTableName(int column) {
    return "";
  }

  @Override
  public boolean isAutoIncrement(int column) {
    return false;
  }

  @Override
  public boolean isSearchable(int column) {
    return false;
  }

  @Override
  public boolean isCurrency(int column) {
    return false;
  }

  @Override
  public boolean isReadOnly(int column) {
    return true;
  }

  @Override
  public boolean isWritable(int column) {
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) {
    return false;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw Conditions.exception(Condition.MISPLACED, "these metadata are no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private RowTable.Column column(int number) throws SQLException {
    if (number < 1 || number > columns.size()) {
      throw Conditions.exception(
          Condition.MISPLACED, "there is no column " + number + " of " + columns.size());
    }
    return columns.get(number - 1);
  }
}
