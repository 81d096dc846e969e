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
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void rowsAreCompleteAndTheSessionIsAsFound(String engine) throws SQLException {
    try (Connection connection = open(engine);
        Statement other = connection.createStatement()) {
      SandboxResult result =
          run(connection, UncheckedSql.of("SELECT title, price FROM book ORDER BY id"), LIMITS);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(result.truncated()).isFalse();
      assertThat(result.rowCount()).isEqualTo(3);
      ResultSet rows = result.rows();
      assertThat(rows.next()).isTrue();
      other.execute("INSERT INTO book VALUES (9, 1, 'New', 1, 1, NULL)");
      run(connection, UncheckedSql.of("SELECT 1"), LIMITS).rows().close();
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
        "sqlite | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n",
        "sqlite | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n WHERE i < 9",
        "duckdb | SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range % 7 = b.range % 5",
        "duckdb | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "duckdb | SELECT sum(length(repeat('x', a.range))) FROM range(1000000) a",
        "mysql | SELECT SLEEP(60)",
        "mysql | SELECT BENCHMARK(100000000000, MD5('x'))",
        "mysql | SELECT count(*) FROM seq_1_to_10000000 a, seq_1_to_10000000 b WHERE a.seq % 7 = b.seq % 5",
        "mysql | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT count(*) FROM n a, n b, n c",
        "postgresql | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "postgresql | SELECT length(string_agg(repeat('x', 100000), '')) FROM generate_series(1, 100000000)",
        "h2 | SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) A CROSS JOIN SYSTEM_RANGE(1, 1000000) B WHERE MOD(A.X, 7) = MOD(B.X, 5)"
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
        "h2 | SELECT REPEAT('x', 1000000) AS big FROM SYSTEM_RANGE(1, 2000)",
        "sqlite | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
            + "SELECT printf('%.1000000c', 'x') AS big FROM n",
        "duckdb | SELECT repeat('x', 1000000) AS big FROM range(2000)",
        "mysql | SELECT REPEAT('x', 1000000) AS big FROM seq_1_to_2000"
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

  /** One value that does not fit: it is refused before the driver holds it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql | SELECT repeat('x', 300000000) AS big",
        "sqlite | SELECT printf('%.300000000c', 'x') AS big",
        "duckdb | SELECT repeat('x', CAST(range AS BIGINT) * 300000000) AS big FROM range(1, 2)",
        "mysql | SELECT REPEAT('x', seq * 15000000) AS big FROM seq_1_to_1"
      })
  void hugeValuesAreRefusedAndTheSessionStaysUsable(String engine, String sql) throws SQLException {
    SandboxLimits small = new SandboxLimits(100, 1 << 20, Duration.ofSeconds(60), false);
    try (Connection connection = open(engine)) {
      assertThatThrownBy(() -> run(connection, UncheckedSql.capped(sql), small))
          .isInstanceOf(BudgetSpentException.class)
          .hasMessageContaining("nl2sql.maxBytes");
      assertThat(books(connection)).isEqualTo(3);
    }
  }

  /** Statements that open tables again, sort, or group while their rows are read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a.id, (SELECT count(*) FROM book b WHERE b.author_id = a.id) FROM author a",
        "SELECT a.id, (SELECT max(b.price) FROM book b WHERE b.sold < a.id + 9) FROM author a",
        "SELECT id FROM author a WHERE EXISTS (SELECT 1 FROM book b WHERE b.id = a.id)",
        "SELECT x.id FROM (SELECT id FROM author ORDER BY name LIMIT 5) x JOIN book ON 1 = 1",
        "SELECT author_id, sum(price) FROM book GROUP BY author_id ORDER BY 2",
        "SELECT id FROM author UNION ALL SELECT id FROM book",
        "SELECT id FROM author UNION SELECT id FROM book",
        "SELECT b.id, (SELECT a.name FROM author a WHERE a.id = b.author_id) FROM book b",
        "WITH w AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM book) SELECT * FROM w",
        "SELECT id FROM book WHERE 1 = 0"
      })
  void sqliteRowsAreReadAfterTheFormEnded(String sql) throws SQLException {
    try (Connection connection = open("sqlite");
        Statement plain = connection.createStatement()) {
      for (boolean autoCommit : List.of(true, false)) {
        connection.setAutoCommit(autoCommit);
        List<List<Object>> expected = new ArrayList<>();
        try (ResultSet rows = plain.executeQuery(sql)) {
          expected.addAll(values(rows));
        }
        SandboxResult result = run(connection, UncheckedSql.of(sql), LIMITS);
        plain.execute("UPDATE author SET born = NULL");
        assertThat(values(result.rows())).isEqualTo(expected);
        assertThat(result.rowCount()).isEqualTo(expected.size());
      }
    }
  }

  private static List<List<Object>> values(ResultSet rows) throws SQLException {
    List<List<Object>> all = new ArrayList<>();
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      List<Object> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(rows.getObject(i));
      }
      all.add(row);
    }
    return all;
  }

  /** A getter of a result set. */
  private interface Getter {
    Object get(ResultSet rows, int column) throws SQLException;
  }

  @Test
  void heldValuesReadAsTheDriversOwn() throws SQLException {
    Map<String, Getter> getters =
        Map.ofEntries(
            Map.entry("object", ResultSet::getObject),
            Map.entry("text", ResultSet::getString),
            Map.entry("int", ResultSet::getInt),
            Map.entry("long", ResultSet::getLong),
            Map.entry("double", ResultSet::getDouble),
            Map.entry("float", ResultSet::getFloat),
            Map.entry("decimal", ResultSet::getBigDecimal),
            Map.entry("boolean", ResultSet::getBoolean),
            Map.entry("timestamp", ResultSet::getTimestamp),
            Map.entry("date", (rows, i) -> rows.getDate(i).toString()),
            Map.entry("time", (rows, i) -> rows.getTime(i).toString()),
            Map.entry("bytes", ResultSet::getBytes));
    String sql =
        "SELECT 7 AS i, 5000000000 AS l, 10.5 AS r, 1e10 AS big, 0.1 + 0.2 AS sum, 'text' AS t,"
            + " NULL AS n, x'00ff' AS b, '2024-02-29 10:30:00.125' AS at, 1709202600000 AS millis,"
            + " price, printed FROM book WHERE id = 1";
    Map<String, List<String>> readable =
        Map.of(
            "object", List.of("i", "l", "r", "big", "sum", "t", "n", "b", "at", "price", "printed"),
            "text", List.of("i", "l", "r", "big", "sum", "t", "n", "at", "price", "printed"),
            "int", List.of("i", "r", "n", "price"),
            "long", List.of("i", "l", "r", "big", "n"),
            "double", List.of("i", "l", "r", "big", "sum", "n", "price"),
            "float", List.of("i", "r", "sum", "n"),
            "decimal", List.of("i", "l", "r", "big", "sum", "n", "price"),
            "boolean", List.of("i", "r", "n"),
            "timestamp", List.of("at", "millis", "n"),
            "bytes", List.of("b", "t", "n"));
    try (Connection connection = open("sqlite");
        Statement statement = connection.createStatement();
        ResultSet plain = statement.executeQuery(sql);
        ResultSet held = run(connection, UncheckedSql.of(sql), LIMITS).rows()) {
      plain.next();
      held.next();
      for (Map.Entry<String, List<String>> entry : readable.entrySet()) {
        for (String label : entry.getValue()) {
          Getter getter = getters.get(entry.getKey());
          Object own = getter.get(held, held.findColumn(label));
          boolean wasNull = held.wasNull();
          Object real = getter.get(plain, plain.findColumn(label));
          assertThat(own).as(entry.getKey() + " of " + label).isEqualTo(real);
          assertThat(wasNull).as(label).isEqualTo(label.equals("n"));
        }
      }
      for (String label : List.of("at", "millis")) {
        for (String part : List.of("date", "time")) {
          Getter getter = getters.get(part);
          assertThat(getter.get(held, held.findColumn(label)))
              .as(part + " of " + label)
              .isEqualTo(getter.get(plain, plain.findColumn(label)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT * FROM book", "SELECT * FROM book WHERE id < 0", "SELECT 1.5 x"})
  void heldRowsAreDescribedAsTheDriverDescribesThem(String sql) throws SQLException {
    try (Connection connection = open("sqlite");
        Statement statement = connection.createStatement();
        ResultSet plain = statement.executeQuery(sql);
        ResultSet held = run(connection, UncheckedSql.of(sql), LIMITS).rows()) {
      ResultSetMetaData expected = plain.getMetaData();
      ResultSetMetaData actual = held.getMetaData();
      assertThat(actual.getColumnCount()).isEqualTo(expected.getColumnCount());
      for (int i = 1; i <= expected.getColumnCount(); i++) {
        assertThat(actual.getColumnLabel(i)).isEqualTo(expected.getColumnLabel(i));
        assertThat(actual.getColumnName(i)).isEqualTo(expected.getColumnName(i));
        assertThat(actual.getColumnType(i)).isEqualTo(expected.getColumnType(i));
        assertThat(actual.getColumnTypeName(i)).isEqualTo(expected.getColumnTypeName(i));
        assertThat(actual.getColumnClassName(i)).isEqualTo(expected.getColumnClassName(i));
        assertThat(actual.getTableName(i)).isEqualTo(expected.getTableName(i));
        assertThat(actual.getPrecision(i)).isEqualTo(expected.getPrecision(i));
        assertThat(actual.getScale(i)).isEqualTo(expected.getScale(i));
        assertThat(actual.isNullable(i)).isEqualTo(expected.isNullable(i));
      }
    }
  }

  @Test
  void heldRowsEndAtTheByteLimit() throws SQLException {
    try (Connection connection = open("sqlite");
        Statement statement = connection.createStatement()) {
      String sql =
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT i,"
              + " 'é' AS t, x'00ff' AS b FROM n";
      for (long bytes : List.of(52L, 53L, 520L, 5_100L, 9_000L)) {
        HeldRows held = HeldRows.read(statement.executeQuery(sql), 1_000, bytes);
        assertThat(held.count()).isEqualTo(Math.min(100, bytes / 52));
        assertThat(held.cut()).isEqualTo(held.count() < 100);
      }
      assertThatThrownBy(() -> HeldRows.read(statement.executeQuery(sql), 1_000, 51))
          .isInstanceOf(BudgetSpentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void theCapIsToldByOneRowMore(String engine) throws SQLException {
    SandboxLimits two = new SandboxLimits(2, 1 << 20, Duration.ofSeconds(20), false);
    SandboxLimits three = new SandboxLimits(3, 1 << 20, Duration.ofSeconds(20), false);
    try (Connection connection = open(engine)) {
      GuardedSql sql = UncheckedSql.capped("SELECT id FROM book ORDER BY id");
      assertThat(run(connection, sql, two).truncated()).isTrue();
      assertThat(run(connection, sql, two).rowCount()).isEqualTo(2);
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
