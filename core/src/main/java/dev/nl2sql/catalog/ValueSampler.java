package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import java.sql.Connection;
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
   * The distinct text values of the table's columns.
   *
   * @param hidden columns that policies keep out
   */
  public Map<Column, List<String>> sample(
      Connection connection, Table table, Set<String> hidden, Cancellation cancellation)
      throws SQLException {
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

  private boolean isSampled(Column column, Set<String> hidden) {
    return column.type() == ColumnType.TEXT
        && !hidden.contains(column.name().toLowerCase(Locale.ROOT))
        && !secrets.looksSecret(column.name());
  }

  private List<String> sample(Connection connection, Table table, Column column)
      throws SQLException {
    String name = quoting.apply(column.name());
    String relation =
        table.name().schema().isEmpty()
            ? quoting.apply(table.name().name())
            : quoting.apply(table.name().schema()) + "." + quoting.apply(table.name().name());
    String sql =
        "SELECT DISTINCT %s FROM (SELECT %s FROM %s LIMIT %d) s"
            .formatted(name, name, relation, ROWS);
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
