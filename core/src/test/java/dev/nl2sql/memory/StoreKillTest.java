package dev.nl2sql.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a process leaves that is killed between two steps of a write: the files are copied before
 * and after each commit and after each acknowledged write, for what was written to a file survives
 * the end of a process, and each copy is opened. {@code -Dnl2sql.steps=400} writes so often.
 */
class StoreKillTest {
  private static final long SEED = 20261201;
  private static final int STEPS = Integer.getInteger("nl2sql.steps", 40);
  private static final int STEPS_EACH = 10;
  private static final Owner ANN = new Owner("source", "ann");

  /** What H2 does with space that has been free for 45 seconds it does at once. */
  private static final String AT_ONCE = ";RETENTION_TIME=0";

  /** A file that is written anew again and again. */
  private static final long SMALL = 200_000;

  private static final StoreConnections PLAIN = StoreConnections.of(DriverManager::getConnection);

  @TempDir Path folder;

  private final Contents before = new Contents(new TreeSet<>(), new TreeMap<>());
  private final Contents after = new Contents(new TreeSet<>(), new TreeMap<>());
  private int copies;
  private int renewals;

  /** What is to be there. */
  private record Contents(Set<String> past, Map<String, Pair> pairs) {
    static Contents of(MemoryStore store) throws SQLException {
      return new Contents(
          store.history(ANN, 1_000).stream()
              .map(HistoryEntry::id)
              .collect(Collectors.toCollection(TreeSet::new)),
          store.pairs(ANN, 1_000).stream()
              .collect(Collectors.toMap(Pair::id, p -> p, (a, b) -> a, TreeMap::new)));
    }

    void become(Contents other) {
      past.clear();
      past.addAll(other.past);
      pairs.clear();
      pairs.putAll(other.pairs);
    }

    Contents copy() {
      return new Contents(new TreeSet<>(past), new TreeMap<>(pairs));
    }
  }

  /** Connections that stop before and after each commit. */
  private Connection watched(String url, Properties properties) throws SQLException {
    Connection real = DriverManager.getConnection(url + AT_ONCE, properties);
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              boolean isCommit = method.getName().equals("commit");
              if (isCommit) {
                openCopy(List.of(before, after));
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (isCommit) {
                  openCopy(List.of(before, after));
                }
              }
            });
  }

  /** As if the process had been killed now. */
  private void openCopy(List<Contents> expected) throws IOException, SQLException {
    Path copy = Files.createDirectory(folder.resolve("copy"));
    try (Stream<Path> files = Files.list(folder.resolve("store"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        renewals += file.getFileName().toString().contains(".new.") ? 1 : 0;
      }
    }
    copies++;
    Stores.Opened opened = Stores.open("file:" + copy.resolve("m"), PLAIN, new StoreSchema());
    try (MemoryStore store = opened.store()) {
      assertThat(opened.degraded()).as("copy %d", copies).isEmpty();
      assertThat(Contents.of(store)).as("copy %d", copies).isIn(expected);
    }
    try (Stream<Path> files = Files.list(copy)) {
      List<Path> left = files.toList();
      assertThat(left).as("the database and its seal").hasSize(2);
      for (Path file : left) {
        Files.delete(file);
      }
    }
    Files.delete(copy);
  }

  /** A write: what is to be there afterwards, and how it is done. */
  private interface Write {
    void to(MemoryStore store) throws SQLException;
  }

  private void write(MemoryStore store, Contents wanted, Write write)
      throws IOException, SQLException {
    after.become(wanted);
    write.to(store);
    before.become(wanted);
    openCopy(List.of(after));
  }

  private void writeSomething(MemoryStore store, int step, Random random)
      throws IOException, SQLException {
    Contents wanted = before.copy();
    switch (random.nextInt(8)) {
      case 0 -> {
        Instant oldest = Instant.ofEpochMilli(step - random.nextInt(8));
        wanted.past().removeIf(id -> Instant.ofEpochMilli(number(id)).isBefore(oldest));
        write(store, wanted, s -> s.dropBefore(oldest));
      }
      case 1, 2, 3 -> {
        wanted.past().add("e" + step);
        HistoryEntry entry = SamplePairs.asked(ANN, "e" + step, Instant.ofEpochMilli(step));
        write(store, wanted, s -> s.add(List.of(entry)));
      }
      default -> {
        // The same questions again and again: a pair takes the place of another.
        Pair pair = SamplePairs.corrected(ANN, "question " + random.nextInt(3), "SELECT " + step);
        wanted.pairs().put(pair.id(), pair);
        write(store, wanted, s -> s.put(List.of(pair)));
      }
    }
  }

  private static long number(String id) {
    return Long.parseLong(id.substring(1));
  }

  @Test
  void whatIsAcknowledgedIsThereWhereverAProcessIsKilled() throws Exception {
    Files.createDirectory(folder.resolve("store"));
    StoreConnections watched = StoreConnections.of(this::watched);
    Random random = new Random(SEED);
    for (int step = 0; step < STEPS; step += STEPS_EACH) {
      StoreFile file =
          new StoreFile(folder.resolve("store/m").toString(), watched, new StoreSchema(), SMALL);
      StoreFile.Opened opened = file.open();
      try (MemoryStore store = opened.store()) {
        assertThat(opened.note()).isEmpty();
        for (int i = 0; i < STEPS_EACH; i++) {
          writeSomething(store, step + i, random);
        }
      }
      openCopy(List.of(after));
    }
    System.out.printf(
        "%d writes, killed at %d moments, %d of them while the file was written anew: lost 0%n",
        STEPS, copies, renewals);
    assertThat(renewals).as("it was written anew").isPositive();
  }

  /** What a file is written anew for: it does not grow without end. */
  @Test
  void aFileStaysSmall() throws Exception {
    Path base = folder.resolve("m");
    StoreFile file = new StoreFile(base.toString(), PLAIN, new StoreSchema(), SMALL);
    List<Long> sizes = new ArrayList<>();
    Set<String> said = new TreeSet<>();
    try (MemoryStore store = file.open().store()) {
      for (int i = 0; i < 100; i++) {
        store.put(List.of(SamplePairs.corrected(ANN, "question " + i)));
        said.add("question " + i);
        sizes.add(Files.size(file.file()));
      }
      assertThat(store.pairs(ANN, 1_000).stream().map(Pair::question)).containsAll(said);
    }
    assertThat(sizes).as("no more than one write above the limit").allMatch(s -> s < 2 * SMALL);
    long shrunk = 0;
    for (int i = 1; i < sizes.size(); i++) {
      shrunk += sizes.get(i) < sizes.get(i - 1) ? 1 : 0;
    }
    assertThat(shrunk).as("how often it was written anew").isBetween(2L, 30L);
  }
}
