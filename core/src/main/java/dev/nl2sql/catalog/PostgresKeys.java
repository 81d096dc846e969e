package dev.nl2sql.catalog;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Keys, privileges and row estimates of PostgreSQL in two queries for all tables together, because
 * the metadata calls of JDBC would take several for each table.
 */
final class PostgresKeys {
  private static final String RELATIONS =
      "SELECT n.nspname, c.relname, c.reltuples::bigint, c.relispartition,"
          + " has_table_privilege(c.oid, 'SELECT')"
          + " OR has_any_column_privilege(c.oid, 'SELECT')"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE n.nspname = ANY (?) AND c.relkind IN ('r', 'v', 'm', 'p', 'f')";
  private static final String CLOSED_COLUMNS =
      "SELECT n.nspname, c.relname, a.attname"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
          + " WHERE n.nspname = ANY (?) AND c.relkind IN ('r', 'v', 'm', 'p', 'f')"
          + " AND a.attnum > 0 AND NOT a.attisdropped"
          + " AND NOT has_column_privilege(c.oid, a.attnum, 'SELECT')";
  private static final String CONSTRAINTS =
      "SELECT k.contype, n.nspname, c.relname, names(k.conrelid, k.conkey),"
          + " fn.nspname, f.relname, names(k.confrelid, k.confkey)"
          + " FROM pg_catalog.pg_constraint k"
          + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " LEFT JOIN pg_catalog.pg_class f ON f.oid = k.confrelid"
          + " LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace"
          + " WHERE n.nspname = ANY (?) AND k.contype IN ('p', 'u', 'f') ORDER BY k.conname";

  private final Connection connection;
  private final Map<TableName, CatalogReader.Draft> drafts;
  private final List<ForeignKey> keys;

  PostgresKeys(
      Connection connection, Map<TableName, CatalogReader.Draft> drafts, List<ForeignKey> keys) {
    this.connection = connection;
    this.drafts = drafts;
    this.keys = keys;
  }

  void read(List<String> schemas) throws SQLException {
    Array names = connection.createArrayOf("text", schemas.toArray());
    readRelations(names);
    leaveOutClosedColumns(names);
    readConstraints(names);
    names.free();
  }

  private void readRelations(Array schemas) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RELATIONS)) {
      statement.setArray(1, schemas);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          TableName name = new TableName(rows.getString(1), rows.getString(2));
          if (rows.getBoolean(4) || !rows.getBoolean(5)) {
            drafts.remove(name);
          } else if (drafts.containsKey(name)) {
            drafts.get(name).rowEstimate = rows.getLong(3);
          }
        }
      }
    }
  }

  private void leaveOutClosedColumns(Array schemas) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLOSED_COLUMNS)) {
      statement.setArray(1, schemas);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          CatalogReader.Draft draft =
              drafts.get(new TableName(rows.getString(1), rows.getString(2)));
          String column = rows.getString(3);
          if (draft != null) {
            draft.columns.removeIf(c -> c.name().equals(column));
          }
        }
      }
    }
  }

  private boolean holds(TableName table, List<String> columns) {
    CatalogReader.Draft draft = drafts.get(table);
    return draft != null && draft.columns.stream().map(Column::name).toList().containsAll(columns);
  }

  private void readConstraints(Array schemas) throws SQLException {
    String sql =
        CONSTRAINTS
            .replace("names(k.conrelid, k.conkey)", columnNames("k.conrelid", "k.conkey"))
            .replace("names(k.confrelid, k.confkey)", columnNames("k.confrelid", "k.confkey"));
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, schemas);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          add(rows);
        }
      }
    }
  }

  private static String columnNames(String relation, String numbers) {
    return "(SELECT array_agg(a.attname::text ORDER BY p.at) FROM unnest(%s) WITH ORDINALITY p(num, at) JOIN pg_catalog.pg_attribute a ON a.attrelid = %s AND a.attnum = p.num)"
        .formatted(numbers, relation);
  }

  private void add(ResultSet rows) throws SQLException {
    TableName name = new TableName(rows.getString(2), rows.getString(3));
    List<String> columns = List.of((String[]) rows.getArray(4).getArray());
    if (!holds(name, columns)) {
      return;
    }
    switch (rows.getString(1)) {
      case "p" -> drafts.get(name).primaryKey.addAll(columns);
      case "u" -> drafts.get(name).uniqueKeys.add(columns);
      default -> {
        TableName target = new TableName(rows.getString(5), rows.getString(6));
        List<String> targetColumns = List.of((String[]) rows.getArray(7).getArray());
        if (holds(target, targetColumns)) {
          keys.add(new ForeignKey(name, columns, target, targetColumns, true));
        }
      }
    }
  }
}
