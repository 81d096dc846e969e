package dev.nl2sql.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is left of a store's file after damage: all of it, or a state that is told. {@code
 * -Dnl2sql.damages=1000} tries each kind so often and prints what came of it.
 */
class StoreDamageTest {
  private static final long SEED = 20261130;
  private static final int TRIES = Integer.getInteger("nl2sql.damages", 8);

  /** At how many places a file is cut, or a bit turned: {@code 100000} is everywhere. */
  private static final int PLACES = Integer.getInteger("nl2sql.places", 40);

  private static final int PAIRS = 6;
  private static final Owner ANN = new Owner("source", "ann");
  private static final StoreConnections CONNECTIONS =
      StoreConnections.of(DriverManager::getConnection);

  @TempDir Path folder;

  /** What happens to a file. */
  enum Damage {
    CUT_OFF {
      @Override
      byte[] to(byte[] whole, Random random) {
        return Arrays.copyOf(whole, random.nextInt(whole.length));
      }
    },
    BIT_TURNED {
      @Override
      byte[] to(byte[] whole, Random random) {
        byte[] turned = whole.clone();
        turned[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
        return turned;
      }
    },
    HOLE {
      @Override
      byte[] to(byte[] whole, Random random) {
        int start = random.nextInt(whole.length);
        return filled(whole, start, start + 1 + random.nextInt(8192), (byte) 0);
      }
    },
    BLOCK_LOST {
      @Override
      byte[] to(byte[] whole, Random random) {
        int start = random.nextInt(Math.max(1, whole.length / 4096)) * 4096;
        return filled(whole, start, start + 4096, (byte) 0xff);
      }
    },
    NOISE {
      @Override
      byte[] to(byte[] whole, Random random) {
        byte[] noise = new byte[whole.length];
        random.nextBytes(noise);
        return noise;
      }
    },
    GROWN {
      @Override
      byte[] to(byte[] whole, Random random) {
        byte[] grown = Arrays.copyOf(whole, whole.length + 1 + random.nextInt(8192));
        return grown;
      }
    };

    abstract byte[] to(byte[] whole, Random random);

    private static byte[] filled(byte[] whole, int start, int end, byte value) {
      byte[] changed = whole.clone();
      Arrays.fill(changed, start, Math.min(end, whole.length), value);
      return changed;
    }
  }

  private static Pair pair(String question) {
    return SamplePairs.corrected(ANN, question);
  }

  private Path file(String name) {
    return folder.resolve(name + ".v1.mv.db");
  }

  private Path seal(String name) {
    return folder.resolve(name + ".v1.seal");
  }

  private Stores.Opened open(String name) {
    return open(name, new StoreSchema());
  }

  private Stores.Opened open(String name, StoreSchema schema) {
    return Stores.open("file:" + folder.resolve(name), CONNECTIONS, schema);
  }

  private static Set<String> questions(MemoryStore store) throws SQLException {
    return store.pairs(ANN, 100).stream().map(Pair::question).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  void nothingIsLostWithoutAWord(Damage damage) throws Exception {
    Contents said = fill();
    byte[] whole = Files.readAllBytes(file("whole"));
    Random random = new Random(SEED);
    int told = 0;
    for (int i = 0; i < TRIES; i++) {
      told += isTold(damage.to(whole, random), said, "run " + i) ? 1 : 0;
    }
    System.out.printf("| %s | %d | %d | %d | 0 |%n", damage, TRIES, TRIES - told, told);
  }

  /** At every place of the file, or at as many as are to be tried, evenly spread. */
  @Test
  void aFileCutAtAnyPlaceLosesNothingWithoutAWord() throws Exception {
    Contents said = fill();
    byte[] whole = Files.readAllBytes(file("whole"));
    int step = Math.max(1, whole.length / PLACES);
    int tries = 0;
    int told = 0;
    for (int length = 0; length < whole.length; length += step) {
      told += isTold(Arrays.copyOf(whole, length), said, "cut at " + length) ? 1 : 0;
      tries++;
    }
    System.out.printf(
        "| CUT_OFF at every %d of %d bytes | %d | %d | %d | 0 |%n",
        step, whole.length, tries, tries - told, told);
    // The last pages of a file are often empty; without them nothing is missing.
    assertThat(told).as("the control: what is missing is told").isPositive();
  }

  /** One bit of every byte that holds a word of what was said: nothing else may be read there. */
  @Test
  void aBitTurnedInsideOfWhatWasSaidIsNoticed() throws Exception {
    Contents said = fill();
    byte[] whole = Files.readAllBytes(file("whole"));
    List<Integer> places = places(whole, "question ");
    assertThat(places).hasSizeGreaterThan(PAIRS);
    int step = Math.max(1, places.size() * 9 / PLACES);
    int tries = 0;
    int told = 0;
    for (int i = 0; i < places.size() * 9; i += step) {
      byte[] turned = whole.clone();
      turned[places.get(i / 9) + i % 9] ^= (byte) (1 << i % 7);
      told += isTold(turned, said, "bit " + i) ? 1 : 0;
      tries++;
    }
    System.out.printf(
        "| BIT_TURNED in a question | %d | %d | %d | 0 |%n", tries, tries - told, told);
    assertThat(told).as("the control: some are what is read").isPositive();
  }

  private static List<Integer> places(byte[] whole, String word) {
    List<Integer> places = new ArrayList<>();
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      places.add(at);
    }
    return places;
  }

  /** What a store holds. */
  private record Contents(Set<String> pairs, Set<HistoryEntry> past) {
    static Contents of(MemoryStore store) throws SQLException {
      return new Contents(questions(store), Set.copyOf(store.history(ANN, 100)));
    }
  }

  private Contents fill() throws SQLException {
    try (MemoryStore store = open("whole").store()) {
      for (int i = 0; i < PAIRS; i++) {
        store.add(List.of(entry(i)));
        store.put(List.of(pair("question " + i)));
      }
      return Contents.of(store);
    }
  }

  private static HistoryEntry entry(int number) {
    return SamplePairs.asked(ANN, "e" + number, Instant.ofEpochMilli(1_000L + number));
  }

  /** Whether damage was told; what was not is to be as it was, and nothing is to be made up. */
  private boolean isTold(byte[] damaged, Contents said, String what) throws Exception {
    makeOwn(file("bad"), damaged);
    makeOwn(seal("bad"), Files.readAllBytes(seal("whole")));
    Stores.Opened opened = open("bad");
    try (MemoryStore store = opened.store()) {
      Contents found = Contents.of(store);
      assertThat(said.pairs()).as(what).containsAll(found.pairs());
      if (opened.degraded().isEmpty()) {
        assertThat(found).as("%s: nothing was told", what).isEqualTo(said);
      } else {
        assertThat(sound(said.past())).as(what).containsAll(sound(found.past()));
      }
      store.put(List.of(pair("new")));
      assertThat(questions(store)).contains("new");
    }
    deleteAllOf("bad");
    return opened.degraded().isPresent();
  }

  /** What is said of a question of the past, whatever became of its name. */
  private static Set<String> sound(Set<HistoryEntry> past) {
    return past.stream()
        .map(e -> e.question() + " " + e.sql() + " " + e.outcome() + " " + e.rows())
        .collect(Collectors.toSet());
  }

  private void makeOwn(Path file, byte[] bytes) throws IOException {
    Files.copy(
        file("whole"),
        file,
        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.write(file, bytes);
  }

  private void deleteAllOf(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith(name + ".")) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  void aFileOfAnOlderVersionIsMigratedAndOneOfANewerIsLeftAlone() throws Exception {
    StoreSchema next =
        new StoreSchema(
            List.of(
                StoreSchema.script("schema-1.sql"),
                StoreSchema.script("schema-2.sql"),
                "ALTER TABLE nl2sql_pair ADD COLUMN extra VARCHAR(10)"));
    try (MemoryStore store = open("old").store()) {
      store.put(List.of(pair("old")));
    }
    Stores.Opened migrated = open("old", next);
    try (MemoryStore store = migrated.store()) {
      assertThat(migrated.degraded()).isEmpty();
      assertThat(questions(store)).containsExactly("old");
    }
    byte[] newer = Files.readAllBytes(file("old"));
    Stores.Opened tooNew = open("old");
    try (MemoryStore store = tooNew.store()) {
      assertThat(tooNew.degraded()).isPresent();
      assertThat(store.description()).isEqualTo("memory");
    }
    try (MemoryStore store = open("old", next).store()) {
      assertThat(questions(store)).containsExactly("old");
    }
    assertThat(newer).isNotEmpty();
  }

  @Test
  void whatIsDroppedForItsAgeIsNotMissed() throws Exception {
    Instant old = Instant.now().minus(Duration.ofDays(100));
    try (MemoryStore store = open("aged").store()) {
      store.put(List.of(pair("said")));
      store.add(List.of(SamplePairs.asked(ANN, "old", old)));
      store.dropBefore(Instant.now().minus(Duration.ofDays(90)));
      assertThat(store.history(ANN, 10)).isEmpty();
      assertThat(questions(store)).containsExactly("said");
    }
    Stores.Opened again = open("aged");
    try (MemoryStore store = again.store()) {
      assertThat(again.degraded()).isEmpty();
      assertThat(questions(store)).containsExactly("said");
    }
  }
}
