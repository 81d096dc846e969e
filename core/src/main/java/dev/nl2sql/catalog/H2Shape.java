package dev.nl2sql.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The shape of an H2 database (2.0 and later) in a fixed number of queries for all relations
 * together. The views of H2's information schema have no indexes, so they are joined here.
 */
final class H2Shape implements Shape.Reader {
  private static final String SCHEMAS =
      """
      SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA
      WHERE SCHEMA_NAME NOT IN ('INFORMATION_SCHEMA', 'PG_CATALOG') AND NOT SCHEMA_NAME = ANY (?)
      ORDER BY SCHEMA_NAME
      """;
  private static final String RELATIONS =
      """
      SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, REMARKS, ROW_COUNT_ESTIMATE
      FROM INFORMATION_SCHEMA.TABLES
      WHERE TABLE_SCHEMA = ANY (?)
        AND TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'MATERIALIZED VIEW')
      ORDER BY TABLE_SCHEMA, TABLE_NAME
      """;
  private static final String COLUMNS =
      """
      SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE,
        COALESCE(CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION, 0), IS_NULLABLE, REMARKS
      FROM INFORMATION_SCHEMA.COLUMNS
      WHERE TABLE_SCHEMA = ANY (?)
      ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION
      """;
  private static final String CONSTRAINTS =
      """
      SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME, CONSTRAINT_TYPE
      FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS
      WHERE TABLE_SCHEMA = ANY (?) AND CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
      """;
  private static final String KEY_COLUMNS =
      """
      SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME,
        POSITION_IN_UNIQUE_CONSTRAINT
      FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE
      WHERE TABLE_SCHEMA = ANY (?)
      ORDER BY CONSTRAINT_SCHEMA, CONSTRAINT_NAME, ORDINAL_POSITION
      """;
  private static final String REFERENCES =
      """
      SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME, UNIQUE_CONSTRAINT_SCHEMA, UNIQUE_CONSTRAINT_NAME
      FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS
      WHERE CONSTRAINT_SCHEMA = ANY (?)
      ORDER BY CONSTRAINT_SCHEMA, CONSTRAINT_NAME
      """;
  private static final String UNIQUE_INDEXES =
      """
      SELECT INDEX_SCHEMA, INDEX_NAME, TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME
      FROM INFORMATION_SCHEMA.INDEX_COLUMNS
      WHERE TABLE_SCHEMA = ANY (?) AND IS_UNIQUE
      ORDER BY INDEX_SCHEMA, INDEX_NAME, ORDINAL_POSITION
      """;

  /** Declared lengths from here on are H2's way to say none was declared. */
  private static final long UNBOUNDED = 1_000_000;

  private final BoundedReads reads;

  H2Shape(BoundedReads reads) {
    this.reads = reads;
  }

  /** A constraint or index, by its own name. */
  private record KeyName(String schema, String name) {
    static KeyName of(ResultSet row, int first) throws SQLException {
      return new KeyName(row.getString(first), row.getString(first + 1));
    }
  }

  /** A column of a key; {@code target} is its place in the key it refers to, 0 if none. */
  private record KeyColumn(KeyName key, TableName table, String column, int target) {}

  private record Reference(KeyName key, KeyName target) {}

  @Override
  public List<String> schemas() throws SQLException {
    return reads.rows(SCHEMAS, List.of(), row -> row.getString(1));
  }

  @Override
  public List<String> systemSchemas() {
    return List.of("INFORMATION_SCHEMA");
  }

  @Override
  public void read(List<String> schemas, Shape shape) throws SQLException {
    reads.rows(RELATIONS, schemas, H2Shape::relation).stream()
        .sorted(Comparator.comparingInt(d -> schemas.indexOf(d.name.schema())))
        .forEach(shape::add);
    reads.rows(COLUMNS, schemas, row -> column(row, shape));
    readKeys(schemas, shape);
  }

  private static TableDraft relation(ResultSet row) throws SQLException {
    Table.Kind kind =
        switch (row.getString(3)) {
          case "VIEW" -> Table.Kind.VIEW;
          case "MATERIALIZED VIEW" -> Table.Kind.MATERIALIZED_VIEW;
          default -> Table.Kind.TABLE;
        };
    long rows = kind == Table.Kind.VIEW ? -1 : row.getLong(5);
    return new TableDraft(
        new TableName(row.getString(1), row.getString(2)), kind, row.getString(4), rows);
  }

  private static Optional<TableDraft> column(ResultSet row, Shape shape) throws SQLException {
    Optional<TableDraft> draft = shape.draft(new TableName(row.getString(1), row.getString(2)));
    if (draft.isPresent()) {
      long size = row.getLong(5);
      String comment = row.getString(7);
      draft
          .get()
          .columns
          .add(
              new Column(
                  row.getString(3),
                  type(row.getString(4)),
                  row.getString(4),
                  size >= UNBOUNDED ? 0 : (int) size,
                  row.getString(6).equals("YES"),
                  comment == null ? "" : comment));
    }
    return draft;
  }

  private void readKeys(List<String> schemas, Shape shape) throws SQLException {
    Map<KeyName, String> kinds = new LinkedHashMap<>();
    reads.rows(CONSTRAINTS, schemas, row -> kinds.put(KeyName.of(row, 1), row.getString(3)));
    Map<KeyName, List<KeyColumn>> keys =
        grouped(reads.rows(KEY_COLUMNS, schemas, H2Shape::keyColumn));
    Map<KeyName, List<KeyColumn>> indexes =
        grouped(reads.rows(UNIQUE_INDEXES, schemas, H2Shape::indexColumn));
    keys.forEach(
        (name, columns) -> {
          if ("PRIMARY KEY".equals(kinds.get(name))) {
            shape
                .draft(columns.get(0).table())
                .ifPresent(d -> columns.forEach(c -> d.primaryKey.add(c.column())));
          }
        });
    indexes
        .values()
        .forEach(
            columns ->
                shape
                    .draft(columns.get(0).table())
                    .ifPresent(
                        d -> d.addUniqueKey(columns.stream().map(KeyColumn::column).toList())));
    for (Reference reference : reads.rows(REFERENCES, schemas, H2Shape::reference)) {
      foreignKey(keys.get(reference.key()), keys.get(reference.target())).ifPresent(shape::add);
    }
  }

  private static KeyColumn keyColumn(ResultSet row) throws SQLException {
    return new KeyColumn(
        KeyName.of(row, 1),
        new TableName(row.getString(3), row.getString(4)),
        row.getString(5),
        row.getInt(6));
  }

  private static KeyColumn indexColumn(ResultSet row) throws SQLException {
    return new KeyColumn(
        KeyName.of(row, 1), new TableName(row.getString(3), row.getString(4)), row.getString(5), 0);
  }

  private static Reference reference(ResultSet row) throws SQLException {
    return new Reference(KeyName.of(row, 1), KeyName.of(row, 3));
  }

  private static Map<KeyName, List<KeyColumn>> grouped(List<KeyColumn> columns) {
    Map<KeyName, List<KeyColumn>> grouped = new LinkedHashMap<>();
    columns.forEach(c -> grouped.computeIfAbsent(c.key(), k -> new ArrayList<>()).add(c));
    return grouped;
  }

  /** Empty where the other side is in a schema that is not read. */
  private static Optional<ForeignKey> foreignKey(List<KeyColumn> from, List<KeyColumn> to) {
    if (from == null || to == null) {
      return Optional.empty();
    }
    return Optional.of(
        new ForeignKey(
            from.get(0).table(),
            from.stream().map(KeyColumn::column).toList(),
            to.get(0).table(),
            from.stream().map(c -> to.get(c.target() - 1).column()).toList(),
            true));
  }

  private static ColumnType type(String dataType) {
    String name = dataType.toUpperCase(Locale.ROOT);
    if (name.endsWith("ARRAY")) {
      return ColumnType.OTHER;
    }
    if (name.startsWith("TIMESTAMP")) {
      return name.endsWith("WITH TIME ZONE")
          ? ColumnType.TIMESTAMP_WITH_ZONE
          : ColumnType.TIMESTAMP;
    }
    return switch (name) {
      case "TINYINT", "SMALLINT", "INTEGER", "BIGINT" -> ColumnType.INTEGER;
      case "NUMERIC", "DECIMAL", "REAL", "DOUBLE PRECISION", "FLOAT", "DECFLOAT" ->
          ColumnType.DECIMAL;
      case "BOOLEAN" -> ColumnType.BOOLEAN;
      case "DATE" -> ColumnType.DATE;
      case "TIME", "TIME WITH TIME ZONE" -> ColumnType.TIME;
      case "CHARACTER",
          "CHARACTER VARYING",
          "VARCHAR_IGNORECASE",
          "CHARACTER LARGE OBJECT",
          "ENUM",
          "UUID" ->
          ColumnType.TEXT;
      case "BINARY", "BINARY VARYING", "BINARY LARGE OBJECT" -> ColumnType.BINARY;
      default -> ColumnType.OTHER;
    };
  }
}
