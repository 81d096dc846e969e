package dev.nl2sql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.nl2sql.Cancellation;
import dev.nl2sql.guard.UncheckedSql;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the read-only form of each real engine holds by itself: the guard is switched off here. */
class ReadOnlyEnginesTest {
  private static final SandboxLimits LIMITS =
      new SandboxLimits(100, 64 << 20, Duration.ofSeconds(20), false);
  private final Sandbox sandbox = new Sandbox();

  private static Connection open(String engine) throws SQLException {
    Connection connection = TestDatabases.open(engine);
    SampleSchema.create(connection, engine);
    return connection;
  }

  private SandboxResult run(Connection connection, String sql) throws SQLException {
    return sandbox.run(connection, UncheckedSql.of(sql), List.of(), LIMITS, new Cancellation());
  }

  private static String contents(Connection connection) throws SQLException {
    StringBuilder all = new StringBuilder();
    for (String sql :
        List.of(
            "SELECT id, author_id, title, sold FROM book ORDER BY id",
            "SELECT id, name FROM author ORDER BY id")) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            all.append(rows.getString(i)).append('|');
          }
        }
      }
    }
    return all.toString();
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    try (ResultSet rows = connection.getMetaData().getTables(null, null, table, null)) {
      return rows.next();
    }
  }

  /** Every way to write that the engine knows, each as one statement. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql | INSERT INTO book VALUES (9) RETURNING id",
        "postgresql | INSERT INTO book VALUES (9)",
        "postgresql | UPDATE book SET sold = 0",
        "postgresql | DELETE FROM book",
        "postgresql | TRUNCATE book",
        "postgresql | WITH d AS (DELETE FROM book RETURNING id) SELECT * FROM d",
        "postgresql | SELECT * INTO made FROM book",
        "postgresql | CREATE TABLE made (x int)",
        "postgresql | DROP TABLE book",
        "postgresql | SELECT lo_create(0)",
        "sqlite | INSERT INTO book VALUES (9, 1, 'N', 1, 1, NULL) RETURNING id",
        "sqlite | INSERT INTO book VALUES (9, 1, 'N', 1, 1, NULL)",
        "sqlite | UPDATE book SET sold = 0",
        "sqlite | DELETE FROM book",
        "sqlite | WITH w AS (SELECT 1 AS id) DELETE FROM book WHERE id IN (SELECT id FROM w)",
        "sqlite | REPLACE INTO book VALUES (1, 1, 'N', 1, 1, NULL)",
        "sqlite | CREATE TABLE made (x int)",
        "sqlite | CREATE TEMP TABLE made (x int)",
        "sqlite | DROP TABLE book",
        "sqlite | ALTER TABLE book RENAME TO made",
        "sqlite | VACUUM",
        "sqlite | PRAGMA user_version = 7",
        "duckdb | INSERT INTO book VALUES (9, 1, 'N', 1, 1, NULL) RETURNING id",
        "duckdb | INSERT INTO book VALUES (9, 1, 'N', 1, 1, NULL)",
        "duckdb | UPDATE book SET sold = 0",
        "duckdb | DELETE FROM book",
        "duckdb | TRUNCATE book",
        "duckdb | CREATE TABLE made (x int)",
        "duckdb | CREATE TABLE made AS SELECT * FROM book",
        "duckdb | DROP TABLE book",
        "duckdb | CREATE SEQUENCE made",
        "mysql | INSERT INTO book VALUES (9, 1, 'N', 1, 1, NULL) RETURNING id",
        "mysql | INSERT INTO book VALUES (9, 1, 'N', 1, 1, NULL)",
        "mysql | REPLACE INTO book VALUES (1, 1, 'N', 1, 1, NULL)",
        "mysql | UPDATE book SET sold = 0",
        "mysql | DELETE FROM book",
        "mysql | TRUNCATE TABLE book",
        "mysql | CREATE TABLE made (x int)",
        "mysql | CREATE TABLE made AS SELECT * FROM book",
        "mysql | DROP TABLE book",
        "mysql | ALTER TABLE book ADD COLUMN made int"
      })
  void theEngineRefusesToWrite(String engine, String write) throws SQLException {
    try (Connection connection = open(engine)) {
      String before = contents(connection);

      assertThatThrownBy(() -> run(connection, write)).isInstanceOf(SQLException.class);

      assertThat(contents(connection)).isEqualTo(before);
      assertThat(exists(connection, "made")).isFalse();
      assertThat(ReadOnlyProbe.probe(connection).holds()).isTrue();
      try (Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO book VALUES (10, 1, 'After', 1, 1, NULL)");
      }
      assertThat(contents(connection)).contains("10|1|After").isNotEqualTo(before);
    }
  }

  /** H2 refuses nothing, but what was written is undone, in and outside of a transaction. */
  @ParameterizedTest
  @CsvSource({"h2, true", "h2, false", "mysql, false"})
  void whatTheEngineDoesNotRefuseIsUndone(String engine, boolean autoCommit) throws SQLException {
    String write =
        engine.equals("h2")
            ? "SELECT id FROM FINAL TABLE (INSERT INTO book(id) VALUES (77))"
            : "INSERT INTO book(id) VALUES (77) RETURNING id";
    try (Connection connection = open(engine);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(autoCommit);
      statement.execute("INSERT INTO book VALUES (10, 1, 'Mine', 1, 1, NULL)");
      String before = contents(connection);

      SandboxResult result = run(connection, write);

      assertThat(result.rowCount()).isEqualTo(1);
      assertThat(contents(connection)).isEqualTo(before).contains("10|1|Mine");
      assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
      assertThat(ReadOnlyProbe.probe(connection).holds()).isFalse();
      if (!autoCommit) {
        connection.commit();
      }
      assertThat(contents(connection)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void noSecondStatementRidesAlong(String engine) throws SQLException {
    try (Connection connection = open(engine)) {
      String before = contents(connection);
      for (String sql :
          List.of(
              "SELECT 1; DELETE FROM book",
              "SELECT 1; COMMIT; DELETE FROM book",
              "SELECT 1; ROLLBACK; DELETE FROM book; BEGIN",
              "SELECT 'a\\'; DELETE FROM book -- '",
              "SELECT 'a' /* ' */; DELETE FROM book -- '",
              "SELECT 1 -- '\n; DELETE FROM book -- '",
              "SELECT $$'$$; DELETE FROM book; SELECT $$'$$",
              "SELECT E'\\''; DELETE FROM book -- '",
              "SELECT 1 AS \"a\\\"; DELETE FROM book -- \"")) {
        assertThatThrownBy(() -> run(connection, sql))
            .as(sql)
            .isInstanceOf(SandboxRefusedException.class)
            .hasMessageContaining("more than one statement");
      }
      assertThat(contents(connection)).isEqualTo(before);
      SandboxResult harmless =
          run(connection, "SELECT ';' AS a FROM book WHERE title <> 'it''s; not'");
      assertThat(harmless.rowCount()).isEqualTo(2);
    }
  }

  /** A transaction that the caller began by a plain statement, which no flag tells of. */
  @ParameterizedTest
  @CsvSource({
    "postgresql, BEGIN",
    "mysql, START TRANSACTION",
    "duckdb, BEGIN TRANSACTION",
    "sqlite, BEGIN",
    "h2, SET AUTOCOMMIT FALSE"
  })
  void aTransactionBegunAsPlainSqlIsNotEnded(String engine, String begin) throws SQLException {
    try (Connection connection = open(engine);
        Statement statement = connection.createStatement()) {
      String before = contents(connection);
      statement.execute(begin);
      statement.execute("INSERT INTO book VALUES (9, 1, 'Mine', 1, 1, NULL)");

      SandboxResult result = run(connection, "SELECT count(*) FROM book");

      result.rows().next();
      boolean committedOnly = engine.equals("duckdb");
      assertThat(result.rows().getInt(1)).isEqualTo(committedOnly ? 3 : 4);
      assertThat(result.warnings().isEmpty()).isEqualTo(!committedOnly && !engine.equals("mysql"));
      assertThat(contents(connection)).contains("9|1|Mine");
      statement.execute("ROLLBACK");
      assertThat(contents(connection)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "mysql"})
  void anOpenTransactionGoesOnAndAFailedQuestionDoesNotEndIt(String engine) throws SQLException {
    try (Connection connection = open(engine);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO book VALUES (9, 1, 'Mine', 1, 1, NULL)");
      SandboxResult result = run(connection, "SELECT id FROM author ORDER BY id");
      assertThatThrownBy(() -> run(connection, "SELECT no FROM book"))
          .isInstanceOf(SQLException.class);
      assertThat(result.warnings()).hasSize(1);
      assertThat(result.rows().next()).isTrue();
      assertThat(result.rows().getInt(1)).isEqualTo(1);
      statement.execute("INSERT INTO book VALUES (10, 1, 'Mine too', 1, 1, NULL)");
      connection.commit();
      assertThat(contents(connection)).contains("9|1|Mine", "10|1|Mine too");
      assertThat(connection.getAutoCommit()).isFalse();
    }
  }

  @Test
  void strictRefusesOnlyWhereTheGuardIsAlone() throws SQLException {
    SandboxLimits strict = new SandboxLimits(2, 1 << 20, Duration.ofSeconds(20), true);
    for (String engine : List.of("h2", "postgresql", "sqlite", "duckdb", "mysql")) {
      try (Connection connection = open(engine)) {
        for (boolean autoCommit : List.of(true, false)) {
          connection.setAutoCommit(autoCommit);
          if (!autoCommit) {
            contents(connection);
          }
          Throwable thrown =
              catchThrowable(
                  () ->
                      sandbox.run(
                          connection,
                          UncheckedSql.of("SELECT 1"),
                          List.of(),
                          strict,
                          new Cancellation()));
          boolean alone = engine.equals("h2") || (engine.equals("mysql") && !autoCommit);
          if (alone) {
            assertThat(thrown).as(engine).isInstanceOf(SandboxRefusedException.class);
          } else {
            assertThat(thrown).as(engine + " " + autoCommit).isNull();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void literalsOfPostgresAreReadAsPrintedWhateverTheSessionSays(boolean autoCommit)
      throws SQLException {
    try (Connection connection = open("postgresql");
        Statement statement = connection.createStatement()) {
      statement.execute("SET standard_conforming_strings = off");
      statement.execute("SET escape_string_warning = off");
      connection.setAutoCommit(autoCommit);
      ResultSet rows = run(connection, "SELECT 'a\\' AS a, ' || name || ' AS b FROM author").rows();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("a\\");
      assertThat(rows.getString(2)).isEqualTo(" || name || ");
      assertThat(SessionSql.value(connection, "SHOW standard_conforming_strings")).contains("off");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mariaDbKeepsTheAccessModeOfTheSession(boolean readOnly) throws SQLException {
    try (Connection connection = open("mysql");
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION TRANSACTION " + (readOnly ? "READ ONLY" : "READ WRITE"));
      run(connection, "SELECT 1");
      assertThat(SessionSql.value(connection, "SELECT @@SESSION.tx_read_only"))
          .contains(readOnly ? "1" : "0");
      assertThat(SessionSql.value(connection, "SELECT @@in_transaction")).contains("0");
    }
  }

  /** A cursor that the caller has read half-way goes on, also where it opens tables again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM author ORDER BY id",
        "SELECT a.id, (SELECT max(b.price) FROM book b WHERE b.sold < a.id + 9) FROM author a",
        "SELECT a.id FROM author a WHERE EXISTS (SELECT 1 FROM book b WHERE b.id = a.id)",
        "SELECT id FROM author UNION ALL SELECT id FROM book",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)"
            + " SELECT i, (SELECT count(*) FROM book WHERE id <= i) FROM n"
      })
  void halfReadCursorsOfSqliteGoOn(String sql) throws SQLException {
    try (Connection connection = open("sqlite");
        Statement callers = connection.createStatement()) {
      List<Integer> expected = ids(callers, sql, () -> {});
      for (boolean autoCommit : List.of(true, false)) {
        connection.setAutoCommit(autoCommit);
        List<Integer> found =
            ids(callers, sql, () -> run(connection, "SELECT count(*) FROM book").rows().close());
        assertThat(found).isEqualTo(expected).hasSizeGreaterThan(1);
      }
    }
  }

  private static List<Integer> ids(Statement statement, String sql, ReadOnlyForm.Step meanwhile)
      throws SQLException {
    List<Integer> ids = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        ids.add(rows.getInt(1));
        meanwhile.run();
      }
    }
    return ids;
  }
}
