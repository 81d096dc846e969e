package dev.nl2sql.jdbc;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.Settings;
import dev.nl2sql.pipeline.Engine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One engine for connections of equal URL, user and settings, opened at the first question and
 * closed some time after the last connection. Thread-safe.
 */
final class EngineRegistry {
  private static final long LOOK_AGAIN_MILLIS = 20;

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

    /**
     * The engine, opened now if no connection asked a question before.
     *
     * @param cancellation ends the wait for somebody else who is opening it
     */
    Engine engine(Cancellation cancellation) {
      return open(key, cancellation);
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
    Entry entry = entry(key);
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

  private Entry entry(Key key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      entry = new Entry();
      entries.put(key, entry);
    }
    return entry;
  }

  // The registry is not locked meanwhile: opening takes a while, and nobody who connects may wait.
  private Engine open(Key key, Cancellation cancellation) {
    Entry entry;
    synchronized (this) {
      entry = entry(key);
    }
    return entry.open(factory, key.settings(), cancellation);
  }

  private void refresh(Key key) {
    Entry entry;
    synchronized (this) {
      entry = entries.get(key);
    }
    if (entry != null) {
      entry.refreshIfOpen();
    }
  }

  private void release(Key key) {
    Entry entry = entries.get(key);
    if (entry == null || --entry.holders > 0) {
      return;
    }
    if (!entry.isOpen()) {
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

  /**
   * Who holds an engine, guarded by the registry, and the engine. Whoever comes first opens it,
   * with no lock held: a model's client may be slow to load.
   */
  private static final class Entry {
    private int holders;
    private Delay.Scheduled closing;
    private final AtomicReference<CompletableFuture<Engine>> engine = new AtomicReference<>();

    Engine open(EngineFactory factory, Settings settings, Cancellation cancellation) {
      CompletableFuture<Engine> mine = new CompletableFuture<>();
      CompletableFuture<Engine> first = engine.compareAndExchange(null, mine);
      if (first != null) {
        return await(first, cancellation);
      }
      try {
        mine.complete(factory.open(ConfigFile.complete(settings)));
      } catch (RuntimeException | Error e) {
        // the next question tries again
        engine.compareAndSet(mine, null);
        mine.completeExceptionally(e);
        throw e;
      }
      return mine.join();
    }

    /** Waits for somebody else's opening, but no longer than until the question is cancelled. */
    private static Engine await(CompletableFuture<Engine> opening, Cancellation cancellation) {
      while (true) {
        cancellation.check();
        try {
          return opening.get(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          // look again whether the question was cancelled
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          cancellation.fire(Condition.CANCELLED);
        } catch (ExecutionException e) {
          throw unchecked(e.getCause());
        }
      }
    }

    private static RuntimeException unchecked(Throwable cause) {
      if (cause instanceof Error error) {
        throw error;
      }
      return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    boolean isOpen() {
      return engine.get() != null;
    }

    void refreshIfOpen() {
      CompletableFuture<Engine> opened = engine.get();
      if (opened != null && opened.isDone() && !opened.isCompletedExceptionally()) {
        opened.join().refresh();
      }
    }

    /** Closes the engine; one that is still being opened is closed as soon as it is open. */
    void close() {
      CompletableFuture<Engine> opened = engine.getAndSet(null);
      if (opened != null) {
        // what comes of an opening that fails is told to who waits for it
        CompletableFuture<Void> unused = opened.thenAccept(Engine::close);
      }
    }
  }
}
