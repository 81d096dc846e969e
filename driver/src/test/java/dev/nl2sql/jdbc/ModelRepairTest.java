package dev.nl2sql.jdbc;

import static dev.nl2sql.testing.ModelServer.sql;
import static dev.nl2sql.testing.ModelServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.testing.ModelServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model is told of its mistakes, what it is never obeyed in, and what is told of it. */
@Timeout(120)
class ModelRepairTest {
  private static final String COUNT = "SELECT count(*) AS n FROM customers";
  private static final String ASK = "ASK how many customers are there";

  @AutoClose private final ModelDatabase database;

  ModelRepairTest() throws SQLException {
    database = new ModelDatabase();
  }

  static Stream<Arguments> causes() {
    return Stream.of(
        Arguments.of(text("{\"sql\": \"SELECT FROM WHERE\"}"), "not parsed", ""),
        Arguments.of(text("I would rather not."), "not parsed", "neither JSON nor a query"),
        Arguments.of(sql("SELECT count(*) FROM customerz"), "unknown name", "customers"),
        Arguments.of(sql("SELECT citi FROM customers"), "unknown name", "city"),
        Arguments.of(sql("DELETE FROM customers"), "not parsed", "only SELECT"),
        Arguments.of(sql("SELECT * FROM INFORMATION_SCHEMA.USERS"), "", "USERS"),
        Arguments.of(
            sql("SELECT count(*) FROM orders a, orders b"), "too costly", "above what is allowed"),
        Arguments.of(
            sql("SELECT CAST(name AS INT) FROM customers"),
            "database error",
            "SQLState 22018: a value cannot be converted"),
        Arguments.of(
            sql("SELECT id / (id - id) FROM customers"),
            "database error",
            "SQLState 22012: division by zero"),
        Arguments.of(sql("SELECT id FROM customers WHERE id > 99"), "not verified", "no rows"));
  }

  @ParameterizedTest(name = "{1} {2}")
  @MethodSource("causes")
  void theModelIsToldWhatIsWrong(ModelServer.Answer first, String kind, String reason)
      throws SQLException {
    try (Connection connection = database.connect("nl2sql.maxCost", "6");
        Statement statement = connection.createStatement()) {
      database.server().then(first, sql(COUNT));
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
      assertThat(statement.unwrap(Answer.class).attempts()).isEqualTo(2);
      assertThat(Optional.ofNullable(statement.getWarnings())).as("a mended mistake").isEmpty();
    }
    assertThat(database.server().requests()).hasSize(2);
    assertThat(database.server().requests().get(1).body())
        .contains("What is wrong (" + kind)
        .containsIgnoringCase(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM customers",
        "SELECT 1; DROP TABLE customers",
        "WITH x AS (DELETE FROM customers RETURNING *) SELECT * FROM x",
        "SELECT * FROM customers FOR UPDATE",
        "SELECT FILE_READ('/etc/passwd')",
        "SELECT * FROM CSVREAD('/etc/passwd')",
        "CALL FILE_WRITE('x', '/tmp/x')",
        "SELECT * INTO stolen FROM customers",
        "SELECT 1 FROM customers /* \uD83C\uDFC6 */; COMMIT",
        "<script>alert(1)</script>",
        "SELECT LINK_SCHEMA('A', '', 'jdbc:h2:mem:x', 'sa', '', 'PUBLIC')",
        "SET LOCK_TIMEOUT 0",
        "SHUTDOWN",
        "EXPLAIN ANALYZE DELETE FROM customers",
        "ASK 'something else'",
        "SELECT * FROM (ASK 'something else') t",
        "NL FEEDBACK GOOD"
      })
  void aModelThatMeansHarmIsRefusedAndNothingOfItIsKept(String hostile) throws SQLException {
    database.server().otherwise(sql(hostile));
    try (Connection connection = database.connect("nl2sql.cache.ttl", "10m");
        Statement statement = connection.createStatement()) {
      List<String> states = new ArrayList<>();
      for (String form : List.of(ASK, "EXPLAIN " + ASK, "SELECT * FROM (" + ASK + ") t")) {
        try (ResultSet rows = statement.executeQuery(form)) {
          states.add(form.startsWith("EXPLAIN") ? "explained" : "answered");
        } catch (SQLException e) {
          states.add(e.getSQLState());
        }
      }
      assertThat(states.get(0)).matches("NL003|NL001");
      assertThat(states.get(2)).matches("NL003|NL001");
      try (ResultSet rows = statement.executeQuery("SHOW NL EXAMPLES")) {
        assertThat(rows.next()).as("an example").isFalse();
      }
      try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM customers")) {
        assertThat(ModelDatabase.column(rows)).containsExactly("2");
      }
      database.server().otherwise(sql(COUNT));
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
    }
  }

  /** Every request is in the ledger, those that failed too, with what was in it. */
  @Test
  void theLedgerListsEveryRequest() throws SQLException {
    database
        .server()
        .then(
            ModelServer.json(500, "{}"),
            sql("SELECT nothing FROM customers"),
            ModelServer.json(429, "{}"),
            sql(COUNT));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.executeQuery(ASK).close();
      String id = statement.unwrap(Answer.class).traceId();
      List<String> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SHOW NL EGRESS")) {
        while (rows.next()) {
          assertThat(rows.getString("id")).isEqualTo(id);
          assertThat(rows.getString("provider")).isEqualTo("openai");
          assertThat(rows.getString("model")).isEqualTo("m");
          assertThat(rows.getString("host")).isEqualTo("127.0.0.1:" + database.server().port());
          assertThat(rows.getLong("bytes")).isPositive();
          found.add(
              rows.getString("task")
                  + " "
                  + rows.getString("ending")
                  + " "
                  + rows.getLong("tokens_in")
                  + " "
                  + rows.getLong("tokens_out"));
        }
      }
      assertThat(found)
          .containsExactlyInAnyOrder(
              "generate status 500 0 0",
              "generate answered 11 7",
              "repair status 429 0 0",
              "repair answered 11 7");
      assertThat(found).hasSize(database.server().requests().size());
    }
  }

  @Test
  void rowsAreToldByAModelOnlyWhereTheyMayBeSent() throws SQLException {
    String names = "SELECT name FROM customers ORDER BY name";
    String told = "Ada and B\u00f6b \uD83C\uDFC6 are customers.";
    for (boolean allowed : new boolean[] {false, true}) {
      database.server().clear();
      List<String> pieces = new ArrayList<>();
      told.codePoints().forEach(c -> pieces.add(Character.toString(c)));
      database.server().then(sql(names), ModelServer.streamed(pieces, Duration.ZERO));
      try (Connection connection =
              database.connect("nl2sql.llm.sendRows", Boolean.toString(allowed));
          Statement statement = connection.createStatement()) {
        List<String> heard = new ArrayList<>();
        statement.unwrap(Nl2SqlStatement.class).narrateTo(heard::add);
        String answer =
            ModelDatabase.column(statement.executeQuery("NARRATE ASK 'who is a customer'")).get(0);
        assertThat(String.join("", heard)).isEqualTo(answer);
        assertThat(database.server().requests()).hasSize(allowed ? 2 : 1);
        if (allowed) {
          assertThat(answer).isEqualTo(told);
          assertThat(heard).hasSizeGreaterThan(10);
          assertThat(database.server().requests().get(1).body()).contains("Ada", "Bob");
        } else {
          assertThat(answer).contains("Ada");
          assertThat(database.server().requests().get(0).body()).doesNotContain("Ada");
        }
      }
    }
  }

  /** Characters cut by the network, and a stream that ends or hangs half-way. */
  @Test
  void aNarrationThatBreaksIsToldByTheTemplate() throws SQLException {
    for (ModelServer.Answer broken :
        List.of(
            ModelServer.json(500, "{}"),
            ModelServer.hang(),
            ModelServer.reset(0),
            ModelServer.json(200, "<html>"))) {
      database.server().clear();
      database.server().then(sql("SELECT name FROM customers ORDER BY name")).otherwise(broken);
      try (Connection connection =
              database.connect(
                  "nl2sql.llm.sendRows",
                  "true",
                  "nl2sql.llm.timeout",
                  "4s",
                  "nl2sql.maxAttempts",
                  "0",
                  "nl2sql.timeBudget",
                  "60s");
          Statement statement = connection.createStatement()) {
        String answer =
            ModelDatabase.column(statement.executeQuery("NARRATE ASK 'who is a customer'")).get(0);
        assertThat(answer).contains("Ada");
        assertThat(states(statement)).contains("01NL7");
      }
    }
  }

  /** 64 connections on one model, half of the questions cancelled at any time. */
  @Test
  void manyAskersAndCancelsLeaveNothingBehind() throws Exception {
    database
        .server()
        .otherwise(
            request ->
                (asked, socket) -> {
                  Thread.sleep(ThreadLocalRandom.current().nextInt(40));
                  return sql(COUNT).give(asked, socket);
                });
    List<FutureTask<List<String>>> askers = new ArrayList<>();
    String[] patient = {"nl2sql.llm.timeout", "30s", "nl2sql.timeBudget", "60s"};
    try (Connection keeper = database.connect(patient)) {
      for (int i = 0; i < 64; i++) {
        int number = i;
        FutureTask<List<String>> asker = new FutureTask<>(() -> askAndCancel(number, patient));
        askers.add(asker);
        new Thread(asker, "asker-" + i).start();
      }
      List<String> endings = new ArrayList<>();
      for (FutureTask<List<String>> asker : askers) {
        endings.addAll(asker.get());
      }
      assertThat(endings).hasSize(64 * 4).allMatch(s -> s.equals("2") || s.equals("HY008"));
      assertThat(Set.copyOf(endings)).as("the control: some are answered").contains("2");
      assertThat(keeper.isValid(1)).isTrue();
    }
    database.connector().release();
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (database.server().connections() > 0 && System.nanoTime() < end) {
      // On Java 17 the client gives its idle connections up when the collector has seen that.
      System.gc();
      Thread.sleep(50);
    }
    assertThat(database.server().connections()).isZero();
  }

  private List<String> askAndCancel(int number, String... settings) throws Exception {
    List<String> endings = new ArrayList<>();
    try (Connection connection = database.connect(settings);
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 4; i++) {
        Thread canceller = new Thread(() -> cancelSoon(statement));
        if (number % 2 == 0) {
          canceller.start();
        }
        try {
          endings.add(
              ModelDatabase.column(statement.executeQuery(ASK + " of kind " + number + " and " + i))
                  .get(0));
        } catch (SQLException e) {
          String why = " of asker " + number + ": " + e.getMessage();
          endings.add(e.getSQLState().equals("HY008") ? "HY008" : e.getSQLState() + why);
        }
        canceller.join();
      }
    }
    return endings;
  }

  private static void cancelSoon(Statement statement) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(60));
      statement.cancel();
    } catch (InterruptedException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> states(Statement statement) throws SQLException {
    List<String> states = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      states.add(w.getSQLState());
    }
    return states;
  }
}
