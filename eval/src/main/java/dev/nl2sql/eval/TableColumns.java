package dev.nl2sql.eval;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which columns tables have, in lower case, to tell what an unqualified name means.
 *
 * @param columns column names by table name
 */
record TableColumns(Map<String, Set<String>> columns) {
  /** Of a database about which nothing is known. */
  static final TableColumns UNKNOWN = new TableColumns(Map.of());

  TableColumns {
    columns = Map.copyOf(columns);
  }

  static TableColumns read(Connection connection) throws SQLException {
    Map<String, Set<String>> columns = new HashMap<>();
    try (ResultSet rows = connection.getMetaData().getColumns(null, null, "%", "%")) {
      while (rows.next()) {
        columns
            .computeIfAbsent(lower(rows.getString("TABLE_NAME")), t -> new HashSet<>())
            .add(lower(rows.getString("COLUMN_NAME")));
      }
    }
    return new TableColumns(columns);
  }

  boolean knows(String table) {
    return columns.containsKey(table);
  }

  boolean has(String table, String column) {
    return columns.getOrDefault(table, Set.of()).contains(column);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
