package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A question through the model at 50 tables, with a model that answers at once: what is left is the
 * driver's own time and one exchange over the loopback. {@code -Dnl2sql.overhead=2000} asks so many
 * and prints the percentiles; every question is another one.
 */
class ModelOverheadTest {
  private static final int QUESTIONS = Integer.getInteger("nl2sql.overhead", 20);
  private static final int LATENCIES = Integer.getInteger("nl2sql.latency", 4);
  private static final long MOST_BYTES = 12_000_000;
  private static final int AT_ONCE = 8;
  private static final int TABLES = 50;
  private static final int COLUMNS = 12;

  @Test
  @Timeout(300)
  void oneCallForEachQuestion() throws SQLException {
    try (ModelDatabase database = new ModelDatabase();
        Connection connection =
            database.connect("nl2sql.cache.ttl", "10m", "nl2sql.timeBudget", "120s");
        Statement statement = connection.createStatement()) {
      fill(statement);
      ModelServer server = database.server();
      server.otherwise(ModelServer.sql("SELECT count(*) AS n FROM customers"));
      long[] micros = new long[QUESTIONS];
      ask(statement, "ASK how many customers are there", QUESTIONS / 2);
      server.clear();
      long allocated = allocatedBytes();
      long processor = processorMicros();
      for (int i = 0; i < QUESTIONS; i++) {
        long start = System.nanoTime();
        statement.executeQuery("ASK how many customers live in city number " + i).close();
        micros[i] = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
      }
      processor = processorMicros() - processor;
      allocated = (allocatedBytes() - allocated) / QUESTIONS;
      assertThat(allocated).as("bytes that a question takes").isBetween(1L, MOST_BYTES);
      assertThat(server.requests()).hasSize(QUESTIONS);
      Arrays.sort(micros);
      System.out.printf(
          "questions %d, tables %d: p50 %d us, p95 %d us, p99 %d us, most %d us; processor time of the"
              + " whole process %d us, %d bytes of the asking thread a question%n",
          QUESTIONS,
          TABLES + 2,
          micros[QUESTIONS / 2],
          micros[(int) (QUESTIONS * 0.95)],
          micros[(int) (QUESTIONS * 0.99)],
          micros[QUESTIONS - 1],
          processor / QUESTIONS,
          allocated);
    }
  }

  /**
   * Says more than the clock where others use the machine; client, server and compiler together.
   */
  private static long processorMicros() {
    return TimeUnit.NANOSECONDS.toMicros(
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime());
  }

  /** What the asking thread took so far: the same on a busy machine, unlike time. */
  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /**
   * Every second question is repaired once, with an endpoint that takes two seconds for each call;
   * {@code -Dnl2sql.latency=200} asks so many and prints the percentiles.
   */
  @Test
  @Timeout(300)
  void anEndpointThatTakesTwoSeconds() throws Exception {
    String wrong = "is repaired";
    try (ModelDatabase database = new ModelDatabase();
        Connection keeper = patient(database)) {
      // The first question opens the engine, which the others share.
      database.server().then(ModelServer.sql("SELECT count(*) AS n FROM customers"));
      try (Statement statement = keeper.createStatement()) {
        statement.executeQuery("ASK how many customers are there").close();
      }
      database.server().clear();
      database
          .server()
          .otherwise(
              request -> {
                boolean isFirst = !request.body().contains("You repair one SQL query");
                boolean isWrong = isFirst && request.body().contains(wrong);
                return ModelServer.after(
                    Duration.ofSeconds(2),
                    ModelServer.sql("SELECT count(*) AS n FROM customer" + (isWrong ? "z" : "s")));
              });
      List<FutureTask<Long>> asked = new ArrayList<>();
      for (int i = 0; i < LATENCIES; i++) {
        String question = "ASK how many customers number " + i + (i % 2 == 0 ? " " + wrong : "");
        FutureTask<Long> one = new FutureTask<>(() -> millis(database, question));
        asked.add(one);
        new Thread(one, "asker-" + i).start();
        if (i % AT_ONCE == AT_ONCE - 1) {
          one.get();
        }
      }
      List<Long> millis = new ArrayList<>();
      for (FutureTask<Long> one : asked) {
        millis.add(one.get());
      }
      millis.sort(null);
      System.out.printf(
          "questions %d to an endpoint of 2 s, half of them repaired once: p50 %d ms, p95 %d ms,"
              + " most %d ms%n",
          LATENCIES,
          millis.get(LATENCIES / 2),
          millis.get((int) (LATENCIES * 0.95)),
          millis.get(LATENCIES - 1));
      assertThat(database.server().requests())
          .as("one call a generation")
          .hasSize(LATENCIES + (LATENCIES + 1) / 2);
    }
  }

  /** A busy machine must not end a question. */
  private static Connection patient(ModelDatabase database) throws SQLException {
    return database.connect("nl2sql.llm.timeout", "60s", "nl2sql.timeBudget", "120s");
  }

  private static long millis(ModelDatabase database, String question) throws SQLException {
    try (Connection connection = patient(database);
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      statement.executeQuery(question).close();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
  }

  private static void ask(Statement statement, String question, int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      statement.executeQuery(question + " of kind " + i).close();
    }
  }

  private static void fill(Statement statement) throws SQLException {
    for (int table = 0; table < TABLES; table++) {
      StringBuilder sql = new StringBuilder("CREATE TABLE branch_" + table + "(id INT PRIMARY KEY");
      for (int column = 0; column < COLUMNS; column++) {
        sql.append(", stock_level_").append(column).append(" VARCHAR(20)");
      }
      statement.execute(sql.append(')').toString());
    }
  }
}
