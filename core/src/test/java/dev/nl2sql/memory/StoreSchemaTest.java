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
    return new StoreSchema(List.of(StoreSchema.script("schema-1.sql"), NEXT));
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
      assertThat(rows.getInt(1)).isEqualTo(2);
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
}
