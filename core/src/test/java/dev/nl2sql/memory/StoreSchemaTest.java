package dev.nl2sql.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of a store are made, migrated and left alone as their version demands. */
class StoreSchemaTest {
  private static final String NEXT = "ALTER TABLE nl2sql_pair ADD COLUMN extra VARCHAR(10)";
  private static final StoreConnections CONNECTIONS =
      StoreConnections.of(DriverManager::getConnection);

  private static String database(String engine) {
    return engine.equals("h2")
        ? TestDatabases.h2Url() + ";DB_CLOSE_DELAY=-1"
        : TestDatabases.postgresUrl() + "&user=postgres";
  }

  private static Pair pair(String question) {
    return SamplePairs.corrected(new Owner("source", "ann"), question);
  }

  private static StoreSchema next() {
    return new StoreSchema(
        List.of(StoreSchema.script("schema-1.sql"), StoreSchema.script("schema-2.sql"), NEXT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void anOlderStoreIsMigratedAndKeepsWhatItHolds(String engine) throws Exception {
    String url = database(engine);
    try (MemoryStore store = Stores.open(url, CONNECTIONS, new StoreSchema()).store()) {
      store.put(List.of(pair("old")));
    }
    try (MemoryStore store = Stores.open(url, CONNECTIONS, next()).store()) {
      assertThat(store.pairs(new Owner("source", "ann"), 10)).containsExactly(pair("old"));
    }
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT MAX(version) FROM nl2sql_version")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(3);
      statement.executeQuery("SELECT extra FROM nl2sql_pair").close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void aNewerStoreIsLeftAloneAndTold(String engine) throws Exception {
    String url = database(engine);
    Stores.open(url, CONNECTIONS, next()).store().close();
    Stores.Opened opened = Stores.open(url, CONNECTIONS, new StoreSchema());
    assertThat(opened.degraded()).isPresent();
    assertThat(opened.store().description()).isEqualTo("memory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void thoseWhoOpenItAtOnceAllFindIt(String engine) throws Exception {
    String url = database(engine);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Stores.Opened>> opened =
          IntStream.range(0, 6)
              .mapToObj(i -> threads.submit(() -> Stores.open(url, CONNECTIONS, new StoreSchema())))
              .toList();
      for (Future<Stores.Opened> one : opened) {
        try (MemoryStore store = one.get().store()) {
          assertThat(one.get().degraded()).isEmpty();
          store.put(List.of(pair("same")));
        }
      }
    } finally {
      threads.shutdownNow();
    }
    try (MemoryStore store = Stores.open(url, CONNECTIONS, new StoreSchema()).store()) {
      assertThat(store.pairs(new Owner("source", "ann"), 10)).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sql_text = 'SELECT 2'",
        "kind = 'confirmed'",
        "kind = 'odd'",
        "question = 'other'",
        "asker = 'ann ', source = 'source'",
        "shared = 1",
        "parameters = 'x'"
      })
  void aChangedPairIsLeftOut(String change) throws SQLException {
    String url = database("h2");
    try (MemoryStore store = Stores.open(url, CONNECTIONS, new StoreSchema()).store();
        Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      store.put(List.of(pair("one"), pair("two")));
      statement.execute("UPDATE nl2sql_pair SET " + change + " WHERE question = 'one'");
      assertThat(store.pairs(new Owner("source", "ann"), 10)).containsExactly(pair("two"));
    }
  }

  /** A history of the first version goes on, and what it holds is not taken for damaged. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void aHistoryOfTheFirstVersionIsKept(String engine) throws SQLException {
    String url = database(engine);
    Owner ann = new Owner("source", "ann");
    HistoryEntry old = SamplePairs.asked(ann, "old");
    HistoryEntry later = SamplePairs.asked(ann, "later");
    try (MemoryStore store = Stores.open(url, CONNECTIONS, new StoreSchema()).store();
        Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      store.add(List.of(old));
      statement.execute("DROP TABLE nl2sql_checked");
      statement.execute("DELETE FROM nl2sql_version WHERE version > 1");
    }
    try (MemoryStore store = Stores.open(url, CONNECTIONS, new StoreSchema()).store()) {
      store.add(List.of(later));
      assertThat(store.history(ann, 10)).containsExactlyInAnyOrder(old, later);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE nl2sql_history SET question = 'question tw0' WHERE id = 'two'",
        "UPDATE nl2sql_history SET ran_sql = 'SELECT 2' WHERE id = 'two'",
        "UPDATE nl2sql_history SET state = 'NL005' WHERE id = 'two'",
        "UPDATE nl2sql_history SET row_count = 7 WHERE id = 'two'",
        "UPDATE nl2sql_history SET at_millis = 7 WHERE id = 'two'",
        "UPDATE nl2sql_history SET parameters = 'x' WHERE id = 'two'",
        "UPDATE nl2sql_sent SET host = 'elsewhere' WHERE history_id = 'two'",
        "UPDATE nl2sql_sent SET contents = '' WHERE history_id = 'two'",
        "DELETE FROM nl2sql_sent WHERE history_id = 'two'",
        "UPDATE nl2sql_checked SET digest = '' WHERE history_id = 'two'"
      })
  void aChangedQuestionOfThePastIsLeftOut(String change) throws SQLException {
    String url = database("h2");
    Owner ann = new Owner("source", "ann");
    try (MemoryStore store = Stores.open(url, CONNECTIONS, new StoreSchema()).store();
        Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      store.add(List.of(SamplePairs.asked(ann, "one"), SamplePairs.asked(ann, "two")));
      assertThat(store.history(ann, 10)).hasSize(2);
      assertThat(statement.executeUpdate(change)).isEqualTo(1);
      assertThat(store.history(ann, 10)).containsExactly(SamplePairs.asked(ann, "one"));
      assertThat(store.entry(ann, "two")).isEmpty();
    }
  }
}
