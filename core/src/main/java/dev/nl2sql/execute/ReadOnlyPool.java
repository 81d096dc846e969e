package dev.nl2sql.execute;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.nl2sql.Cancellation;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.guard.GuardedSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Connections of separate credentials that may only read. Here, and only here, rows are streamed:
 * nobody else works on the connection, so a transaction may stay open as long as its result set.
 * What the account may do is the database's affair; the read-only form of the engine holds as well.
 * Thread-safe; opens nothing before its first use.
 */
public final class ReadOnlyPool implements AutoCloseable {
  private static final int LARGEST = 4;
  private static final Duration WAIT = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final int ROWS_AT_ONCE = 500;

  private final HikariDataSource pool;
  private final Watchdog watchdog = new Watchdog();

  /**
   * @param url JDBC URL of the real driver
   * @param user account, empty for none
   * @param password its password, empty for none
   * @throws ConfigurationException if the URL is none that may stand in a setting
   */
  public ReadOnlyPool(String url, String user, String password, RealConnections connections) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(
        new RealDataSource(
            SettingUrl.checked("nl2sql.readonly.url", url), user, password, connections));
    config.setPoolName("nl2sql-readonly");
    config.setMaximumPoolSize(LARGEST);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE.toMillis());
    config.setConnectionTimeout(WAIT.toMillis());
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
  }

  /**
   * Runs a statement; its rows come as they are read, and closing them ends their transaction.
   *
   * @param product the database product for which the statement was written
   * @param sql what the guard accepted
   * @param binds a value for each parameter, empty for NULL
   * @throws BudgetSpentException if the first rows did not come in time, or no connection did
   * @throws StatementCancelledException if the caller gave up
   * @throws SandboxRefusedException if the sandbox does not run the statement
   * @throws SQLException the database's own error, unchanged
   */
  public SandboxResult run(
      String product,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Cancellation cancellation)
      throws SQLException {
    OneStatement.require(sql.sql());
    Watchdog.Watch watch = watchdog.watch(limits.timeout(), cancellation);
    return watch.guard(
        () -> inPool(product, sql, binds, limits, watch), SandboxResult::discardLate);
  }

  /** What protects a question on a connection of this pool. */
  public ReadOnlyProbe.Result probe() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      ReadOnlyProbe.Result result = ReadOnlyProbe.probe(connection);
      String user = Optional.ofNullable(connection.getMetaData().getUserName()).orElse("");
      String account = user.isEmpty() ? "separate connection" : "account " + user;
      return new ReadOnlyProbe.Result(account + ", " + result.protection(), result.holds());
    }
  }

  private SandboxResult inPool(
      String product,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Watchdog.Watch watch)
      throws SQLException {
    Connection connection = pool.getConnection();
    try {
      requireProduct(connection, product);
      return begin(connection, sql, binds, limits, watch);
    } catch (SQLException | RuntimeException | Error e) {
      connection.close();
      throw e;
    }
  }

  private static void requireProduct(Connection connection, String product) throws SQLException {
    String found = connection.getMetaData().getDatabaseProductName();
    if (!found.toLowerCase(Locale.ROOT).equals(product.toLowerCase(Locale.ROOT))) {
      throw new ConfigurationException(
          "nl2sql.readonly.url leads to %s, but the connection to %s; give the URL of the same"
                  .formatted(found, product)
              + " database");
    }
  }

  private static SandboxResult begin(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Watchdog.Watch watch)
      throws SQLException {
    ReadOnlyForm form = StreamingForms.of(connection);
    if (limits.strict() && !form.holds()) {
      throw new SandboxRefusedException(
          "nothing beyond the guard and the account keeps this database from writing, and"
              + " sandbox=strict");
    }
    ReadOnlyForm.Begun begun = form.begin(connection, limits);
    try {
      form.admit(connection, sql.sql());
      return stream(begun, form, sql, binds, limits, watch);
    } catch (SQLException | RuntimeException | Error e) {
      SessionSql.undo(begun, e);
      throw e;
    }
  }

  private static SandboxResult stream(
      ReadOnlyForm.Begun begun,
      ReadOnlyForm form,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Watchdog.Watch watch)
      throws SQLException {
    Connection connection = begun.connection();
    String text = sql.withRowCap(limits.maximumRows() + 1);
    PreparedStatement statement = connection.prepareStatement(text);
    try {
      int pieces = PieceByPiece.fetchSize(connection);
      int most = (int) Math.min(limits.maximumRows() + 1, Integer.MAX_VALUE);
      statement.setMaxRows(most);
      // some drivers refuse to fetch more at once than there may be at all
      statement.setFetchSize(pieces == 0 ? Math.min(ROWS_AT_ONCE, most) : pieces);
      for (int i = 0; i < binds.size(); i++) {
        statement.setObject(i + 1, binds.get(i).orElse(null));
      }
      ResultSet rows = watch.during(statement, statement::executeQuery);
      List<String> labels = labels(rows.getMetaData());
      ResultSet streamed = StreamedRows.of(rows, early -> end(begun, statement, rows, early));
      return SandboxResult.streamed(
          streamed, limits.maximumRows(), labels, form.protection(), form.warnings());
    } catch (SQLException | RuntimeException | Error e) {
      statement.close();
      throw e;
    }
  }

  /** Ends what a result set holds, in this order, whatever fails on the way. */
  private static void end(
      ReadOnlyForm.Begun begun, PreparedStatement statement, ResultSet rows, boolean early)
      throws SQLException {
    Connection connection = begun.connection();
    try (connection) {
      try (statement;
          rows) {
        if (early) {
          PieceByPiece.leave(statement);
        }
      } finally {
        begun.end();
      }
    }
  }

  private static List<String> labels(ResultSetMetaData shape) throws SQLException {
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      labels.add(shape.getColumnLabel(i));
    }
    return labels;
  }

  /** Closes the connections; rows that are still read end with an error. Idempotent. */
  @Override
  public void close() {
    pool.close();
    watchdog.close();
  }
}
