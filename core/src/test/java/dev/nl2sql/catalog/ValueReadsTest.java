package dev.nl2sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of values end in time, and what goes wrong in one column stays there. */
@Timeout(60)
class ValueReadsTest {
  private static final String SLOW =
      "CREATE FUNCTION late() RETURNS text LANGUAGE plpgsql STABLE AS"
          + " 'BEGIN PERFORM pg_sleep(30); RETURN 1; END'";
  private static final String VIEW = "CREATE VIEW v AS SELECT 'a' AS a, late() AS b, 'c' AS c";

  @Test
  void aColumnThatTakesTooLongLeavesTheOthers() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(connection, SLOW, VIEW);

      assertThat(sample(connection, "v")).isEqualTo(Map.of("a", List.of("a"), "c", List.of("c")));
    }
  }

  @Test
  void insideATransactionWhatWasReadBeforeIsKept() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(connection, SLOW, VIEW);
      Table view = table(connection, "v");
      connection.setAutoCommit(false);

      assertThat(sample(connection, view, new Cancellation())).isEqualTo(Map.of("a", List.of("a")));
      connection.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void aColumnThatCannotBeReadLeavesTheOthers(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(connection, "CREATE TABLE t (a varchar(9), gone varchar(9), c varchar(9))");
      run(connection, "INSERT INTO t VALUES ('a', 'b', 'c')");
      Table table = table(connection, "t");
      run(connection, "ALTER TABLE t DROP COLUMN gone");

      assertThat(sample(connection, table, new Cancellation()))
          .isEqualTo(Map.of("a", List.of("a"), "c", List.of("c")));
    }
  }

  @Test
  void aCallerWhoGivesUpEndsARunningRead() throws Exception {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(connection, "CREATE VIEW v AS SELECT pg_sleep(30)::text AS a");
      Cancellation cancellation = new Cancellation();
      BoundedReads reads = new BoundedReads(connection, cancellation);
      CompletableFuture<Void> caller =
          CompletableFuture.runAsync(
              () -> cancellation.fire(Condition.CANCELLED),
              CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));

      assertThatThrownBy(
              () ->
                  reads.rowsWithin(
                      Duration.ofSeconds(30), "SELECT a FROM v", row -> row.getString(1)))
          .isInstanceOf(CancellationException.class);
      caller.join();
      assertThat(sample(connection, "v").get("a")).isNull();
    }
  }

  @Test
  void statisticsThatListEveryValueSpareTheTable() throws SQLException {
    String url = TestDatabases.postgresUrl();
    try (Connection connection = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url)) {
      run(
          connection,
          "CREATE TABLE t (status text, name text)",
          "INSERT INTO t SELECT CASE WHEN i % 3 = 0 THEN 'open' ELSE 'it''s \"shut\", {now}' END,"
              + " 'n' || i FROM generate_series(1, 3000) i",
          "ANALYZE t");
      Table table = table(connection, "t");
      assertThat(sample(connection, "t").get("name")).hasSize(3000);
      other.setAutoCommit(false);
      run(other, "LOCK TABLE t IN ACCESS EXCLUSIVE MODE");

      assertThat(sample(connection, table, new Cancellation()))
          .containsOnlyKeys("status")
          .hasEntrySatisfying(
              "status",
              v -> assertThat(v).containsExactlyInAnyOrder("open", "it's \"shut\", {now}"));
      other.rollback();
    }
  }

  @Test
  void enumerationsAndDomainsAreTexts() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(
          connection,
          "CREATE TYPE mood AS ENUM ('glad', 'sad')",
          "CREATE DOMAIN mail AS text",
          "CREATE TABLE t (m mood, e mail, u uuid, n name)",
          "INSERT INTO t VALUES ('sad', 'x@y.z', '00000000-0000-0000-0000-000000000001', 'k')");

      assertThat(sample(connection, "t"))
          .containsEntry("m", List.of("sad"))
          .containsEntry("e", List.of("x@y.z"))
          .containsEntry("n", List.of("k"));
    }
  }

  @Test
  void theSessionsQueryTimeoutStays() throws SQLException {
    try (Connection connection = TestDatabases.open("h2")) {
      run(connection, "SET QUERY_TIMEOUT 12345", "CREATE TABLE t (a varchar(9))");
      sample(connection, "t");

      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                      + " WHERE SETTING_NAME = 'QUERY_TIMEOUT'")) {
        assertThat(rows.next() ? rows.getString(1) : "").isEqualTo("12345");
      }
    }
  }

  private static Map<String, List<String>> sample(Connection connection, String table)
      throws SQLException {
    return sample(connection, table(connection, table), new Cancellation());
  }

  private static Map<String, List<String>> sample(
      Connection connection, Table table, Cancellation cancellation) throws SQLException {
    Dialect dialect = Dialect.forProduct(connection.getMetaData().getDatabaseProductName());
    return new ValueSampler(dialect::identifier)
        .sample(connection, table, Set.of(), cancellation).entrySet().stream()
            .collect(
                Collectors.toMap(
                    e -> e.getKey().name().toLowerCase(Locale.ROOT), Map.Entry::getValue));
  }

  private static Table table(Connection connection, String name) throws SQLException {
    return CatalogReader.read(
            connection, SessionReader.read(connection), List.of(), new Cancellation())
        .tables()
        .stream()
        .filter(t -> t.name().name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
