package dev.nl2sql.testing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Everything a statement could have changed: the rows of all tables of all schemas, and what the
 * engine lists of relations, sequences, functions, accounts, large objects and settings.
 */
public final class DatabaseContents {
  private DatabaseContents() {}

  /** A digest that differs whenever the contents do. */
  public static String hash(Connection connection) throws SQLException {
    String engine = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    List<String> all = new ArrayList<>();
    for (String table : tables(connection, engine)) {
      all.add(table);
      all.addAll(rows(connection, "SELECT * FROM " + table));
    }
    for (String list : lists(engine)) {
      all.addAll(rows(connection, list));
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      all.forEach(line -> digest.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> tables(Connection connection, String engine) throws SQLException {
    String quote = engine.contains("maria") || engine.contains("mysql") ? "`" : "\"";
    String named = "'%s' || replace(%s, '%s', '%s') || '%s'";
    String name = named.formatted(quote, "table_name", quote, quote + quote, quote);
    String schema = named.formatted(quote, "table_schema", quote, quote + quote, quote);
    if (engine.equals("sqlite")) {
      return rows(
          connection,
          "SELECT "
              + name.replace("table_name", "name")
              + " FROM sqlite_master WHERE type = 'table'");
    }
    String both =
        quote.equals("`")
            ? "concat('`', table_schema, '`.`', table_name, '`')"
            : schema + " || '.' || " + name;
    return rows(
        connection,
        "SELECT "
            + both
            + " FROM information_schema.tables WHERE table_type IN ('BASE TABLE', 'LOCAL TEMPORARY')"
            + " AND lower(table_schema) NOT IN"
            + " ('information_schema', 'pg_catalog', 'mysql', 'performance_schema', 'sys')"
            + " AND table_schema NOT LIKE 'pg_toast%'");
  }

  private static List<String> lists(String engine) {
    return switch (engine) {
      case "postgresql" ->
          List.of(
              "SELECT relname, relkind::text FROM pg_class WHERE relnamespace <> 99"
                  + " AND relnamespace::regnamespace::text NOT LIKE 'pg\\_%'",
              "SELECT schemaname, sequencename, last_value FROM pg_sequences",
              "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
              "SELECT rolname FROM pg_roles",
              "SELECT count(*) FROM pg_largeobject_metadata",
              "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
              "SELECT count(*) FROM pg_replication_slots",
              "SELECT name, setting FROM pg_settings WHERE source = 'session'"
                  + " AND name NOT IN ('application_name')",
              "SELECT count(*) FROM pg_prepared_statements WHERE from_sql",
              "SELECT count(*) FROM pg_listening_channels()");
      case "h2" ->
          List.of(
              "SELECT table_schema, table_name, table_type FROM information_schema.tables",
              "SELECT sequence_schema, sequence_name, base_value FROM information_schema.sequences",
              "SELECT routine_schema, routine_name FROM information_schema.routines",
              "SELECT trigger_name FROM information_schema.triggers",
              "SELECT user_name, is_admin FROM information_schema.users",
              "SELECT setting_name, setting_value FROM information_schema.settings"
                  + " WHERE setting_name NOT LIKE 'info.%' AND setting_name NOT LIKE 'property.%'");
      case "sqlite" ->
          List.of(
              "SELECT type, name, sql FROM sqlite_master",
              "SELECT type, name, sql FROM sqlite_temp_master",
              "PRAGMA database_list",
              "PRAGMA user_version");
      case "duckdb" ->
          List.of(
              "SELECT database_name, schema_name, table_name FROM duckdb_tables()",
              "SELECT schema_name, sequence_name, last_value FROM duckdb_sequences()",
              "SELECT database_name FROM duckdb_databases()",
              "SELECT name, value FROM duckdb_settings()",
              "SELECT view_name FROM duckdb_views()",
              "SELECT function_name FROM duckdb_functions() WHERE NOT internal",
              "SELECT count(*) FROM duckdb_extensions() WHERE loaded");
      default ->
          List.of(
              "SELECT table_schema, table_name, table_type FROM information_schema.tables"
                  + " WHERE table_schema NOT IN ('information_schema', 'performance_schema')",
              "SELECT routine_schema, routine_name FROM information_schema.routines",
              "SELECT user, host FROM mysql.user",
              "SELECT variable_name, variable_value FROM information_schema.session_variables"
                  + " WHERE variable_name IN ('SQL_MODE', 'TX_READ_ONLY', 'AUTOCOMMIT',"
                  + " 'SQL_SAFE_UPDATES', 'FOREIGN_KEY_CHECKS', 'TIME_ZONE')",
              "SELECT is_used_lock('x')");
    };
  }

  /** The rows of a query, each as one line, sorted. */
  public static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          row.append(i == 1 ? "" : "|").append(result.getString(i));
        }
        rows.add(row.toString());
      }
      rows.sort(null);
      return rows;
    } catch (SQLException e) {
      throw new SQLException(sql + ": " + e.getMessage(), e);
    }
  }
}
