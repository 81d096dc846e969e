package dev.nl2sql.jdbc;

import dev.nl2sql.Settings;
import dev.nl2sql.pipeline.Engine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One engine for connections of equal URL, user and settings, opened at the first question and
 * closed some time after the last connection. Thread-safe.
 */
final class EngineRegistry {
  private final EngineFactory factory;
  private final Duration idleTime;
  private final Delay delay;
  private final Map<Key, Entry> entries = new HashMap<>();

  EngineRegistry(EngineFactory factory, Duration idleTime, Delay delay) {
    this.factory = factory;
    this.idleTime = idleTime;
    this.delay = delay;
  }

  /** Who shares an engine. */
  record Key(String url, String user, Settings settings) {
    /** Written out, for the generated one costs a short-lived JVM milliseconds at first use. */
    @Override
    public int hashCode() {
      return (url.hashCode() * 31 + user.hashCode()) * 31 + settings.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && url.equals(key.url)
          && user.equals(key.user)
          && settings.equals(key.settings);
    }
  }

  /** A connection's hold on an engine. */
  final class Lease {
    private final Key key;
    private boolean released;

    private Lease(Key key) {
      this.key = key;
    }

    /** The engine, opened now if no connection asked a question before. */
    Engine engine() {
      return open(key);
    }

    /** Forgets what the engine knows of the database, if there is an engine. */
    void refreshIfOpen() {
      refresh(key);
    }

    /** Gives the hold back; later calls do nothing. */
    void release() {
      synchronized (EngineRegistry.this) {
        if (!released) {
          released = true;
          EngineRegistry.this.release(key);
        }
      }
    }
  }

  synchronized Lease lease(Key key) {
    Entry entry = entries.computeIfAbsent(key, k -> new Entry());
    entry.holders++;
    if (entry.closing != null) {
      entry.closing.close();
      entry.closing = null;
    }
    return new Lease(key);
  }

  /** Closes every engine; connections still open get a new one at their next question. */
  void closeAll() {
    List<Entry> all;
    synchronized (this) {
      all = List.copyOf(entries.values());
      entries.values().removeIf(e -> e.holders == 0);
    }
    all.forEach(Entry::close);
  }

  // The registry is not locked meanwhile: opening takes a while, and nobody who connects may wait.
  private Engine open(Key key) {
    Entry entry;
    synchronized (this) {
      entry = entries.computeIfAbsent(key, k -> new Entry());
    }
    return entry.open(factory, key.settings());
  }

  private void refresh(Key key) {
    Entry entry;
    synchronized (this) {
      entry = entries.get(key);
    }
    Engine engine = entry == null ? null : entry.engine;
    if (engine != null) {
      engine.refresh();
    }
  }

  private void release(Key key) {
    Entry entry = entries.get(key);
    if (entry == null || --entry.holders > 0) {
      return;
    }
    if (entry.engine == null) {
      entries.remove(key);
    } else {
      entry.closing = delay.after(idleTime, () -> closeIfUnused(key));
    }
  }

  private void closeIfUnused(Key key) {
    Entry unused = null;
    synchronized (this) {
      Entry entry = entries.get(key);
      if (entry != null && entry.holders == 0) {
        entries.remove(key);
        unused = entry;
      }
    }
    if (unused != null) {
      unused.close();
    }
  }

  /** Who holds an engine, guarded by the registry, and the engine, guarded by this. */
  private static final class Entry {
    private int holders;
    private Delay.Scheduled closing;
    private volatile Engine engine;

    synchronized Engine open(EngineFactory factory, Settings settings) {
      if (engine == null) {
        engine = factory.open(settings);
      }
      return engine;
    }

    synchronized void close() {
      if (engine != null) {
        engine.close();
        engine = null;
      }
    }
  }
}
