package dev.nl2sql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.UncheckedSql;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the gate is told on each real engine. */
class CostGateTest {
  private static final SandboxLimits LIMITS =
      new SandboxLimits(100, 64 << 20, Duration.ofSeconds(20), false);
  private static final double CHEAP = 50_000;
  private static final int ROWS = 2_000;
  private final CostGate gate = new CostGate();

  /** A table of people and one of their visits, with statistics where the engine keeps some. */
  private static Connection open(String engine) throws SQLException {
    Connection connection = TestDatabases.open(engine);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE people (id int PRIMARY KEY, name varchar(40))");
      statement.execute("CREATE TABLE visits (id int PRIMARY KEY, person int, page varchar(40))");
      connection.setAutoCommit(false);
      fill(connection, "INSERT INTO people VALUES (?, 'n')", 1);
      fill(connection, "INSERT INTO visits VALUES (?, ?, 'p')", 2);
      connection.commit();
      connection.setAutoCommit(true);
      switch (engine) {
        case "postgresql" -> statement.execute("ANALYZE");
        case "mysql" -> statement.execute("ANALYZE TABLE people, visits");
        default -> {
          // keeps its numbers by itself, or has none
        }
      }
    }
    return connection;
  }

  private static void fill(Connection connection, String sql, int parameters) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int i = 1; i <= ROWS; i++) {
        for (int p = 1; p <= parameters; p++) {
          insert.setInt(p, i);
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private CostEstimate estimate(Connection connection, String sql) throws SQLException {
    return gate.estimate(
        connection,
        UncheckedSql.reading(sql, new TableName("", "people"), new TableName("", "visits")),
        List.of(),
        LIMITS,
        name -> OptionalLong.of(ROWS),
        new Cancellation());
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void ordinaryStatementsAreCheapAndProductsOfTablesAreNot(String engine) throws SQLException {
    try (Connection connection = open(engine)) {
      for (String cheap :
          List.of(
              "SELECT count(*) FROM people",
              "SELECT p.name, count(*) FROM people p JOIN visits v ON v.person = p.id"
                  + " WHERE v.page <> 'x' GROUP BY p.name ORDER BY 2 DESC",
              "SELECT p.name FROM people p, visits v WHERE v.person = p.id AND v.page = 'p'",
              "SELECT name FROM people WHERE id IN (SELECT person FROM visits WHERE page = 'p')",
              "SELECT name FROM people UNION ALL SELECT page FROM visits",
              "WITH w AS (SELECT person, count(*) AS n FROM visits GROUP BY person)"
                  + " SELECT p.name, w.n FROM people p JOIN w ON w.person = p.id")) {
        CostEstimate estimate = estimate(connection, cheap);
        assertThat(estimate.exceeds(CHEAP)).as(cheap + " " + estimate.words()).isFalse();
        assertThat(estimate.rows().orElse(0)).as(cheap).isPositive();
      }
      for (String dear :
          List.of(
              "SELECT count(*) FROM people p CROSS JOIN visits v",
              "SELECT count(*) FROM people p, visits v WHERE p.name <> v.page",
              "SELECT p.id, v.id FROM people p JOIN visits v ON p.id < v.person",
              "SELECT count(*) FROM people a, people b, people c, visits d, visits e",
              "SELECT * FROM (SELECT a.id AS x FROM people a, people b) s",
              "WITH w AS (SELECT a.id AS x FROM people a CROSS JOIN visits b) SELECT * FROM w",
              "SELECT 1 FROM people WHERE 1 = 0 UNION ALL SELECT 2 FROM people a, visits b",
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                  + " SELECT count(*) FROM n")) {
        CostEstimate estimate = estimate(connection, dear);
        assertThat(estimate.exceeds(CHEAP)).as(dear + " " + estimate.words()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void estimatesTakeBindsAndLeaveTheSessionAsFound(String engine) throws SQLException {
    try (Connection connection = open(engine);
        Statement statement = connection.createStatement()) {
      for (boolean autoCommit : List.of(true, false)) {
        connection.setAutoCommit(autoCommit);
        statement.execute("INSERT INTO people VALUES (" + (autoCommit ? -1 : -2) + ", 'mine')");
        CostEstimate estimate =
            gate.estimate(
                connection,
                UncheckedSql.withParameters(
                    "SELECT name FROM people WHERE id > ? AND name <> ?", 2),
                List.of(Optional.of(5), Optional.of("x")),
                LIMITS,
                name -> OptionalLong.of(ROWS),
                new Cancellation());
        assertThat(estimate.exceeds(CHEAP)).isFalse();
        assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
      }
      connection.rollback();
      assertThat(SessionSql.value(connection, "SELECT count(*) FROM people WHERE id < 0"))
          .contains("1");
    }
  }

  /** EXPLAIN ANALYZE would run the statement; a sequence would move. */
  @Test
  void nothingRunsWhileItIsEstimated() throws SQLException {
    try (Connection connection = open("postgresql");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SEQUENCE counter");
      statement.execute("SELECT nextval('counter')");
      estimate(connection, "SELECT nextval('counter') FROM people");
      assertThat(SessionSql.value(connection, "SELECT nextval('counter')")).contains("2");
    }
  }

  @Test
  void anEstimateThatTakesTooLongIsEnded() throws SQLException {
    SandboxLimits shortTime = new SandboxLimits(10, 1 << 20, Duration.ofMillis(200), false);
    try (Connection connection = open("postgresql");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE FUNCTION slow() RETURNS int IMMUTABLE LANGUAGE plpgsql AS"
              + " $$ BEGIN PERFORM pg_sleep(60); RETURN 1; END $$");
      assertThatThrownBy(
              () ->
                  gate.estimate(
                      connection,
                      UncheckedSql.of("SELECT slow()"),
                      List.of(),
                      shortTime,
                      name -> OptionalLong.empty(),
                      new Cancellation()))
          .isInstanceOf(BudgetSpentException.class);
      assertThat(SessionSql.value(connection, "SELECT count(*) FROM people")).contains("2000");
    }
  }

  /** What the engines print, shortened. */
  @Test
  void plansAreReadAsPrinted() throws SQLException {
    assertThat(
            ExplainedPlan.ofPostgres(
                    "[{\"Plan\": {\"Node Type\": \"Aggregate\", \"Total Cost\": 70000.5,"
                        + " \"Plan Rows\": 1, \"Plans\": [{\"Plan Rows\": 4000000}]}}]")
                .words())
        .isEqualTo("cost 70,001, 4,000,000 rows (EXPLAIN of PostgreSQL)");
    assertThat(
            ExplainedPlan.ofMySql(
                    "{\"query_block\": {\"cost_info\": {\"query_cost\": \"412.5\"}, \"nested_loop\":"
                        + " [{\"table\": {\"rows_examined_per_scan\": 20}},"
                        + " {\"table\": {\"rows_examined_per_scan\": 30}}]}}")
                .words())
        .isEqualTo("cost 413, 600 rows (EXPLAIN of MySQL or MariaDB)");
    assertThatThrownBy(() -> ExplainedPlan.ofDuckDb("[{")).isInstanceOf(SQLException.class);
  }
}
