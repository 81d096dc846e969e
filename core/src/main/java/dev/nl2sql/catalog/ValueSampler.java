package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Samples the text values of one table by bounded reads: at most {@value #ROWS} rows are looked at,
 * {@value #LONGEST} characters are kept, a column may take half a second and a table two. Values
 * stay in memory.
 */
public final class ValueSampler {
  private static final int ROWS = 10_000;
  private static final int LONGEST = 64;
  private static final int MOST_COLUMNS = 200;
  private static final Duration TABLE_TIME = Duration.ofSeconds(2);

  /** Whether rows of the relation, or of one that a view reads, are hidden from some roles. */
  private static final String ROW_SECURITY =
      "WITH RECURSIVE used (oid) AS (SELECT to_regclass(?)::oid UNION"
          + " SELECT d.refobjid FROM used u"
          + " JOIN pg_catalog.pg_rewrite r ON r.ev_class = u.oid"
          + " JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass"
          + " AND d.objid = r.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass)"
          + " SELECT coalesce(bool_or(c.relrowsecurity), false) FROM used u"
          + " JOIN pg_catalog.pg_class c ON c.oid = u.oid";

  private final SecretNames secrets;
  private final UnaryOperator<String> quoting;

  /**
   * @param quoting prints an identifier so that the engine takes it as it is
   */
  public ValueSampler(UnaryOperator<String> quoting) {
    this.secrets = SecretNames.standard();
    this.quoting = quoting;
  }

  /**
   * The distinct text values of the table's columns; none where row-level security governs rows.
   *
   * @param hidden columns that policies keep out
   */
  public Map<Column, List<String>> sample(
      Connection connection, Table table, Set<String> hidden, Cancellation cancellation)
      throws SQLException {
    if (hasRowSecurity(connection, table)) {
      return Map.of();
    }
    Map<Column, List<String>> values = new LinkedHashMap<>();
    long end = System.nanoTime() + TABLE_TIME.toNanos();
    int read = 0;
    for (Column column : table.columns()) {
      if (isSampled(column, hidden) && read < MOST_COLUMNS && System.nanoTime() < end) {
        cancellation.check();
        values.put(column, sample(connection, table, column));
        read++;
      }
    }
    return values;
  }

  private boolean hasRowSecurity(Connection connection, Table table) throws SQLException {
    if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
      return false;
    }
    try (PreparedStatement statement = connection.prepareStatement(ROW_SECURITY)) {
      statement.setString(1, relation(table));
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getBoolean(1);
      }
    }
  }

  private String relation(Table table) {
    String name = quoting.apply(table.name().name());
    return table.name().schema().isEmpty()
        ? name
        : quoting.apply(table.name().schema()) + "." + name;
  }

  private boolean isSampled(Column column, Set<String> hidden) {
    return column.type() == ColumnType.TEXT
        && !hidden.contains(column.name().toLowerCase(Locale.ROOT))
        && !secrets.looksSecret(column.name());
  }

  private List<String> sample(Connection connection, Table table, Column column)
      throws SQLException {
    String name = quoting.apply(column.name());
    String sql =
        "SELECT DISTINCT %s FROM (SELECT %s FROM %s LIMIT %d) s"
            .formatted(name, name, relation(table), ROWS);
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      try (ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          String value = rows.getString(1);
          if (value != null && !value.isBlank() && value.length() <= LONGEST) {
            values.add(value);
          }
        }
      }
    }
    return values;
  }
}
