package dev.nl2sql.eval;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Opens each database of a set once and asks its questions there, several databases at a time. */
final class DatabaseByDatabase {
  private final DatabaseOpener opener;
  private final Consumer<QuestionResult> listener;
  private final int threads;

  /** Opens the database of a name. */
  interface DatabaseOpener {
    Connection open(String database) throws SQLException, IOException;
  }

  /**
   * @param listener hears of every question that ended, from any thread
   * @param threads databases asked at a time
   */
  DatabaseByDatabase(DatabaseOpener opener, Consumer<QuestionResult> listener, int threads) {
    this.opener = opener;
    this.listener = listener;
    this.threads = threads;
  }

  /** The results by database, in the order in which the set names them first. */
  List<QuestionResult> run(List<LabelledQuestion> questions) throws SQLException, IOException {
    Map<String, List<LabelledQuestion>> byDatabase =
        questions.stream()
            .collect(
                Collectors.groupingBy(
                    LabelledQuestion::database, LinkedHashMap::new, Collectors.toList()));
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<QuestionResult>>> running = new ArrayList<>();
      byDatabase.forEach(
          (database, here) -> running.add(executor.submit(() -> ask(database, here))));
      List<QuestionResult> results = new ArrayList<>();
      for (Future<List<QuestionResult>> database : running) {
        results.addAll(await(database));
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  private List<QuestionResult> ask(String database, List<LabelledQuestion> questions)
      throws SQLException, IOException {
    try (Connection connection = opener.open(database)) {
      return new QuestionRunner(connection, listener).run(questions);
    }
  }

  private static <T> T await(Future<T> future) throws SQLException, IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException known) {
        throw known;
      }
      if (e.getCause() instanceof IOException known) {
        throw known;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
