package dev.nl2sql.memory;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of a file, with a seal on what was written last. A file that has become large is
 * written anew. Thread-safe.
 */
final class SealedStore implements MemoryStore {
  private static final Logger LOG = LoggerFactory.getLogger(SealedStore.class);

  private final Seal seal;
  private final Renewal renewal;
  private JdbcStore store;

  /** How a file is written anew that has become large for what it holds. */
  @FunctionalInterface
  interface Renewal {
    /**
     * The store that goes on: the given one, or a smaller one that has taken its place.
     *
     * @throws SQLException if there is none any more
     */
    JdbcStore after(JdbcStore store) throws SQLException;
  }

  /** Work that writes. */
  @FunctionalInterface
  private interface Writing {
    void run() throws SQLException;
  }

  SealedStore(JdbcStore store, Seal seal, Renewal renewal) {
    this.store = store;
    this.seal = seal;
    this.renewal = renewal;
  }

  /** Whether what was written last, as far as that is known, is there. */
  synchronized boolean isWhole() throws SQLException {
    List<Seal.Mark> marks = expected();
    for (Seal.Mark mark : marks) {
      if (store.has(mark)) {
        return true;
      }
    }
    return marks.isEmpty();
  }

  private List<Seal.Mark> expected() {
    try {
      return seal.read();
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be read", e);
      return List.of();
    }
  }

  /** How many pairs were changed by something else than a store, and are left out. */
  synchronized int damagedPairs() throws SQLException {
    return store.damagedPairs();
  }

  /** How many questions of the past were changed or lost, and are left out. */
  synchronized int damagedEntries() throws SQLException {
    return store.damagedEntries();
  }

  /** What is there now is all that is expected. */
  synchronized void accept() {
    try {
      seal.clear();
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be written", e);
    }
  }

  private void seal(List<Seal.Mark> marks) {
    try {
      seal.write(marks);
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be written", e);
    }
  }

  /** What was written before stays expected until this is there, for it may take its place. */
  private synchronized void write(Seal.Mark mark, Writing work) throws SQLException {
    List<Seal.Mark> before = expected();
    if (!before.isEmpty()) {
      seal(List.of(before.get(before.size() - 1), mark));
    }
    work.run();
    seal(List.of(mark));
    store = renewal.after(store);
  }

  @Override
  public void add(List<HistoryEntry> entries) throws SQLException {
    if (!entries.isEmpty()) {
      String last = entries.get(entries.size() - 1).id();
      write(new Seal.Mark(Seal.Kind.ENTRY, last), () -> store.add(entries));
    }
  }

  @Override
  public void put(List<Pair> pairs) throws SQLException {
    if (!pairs.isEmpty()) {
      String last = pairs.get(pairs.size() - 1).digest();
      write(new Seal.Mark(Seal.Kind.PAIR, last), () -> store.put(pairs));
    }
  }

  @Override
  public synchronized void forgetRemembered(Pair rejected) throws SQLException {
    store.forgetRemembered(rejected);
    acceptIfGone();
  }

  @Override
  public synchronized void dropBefore(Instant oldest) throws SQLException {
    for (Seal.Mark mark : expected()) {
      if (store.hasBefore(mark, oldest)) {
        accept();
      }
    }
    store.dropBefore(oldest);
    acceptIfGone();
  }

  private void acceptIfGone() throws SQLException {
    if (!isWhole()) {
      accept();
    }
  }

  @Override
  public synchronized List<HistoryEntry> history(Owner owner, int most) throws SQLException {
    return store.history(owner, most);
  }

  @Override
  public synchronized Optional<HistoryEntry> entry(Owner owner, String id) throws SQLException {
    return store.entry(owner, id);
  }

  @Override
  public synchronized List<Pair> pairs(Owner owner, int most) throws SQLException {
    return store.pairs(owner, most);
  }

  @Override
  public synchronized String description() {
    return store.description();
  }

  @Override
  public synchronized void close() {
    store.close();
    try {
      seal.close();
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be closed", e);
    }
  }
}
