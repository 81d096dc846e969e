package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.testing.ModelServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
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

  /** How many ask at a time. */
  private static final int ASKERS = 8;

  /** For faults that last, so that a hundred tries of them take no hour. */
  private static final Duration CALL = Duration.ofMillis(300);

  private static final Duration BUDGET = Duration.ofMillis(700);

  /** What a fault has that takes longer than any budget. */
  private static final String OUT_OF_TIME = "NL005|NL006";

  /** Far above the budget, for slow machines, and far below what the faults would last. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** The budget where a fault ends by itself, so that a slow machine changes nothing. */
  private static final String[] LONG = {"nl2sql.llm.timeout", "30s", "nl2sql.timeBudget", "60s"};

  @AutoClose private final ModelDatabase database;

  ModelFaultsTest() throws SQLException {
    database = new ModelDatabase();
  }

  /** What happens, how the question ends, and how many requests are made at most. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault("first byte after 1 s", late(1), OUT_OF_TIME, 3),
        fault("first byte after 10 s", late(10), OUT_OF_TIME, 3),
        fault("first byte after 60 s", late(60), OUT_OF_TIME, 3),
        fault("hangs", ModelServer.hang(), OUT_OF_TIME, 3),
        fault("hangs after the head", ModelServer.hangAfterHead(), OUT_OF_TIME, 3),
        fault("a byte every 20 ms", trickle(20), OUT_OF_TIME, 3),
        fault("a byte a second", trickle(1_000), OUT_OF_TIME, 3),
        fault("status 400", ModelServer.json(400, "{}"), "NL005", 1),
        fault("status 401", ModelServer.json(401, "{}"), "NL005", 1),
        fault("status 403", ModelServer.json(403, "{}"), "NL005", 1),
        fault("status 404", ModelServer.json(404, "{}"), "NL005", 1),
        fault("status 429", ModelServer.json(429, "{}"), "NL005", 3),
        // On a busy machine the first calls may take longer than they may, and are made again.
        fault("429, retry after 1 s", retryAfter("1"), OUT_OF_TIME, 3),
        fault("429, retry after 120 s", retryAfter("120"), "NL005", 1),
        fault("429, retry after nonsense", retryAfter("soon"), "NL005", 3),
        fault("429, retry after a date", retryAfter("Wed, 01 Jan 2121 00:00:00 GMT"), "NL005", 1),
        fault("status 500", ModelServer.json(500, "{}"), "NL005", 3),
        fault("status 502", ModelServer.json(502, "{}"), "NL005", 3),
        fault("status 503", ModelServer.json(503, "{}"), "NL005", 3),
        fault("status 529", ModelServer.json(529, "{}"), "NL005", 3),
        fault("reset before the answer", ModelServer.reset(0), "NL005", 6),
        fault("reset inside the answer", ModelServer.reset(40), "NL005", 3),
        // The next question may be sent on the connection that is about to be reset.
        fault("reset after the answer", resetAfter(), "00000|NL005", 3),
        fault("redirect", redirect(), "NL005", 1),
        fault("HTML with status 200", page("text/html", "<html>sign in</html>"), "NL005", 1),
        fault("another content type", otherType(), "NL005", 1),
        fault("empty body", ModelServer.json(200, ""), "NL005", 1),
        fault("status 204", ModelServer.json(204, ""), "NL005", 1),
        fault("10 MB", ModelServer.large(10_000_000), "NL005", 1),
        fault("50 MB", ModelServer.large(50_000_000), "NL005", 1),
        fault("an endless body", ModelServer.endless(), "NL005", 1),
        fault(
            "cut JSON", changed((f, right) -> right.substring(0, right.length() / 2)), "NL005", 1),
        fault("invalid JSON", changed((f, right) -> right.replace(":", "=")), "NL005", 1),
        fault("JSON and more", changed((f, right) -> right + " x"), "NL005", 1),
        fault(
            "a key twice",
            changed((f, right) -> "{\"a\": 1, \"a\": 2," + right.substring(1)),
            "NL005",
            1),
        fault(
            "an error with status 200",
            ModelServer.json(200, "{\"error\": {\"message\": \"busy\"}}"),
            "NL005",
            1),
        fault("no answer in it", changed((f, right) -> f.withoutAnswer()), "NL005", 1),
        fault("no content", ModelFormat.withoutText(), "NL005", 1),
        fault("wrong types", changed((f, right) -> f.withNumber()), "NL005", 1),
        fault("cut at the length", changed(ModelFormat::cutAtLength), "NL005", 1),
        fault("not UTF-8", page("application/json", "{\"id\": \"\u00e9\"}"), "NL005", 1),
        fault("packed, it says", packed(), "NL005", 1),
        fault("a byte-order mark", bom(), "NL005", 1));
  }

  /** What one question came to. */
  private record Try(String state, long millis, int requests) {}

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void everyFaultEndsInsideTheBudget(
      String name, ModelServer.Answer answer, String states, int requests) throws Exception {
    ModelThreads threads = ModelThreads.ofCalls();
    Map<ModelFormat, List<Try>> tries = new EnumMap<>(ModelFormat.class);
    List<ModelDatabase> databases = new ArrayList<>();
    try {
      for (ModelFormat format : ModelFormat.values()) {
        ModelDatabase one = new ModelDatabase();
        databases.add(one);
        tries.put(format, tried(one, format, answer, states.equals(OUT_OF_TIME)));
        one.connector().release();
      }
      Set<Thread> left = threads.left();
      int connections = connectionsLeft(databases);
      report(name, tries, left.size(), connections);
      tries.forEach((format, all) -> demand(name + " of " + format, all, states, requests));
      assertThat(left).as("threads left").isEmpty();
      assertThat(connections).as("connections left").isZero();
    } finally {
      for (ModelDatabase one : databases) {
        one.close();
      }
    }
  }

  private static void demand(String name, List<Try> tries, String states, int requests) {
    assertThat(tries)
        .as(name)
        .hasSize(TRIES)
        .allSatisfy(
            one -> {
              assertThat(one.state()).as("the state of %s", name).matches(states);
              // On a busy machine a short budget may be over before anything is sent.
              int fewest = states.equals("NL005") ? 1 : 0;
              assertThat(one.requests()).as("requests").isBetween(fewest, requests);
              assertThat(Duration.ofMillis(one.millis())).isLessThan(LONGEST);
            });
  }

  /** All tries, a few at a time, each asker on a connection of its own. */
  private static List<Try> tried(
      ModelDatabase asked, ModelFormat format, ModelServer.Answer answer, boolean isShort)
      throws Exception {
    String[] settings = format.settings(asked.server(), isShort ? settings() : settings(LONG));
    List<Try> tries = new CopyOnWriteArrayList<>();
    AtomicInteger next = new AtomicInteger();
    List<FutureTask<Void>> askers = new ArrayList<>();
    try (Connection first = asked.connect(settings)) {
      // The first question reads the catalog, which is no part of the fault.
      asked.server().otherwise(right());
      try (Statement statement = first.createStatement()) {
        state(statement);
      }
      asked.server().clear();
      asked.server().otherwise(answer);
      for (int i = 0; i < Math.min(ASKERS, TRIES); i++) {
        FutureTask<Void> asker =
            new FutureTask<>(() -> askUntil(asked, next, tries, settings), null);
        askers.add(asker);
        new Thread(asker, "asker-" + i).start();
      }
      for (FutureTask<Void> asker : askers) {
        asker.get();
      }
    }
    return tries;
  }

  private static void askUntil(
      ModelDatabase asked, AtomicInteger next, List<Try> tries, String... settings) {
    try (Connection connection = asked.connect(settings);
        Statement statement = connection.createStatement()) {
      for (int i = next.getAndIncrement(); i < TRIES; i = next.getAndIncrement()) {
        String mark = "of kind %05d".formatted(i);
        long start = System.nanoTime();
        String state = state(statement, ASK + " " + mark);
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        long requests =
            asked.server().requests().stream().filter(r -> r.body().contains(mark)).count();
        tries.add(new Try(state, millis, (int) requests));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passing")
  void aFaultThatPassesIsTriedAgain(String name, ModelServer.Answer answer) throws Exception {
    List<FutureTask<Void>> all = new ArrayList<>();
    for (ModelFormat format : ModelFormat.values()) {
      FutureTask<Void> one = new FutureTask<>(() -> passes(format, name, answer));
      all.add(one);
      new Thread(one, "asker-" + format).start();
    }
    for (FutureTask<Void> one : all) {
      one.get();
    }
  }

  private static Void passes(ModelFormat format, String name, ModelServer.Answer answer)
      throws SQLException {
    try (ModelDatabase asked = new ModelDatabase();
        Connection connection = asked.connect(format.settings(asked.server(), settings(LONG)));
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < TRIES; i++) {
        asked.server().clear();
        asked.server().then(answer).otherwise(right());
        assertThat(state(statement)).as("%s of %s", name, format).isEqualTo("00000");
        assertThat(asked.server().requests()).as("%s of %s", name, format).hasSize(2);
      }
      return null;
    }
  }

  static Stream<Arguments> passing() {
    return Stream.of(
        Arguments.of("status 429", ModelServer.json(429, "{}")),
        Arguments.of("429, retry after 0 s", retryAfter("0")),
        Arguments.of("429, retry after 1 s", retryAfter("1")),
        Arguments.of("429, retry after a date", retryAfterDate(Duration.ofSeconds(2))),
        Arguments.of("status 500", ModelServer.json(500, "{}")),
        Arguments.of("status 502", ModelServer.json(502, "{}")),
        Arguments.of("status 503", ModelServer.json(503, "{}")),
        Arguments.of("status 529", ModelServer.json(529, "{}")),
        Arguments.of("reset inside the answer", ModelServer.reset(40)));
  }

  @Test
  void aCallThatHangsIsTriedAgainWithinTheBudget() throws SQLException {
    database.server().then(ModelServer.hang()).otherwise(right());
    try (Connection connection =
            connect("nl2sql.llm.timeout", "500ms", "nl2sql.timeBudget", "60s");
        Statement statement = connection.createStatement()) {
      assertThat(state(statement)).isEqualTo("00000");
    }
    assertThat(database.server().requests()).hasSizeGreaterThan(1);
  }

  /** What the provider asks for is waited for; what does not fit is told. */
  @Test
  void retryAfterIsWaitedForOrTold() throws SQLException {
    database.server().then(retryAfter("1")).otherwise(right());
    try (Connection connection = connect(LONG);
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      assertThat(state(statement)).isEqualTo("00000");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(999));
      database.server().otherwise(retryAfter("120"));
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .hasMessageContaining("429")
          .hasMessageContaining("tried again in 120 s");
    }
  }

  /** As long as nobody is there our own generator answers; afterwards the model does at once. */
  @Test
  void anEndpointThatIsDownIsReplacedUntilItIsBack() throws Exception {
    int port = database.server().port();
    database.server().close();
    try (Connection connection =
            connect(
                Stream.concat(Arrays.stream(LONG), Stream.of("nl2sql.generator", "auto"))
                    .toArray(String[]::new));
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < Math.max(TRIES, 3); i++) {
        assertThat(state(statement)).isEqualTo("00000");
        assertThat(statement.getWarnings().getSQLState()).isEqualTo("01NL7");
        statement.executeQuery("SELECT 1").close();
      }
      try (ModelServer back = ModelServer.start(port)) {
        back.otherwise(right());
        assertThat(state(statement)).isEqualTo("00000");
        assertThat((Throwable) statement.getWarnings()).isNull();
        assertThat(back.requests()).hasSize(1);
      }
    }
  }

  @Test
  void nobodyThereIsAFaultLikeOthers() throws Exception {
    database.server().close();
    List<Try> tries = new ArrayList<>();
    try (Connection connection = connect(LONG);
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < TRIES; i++) {
        long start = System.nanoTime();
        String state = state(statement);
        tries.add(new Try(state, Duration.ofNanos(System.nanoTime() - start).toMillis(), 0));
        statement.executeQuery("SELECT 1").close();
      }
    }
    report("connection refused", Map.of(ModelFormat.OPENAI, tries), 0, 0);
    assertThat(tries).allMatch(one -> one.state().equals("NL005"));
  }

  /** Two hundred at once: a bounded number of requests, and everybody is served in turn. */
  @Test
  void manyQuestionsAtOnceAreServedInTurn() throws Exception {
    int askers = 200;
    AtomicInteger pending = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    database
        .server()
        .otherwise(
            (request, socket) -> {
              most.accumulateAndGet(pending.incrementAndGet(), Math::max);
              Thread.sleep(100);
              pending.decrementAndGet();
              return right().give(request, socket);
            });
    List<FutureTask<Try>> asked = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    try (Connection first = connect(LONG);
        Statement statement = first.createStatement()) {
      assertThat(state(statement)).isEqualTo("00000");
      for (int i = 0; i < askers; i++) {
        String question = ASK + " of kind " + i;
        FutureTask<Try> one = new FutureTask<>(() -> askOnce(start, question));
        asked.add(one);
        new Thread(one, "asker-" + i).start();
      }
      start.countDown();
      List<Try> tries = new ArrayList<>();
      for (FutureTask<Try> one : asked) {
        tries.add(one.get());
      }
      report("200 questions at once, 100 ms each", Map.of(ModelFormat.OPENAI, tries), 0, 0);
      assertThat(tries).allMatch(one -> one.state().equals("00000"));
    }
    System.out.println("requests in flight at most: " + most);
    assertThat(most.get()).isBetween(2, 32);
  }

  private Try askOnce(CountDownLatch when, String question) throws Exception {
    try (Connection connection = connect(LONG);
        Statement statement = connection.createStatement()) {
      when.await();
      long start = System.nanoTime();
      String state = state(statement, question);
      return new Try(state, Duration.ofNanos(System.nanoTime() - start).toMillis(), 1);
    }
  }

  private Connection connect(String... more) throws SQLException {
    return database.connect(settings(more));
  }

  private static String[] settings(String... more) {
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
    return Stream.concat(Arrays.stream(base), Arrays.stream(more)).toArray(String[]::new);
  }

  private static String state(Statement statement) {
    return state(statement, ASK);
  }

  private static String state(Statement statement, String question) {
    try {
      statement.executeQuery(question).close();
      return "00000";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static int connectionsLeft(List<ModelDatabase> asked) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    int left = open(asked);
    while (left > 0 && System.nanoTime() < end) {
      Thread.sleep(20);
      left = open(asked);
    }
    return left;
  }

  private static int open(List<ModelDatabase> asked) {
    return asked.stream().mapToInt(one -> one.server().connections()).sum();
  }

  /** A line of the table: all formats together, and the longest of each. */
  private static void report(
      String name, Map<ModelFormat, List<Try>> tries, int threads, int connections) {
    List<Try> all = tries.values().stream().flatMap(List::stream).toList();
    long[] times = all.stream().mapToLong(Try::millis).sorted().toArray();
    String longest =
        tries.values().stream()
            .map(one -> one.stream().mapToLong(Try::millis).max().orElse(0))
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    System.out.printf(
        "| %s | %s | %d | %d | %d | %d | %s | %d | %d |%n",
        name,
        all.stream().map(Try::state).distinct().sorted().collect(Collectors.joining(" or ")),
        times.length,
        all.stream().mapToInt(Try::requests).max().orElse(0),
        times[times.length / 2],
        times[(int) Math.min(times.length - 1, Math.round(times.length * 0.99))],
        longest,
        threads,
        connections);
  }

  private static Arguments fault(
      String name, ModelServer.Answer answer, String states, int requests) {
    return Arguments.of(name, answer, states, requests);
  }

  private static ModelServer.Answer changed(ModelFormat.Change change) {
    return ModelFormat.changed(RIGHT, change);
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

  private static ModelServer.Answer retryAfterDate(Duration when) {
    return (request, socket) ->
        retryAfter(
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    ZonedDateTime.now(ZoneOffset.UTC).plus(when)))
            .give(request, socket);
  }

  private static ModelServer.Answer late(int seconds) {
    return ModelServer.after(Duration.ofSeconds(seconds), right());
  }

  private static ModelServer.Answer trickle(int millis) {
    return ModelServer.byteByByte(RIGHT, Duration.ofMillis(millis));
  }

  private static ModelServer.Answer resetAfter() {
    return (request, socket) -> {
      right().give(request, socket);
      Thread.sleep(50);
      socket.setSoLinger(true, 0);
      return false;
    };
  }

  private static ModelServer.Answer otherType() {
    return (request, socket) ->
        ModelServer.body(
                200,
                Map.of("Content-Type", "text/plain"),
                ModelServer.whole(request.path(), RIGHT).getBytes(StandardCharsets.UTF_8))
            .give(request, socket);
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
}
