package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of a model's endpoint over real sockets: each ends inside the budget with its SQLState,
 * without another request where none can help, and leaves no connection and no thread.
 *
 * <p>{@code -Dnl2sql.faults=100} tries each so many times and prints the table of
 * docs/reliability.md.
 */
@Timeout(600)
class ModelFaultsTest {
  private static final String ASK = "ASK how many customers are there";
  private static final String RIGHT = "{\"sql\": \"SELECT count(*) AS n FROM customers\"}";
  private static final int TRIES = Integer.getInteger("nl2sql.faults", 1);
  private static final Duration CALL = Duration.ofMillis(300);
  private static final Duration BUDGET = Duration.ofMillis(700);

  /** Far above the budget, for slow machines, and far below what the faults would last. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private ModelDatabase database;

  @BeforeEach
  void open() throws SQLException {
    database = new ModelDatabase();
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  /** What happens, how the question ends, and how many requests are made at most. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault(
            "first byte after 60 s",
            ModelServer.after(Duration.ofSeconds(60), right()),
            "NL005|NL006",
            3),
        fault("hangs", ModelServer.hang(), "NL005|NL006", 3),
        fault("hangs after the head", ModelServer.hangAfterHead(), "NL005|NL006", 3),
        fault(
            "a byte every 20 ms",
            ModelServer.byteByByte(RIGHT, Duration.ofMillis(20)),
            "NL005|NL006",
            3),
        fault("status 400", ModelServer.json(400, "{}"), "NL005", 1),
        fault("status 401", ModelServer.json(401, "{}"), "NL005", 1),
        fault("status 403", ModelServer.json(403, "{}"), "NL005", 1),
        fault("status 404", ModelServer.json(404, "{}"), "NL005", 1),
        fault("status 429", ModelServer.json(429, "{}"), "NL005", 3),
        fault("429, retry after 120 s", retryAfter("120"), "NL005", 1),
        fault("429, retry after nonsense", retryAfter("soon"), "NL005", 3),
        fault("429, retry after a date", retryAfter("Wed, 01 Jan 2121 00:00:00 GMT"), "NL005", 1),
        fault("status 500", ModelServer.json(500, "{}"), "NL005", 3),
        fault("status 502", ModelServer.json(502, "{}"), "NL005", 3),
        fault("status 503", ModelServer.json(503, "{}"), "NL005", 3),
        fault("status 529", ModelServer.json(529, "{}"), "NL005", 3),
        fault("reset before the answer", ModelServer.reset(0), "NL005", 6),
        fault("reset inside the answer", ModelServer.reset(40), "NL005", 3),
        fault("redirect", redirect(), "NL005", 1),
        fault("HTML with status 200", page("text/html", "<html>sign in</html>"), "NL005", 1),
        fault("empty body", ModelServer.json(200, ""), "NL005", 1),
        fault("status 204", ModelServer.json(204, ""), "NL005", 1),
        fault("10 MB", ModelServer.large(10_000_000), "NL005", 1),
        fault("invalid JSON", ModelServer.json(200, "{\"choices\": ["), "NL005", 1),
        fault("JSON and more", ModelServer.json(200, "{\"choices\": []} x"), "NL005", 1),
        fault("a key twice", ModelServer.json(200, "{\"id\": 1, \"id\": 2}"), "NL005", 1),
        fault("no choices", ModelServer.json(200, "{\"choices\": []}"), "NL005", 1),
        fault(
            "no content",
            ModelServer.json(200, "{\"choices\": [{\"message\": {\"content\": null}}]}"),
            "NL005",
            1),
        fault("wrong types", ModelServer.json(200, "{\"choices\": 7}"), "NL005", 1),
        fault("cut at the length", cut(), "NL005", 1),
        fault("not UTF-8", page("application/json", "{\"id\": \"\u00e9\"}"), "NL005", 1),
        fault("packed, it says", packed(), "NL005", 1),
        fault("a byte-order mark", bom(), "NL005", 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void everyFaultEndsInsideTheBudget(
      String name, ModelServer.Answer answer, String states, int requests) throws Exception {
    database.server().otherwise(answer);
    Set<Thread> before = threads();
    long[] times = new long[TRIES];
    try (Connection connection = connect("nl2sql.maxAttempts", "2");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < TRIES; i++) {
        database.server().clear();
        long start = System.nanoTime();
        String state = state(statement);
        times[i] = Duration.ofNanos(System.nanoTime() - start).toMillis();
        assertThat(state).as("the state of %s", name).matches(states);
        assertThat(database.server().requests()).hasSizeBetween(1, requests);
        assertThat(Duration.ofMillis(times[i])).isLessThan(LONGEST);
      }
    }
    database.connector().release();
    int left = threadsLeft(before);
    int connections = connectionsLeft();
    assertThat(left).as("threads left").isZero();
    assertThat(connections).as("connections left").isZero();
    report(name, states, times, left, connections);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passing")
  void aFaultThatPassesIsTriedAgain(String name, ModelServer.Answer answer) throws SQLException {
    for (int i = 0; i < TRIES; i++) {
      database.server().clear();
      database.server().then(answer).otherwise(right());
      try (Connection connection = connect("nl2sql.maxAttempts", "2", "nl2sql.timeBudget", "20s");
          Statement statement = connection.createStatement()) {
        assertThat(state(statement)).as(name).isEqualTo("00000");
      }
      assertThat(database.server().requests()).hasSize(2);
    }
  }

  static Stream<Arguments> passing() {
    return Stream.of(
        Arguments.of("status 429", ModelServer.json(429, "{}")),
        Arguments.of("429, retry after 0 s", retryAfter("0")),
        Arguments.of("429, retry after 1 s", retryAfter("1")),
        Arguments.of("status 500", ModelServer.json(500, "{}")),
        Arguments.of("status 529", ModelServer.json(529, "{}")),
        Arguments.of("hangs", ModelServer.hang()),
        Arguments.of("reset inside the answer", ModelServer.reset(40)));
  }

  @Test
  void nobodyThereIsAFaultLikeOthers() throws Exception {
    database.server().close();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      assertThat(state(statement)).isEqualTo("NL005");
      statement.executeQuery("SELECT 1").close();
    }
  }

  @Test
  void cancelEndsAPendingCallAtOnce() throws Exception {
    for (ModelServer.Answer answer :
        List.of(
            ModelServer.hang(),
            ModelServer.hangAfterHead(),
            ModelServer.byteByByte(RIGHT, Duration.ofMillis(50)),
            retryAfter("5"))) {
      database.server().clear();
      database.server().otherwise(answer);
      try (Connection connection =
              connect("nl2sql.llm.timeout", "60s", "nl2sql.timeBudget", "60s");
          Statement statement = connection.createStatement()) {
        String[] state = new String[1];
        long[] ended = new long[1];
        CountDownLatch done = new CountDownLatch(1);
        Thread asking =
            new Thread(
                () -> {
                  state[0] = state(statement);
                  ended[0] = System.nanoTime();
                  done.countDown();
                });
        asking.start();
        while (database.server().requests().isEmpty()) {
          Thread.sleep(5);
        }
        Thread.sleep(50);
        long cancelled = System.nanoTime();
        statement.cancel();
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(state[0]).isEqualTo("HY008");
        System.out.printf(
            "cancel returned the call after %d us%n",
            TimeUnit.NANOSECONDS.toMicros(ended[0] - cancelled));
      }
    }
  }

  @Test
  void theQueryTimeoutOfTheCallerHolds() throws SQLException {
    database.server().otherwise(ModelServer.hang());
    try (Connection connection = connect("nl2sql.llm.timeout", "60s", "nl2sql.timeBudget", "60s");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThat(state(statement)).isEqualTo("HYT00");
    }
  }

  @Test
  void closingTheConnectionEndsAPendingCall() throws Exception {
    Set<Thread> before = threads();
    database.server().otherwise(ModelServer.hang());
    Connection connection = connect("nl2sql.llm.timeout", "60s", "nl2sql.timeBudget", "60s");
    Statement statement = connection.createStatement();
    CountDownLatch done = new CountDownLatch(1);
    Thread asking =
        new Thread(
            () -> {
              state(statement);
              done.countDown();
            });
    asking.start();
    while (database.server().requests().isEmpty()) {
      Thread.sleep(5);
    }
    connection.close();
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    database.connector().release();
    assertThat(threadsLeft(before)).isZero();
  }

  @Test
  void noOtherCallWaitsWhileAModelIsAsked() throws Exception {
    database.server().otherwise(ModelServer.hang());
    try (Connection connection = connect("nl2sql.llm.timeout", "60s", "nl2sql.timeBudget", "60s");
        Statement question = connection.createStatement();
        Statement plain = connection.createStatement()) {
      Thread asking = new Thread(() -> state(question));
      asking.start();
      while (database.server().requests().isEmpty()) {
        Thread.sleep(5);
      }
      plain.executeUpdate("INSERT INTO customers VALUES (3, 'Eve', 'Oslo')");
      try (Statement other = database.keeper().createStatement()) {
        other.executeUpdate("DELETE FROM customers WHERE id = 3");
      }
      question.cancel();
      asking.join(10_000);
      assertThat(asking.isAlive()).isFalse();
    }
  }

  private Connection connect(String... more) throws SQLException {
    String[] base = {
      "nl2sql.llm.timeout",
      CALL.toMillis() + "ms",
      "nl2sql.timeBudget",
      BUDGET.toMillis() + "ms",
      "nl2sql.retry.baseDelay",
      "5ms",
      "nl2sql.retry.jitter",
      "1ms"
    };
    return database.connect(
        Stream.concat(Arrays.stream(base), Arrays.stream(more)).toArray(String[]::new));
  }

  private static String state(Statement statement) {
    try {
      statement.executeQuery(ASK).close();
      return "00000";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  /** How many threads there are that were not there before, once what can end has ended. */
  private static int threadsLeft(Set<Thread> before) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    int left = newThreads(before);
    while (left > 0 && System.nanoTime() < end) {
      // On Java 17 the client's selector thread ends when the collector has seen that nobody holds
      // it.
      System.gc();
      Thread.sleep(50);
      left = newThreads(before);
    }
    return left;
  }

  private static int newThreads(Set<Thread> before) {
    Set<Thread> now = threads();
    now.removeAll(before);
    return now.size();
  }

  /** The threads of ours and of the HTTP client; engines of other tests may still have some. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            t -> t.getName().startsWith("nl2sql-model") || t.getName().startsWith("HttpClient-"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private int connectionsLeft() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (database.server().connections() > 0 && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    return database.server().connections();
  }

  private static void report(
      String name, String states, long[] times, int threads, int connections) {
    Arrays.sort(times);
    System.out.printf(
        "| %s | %s | %d | %d | %d | %d | %d | %d |%n",
        name,
        states.replace("|", " or "),
        times.length,
        times[times.length / 2],
        times[(int) Math.min(times.length - 1, Math.round(times.length * 0.99))],
        times[times.length - 1],
        threads,
        connections);
  }

  private static Arguments fault(
      String name, ModelServer.Answer answer, String states, int requests) {
    return Arguments.of(name, answer, states, requests);
  }

  private static ModelServer.Answer right() {
    return ModelServer.text(RIGHT);
  }

  private static ModelServer.Answer retryAfter(String when) {
    return ModelServer.body(
        429,
        Map.of("Content-Type", "application/json", "Retry-After", when),
        "{}".getBytes(StandardCharsets.UTF_8));
  }

  private static ModelServer.Answer redirect() {
    return ModelServer.body(307, Map.of("Location", "http://127.0.0.1:9/"), new byte[0]);
  }

  private static ModelServer.Answer page(String type, String text) {
    return ModelServer.body(
        200, Map.of("Content-Type", type), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static ModelServer.Answer packed() {
    return (request, socket) ->
        ModelServer.body(
                200,
                Map.of("Content-Type", "application/json", "Content-Encoding", "gzip"),
                ModelServer.whole(request.path(), RIGHT).getBytes(StandardCharsets.UTF_8))
            .give(request, socket);
  }

  private static ModelServer.Answer bom() {
    return (request, socket) ->
        ModelServer.json(200, "\ufeff" + ModelServer.whole(request.path(), RIGHT))
            .give(request, socket);
  }

  private static ModelServer.Answer cut() {
    return (request, socket) ->
        ModelServer.json(
                200,
                ModelServer.whole(request.path(), RIGHT)
                    .replace("\"finish_reason\": \"stop\"", "\"finish_reason\": \"length\""))
            .give(request, socket);
  }
}
