package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the text values of one table by bounded reads: at most {@value #ROWS} rows are looked at,
 * values of more than {@value #LONGEST} characters are left out, a column may take half a second
 * and a table two. On PostgreSQL a column whose values are all in the planner's statistics is not
 * read at all. Values stay in memory. Thread-safe.
 */
public final class ValueSampler {
  private static final Logger LOG = LoggerFactory.getLogger(ValueSampler.class);
  private static final int ROWS = 10_000;
  private static final int LONGEST = 64;
  private static final int MOST_COLUMNS = 200;
  private static final Duration COLUMN_TIME = Duration.ofMillis(500);
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
   * The distinct text values of the table's columns. A column that cannot be read in time, or not
   * at all, has none; a table with row-level security has none either.
   *
   * @param hidden columns that policies keep out, in lower case
   * @throws SQLException if the connection is lost or the transaction had failed before
   * @throws java.util.concurrent.CancellationException if the caller gave up
   */
  public Map<Column, List<String>> sample(
      Connection connection, Table table, Set<String> hidden, Cancellation cancellation)
      throws SQLException {
    List<Column> columns =
        table.columns().stream().filter(c -> isSampled(c, hidden)).limit(MOST_COLUMNS).toList();
    if (columns.isEmpty()) {
      return Map.of();
    }
    return new Sampling(connection, table, cancellation).read(columns);
  }

  /**
   * Between which values the numbers or times of a column lie, told by the first {@value #ROWS}
   * rows. The rules are those of {@link #sample}.
   *
   * @param hidden columns that policies keep out, in lower case
   * @throws SQLException as {@link #sample} does
   */
  public Optional<ValueRange> range(
      Connection connection,
      Table table,
      Column column,
      Set<String> hidden,
      Cancellation cancellation)
      throws SQLException {
    boolean ordered = column.type().isNumeric() || column.type().isTemporal();
    return isHidden(column, hidden) || !ordered
        ? Optional.empty()
        : new Sampling(connection, table, cancellation).range(column);
  }

  private boolean isHidden(Column column, Set<String> hidden) {
    return hidden.contains(column.name().toLowerCase(Locale.ROOT))
        || secrets.looksSecret(column.name());
  }

  private boolean isSampled(Column column, Set<String> hidden) {
    return column.type() == ColumnType.TEXT && !isHidden(column, hidden);
  }

  /** One table being sampled. */
  private final class Sampling {
    private final Connection connection;
    private final Table table;
    private final BoundedReads reads;
    private final boolean postgres;
    private final long end = System.nanoTime() + TABLE_TIME.toNanos();

    Sampling(Connection connection, Table table, Cancellation cancellation) throws SQLException {
      this.connection = connection;
      this.table = table;
      this.reads = new BoundedReads(connection, cancellation);
      this.postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    Map<Column, List<String>> read(List<Column> columns) throws SQLException {
      if (postgres && PostgresValues.isFilteredByRow(reads, table)) {
        return Map.of();
      }
      Map<String, List<String>> complete =
          postgres ? PostgresValues.complete(reads, table) : Map.of();
      Map<Column, List<String>> values = new LinkedHashMap<>();
      for (Column column : columns) {
        List<String> known = complete.get(column.name());
        if (known != null) {
          values.put(column, known.stream().filter(ValueSampler::isKept).toList());
        } else if (!readRows(column, values)) {
          break;
        }
      }
      return values;
    }

    /** Whether further columns may be read. */
    private boolean readRows(Column column, Map<Column, List<String>> values) throws SQLException {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (left.isNegative()) {
        return false;
      }
      try {
        values.put(column, distinct(column, left.compareTo(COLUMN_TIME) < 0 ? left : COLUMN_TIME));
        return true;
      } catch (SQLException e) {
        if (concernsTheConnection(e)) {
          throw e;
        }
        LOG.debug("no values of {}.{} ({})", table.name(), column.name(), e.getSQLState());
        // Inside a transaction the failed read may have failed the rest of it as well.
        return connection.getAutoCommit();
      }
    }

    private List<String> distinct(Column column, Duration limit) throws SQLException {
      String name = quoting.apply(column.name());
      String sql =
          "SELECT DISTINCT %s FROM (SELECT %s FROM %s LIMIT %d) s%s"
              .formatted(name, name, relation(), ROWS, lengthFilter(column, name));
      List<String> values = new ArrayList<>(reads.rowsWithin(limit, sql, row -> row.getString(1)));
      values.removeIf(v -> v == null || !isKept(v));
      return values;
    }

    Optional<ValueRange> range(Column column) throws SQLException {
      if (postgres && PostgresValues.isFilteredByRow(reads, table)) {
        return Optional.empty();
      }
      String name = quoting.apply(column.name());
      String sql =
          "SELECT MIN(%s), MAX(%s), COUNT(*) FROM (SELECT %s FROM %s LIMIT %d) s"
              .formatted(name, name, name, relation(), ROWS);
      return reads.rowsWithin(COLUMN_TIME, sql, ValueSampler::range).stream()
          .flatMap(Optional::stream)
          .findFirst();
    }

    private String relation() {
      String schema = table.name().schema();
      String name = quoting.apply(table.name().name());
      return schema.isEmpty() ? name : quoting.apply(schema) + "." + name;
    }
  }

  private static Optional<ValueRange> range(ResultSet row) throws SQLException {
    String lowest = row.getString(1);
    return lowest == null
        ? Optional.empty()
        : Optional.of(new ValueRange(lowest, row.getString(2), row.getLong(3) < ROWS));
  }

  /** Long texts are left out by the engine, so that they are never sent. */
  private static String lengthFilter(Column column, String name) {
    String type = column.typeName().toLowerCase(Locale.ROOT);
    boolean isText = type.contains("char") || type.contains("text") || type.contains("clob");
    boolean mayBeLong = column.size() == 0 || column.size() > LONGEST;
    return isText && mayBeLong ? " WHERE LENGTH(%s) <= %d".formatted(name, LONGEST) : "";
  }

  private static boolean isKept(String value) {
    return !value.isBlank() && value.length() <= LONGEST;
  }

  private static boolean concernsTheConnection(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("08") || state.startsWith("57P0") || state.equals("25P02");
  }
}
