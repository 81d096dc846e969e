package dev.nl2sql.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.Cancellation;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Question;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.WithoutMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an engine remembers: questions of the past, pairs of questions and statements. The store is
 * opened at the first question; history and successes are written by a thread of its own, what a
 * user says about an answer before the call returns. A store that fails is replaced by memory; only
 * a wrong setting is an error. Thread-safe.
 */
public final class Memory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Memory.class);
  private static final Duration LONGEST_BETWEEN_DROPS = Duration.ofHours(1);
  private static final Duration FRESH = Duration.ofSeconds(30);
  private static final int MOST_WAITING = 10_000;
  private static final int AT_ONCE = 200;

  /**
   * The last questions go on to the memory that replaces a store, so that one can speak of them.
   */
  private static final int MOST_RECENT = 200;

  private static final int MOST_PAIRS = 2_000;
  private static final int MOST_SHOWN = 1_000;
  private static final int MOST_OWNERS = 100;
  private static final long IDLE_SECONDS = 10;
  private static final long OPENING_SECONDS = 10;
  private static final long ANSWERING_SECONDS = 10;
  private static final long DRAINING_SECONDS = 5;
  private static final long POLL_MILLIS = 20;

  private final Settings settings;
  private final StoreConnections connections;
  private final Duration kept;
  private final AtomicReference<Optional<Long>> dropped = new AtomicReference<>(Optional.empty());
  private final ThreadPoolExecutor writer;
  private final BlockingQueue<HistoryEntry> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final BlockingQueue<HistoryEntry> recent = new ArrayBlockingQueue<>(MOST_RECENT);
  private final Cache<Owner, Known> known =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(MOST_OWNERS).build();
  private FutureTask<Stores.Opened> opening;
  private volatile Optional<Stores.Opened> replaced = Optional.empty();

  /** Pairs of an owner as they were read. */
  private record Known(List<Pair> pairs, Map<String, Pair> verdicts, long readAtNanos) {
    static Known of(Owner owner, List<Pair> pairs) {
      Map<String, Pair> verdicts = new HashMap<>();
      for (Pair pair : pairs) {
        if (pair.kind() != Pair.Kind.REMEMBERED) {
          String key = QuestionKey.of(pair.question(), pair.choices());
          if (pair.owner().equals(owner)) {
            verdicts.putIfAbsent(own(key), pair);
          }
          if (pair.shared() && pair.kind().answers()) {
            verdicts.putIfAbsent(shared(key), pair);
          }
        }
      }
      return new Known(pairs, Map.copyOf(verdicts), System.nanoTime());
    }

    boolean isFresh() {
      return System.nanoTime() - readAtNanos < FRESH.toNanos();
    }
  }

  /** Work that writes. */
  @FunctionalInterface
  private interface Writing {
    void to(MemoryStore store) throws SQLException;
  }

  /**
   * A memory whose store is not open yet.
   *
   * @param settings the settings of the engine
   */
  public Memory(Settings settings, StoreConnections connections) {
    this.settings = settings;
    this.connections = connections;
    this.kept = settings.duration(Setting.STORE_RETENTION).orElseThrow();
    this.writer =
        new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Memory::thread);
    writer.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "nl2sql-memory");
    thread.setDaemon(true);
    thread.setContextClassLoader(Memory.class.getClassLoader());
    return thread;
  }

  /** Begins to open the store, if that has not begun; returns at once. */
  public synchronized void begin() {
    if (opening == null) {
      opening = new FutureTask<>(() -> Stores.open(settings, connections));
      if (Stores.opensAtOnce(settings)) {
        opening.run();
      } else if (writer.isShutdown()) {
        replace("the store is closed", Optional.empty());
      } else {
        writer.execute(opening);
        later(this::dropOld);
      }
    }
  }

  /**
   * Waits until the store is open.
   *
   * @return why it is not the one wished for, if so
   * @throws ConfigurationException if the setting is wrong
   */
  public Optional<String> ready(Cancellation cancellation) {
    begin();
    return inTurn(this::degraded, this::degraded, cancellation);
  }

  /**
   * Why the store is not the one wished for, if so.
   *
   * @throws ConfigurationException if the setting is wrong
   */
  public Optional<String> degraded() {
    return opened().degraded();
  }

  /** What the store is, for people. */
  public String description() {
    return opened().store().description();
  }

  private Stores.Opened opened() {
    if (replaced.isPresent()) {
      return replaced.get();
    }
    begin();
    try {
      return opening().get(OPENING_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ConfigurationException wrong) {
        throw wrong;
      }
      return replace("the store cannot be opened", Optional.of(e.getCause()));
    } catch (TimeoutException e) {
      return replace("the store did not open within " + OPENING_SECONDS + " s", Optional.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while the store was opened");
    }
  }

  private synchronized Future<Stores.Opened> opening() {
    return opening;
  }

  /** From now on memory serves instead. */
  private synchronized Stores.Opened replace(String reason, Optional<Throwable> failure) {
    if (replaced.isEmpty()) {
      failure.ifPresentOrElse(
          f -> LOG.warn("{}; memory serves instead", reason, WithoutMessage.of(f)),
          () -> LOG.warn("{}; memory serves instead", reason));
      InMemoryStore memory = new InMemoryStore();
      memory.add(List.copyOf(recent));
      replaced =
          Optional.of(
              new Stores.Opened(
                  memory, Optional.of(reason + "; what is learned now is kept in memory only")));
      known.invalidateAll();
    }
    return replaced.get();
  }

  /** Writes to the store, and to the memory that replaces it if it fails. */
  private void write(Writing work) {
    Stores.Opened target;
    try {
      target = opened();
    } catch (ConfigurationException e) {
      return; // the question itself says so
    }
    try {
      work.to(target.store());
    } catch (SQLException e) {
      try {
        work.to(replace(failed(target, e), Optional.of(e)).store());
      } catch (SQLException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  /** Keeps a question of the past, soon. Never fails and never waits. */
  public void record(HistoryEntry entry) {
    if (isMemory()) {
      write(store -> store.add(List.of(entry)));
      dropOld();
    } else if (waiting.offer(entry)) {
      while (!recent.offer(entry)) {
        recent.poll();
      }
      later(this::writeWaiting);
    } else {
      LOG.warn("history is written more slowly than questions come: a question is left out");
    }
  }

  private boolean isMemory() {
    return Stores.opensAtOnce(settings) || replaced.isPresent();
  }

  private void writeWaiting() {
    List<HistoryEntry> batch = new ArrayList<>();
    waiting.drainTo(batch, AT_ONCE);
    if (!batch.isEmpty()) {
      write(store -> store.add(batch));
    }
    dropOld();
  }

  /** Drops what is kept for too long, now and then: an engine may live for months. */
  private void dropOld() {
    long now = System.nanoTime();
    Duration half = kept.dividedBy(2);
    Duration pause = half.compareTo(LONGEST_BETWEEN_DROPS) < 0 ? half : LONGEST_BETWEEN_DROPS;
    Optional<Long> last = dropped.get();
    boolean isTime = last.map(then -> now - then >= pause.toNanos()).orElse(true);
    if (isTime && dropped.compareAndSet(last, Optional.of(now))) {
      write(store -> store.dropBefore(Instant.now().minus(kept)));
    }
  }

  /** Keeps a success, soon. Never fails and never waits. */
  public void remember(Pair pair) {
    if (isMemory()) {
      put(pair);
    } else {
      later(() -> put(pair));
    }
  }

  private void put(Pair pair) {
    write(store -> store.put(List.of(pair)));
    known.invalidate(pair.owner());
  }

  private void later(Runnable work) {
    try {
      writer.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("the engine is closed: nothing more is remembered", e);
    }
  }

  /**
   * Keeps what a user says of an answer; it is kept when the call returns.
   *
   * @return why it is kept in memory only, if it is
   */
  public Optional<String> keep(Pair verdict, Cancellation cancellation) {
    inTurn(
        () -> {
          write(
              store -> {
                store.put(List.of(verdict));
                if (!verdict.kind().answers() || verdict.kind() == Pair.Kind.CORRECTED) {
                  store.forgetRemembered(verdict);
                }
              });
          return true;
        },
        () -> {
          write(store -> store.put(List.of(verdict)));
          return true;
        },
        cancellation);
    known.invalidateAll();
    return degraded();
  }

  /** The owner's last questions, newest first, those just asked included. */
  public List<HistoryEntry> history(Owner owner, Cancellation cancellation) {
    return read(store -> store.history(owner, MOST_SHOWN), cancellation);
  }

  /** One of the owner's questions. */
  public Optional<HistoryEntry> entry(Owner owner, String id, Cancellation cancellation) {
    return read(store -> store.entry(owner, id), cancellation);
  }

  /** Work that reads. */
  @FunctionalInterface
  private interface Reading<T> {
    T from(MemoryStore store) throws SQLException;
  }

  private <T> T read(Reading<T> work, Cancellation cancellation) {
    Callable<T> reading = () -> readNow(work);
    return inTurn(reading, reading, cancellation);
  }

  private <T> T readNow(Reading<T> work) {
    Stores.Opened source = opened();
    try {
      return work.from(source.store());
    } catch (SQLException e) {
      try {
        return work.from(replace(failed(source, e), Optional.of(e)).store());
      } catch (SQLException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private static String failed(Stores.Opened store, SQLException e) {
    return "the store %s failed (SQLState %s)"
        .formatted(store.store().description(), e.getSQLState());
  }

  /**
   * Work after all that was to be written before, on the thread that writes: the caller can give up
   * and a store that hangs hurts once.
   *
   * @param instead what is done when the store has not answered in time and memory serves instead
   */
  private <T> T inTurn(Callable<T> work, Callable<T> instead, Cancellation cancellation) {
    try {
      if (isMemory()) {
        return work.call();
      }
      Future<T> result = writer.submit(work);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWERING_SECONDS);
      while (System.nanoTime() < end) {
        cancellation.check();
        try {
          return result.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          continue;
        }
      }
      result.cancel(true);
      replace("the store did not answer within " + ANSWERING_SECONDS + " s", Optional.empty());
      return instead.call();
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while the store was read");
    } catch (Exception e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }

  /**
   * The owner's pairs, newest first.
   *
   * @param sharing whether pairs that others share are among them
   */
  public List<Pair> pairs(Owner owner, boolean sharing, Cancellation cancellation) {
    return known(owner, cancellation).pairs().stream()
        .filter(p -> sharing || p.owner().equals(owner))
        .toList();
  }

  /**
   * What was said last about the same question, if anything that still holds on the day. The
   * owner's own word comes first.
   */
  public Optional<Pair> verdict(
      Owner owner, boolean sharing, Question question, LocalDate today, Cancellation cancellation) {
    String key = QuestionKey.of(question.text(), question.choices());
    Map<String, Pair> verdicts = known(owner, cancellation).verdicts();
    return Optional.ofNullable(verdicts.get(own(key)))
        .or(() -> sharing ? Optional.ofNullable(verdicts.get(shared(key))) : Optional.empty())
        .filter(p -> p.asOf().isEmpty() || p.asOf().get().equals(today));
  }

  /** What is known of an owner; another process may have added to it a moment ago. */
  private Known known(Owner owner, Cancellation cancellation) {
    Known pairs = known.getIfPresent(owner);
    if (pairs == null) {
      List<Pair> read = read(store -> store.pairs(owner, MOST_PAIRS), cancellation);
      pairs = Known.of(owner, read);
      known.put(owner, pairs);
    } else if (!isMemory() && !pairs.isFresh()) {
      known.put(owner, new Known(pairs.pairs(), pairs.verdicts(), System.nanoTime()));
      later(() -> known.put(owner, Known.of(owner, readNow(s -> s.pairs(owner, MOST_PAIRS)))));
    }
    return pairs;
  }

  private static String own(String key) {
    return "own " + key;
  }

  private static String shared(String key) {
    return "shared " + key;
  }

  /** Whether two questions are the same one to the memory. */
  public static boolean isSame(Question question, Question other) {
    return QuestionKey.of(question.text(), question.choices())
        .equals(QuestionKey.of(other.text(), other.choices()));
  }

  /** Writes what waits, for a bounded time, and frees the store. Idempotent. */
  @Override
  public void close() {
    later(this::writeWaiting);
    writer.shutdown();
    try {
      if (!writer.awaitTermination(DRAINING_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the store is slow: what was not written yet is lost");
        writer.shutdownNow();
      }
    } catch (InterruptedException e) {
      writer.shutdownNow();
      Thread.currentThread().interrupt();
    }
    closeStore();
  }

  private void closeStore() {
    Future<Stores.Opened> begun = opening();
    if (begun != null && begun.isDone()) {
      try {
        begun.get().store().close();
      } catch (ExecutionException e) {
        LOG.debug("there was no store", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
