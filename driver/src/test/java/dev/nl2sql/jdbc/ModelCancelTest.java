package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A call of a model that is pending, and what ends it: cancel, close, the caller's own limit. */
@Timeout(300)
class ModelCancelTest {
  private static final String ASK = "ASK how many customers are there";
  private static final String RIGHT = "{\"sql\": \"SELECT count(*) AS n FROM customers\"}";
  private static final String[] PATIENT = {"nl2sql.llm.timeout", "60s", "nl2sql.timeBudget", "60s"};

  /** What is promised. */
  private static final Duration PROMISED = Duration.ofMillis(100);

  private static final int CANCELS = Integer.getInteger("nl2sql.cancels", 5);

  /** A machine that is busy for a while gets another chance. */
  private static final int SERIES = 3;

  @AutoClose private final ModelDatabase database;

  ModelCancelTest() throws SQLException {
    database = new ModelDatabase();
  }

  static Stream<Arguments> pending() {
    Map<String, ModelServer.Answer> answers =
        Map.of(
            "hangs", ModelServer.hang(),
            "hangs after the head", ModelServer.hangAfterHead(),
            "byte by byte", ModelServer.byteByByte(RIGHT, Duration.ofMillis(50)),
            "waits for Retry-After", retryAfter());
    return Arrays.stream(ModelFormat.values())
        .flatMap(
            format ->
                answers.keySet().stream()
                    .sorted()
                    .map(name -> Arguments.of(format, name, answers.get(name))));
  }

  private static ModelServer.Answer retryAfter() {
    return ModelServer.body(
        429,
        Map.of("Content-Type", "application/json", "Retry-After", "20"),
        "{}".getBytes(StandardCharsets.UTF_8));
  }

  /**
   * How long a cancel took to return the call, and how long the machine took at the same moment to
   * wake a thread that waited for nothing but a signal.
   */
  private record Cancelled(Duration call, Duration control) {}

  /**
   * The middle one of a series, so that one pause of the machine decides nothing; what the control
   * lost beside it is no fault of ours.
   */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pending")
  void cancelReturnsAPendingCallWithin100Milliseconds(
      ModelFormat format, String name, ModelServer.Answer answer) throws Exception {
    database.server().otherwise(answer);
    Duration middle = PROMISED;
    Duration allowed = Duration.ZERO;
    try (Connection connection = database.connect(format.settings(database.server(), PATIENT));
        Statement statement = connection.createStatement()) {
      for (int series = 0; series < SERIES && middle.compareTo(allowed) >= 0; series++) {
        Cancelled[] tries = new Cancelled[CANCELS];
        for (int i = 0; i < CANCELS; i++) {
          tries[i] = cancelled(statement);
        }
        middle = Arrays.stream(tries).map(Cancelled::call).sorted().toList().get(CANCELS / 2);
        Duration control =
            Arrays.stream(tries).map(Cancelled::control).sorted().toList().get(CANCELS / 2);
        allowed = PROMISED.plus(control);
        System.out.printf(
            "cancel, %s %s: middle of %d %d us, control %d us%n",
            format, name, CANCELS, micros(middle), micros(control));
      }
    }
    assertThat(middle).as("from Statement.cancel to the end of the call").isLessThan(allowed);
  }

  private static long micros(Duration time) {
    return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
  }

  private Cancelled cancelled(Statement statement) throws Exception {
    database.server().clear();
    FutureTask<Long> asking =
        new FutureTask<>(
            () -> {
              assertThat(state(statement)).isEqualTo("HY008");
              return System.nanoTime();
            });
    new Thread(asking, "asker").start();
    waitForRequest();
    // Until the answer, if one comes, has been read and waits have begun.
    Thread.sleep(30);
    CountDownLatch signal = new CountDownLatch(1);
    FutureTask<Long> woken =
        new FutureTask<>(
            () -> {
              signal.await();
              return System.nanoTime();
            });
    new Thread(woken, "control").start();
    long signalled = System.nanoTime();
    signal.countDown();
    Duration control = Duration.ofNanos(woken.get() - signalled);
    long start = System.nanoTime();
    statement.cancel();
    return new Cancelled(Duration.ofNanos(asking.get(30, TimeUnit.SECONDS) - start), control);
  }

  private void waitForRequest() throws InterruptedException {
    while (database.server().requests().isEmpty()) {
      Thread.sleep(2);
    }
  }

  @ParameterizedTest
  @EnumSource(ModelFormat.class)
  void theQueryTimeoutOfTheCallerHolds(ModelFormat format) throws SQLException {
    database.server().otherwise(ModelServer.hang());
    try (Connection connection = database.connect(format.settings(database.server(), PATIENT));
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThat(state(statement)).isEqualTo("HYT00");
    }
  }

  /** The call ends with its connection; its thread does, and later those of the engine. */
  @Test
  void closingTheConnectionEndsAPendingCall() throws Exception {
    ModelThreads threads = ModelThreads.ofCalls();
    database.server().otherwise(ModelServer.hang());
    Connection connection = database.connect(PATIENT);
    FutureTask<String> asking = asking(connection);
    connection.close();
    assertThat(asking.get(10, TimeUnit.SECONDS)).matches("HY008|08003");
    Set<Thread> calls = threads.left("nl2sql-model");
    assertThat(calls).as("threads of calls after Connection.close").isEmpty();
    database.connector().release();
    assertThat(threads.left()).as("threads after the engine was closed").isEmpty();
  }

  /** Of a data source that was asked everything, no thread of any kind is left. */
  @ParameterizedTest
  @EnumSource(
      value = ModelFormat.class,
      names = {"OPENAI", "OLLAMA"})
  void closingTheDataSourceLeavesNoThread(ModelFormat format) throws Exception {
    ModelThreads threads = ModelThreads.ofAll();
    Nl2SqlDataSource source = source(format);
    database
        .server()
        .then(ModelServer.text(RIGHT), ModelServer.json(500, "{}"), ModelServer.text(RIGHT))
        .otherwise(ModelServer.hang());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(state(statement)).isEqualTo("00000");
      assertThat(state(statement, ASK + " again")).isEqualTo("00000");
      database.server().clear();
      FutureTask<String> asking = asking(connection);
      source.close();
      assertThat(asking.get(10, TimeUnit.SECONDS)).isNotEqualTo("00000");
    }
    assertThat(threads.left()).isEmpty();
  }

  private Nl2SqlDataSource source(ModelFormat format) {
    Nl2SqlDataSource.Builder builder = Nl2SqlDataSource.builder().url(database.url());
    String[] settings =
        format.settings(
            database.server(),
            "nl2sql.llm.model",
            "m",
            "nl2sql.generator",
            "llm",
            "nl2sql.llm.timeout",
            "60s",
            "nl2sql.timeBudget",
            "60s",
            "nl2sql.retry.baseDelay",
            "5ms");
    for (int i = 0; i < settings.length; i += 2) {
      builder.property(settings[i], settings[i + 1]);
    }
    return builder.build();
  }

  /** A question that is being asked; returns when the model has got it. */
  private FutureTask<String> asking(Connection connection) throws Exception {
    Statement statement = connection.createStatement();
    FutureTask<String> asking = new FutureTask<>(() -> state(statement, ASK + " of another kind"));
    new Thread(asking, "asker").start();
    waitForRequest();
    return asking;
  }

  @Test
  void noOtherCallWaitsWhileAModelIsAsked() throws Exception {
    database.server().otherwise(ModelServer.hang());
    try (Connection connection = database.connect(PATIENT);
        Statement plain = connection.createStatement();
        Statement question = connection.createStatement()) {
      Thread asking = new Thread(() -> state(question));
      asking.start();
      waitForRequest();
      plain.executeUpdate("INSERT INTO customers VALUES (3, 'Eve', 'Oslo')");
      try (Statement other = database.keeper().createStatement()) {
        assertThat(other.executeUpdate("DELETE FROM customers WHERE id = 3")).isEqualTo(1);
      }
      question.cancel();
      asking.join(10_000);
      assertThat(asking.isAlive()).isFalse();
    }
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
}
