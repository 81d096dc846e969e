package dev.nl2sql.jdbc;

import dev.nl2sql.testing.ModelServer;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** A process of its own, with little heap, whose model fails in round after round of questions. */
final class FaultHeapProgram {
  private static final int ASKERS = 8;
  private static final String RIGHT = "{\"sql\": \"SELECT count(*) AS n FROM customers\"}";

  private FaultHeapProgram() {}

  private static List<ModelServer.Answer> faults() {
    return List.of(
        ModelServer.large(50_000_000),
        ModelServer.endless(),
        ModelServer.large(1_900_000),
        ModelServer.json(500, "{}"),
        ModelServer.json(401, "{}"),
        ModelServer.json(200, "<html>"),
        ModelServer.reset(0),
        ModelServer.reset(40),
        ModelFormat.changed(RIGHT, (format, right) -> right.substring(0, right.length() / 2)));
  }

  /**
   * Prints for each round {@code round n}, the kilobytes in use after a collection, and the most
   * that were in use.
   *
   * @param arguments how many rounds, and how many questions for each fault of a round
   */
  public static void main(String[] arguments) throws Exception {
    try (ModelDatabase database = new ModelDatabase();
        Connection keeper = connect(database)) {
      for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
        for (ModelServer.Answer fault : faults()) {
          database.server().otherwise(fault);
          ask(database, Integer.parseInt(arguments[1]));
          database.server().clear();
        }
        System.out.printf("round %d %d %d%n", round, used(), peak());
        System.out.flush();
      }
      keeper.createStatement().execute("SELECT 1");
    }
  }

  private static Connection connect(ModelDatabase database) throws SQLException {
    return database.connect("nl2sql.llm.timeout", "30s", "nl2sql.timeBudget", "60s");
  }

  private static void ask(ModelDatabase database, int questions) throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<FutureTask<Void>> askers = new ArrayList<>();
    for (int i = 0; i < ASKERS; i++) {
      FutureTask<Void> asker = new FutureTask<>(() -> askUntil(database, next, questions));
      askers.add(asker);
      new Thread(asker, "asker-" + i).start();
    }
    for (FutureTask<Void> asker : askers) {
      asker.get();
    }
  }

  private static Void askUntil(ModelDatabase database, AtomicInteger next, int questions)
      throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      while (next.getAndIncrement() < questions) {
        demandFault(statement);
      }
      return null;
    }
  }

  private static void demandFault(Statement statement) {
    try {
      statement.executeQuery("ASK how many customers are there").close();
      throw new IllegalStateException("a fault was answered");
    } catch (SQLException e) {
      if (!e.getSQLState().equals("NL005")) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static long used() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(50);
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least / 1024;
  }

  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getPeakUsage)
            .mapToLong(usage -> usage.getUsed())
            .sum()
        / 1024;
  }
}
