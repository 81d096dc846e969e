package dev.nl2sql.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.Settings;
import dev.nl2sql.execute.BudgetSpentException;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A catalog read that is held up ends when its time is over or the caller gives up. */
@Timeout(60)
class CatalogTimeTest {
  private Connection connection;
  private Connection other;

  @BeforeEach
  void open() throws SQLException {
    String url = TestDatabases.postgresUrl();
    connection = DriverManager.getConnection(url);
    other = DriverManager.getConnection(url);
    run(connection, "CREATE TABLE t (id int PRIMARY KEY)");
  }

  @AfterEach
  void close() throws SQLException {
    other.close();
    connection.close();
  }

  @Test
  void theStatementTimeoutHoldsForIt() throws SQLException {
    holdUp();

    assertThatThrownBy(() -> read("300ms", new Cancellation()))
        .isInstanceOf(BudgetSpentException.class)
        .hasMessageContaining("nl2sql.statementTimeout");
    other.rollback();
    assertThat(read("30s", new Cancellation()).catalog().tables()).hasSize(1);
  }

  @Test
  void theCallersCancelEndsIt() throws SQLException {
    holdUp();
    Cancellation cancellation = new Cancellation();
    CompletableFuture<Void> caller =
        CompletableFuture.runAsync(
            () -> cancellation.fire(Condition.CANCELLED),
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));

    assertThatThrownBy(() -> read("50s", cancellation)).isInstanceOf(CancellationException.class);
    caller.join();
  }

  @Test
  void theCallersTransactionSurvivesIt() throws SQLException {
    connection.setAutoCommit(false);
    run(connection, "INSERT INTO t VALUES (1)");
    holdUp();

    assertThatThrownBy(() -> read("300ms", new Cancellation()))
        .isInstanceOf(BudgetSpentException.class);
    run(connection, "INSERT INTO t VALUES (2)");
    connection.commit();
  }

  /** Comments cannot be read until the other session ends its transaction. */
  private void holdUp() throws SQLException {
    other.setAutoCommit(false);
    run(other, "LOCK TABLE pg_catalog.pg_description IN ACCESS EXCLUSIVE MODE");
  }

  private SessionView read(String timeout, Cancellation cancellation) throws SQLException {
    Settings settings = Settings.of(Map.of("statementTimeout", timeout));
    try (Deadlines deadlines = new Deadlines()) {
      return new SessionViews(settings, deadlines)
          .of(new OpenSession(connection), settings, cancellation);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private record OpenSession(Connection connection) implements Session {
    @Override
    public <T> T inDatabasePhase(DatabaseWork<T> work) throws SQLException {
      return work.run(connection);
    }

    @Override
    public void markBroken() {
      throw new IllegalStateException("the session is whole");
    }
  }
}
