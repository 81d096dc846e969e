package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The shape of any database, by the metadata calls of JDBC. They cannot be ended from outside, so
 * the caller's wish to stop is looked at between them.
 */
final class MetadataShape implements Shape.Reader {
  private static final String[] RELATIONS = {
    "TABLE", "BASE TABLE", "VIEW", "MATERIALIZED VIEW", "PARTITIONED TABLE", "FOREIGN TABLE"
  };

  /** Lengths from here on are a driver's way to say that none was declared. */
  private static final int UNBOUNDED = 1_000_000;

  private final DatabaseMetaData metadata;
  private final Cancellation cancellation;

  MetadataShape(Connection connection, Cancellation cancellation) throws SQLException {
    this.metadata = connection.getMetaData();
    this.cancellation = cancellation;
  }

  @Override
  public List<String> schemas() throws SQLException {
    List<String> names = allSchemas().stream().filter(n -> !SystemSchemas.contains(n)).toList();
    return names.isEmpty() ? List.of("") : names;
  }

  @Override
  public List<String> systemSchemas() throws SQLException {
    return allSchemas().stream().filter(SystemSchemas::contains).toList();
  }

  private List<String> allSchemas() throws SQLException {
    boolean schemas = metadata.supportsSchemasInTableDefinitions();
    List<String> names = new ArrayList<>();
    try (ResultSet rows = schemas ? metadata.getSchemas() : metadata.getCatalogs()) {
      while (rows.next()) {
        String name = text(rows.getString(1));
        if (!name.isEmpty()) {
          names.add(name);
        }
      }
    }
    return names;
  }

  @Override
  public void read(List<String> schemas, Shape shape) throws SQLException {
    for (String schema : schemas) {
      readTables(schema, shape);
      readColumns(schema, shape);
    }
    List<TableDraft> tables =
        shape.drafts().stream().filter(d -> d.kind == Table.Kind.TABLE).toList();
    for (TableDraft table : tables) {
      cancellation.check();
      readPrimaryKey(table);
      readUniqueKeys(table);
    }
    for (TableDraft table : tables) {
      cancellation.check();
      readImportedKeys(table, shape);
    }
  }

  private void readTables(String schema, Shape shape) throws SQLException {
    cancellation.check();
    try (ResultSet rows = metadata.getTables(database(schema), pattern(schema), "%", RELATIONS)) {
      while (rows.next()) {
        String name = rows.getString("TABLE_NAME");
        if (!name.startsWith("sqlite_")) {
          Table.Kind kind = kind(rows.getString("TABLE_TYPE"));
          String comment = rows.getString("REMARKS");
          shape.add(new TableDraft(new TableName(schema, name), kind, comment, -1));
        }
      }
    }
  }

  private void readColumns(String schema, Shape shape) throws SQLException {
    cancellation.check();
    try (ResultSet rows = metadata.getColumns(database(schema), pattern(schema), "%", "%")) {
      while (rows.next()) {
        Optional<TableDraft> draft =
            shape.draft(new TableName(schema, rows.getString("TABLE_NAME")));
        if (draft.isPresent()) {
          String typeName = text(rows.getString("TYPE_NAME"));
          int size = rows.getInt("COLUMN_SIZE");
          draft
              .get()
              .columns
              .add(
                  new Column(
                      rows.getString("COLUMN_NAME"),
                      type(rows.getInt("DATA_TYPE"), typeName),
                      typeName,
                      size >= UNBOUNDED ? 0 : Math.max(0, size),
                      rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                      text(rows.getString("REMARKS"))));
        }
      }
    }
  }

  private void readPrimaryKey(TableDraft draft) throws SQLException {
    Map<Integer, String> columns = new TreeMap<>();
    try (ResultSet rows =
        metadata.getPrimaryKeys(
            database(draft.name.schema()), schema(draft.name), draft.name.name())) {
      while (rows.next()) {
        columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    draft.primaryKey.addAll(columns.values());
  }

  /** One column of a reference; an engine may leave the target column out. */
  private record ReferencePart(TableName target, String name, int place, String from, String to) {}

  /**
   * References to one table arrive sorted by place in the key, so those of several columns are
   * mixed; where they have no name, the n-th first column goes with the n-th second one.
   */
  private void readImportedKeys(TableDraft draft, Shape shape) throws SQLException {
    Map<List<Object>, Integer> seen = new HashMap<>();
    Map<List<Object>, List<ReferencePart>> references = new LinkedHashMap<>();
    for (ReferencePart part : referenceParts(draft)) {
      int which = seen.merge(List.of(part.target(), part.name(), part.place()), 1, Integer::sum);
      references
          .computeIfAbsent(List.of(part.target(), part.name(), which), k -> new ArrayList<>())
          .add(part);
    }
    references.values().forEach(parts -> addReference(draft, parts, shape));
  }

  private List<ReferencePart> referenceParts(TableDraft draft) throws SQLException {
    List<ReferencePart> parts = new ArrayList<>();
    try (ResultSet rows =
        metadata.getImportedKeys(
            database(draft.name.schema()), schema(draft.name), draft.name.name())) {
      while (rows.next()) {
        parts.add(
            new ReferencePart(
                target(draft, rows),
                text(rows.getString("FK_NAME")),
                rows.getInt("KEY_SEQ"),
                rows.getString("FKCOLUMN_NAME"),
                text(rows.getString("PKCOLUMN_NAME"))));
      }
    }
    return parts;
  }

  /** Some engines tell a reference as it was written, so the case of letters may differ. */
  private static void addReference(TableDraft from, List<ReferencePart> parts, Shape shape) {
    TableName target = parts.get(0).target();
    Optional<TableDraft> found = shape.draft(target).or(() -> shape.draftIgnoringCase(target));
    if (found.isEmpty()) {
      return;
    }
    TableDraft to = found.get();
    List<String> named = parts.stream().map(ReferencePart::to).toList();
    List<String> targets = named.contains("") ? to.primaryKey : named;
    if (targets.size() == parts.size()) {
      shape.add(
          new ForeignKey(
              from.name,
              parts.stream().map(p -> from.spelled(p.from())).toList(),
              to.name,
              targets.stream().map(to::spelled).toList(),
              true));
    }
  }

  private TableName target(TableDraft draft, ResultSet rows) throws SQLException {
    String schema =
        metadata.supportsSchemasInTableDefinitions()
            ? rows.getString("PKTABLE_SCHEM")
            : rows.getString("PKTABLE_CAT");
    return new TableName(
        schema == null ? draft.name.schema() : schema, rows.getString("PKTABLE_NAME"));
  }

  private void readUniqueKeys(TableDraft draft) throws SQLException {
    Map<String, List<String>> indexes = new LinkedHashMap<>();
    try (ResultSet rows =
        metadata.getIndexInfo(
            database(draft.name.schema()), schema(draft.name), draft.name.name(), true, true)) {
      while (rows.next()) {
        String column = rows.getString("COLUMN_NAME");
        // Some drivers tell all indexes, whatever they are asked for.
        boolean isKey =
            !rows.getBoolean("NON_UNIQUE") && rows.getString("FILTER_CONDITION") == null;
        if (column != null && isKey) {
          indexes.computeIfAbsent(rows.getString("INDEX_NAME"), n -> new ArrayList<>()).add(column);
        }
      }
    }
    indexes.values().forEach(draft::addUniqueKey);
  }

  private String database(String schema) throws SQLException {
    return metadata.supportsSchemasInTableDefinitions() || schema.isEmpty() ? null : schema;
  }

  /** The schema where a call takes a name. */
  private String schema(TableName name) throws SQLException {
    return metadata.supportsSchemasInTableDefinitions() && !name.schema().isEmpty()
        ? name.schema()
        : null;
  }

  /** The schema where a call takes a pattern. */
  private String pattern(String schema) throws SQLException {
    if (!metadata.supportsSchemasInTableDefinitions() || schema.isEmpty()) {
      return null;
    }
    String escape = text(metadata.getSearchStringEscape());
    return escape.isEmpty() ? schema : schema.replace("_", escape + "_").replace("%", escape + "%");
  }

  private static Table.Kind kind(String type) {
    String upper = text(type).toUpperCase(Locale.ROOT);
    if (upper.contains("MATERIALIZED")) {
      return Table.Kind.MATERIALIZED_VIEW;
    }
    return upper.contains("VIEW") ? Table.Kind.VIEW : Table.Kind.TABLE;
  }

  private static ColumnType type(int jdbcType, String typeName) {
    String name = typeName.toLowerCase(Locale.ROOT);
    if ((name.contains("with time zone") && name.startsWith("timestamp"))
        || name.equals("timestamptz")) {
      return ColumnType.TIMESTAMP_WITH_ZONE;
    }
    if (name.endsWith("]")) {
      return ColumnType.OTHER;
    }
    if (name.equals("bool") || name.equals("boolean")) {
      return ColumnType.BOOLEAN;
    }
    if (name.equals("datetime") || name.equals("timestamp")) {
      return ColumnType.TIMESTAMP;
    }
    if (name.equals("year")) {
      return ColumnType.INTEGER;
    }
    if (name.equals("date")) {
      return ColumnType.DATE;
    }
    return switch (jdbcType) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ColumnType.INTEGER;
      case Types.DECIMAL, Types.NUMERIC, Types.REAL, Types.FLOAT, Types.DOUBLE ->
          ColumnType.DECIMAL;
      case Types.BIT, Types.BOOLEAN -> ColumnType.BOOLEAN;
      case Types.DATE -> ColumnType.DATE;
      case Types.TIME, Types.TIME_WITH_TIMEZONE -> ColumnType.TIME;
      case Types.TIMESTAMP -> ColumnType.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> ColumnType.TIMESTAMP_WITH_ZONE;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          ColumnType.TEXT;
      case Types.ARRAY -> ColumnType.OTHER;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> ColumnType.BINARY;
      default -> named(name);
    };
  }

  private static ColumnType named(String name) {
    if (name.contains("char") || name.contains("text") || name.contains("enum")) {
      return ColumnType.TEXT;
    }
    if (name.matches("u?hugeint|u(tiny|small|big)int|uinteger|bignum")) {
      return ColumnType.INTEGER;
    }
    return name.equals("uuid") ? ColumnType.TEXT : ColumnType.OTHER;
  }

  private static String text(String value) {
    return Optional.ofNullable(value).orElse("");
  }
}
