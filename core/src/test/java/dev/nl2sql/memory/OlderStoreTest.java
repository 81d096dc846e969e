package dev.nl2sql.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Choice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that an older program wrote, kept as it was written: {@code older-store.mv.db} by commit
 * a904c8e, with version 1 of the tables and no digests of questions.
 */
class OlderStoreTest {
  private static final Owner ANN = new Owner("source", "ann");
  private static final Owner BOB = new Owner("source", "bob");
  private static final StoreConnections CONNECTIONS =
      StoreConnections.of(DriverManager::getConnection);

  @TempDir Path folder;

  private static Pair pair(Pair.Kind kind, Owner owner, boolean shared, String question) {
    return new Pair(
        kind,
        owner,
        shared,
        question,
        List.of(new Choice("best_customer", "orders", Optional.of("who 'buys' most often"))),
        "SELECT name FROM customers WHERE city = ? AND day < DATE '2026-11-01'",
        List.of(2, 1),
        "postgresql",
        Optional.of(LocalDate.of(2026, 11, 30)),
        "ranking",
        7,
        Instant.ofEpochMilli(1_790_000_000_000L));
  }

  /** Each kind of what a user said, of two users. */
  static List<Pair> pairs() {
    return List.of(
        pair(Pair.Kind.CORRECTED, ANN, true, "who is our best customer"),
        pair(Pair.Kind.CONFIRMED, ANN, false, "how many customers are there"),
        pair(Pair.Kind.REJECTED, ANN, false, "what sells best"),
        pair(Pair.Kind.REMEMBERED, ANN, false, "customers of Köln, größte zuerst"),
        pair(Pair.Kind.CORRECTED, BOB, false, "bob's own"));
  }

  /** Questions of the past, what left the process included. */
  static List<HistoryEntry> entries() {
    return List.of(
        SamplePairs.asked(ANN, "one", Instant.ofEpochMilli(1_790_000_000_001L)),
        SamplePairs.asked(ANN, "two", Instant.ofEpochMilli(1_790_000_000_002L)),
        SamplePairs.asked(BOB, "three", Instant.ofEpochMilli(1_790_000_000_003L)));
  }

  /** What wrote the file, with the classes of the older program. */
  public static void main(String[] arguments) throws Exception {
    try (MemoryStore store =
        Stores.open("file:" + arguments[0], CONNECTIONS, new StoreSchema()).store()) {
      store.add(entries());
      store.put(pairs());
    }
  }

  private Path file() {
    return folder.resolve("m.v1.mv.db");
  }

  @BeforeEach
  void putFile() throws IOException {
    try (InputStream in = OlderStoreTest.class.getResourceAsStream("older-store.mv.db")) {
      Files.write(file(), in.readAllBytes());
    }
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
  }

  private static int version(Path file) throws Exception {
    String path = file.toString().replace(".mv.db", "");
    try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + path, "nl2sql", "");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT MAX(version) FROM nl2sql_version")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private void demandAll(MemoryStore store) throws Exception {
    assertThat(store.pairs(ANN, 100))
        .containsExactlyInAnyOrderElementsOf(
            pairs().stream().filter(p -> p.owner().equals(ANN)).toList());
    assertThat(store.pairs(BOB, 100))
        .containsExactlyInAnyOrderElementsOf(
            pairs().stream().filter(p -> p.owner().equals(BOB) || p.shared()).toList());
    for (Owner owner : List.of(ANN, BOB)) {
      assertThat(store.history(owner, 100))
          .containsExactlyInAnyOrderElementsOf(
              entries().stream().filter(e -> e.owner().equals(owner)).toList());
    }
  }

  @Test
  void whatAnOlderProgramWroteIsMigratedAndAllOfItIsKept() throws Exception {
    assertThat(version(file())).as("as it was written").isEqualTo(1);
    for (int i = 0; i < 2; i++) {
      Stores.Opened opened =
          Stores.open("file:" + folder.resolve("m"), CONNECTIONS, new StoreSchema());
      try (MemoryStore store = opened.store()) {
        assertThat(opened.degraded()).isEmpty();
        demandAll(store);
      }
      assertThat(version(file())).isEqualTo(2);
    }
  }

  /** The newest tables and one version more: told, not touched, and there for who knows it. */
  @Test
  void aNewerStoreIsToldAndNothingInItIsLost() throws Exception {
    StoreSchema newer =
        new StoreSchema(
            List.of(
                StoreSchema.script("schema-1.sql"),
                StoreSchema.script("schema-2.sql"),
                "ALTER TABLE nl2sql_pair ADD COLUMN extra VARCHAR(10)"));
    Stores.open("file:" + folder.resolve("m"), CONNECTIONS, newer).store().close();
    Stores.Opened opened =
        Stores.open("file:" + folder.resolve("m"), CONNECTIONS, new StoreSchema());
    try (MemoryStore store = opened.store()) {
      assertThat(opened.degraded().orElseThrow())
          .contains("version 3", "only up to 2", "use a newer program");
      store.put(List.of(SamplePairs.corrected(ANN, "said meanwhile")));
      assertThat(store.description()).isEqualTo("memory");
    }
    try (MemoryStore store =
        Stores.open("file:" + folder.resolve("m"), CONNECTIONS, newer).store()) {
      demandAll(store);
    }
  }
}
