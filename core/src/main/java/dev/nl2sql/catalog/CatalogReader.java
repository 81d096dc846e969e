package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the shape of a database: relations, columns, keys. Reads metadata only, never a row of a
 * user's table.
 */
public final class CatalogReader {
  private static final String[] RELATIONS = {
    "TABLE", "BASE TABLE", "VIEW", "MATERIALIZED VIEW", "PARTITIONED TABLE", "FOREIGN TABLE"
  };
  private static final Set<String> SYSTEM_SCHEMAS =
      Set.of("information_schema", "pg_catalog", "pg_toast", "sys", "mysql", "performance_schema");

  private final Connection connection;
  private final DatabaseMetaData metadata;
  private final SessionFacts session;
  private final Cancellation cancellation;

  private CatalogReader(Connection connection, SessionFacts session, Cancellation cancellation)
      throws SQLException {
    this.connection = connection;
    this.metadata = connection.getMetaData();
    this.session = session;
    this.cancellation = cancellation;
  }

  /**
   * Reads the catalog.
   *
   * @param schemas schemas to read, in any case where that is clear; empty means the session's
   *     search path, {@code *} all it may see
   * @param cancellation checked between reads
   * @throws ConfigurationException if a schema named does not exist
   */
  public static Catalog read(
      Connection connection, SessionFacts session, List<String> schemas, Cancellation cancellation)
      throws SQLException {
    return new CatalogReader(connection, session, cancellation).read(schemas);
  }

  private Catalog read(List<String> wanted) throws SQLException {
    List<String> schemas = schemas(wanted);
    Map<TableName, Draft> drafts = new LinkedHashMap<>();
    for (String schema : schemas) {
      readTables(schema, drafts);
      readColumns(schema, drafts);
    }
    drafts.values().removeIf(d -> d.columns.isEmpty());
    List<ForeignKey> keys = new ArrayList<>();
    if (session.product().equals("PostgreSQL")) {
      new PostgresKeys(connection, drafts, keys).read(schemas);
    } else {
      readKeys(drafts, keys);
    }
    keys.removeIf(k -> !drafts.containsKey(k.from()) || !drafts.containsKey(k.to()));
    List<Table> tables = drafts.values().stream().map(Draft::toTable).toList();
    keys.addAll(JoinInference.infer(tables, keys));
    List<String> path = session.searchPath().isEmpty() ? schemas : session.searchPath();
    return new Catalog(tables, keys, path, fingerprint(tables, keys));
  }

  private List<String> schemas(List<String> wanted) throws SQLException {
    if (wanted.isEmpty() && !session.searchPath().isEmpty()) {
      return session.searchPath();
    }
    List<String> present = presentSchemas();
    if (!wanted.isEmpty() && !wanted.contains("*")) {
      return present.isEmpty() ? wanted : wanted.stream().map(w -> named(w, present)).toList();
    }
    Set<String> all = new LinkedHashSet<>(session.searchPath());
    present.stream().filter(s -> !isSystem(s)).forEach(all::add);
    return all.isEmpty() ? List.of("") : List.copyOf(all);
  }

  private List<String> presentSchemas() throws SQLException {
    boolean schemas = metadata.supportsSchemasInTableDefinitions();
    List<String> present = new ArrayList<>();
    try (ResultSet rows = schemas ? metadata.getSchemas() : metadata.getCatalogs()) {
      while (rows.next()) {
        present.add(text(rows.getString(schemas ? "TABLE_SCHEM" : "TABLE_CAT")));
      }
    }
    return present;
  }

  /** The schema of exactly this name, else the only one that differs in case alone. */
  private static String named(String wanted, List<String> present) {
    if (present.contains(wanted)) {
      return wanted;
    }
    List<String> near = present.stream().filter(wanted::equalsIgnoreCase).toList();
    if (near.size() == 1) {
      return near.get(0);
    }
    throw new ConfigurationException(
        "setting '%s' names the schema '%s'; expected one of %s"
            .formatted(Setting.SCHEMAS.propertyName(), wanted, near.isEmpty() ? present : near));
  }

  private static boolean isSystem(String schema) {
    String lower = schema.toLowerCase(Locale.ROOT);
    return SYSTEM_SCHEMAS.contains(lower) || lower.startsWith("pg_");
  }

  private void readTables(String schema, Map<TableName, Draft> drafts) throws SQLException {
    cancellation.check();
    try (ResultSet rows = metadata.getTables(database(schema), pattern(schema), "%", RELATIONS)) {
      while (rows.next()) {
        String name = rows.getString("TABLE_NAME");
        if (!name.startsWith("sqlite_")) {
          Draft draft = new Draft(new TableName(schema, name), kind(rows.getString("TABLE_TYPE")));
          draft.comment = text(rows.getString("REMARKS"));
          drafts.put(draft.name, draft);
        }
      }
    }
  }

  private void readColumns(String schema, Map<TableName, Draft> drafts) throws SQLException {
    cancellation.check();
    try (ResultSet rows = metadata.getColumns(database(schema), pattern(schema), "%", "%")) {
      while (rows.next()) {
        Draft draft = drafts.get(new TableName(schema, rows.getString("TABLE_NAME")));
        if (draft != null) {
          String typeName = text(rows.getString("TYPE_NAME"));
          int size = rows.getInt("COLUMN_SIZE");
          draft.columns.add(
              new Column(
                  rows.getString("COLUMN_NAME"),
                  type(jdbcType(rows), typeName),
                  typeName,
                  size == Integer.MAX_VALUE || size >= 1_000_000_000 ? 0 : Math.max(0, size),
                  rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                  text(rows.getString("REMARKS"))));
        }
      }
    }
  }

  /** A domain counts as the type it is made of. */
  private static int jdbcType(ResultSet column) throws SQLException {
    int type = column.getInt("DATA_TYPE");
    return type == Types.DISTINCT ? column.getInt("SOURCE_DATA_TYPE") : type;
  }

  private void readKeys(Map<TableName, Draft> drafts, List<ForeignKey> keys) throws SQLException {
    for (Draft draft : drafts.values()) {
      if (draft.kind == Table.Kind.TABLE) {
        cancellation.check();
        readPrimaryKey(draft);
        readImportedKeys(draft, keys);
        readUniqueKeys(draft);
      }
    }
  }

  private void readPrimaryKey(Draft draft) throws SQLException {
    Map<Integer, String> columns = new java.util.TreeMap<>();
    try (ResultSet rows =
        metadata.getPrimaryKeys(
            database(draft.name.schema()), pattern(draft.name.schema()), draft.name.name())) {
      while (rows.next()) {
        columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    draft.primaryKey.addAll(columns.values());
  }

  private void readImportedKeys(Draft draft, List<ForeignKey> keys) throws SQLException {
    List<String> columns = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    TableName target = draft.name;
    try (ResultSet rows =
        metadata.getImportedKeys(
            database(draft.name.schema()), pattern(draft.name.schema()), draft.name.name())) {
      while (rows.next()) {
        if (rows.getInt("KEY_SEQ") == 1 && !columns.isEmpty()) {
          keys.add(new ForeignKey(draft.name, columns, target, targets, true));
          columns = new ArrayList<>();
          targets = new ArrayList<>();
        }
        target = target(draft, rows);
        columns.add(rows.getString("FKCOLUMN_NAME"));
        targets.add(targetColumn(rows));
      }
    }
    if (!columns.isEmpty()) {
      keys.add(new ForeignKey(draft.name, columns, target, targets, true));
    }
  }

  private TableName target(Draft draft, ResultSet rows) throws SQLException {
    String schema =
        metadata.supportsSchemasInTableDefinitions()
            ? rows.getString("PKTABLE_SCHEM")
            : rows.getString("PKTABLE_CAT");
    return new TableName(
        schema == null ? draft.name.schema() : schema, rows.getString("PKTABLE_NAME"));
  }

  /** SQLite leaves the target column out where it is the primary key. */
  private static String targetColumn(ResultSet rows) throws SQLException {
    String column = rows.getString("PKCOLUMN_NAME");
    return column == null || column.isEmpty() ? rows.getString("FKCOLUMN_NAME") : column;
  }

  private void readUniqueKeys(Draft draft) throws SQLException {
    Map<String, List<String>> indexes = new LinkedHashMap<>();
    try (ResultSet rows =
        metadata.getIndexInfo(
            database(draft.name.schema()),
            pattern(draft.name.schema()),
            draft.name.name(),
            true,
            true)) {
      while (rows.next()) {
        String column = rows.getString("COLUMN_NAME");
        if (column != null && rows.getString("FILTER_CONDITION") == null) {
          indexes.computeIfAbsent(rows.getString("INDEX_NAME"), n -> new ArrayList<>()).add(column);
        }
      }
    }
    draft.uniqueKeys.addAll(indexes.values());
  }

  private String database(String schema) throws SQLException {
    return metadata.supportsSchemasInTableDefinitions() || schema.isEmpty() ? null : schema;
  }

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
    if (name.contains("with time zone") && name.startsWith("timestamp")
        || name.equals("timestamptz")) {
      return ColumnType.TIMESTAMP_WITH_ZONE;
    }
    if (name.equals("bool") || name.equals("boolean")) {
      return ColumnType.BOOLEAN;
    }
    if (name.equals("datetime") || name.equals("timestamp")) {
      return ColumnType.TIMESTAMP;
    }
    if (name.equals("uuid")) {
      return ColumnType.TEXT;
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
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> ColumnType.BINARY;
      default -> named(name);
    };
  }

  private static ColumnType named(String name) {
    return name.contains("char") || name.contains("text") || name.contains("enum")
        ? ColumnType.TEXT
        : ColumnType.OTHER;
  }

  private static String text(String value) {
    return Optional.ofNullable(value).orElse("");
  }

  private static String fingerprint(Collection<Table> tables, Collection<ForeignKey> keys) {
    StringBuilder shape = new StringBuilder();
    for (Table table : tables) {
      shape.append(table.name()).append(table.kind()).append(table.primaryKey());
      shape.append(table.uniqueKeys()).append(table.columns()).append('\n');
    }
    keys.forEach(shape::append);
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(shape.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A table while it is being read. */
  static final class Draft {
    final TableName name;
    final Table.Kind kind;
    final List<Column> columns = new ArrayList<>();
    final List<String> primaryKey = new ArrayList<>();
    final List<List<String>> uniqueKeys = new ArrayList<>();
    String comment = "";
    long rowEstimate = -1;

    Draft(TableName name, Table.Kind kind) {
      this.name = name;
      this.kind = kind;
    }

    Table toTable() {
      return new Table(name, kind, columns, primaryKey, uniqueKeys, comment, rowEstimate);
    }
  }
}
