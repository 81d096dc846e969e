package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nl2sql.testing.GuardCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the engines of today do with the shared corpus when nothing guards them, compared with what
 * its makers saw. Run by hand, since it does what the attacks say; the resource attacks are left
 * out, for some engines cannot be stopped.
 */
@EnabledIfSystemProperty(named = "nl2sql.unguarded", matches = "true")
class UnguardedCorpusTest {
  private static final long LIMIT_SECONDS = 3;

  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "h2", "sqlite", "duckdb", "mysql"})
  void differencesToWhatWasObserved(String engine) throws Exception {
    Optional<Path> shared = GuardCorpus.folder();
    assumeTrue(shared.isPresent(), "the shared corpus is not at hand: set NL2SQL_SHARED");
    List<String> differences = new ArrayList<>();
    int ran = 0;
    int changed = 0;
    CorpusDatabase database = null;
    String before = "";
    for (GuardCorpus.Entry entry : GuardCorpus.entries(shared.get(), engine)) {
      if (entry.observed().isEmpty() || entry.expect().equals("gate")) {
        continue;
      }
      if (database == null) {
        database = opened(engine, shared.get(), fresh(entry));
        before = database.contents();
      }
      String result = run(database, entry.sql());
      ran++;
      boolean was = entry.observed().get().startsWith("ok");
      if (was != result.startsWith("ok")) {
        differences.add(entry.id() + ": was " + entry.observed().get() + ", is " + result);
      }
      if (!isAsBefore(database, before)) {
        changed++;
        database = anew(engine, database, fresh(entry));
        before = database == null ? "" : database.contents();
      }
    }
    if (database != null) {
      database.close();
    }
    System.out.println(
        "unguarded, "
            + engine
            + ": "
            + ran
            + " run, "
            + changed
            + " changed the database, "
            + differences.size()
            + " differences");
    differences.forEach(System.out::println);
    assertThat(changed).isPositive();
  }

  private static CorpusDatabase opened(String engine, Path shared, Path scratch)
      throws SQLException, IOException {
    CorpusDatabase database = CorpusDatabase.open(engine, shared, scratch);
    if (!engine.equals("postgresql")) {
      return database;
    }
    database.keep();
    return database.restored(scratch);
  }

  // To start a server of PostgreSQL takes seconds, to copy a database does not; a server that was
  // ended has to be started.
  private static CorpusDatabase anew(String engine, CorpusDatabase spoilt, Path scratch)
      throws SQLException, IOException {
    if (engine.equals("postgresql")) {
      try {
        return spoilt.restored(scratch);
      } catch (SQLException e) {
        System.out.println("the server was ended: " + e.getMessage());
      }
    }
    spoilt.close();
    return null;
  }

  private Path fresh(GuardCorpus.Entry entry) throws IOException {
    return Files.createTempDirectory(scratch, entry.id());
  }

  private static String run(CorpusDatabase database, String sql) {
    ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    try (Connection connection = database.another();
        Statement statement = connection.createStatement()) {
      ScheduledFuture<?> cancel =
          watch.schedule(() -> stop(statement), LIMIT_SECONDS, TimeUnit.SECONDS);
      int rows = 0;
      if (statement.execute(database.filled(sql))) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            rows++;
          }
        }
      }
      cancel.cancel(false);
      return "ok rows=" + rows;
    } catch (SQLException e) {
      String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      return "error " + e.getSQLState() + " " + message;
    } finally {
      watch.shutdownNow();
    }
  }

  private static void stop(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isAsBefore(CorpusDatabase database, String before) throws IOException {
    try {
      return database.contents().equals(before);
    } catch (SQLException e) {
      return false; // the statement ended the database or the owner's connection
    }
  }
}
