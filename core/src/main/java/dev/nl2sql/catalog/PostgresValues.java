package dev.nl2sql.catalog;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What PostgreSQL's own catalogs say about the values of a table. The table is not touched. */
final class PostgresValues {
  // A view shows what the relations under it show.
  private static final String ROW_SECURITY =
      """
      WITH RECURSIVE used (oid) AS (
        SELECT c.oid
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = ? AND c.relname = ?
        UNION
        SELECT d.refobjid
        FROM used u
        JOIN pg_catalog.pg_rewrite r ON r.ev_class = u.oid
        JOIN pg_catalog.pg_depend d ON d.objid = r.oid
          AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
          AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass)
      SELECT c.relrowsecurity FROM used u JOIN pg_catalog.pg_class c ON c.oid = u.oid
      """;

  // No histogram and as many common values as distinct ones: the list holds them all.
  private static final String ALL_VALUES =
      """
      SELECT attname, most_common_vals::text::text[]
      FROM pg_catalog.pg_stats
      WHERE schemaname = ? AND tablename = ? AND NOT inherited
        AND histogram_bounds IS NULL AND most_common_vals IS NOT NULL
        AND n_distinct > 0 AND cardinality(most_common_vals::text::text[]) >= n_distinct
      """;

  private PostgresValues() {}

  /** Whether row-level security decides which rows a session sees, here or below a view. */
  static boolean isFilteredByRow(BoundedReads reads, Table table) throws SQLException {
    return reads.rowsOf(table.name(), ROW_SECURITY, row -> row.getBoolean(1)).contains(true);
  }

  /** The values of the columns whose statistics list every value. */
  static Map<String, List<String>> complete(BoundedReads reads, Table table) throws SQLException {
    Map<String, List<String>> values = new HashMap<>();
    reads.rowsOf(
        table.name(),
        ALL_VALUES,
        row -> values.put(row.getString(1), List.of((String[]) row.getArray(2).getArray())));
    return values;
  }
}
