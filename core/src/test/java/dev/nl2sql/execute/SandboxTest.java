package dev.nl2sql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.guard.UncheckedSql;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxTest {
  private static final SandboxLimits LIMITS =
      new SandboxLimits(100, 64 << 20, Duration.ofSeconds(20), false);
  private final Sandbox sandbox = new Sandbox();

  private SandboxResult run(Connection connection, GuardedSql sql, SandboxLimits limits)
      throws SQLException {
    return sandbox.run(connection, sql, List.of(), limits, new Cancellation());
  }

  private static Connection open(String engine) throws SQLException {
    Connection connection = TestDatabases.open(engine);
    SampleSchema.create(connection, engine);
    return connection;
  }

  private static int books(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM book")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void rowsAreCompleteAndTheSessionIsAsFound(String engine) throws SQLException {
    try (Connection connection = open(engine);
        Statement other = connection.createStatement()) {
      SandboxResult result =
          run(connection, UncheckedSql.of("SELECT title, price FROM book ORDER BY id"), LIMITS);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(result.truncated()).isFalse();
      assertThat(result.rowCount()).isIn(3L, -1L);
      ResultSet rows = result.rows();
      assertThat(rows.next()).isTrue();
      if (!engine.equals("sqlite")) {
        other.execute("INSERT INTO book VALUES (9, 1, 'New', 1, 1, NULL)");
        run(connection, UncheckedSql.of("SELECT 1"), LIMITS).rows().close();
      }
      assertThat(rows.getString(1)).isEqualTo("One");
      assertThat(rows.next()).isTrue();
      assertThat(rows.next()).isTrue();
      assertThat(rows.next()).isFalse();
      rows.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"postgresql, READ_COMMITTED", "postgresql, REPEATABLE_READ", "h2, READ_COMMITTED"})
  void anOpenTransactionGoesOn(String engine, String isolation) throws SQLException {
    int level =
        isolation.equals("READ_COMMITTED")
            ? Connection.TRANSACTION_READ_COMMITTED
            : Connection.TRANSACTION_REPEATABLE_READ;
    try (Connection connection = open(engine);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(level);
      statement.execute("INSERT INTO book VALUES (9, 1, 'Mine', 1, 1, NULL)");
      SandboxResult result = run(connection, UncheckedSql.of("SELECT count(*) FROM book"), LIMITS);
      result.rows().next();
      assertThat(result.rows().getInt(1)).isEqualTo(4);
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(connection.getTransactionIsolation()).isEqualTo(level);
      assertThatThrownBy(() -> run(connection, UncheckedSql.of("SELECT no FROM book"), LIMITS))
          .isInstanceOf(SQLException.class);
      statement.execute("INSERT INTO book VALUES (10, 1, 'Mine too', 1, 1, NULL)");
      connection.commit();
      assertThat(books(connection)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void postgresRefusesWritesAndKeepsItsSettings(boolean autoCommit) throws SQLException {
    try (Connection connection = open("postgresql");
        Statement statement = connection.createStatement()) {
      statement.execute("SET search_path = public, pg_catalog");
      statement.execute("SET statement_timeout = 12345");
      connection.setAutoCommit(autoCommit);
      for (String write :
          List.of(
              "INSERT INTO book VALUES (9) RETURNING id",
              "WITH d AS (DELETE FROM book RETURNING id) SELECT * FROM d",
              "SELECT * FROM book FOR UPDATE",
              "SELECT lo_create(0)")) {
        assertThatThrownBy(() -> run(connection, UncheckedSql.of(write), LIMITS))
            .as(write)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
      }
      assertThat(books(connection)).isEqualTo(3);
      assertThat(setting(statement, "statement_timeout")).isEqualTo("12345ms");
      assertThat(setting(statement, "search_path")).isEqualTo("public, pg_catalog");
      assertThat(setting(statement, "transaction_read_only")).isEqualTo("off");
      assertThat(ReadOnlyProbe.probe(connection).holds()).isTrue();
      statement.execute("INSERT INTO book VALUES (10, 1, 'After', 1, 1, NULL)");
    }
  }

  private static String setting(Statement statement, String name) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SHOW " + name)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql | SELECT pg_sleep(60)",
        "postgresql | SELECT count(*) FROM generate_series(1,100000) a, generate_series(1,100000) b",
        "h2 | SELECT count(*) FROM system_range(1,1000000) a, system_range(1,1000000) b",
        "sqlite | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n"
      })
  void longStatementsAreEndedAndTheSessionStaysUsable(String engine, String sql)
      throws SQLException {
    SandboxLimits shortTime = new SandboxLimits(10, 1 << 20, Duration.ofMillis(300), false);
    try (Connection connection = open(engine)) {
      assertThatThrownBy(() -> run(connection, UncheckedSql.of(sql), shortTime))
          .isInstanceOf(BudgetSpentException.class);
      assertThat(books(connection)).isEqualTo(3);
      Cancellation cancellation = new Cancellation();
      Thread caller = new Thread(() -> fireSoon(cancellation));
      caller.start();
      assertThatThrownBy(
              () -> sandbox.run(connection, UncheckedSql.of(sql), List.of(), LIMITS, cancellation))
          .isInstanceOfSatisfying(
              StatementCancelledException.class,
              e -> assertThat(e.reason()).isEqualTo(Condition.CANCELLED));
      assertThat(books(connection)).isEqualTo(3);
    }
  }

  private static void fireSoon(Cancellation cancellation) {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cancellation.fire(Condition.CANCELLED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql | SELECT repeat('x', 1000000) AS big FROM generate_series(1, 10000)",
        "h2 | SELECT REPEAT('x', 1000000) AS big FROM SYSTEM_RANGE(1, 2000)"
      })
  void wideRowsAreCutBeforeTheyAreRead(String engine, String sql) throws SQLException {
    SandboxLimits bytes = new SandboxLimits(10_000, 16 << 20, Duration.ofSeconds(60), false);
    try (Connection connection = open(engine)) {
      SandboxResult result = run(connection, UncheckedSql.capped(sql), bytes);
      assertThat(result.truncated()).isTrue();
      assertThat(result.rowCount()).isBetween(1L, 16L);
      result.rows().close();
      SandboxLimits few = new SandboxLimits(10_000, 1000, Duration.ofSeconds(60), false);
      assertThatThrownBy(() -> run(connection, UncheckedSql.capped(sql), few))
          .isInstanceOf(BudgetSpentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void theCapIsToldByOneRowMore(String engine) throws SQLException {
    SandboxLimits two = new SandboxLimits(2, 1 << 20, Duration.ofSeconds(20), false);
    SandboxLimits three = new SandboxLimits(3, 1 << 20, Duration.ofSeconds(20), false);
    try (Connection connection = open(engine)) {
      GuardedSql sql = UncheckedSql.capped("SELECT id FROM book ORDER BY id");
      if (!engine.equals("sqlite")) {
        assertThat(run(connection, sql, two).truncated()).isTrue();
        assertThat(run(connection, sql, two).rowCount()).isEqualTo(2);
      }
      assertThat(run(connection, sql, three).truncated()).isFalse();
    }
  }

  @Test
  void strictRefusesWhereOnlyTheGuardHolds() throws SQLException {
    SandboxLimits strict = new SandboxLimits(2, 1 << 20, Duration.ofSeconds(20), true);
    try (Connection connection = open("h2")) {
      assertThatThrownBy(() -> run(connection, UncheckedSql.of("SELECT 1"), strict))
          .isInstanceOf(SandboxRefusedException.class);
    }
  }

  @Test
  void aFailedTransactionAnswersTheDatabasesOwnError() throws SQLException {
    try (Connection connection = open("postgresql");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> statement.execute("SELECT nothing"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> run(connection, UncheckedSql.of("SELECT 1"), LIMITS))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
      connection.rollback();
    }
  }

  @Test
  void arraysAndLargeTextsAreReadableAfterwards() throws SQLException {
    try (Connection postgres = open("postgresql");
        Connection h2 = open("h2")) {
      ResultSet array =
          run(postgres, UncheckedSql.of("SELECT array_agg(id ORDER BY id) FROM book"), LIMITS)
              .rows();
      array.next();
      assertThat((Object[]) array.getArray(1).getArray()).containsExactly(1, 2, 3);
      ResultSet text =
          run(h2, UncheckedSql.of("SELECT CAST(REPEAT('é', 50000) AS CLOB)"), LIMITS).rows();
      text.next();
      assertThat(text.getString(1)).hasSize(50_000);
      ResultSet clob =
          run(h2, UncheckedSql.of("SELECT CAST(REPEAT('é', 50000) AS CLOB)"), LIMITS).rows();
      clob.next();
      assertThat(clob.getClob(1).length()).isEqualTo(50_000);
    }
  }

  @Test
  void anOpenCursorOfTheCallerGoesOn() throws SQLException {
    try (Connection connection = open("postgresql");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(1);
      try (ResultSet cursor = statement.executeQuery("SELECT id FROM book ORDER BY id")) {
        cursor.next();
        run(connection, UncheckedSql.of("SELECT 1"), LIMITS).rows().close();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.getInt(1)).isEqualTo(2);
      }
      connection.rollback();
    }
  }
}
