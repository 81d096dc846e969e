package dev.nl2sql.execute;

import dev.nl2sql.Cancellation;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.GuardedSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Estimates what a statement will cost, before it runs: by the engine's EXPLAIN, which is never
 * asked to run the statement, or by an estimate of our own where the engine gives none. EXPLAIN may
 * evaluate constants, so it runs after the guard only, in the read-only form, under the time limit.
 * Thread-safe.
 */
public final class CostGate {
  private final Watchdog watchdog = new Watchdog();

  /**
   * Estimates a statement.
   *
   * @param connection the real connection
   * @param sql what the guard accepted
   * @param binds a value for each parameter, empty for NULL
   * @param limits how long it may take
   * @param knownRows rows of a relation as the catalog knows them
   * @param cancellation fires when the caller gives up
   * @throws BudgetSpentException if the engine did not answer in time
   * @throws SQLException the database's own error, unchanged
   */
  public CostEstimate estimate(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Function<TableName, OptionalLong> knownRows,
      Cancellation cancellation)
      throws SQLException {
    OneStatement.require(sql.sql());
    ReadOnlyForm form = ReadOnlyForms.of(connection);
    Watchdog.Watch watch = watchdog.watch(limits.timeout(), cancellation);
    return watch.guard(
        () -> {
          ReadOnlyForm.Begun begun = form.begin(connection, limits);
          CostEstimate estimate;
          try {
            estimate = new Estimating(begun.connection(), sql, binds, knownRows, watch).estimate();
          } catch (SQLException | RuntimeException | Error e) {
            SessionSql.undo(begun, e);
            throw e;
          }
          begun.end();
          return estimate;
        },
        late -> {}); // numbers hold nothing
  }

  /** Frees the watching threads. Idempotent. */
  public void close() {
    watchdog.close();
  }

  /** One statement being estimated. */
  private record Estimating(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      Function<TableName, OptionalLong> knownRows,
      Watchdog.Watch watch) {

    CostEstimate estimate() throws SQLException {
      CostEstimate estimate =
          switch (ReadOnlyForms.product(connection)) {
            case "postgresql" -> ExplainedPlan.ofPostgres(explained("EXPLAIN (FORMAT JSON) ", 1));
            case "mysql", "mariadb" -> ExplainedPlan.ofMySql(explained("EXPLAIN FORMAT=JSON ", 1));
            case "duckdb" -> ExplainedPlan.ofDuckDb(explained("EXPLAIN (FORMAT JSON) ", 2));
            default ->
                new CostEstimate(
                    OptionalDouble.empty(),
                    OptionalDouble.of(StaticCost.rows(sql, this::rowsOf)),
                    "own estimate");
          };
      // No planner knows when a recursion ends.
      return StaticCost.isRecursive(sql)
          ? estimate.withRowsAtLeast(StaticCost.ROWS_OF_A_RECURSION)
          : estimate;
    }

    private String explained(String explain, int column) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(explain + sql.sql())) {
        for (int i = 0; i < binds.size(); i++) {
          statement.setObject(i + 1, binds.get(i).orElse(null));
        }
        StringBuilder text = new StringBuilder();
        try (ResultSet rows = watch.during(statement, statement::executeQuery)) {
          while (rows.next()) {
            text.append(rows.getString(column)).append('\n');
          }
        }
        return text.toString();
      }
    }

    private OptionalLong rowsOf(TableName name) {
      try {
        Optional<String> counted =
            switch (ReadOnlyForms.product(connection)) {
              case "h2" -> h2Rows(name);
              // Row numbers rise, so the highest is no less than the count.
              case "sqlite" ->
                  SessionSql.value(
                      connection,
                      "SELECT MAX(rowid) FROM \"" + name.name().replace("\"", "\"\"") + "\"");
              default -> Optional.empty();
            };
        return counted.isPresent()
            ? OptionalLong.of(Long.parseLong(counted.get()))
            : knownRows.apply(name);
      } catch (SQLException notCounted) {
        return knownRows.apply(name);
      }
    }

    private Optional<String> h2Rows(TableName name) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement(
              "SELECT ROW_COUNT_ESTIMATE FROM INFORMATION_SCHEMA.TABLES"
                  + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND TABLE_TYPE = 'BASE TABLE'")) {
        statement.setString(1, name.schema());
        statement.setString(2, name.name());
        try (ResultSet rows = statement.executeQuery()) {
          return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
      }
    }
  }
}
