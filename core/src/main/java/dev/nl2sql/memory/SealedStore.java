package dev.nl2sql.memory;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store of a file, with a seal on what was written last. Thread-safe. */
final class SealedStore implements MemoryStore {
  private static final Logger LOG = LoggerFactory.getLogger(SealedStore.class);

  private final JdbcStore store;
  private final Seal seal;

  SealedStore(JdbcStore store, Seal seal) {
    this.store = store;
    this.seal = seal;
  }

  /** Whether what was written last, as far as that is known, is there. */
  boolean isWhole() throws SQLException {
    try {
      Optional<Seal.Mark> mark = seal.read();
      return mark.isEmpty() || store.has(mark.get());
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be read", e);
      return true;
    }
  }

  /** How many pairs were changed by something else than a store, and are left out. */
  int damagedPairs() throws SQLException {
    return store.damagedPairs();
  }

  /** How many questions of the past were changed or lost, and are left out. */
  int damagedEntries() throws SQLException {
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

  private synchronized void seal(Seal.Kind kind, String id) {
    try {
      seal.write(new Seal.Mark(kind, id));
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be written", e);
    }
  }

  @Override
  public void add(List<HistoryEntry> entries) throws SQLException {
    store.add(entries);
    if (!entries.isEmpty()) {
      seal(Seal.Kind.ENTRY, entries.get(entries.size() - 1).id());
    }
  }

  @Override
  public void put(List<Pair> pairs) throws SQLException {
    store.put(pairs);
    if (!pairs.isEmpty()) {
      seal(Seal.Kind.PAIR, pairs.get(pairs.size() - 1).digest());
    }
  }

  @Override
  public void forgetRemembered(Pair rejected) throws SQLException {
    store.forgetRemembered(rejected);
    acceptIfGone();
  }

  @Override
  public void dropBefore(Instant oldest) throws SQLException {
    store.dropBefore(oldest);
    acceptIfGone();
  }

  private void acceptIfGone() throws SQLException {
    if (!isWhole()) {
      accept();
    }
  }

  @Override
  public List<HistoryEntry> history(Owner owner, int most) throws SQLException {
    return store.history(owner, most);
  }

  @Override
  public Optional<HistoryEntry> entry(Owner owner, String id) throws SQLException {
    return store.entry(owner, id);
  }

  @Override
  public List<Pair> pairs(Owner owner, int most) throws SQLException {
    return store.pairs(owner, most);
  }

  @Override
  public String description() {
    return store.description();
  }

  @Override
  public void close() {
    store.close();
    try {
      seal.close();
    } catch (IOException e) {
      LOG.debug("the seal of the store cannot be closed", e);
    }
  }
}
