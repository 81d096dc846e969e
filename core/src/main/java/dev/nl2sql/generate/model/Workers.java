package dev.nl2sql.generate.model;

import dev.nl2sql.Cancellation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs calls of a model on threads of their own, so that whoever waits can leave at any time,
 * whatever the call does. Calls that do not find a thread wait in order. Idle threads end after a
 * second.
 */
final class Workers implements AutoCloseable {
  private static final int MOST_CALLS = 32;
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final ThreadPoolExecutor calls =
      new ThreadPoolExecutor(
          MOST_CALLS,
          MOST_CALLS,
          IDLE.toMillis(),
          TimeUnit.MILLISECONDS,
          new LinkedBlockingQueue<>(),
          named("nl2sql-model-"));

  /** For the HTTP client; its tasks are short. */
  private final ThreadPoolExecutor transfers =
      new ThreadPoolExecutor(
          0,
          MOST_CALLS * 2,
          IDLE.toMillis(),
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          named("nl2sql-model-http-"),
          new ThreadPoolExecutor.CallerRunsPolicy());

  private final Runnable atTheEnd;

  Workers() {
    this(() -> {});
  }

  /**
   * @param atTheEnd is done once they are closed
   */
  Workers(Runnable atTheEnd) {
    this.atTheEnd = atTheEnd;
    calls.allowCoreThreadTimeOut(true);
  }

  ExecutorService transfers() {
    return transfers;
  }

  /**
   * Runs a call and waits for it, for as long as given.
   *
   * @throws CancellationException once the cancellation has fired; the call is interrupted
   * @throws TimeoutException when the time has passed; the call is interrupted
   */
  @SuppressWarnings("try") // the registration only has to be closed
  <T> T within(Duration time, Cancellation cancellation, Callable<T> call)
      throws TimeoutException, ExecutionException {
    cancellation.check();
    Future<T> running = submit(call);
    try (Cancellation.Registration link = cancellation.onFire(() -> running.cancel(true))) {
      return running.get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } finally {
      running.cancel(true);
    }
  }

  /** Starts a call; whoever starts it ends it. */
  <T> Future<T> submit(Callable<T> call) {
    try {
      return calls.submit(call);
    } catch (RejectedExecutionException e) {
      throw new CancellationException("closed");
    }
  }

  /** Waits, unless the cancellation fires. */
  @SuppressWarnings("try") // the registration only has to be closed
  static void pause(Duration time, Cancellation cancellation) {
    Thread waiting = Thread.currentThread();
    Object signal = new Object();
    long end = System.nanoTime() + time.toNanos();
    try (Cancellation.Registration link =
        cancellation.onFire(
            () -> {
              synchronized (signal) {
                signal.notifyAll();
              }
            })) {
      synchronized (signal) {
        Optional<Long> left = left(end, cancellation);
        while (left.isPresent()) {
          TimeUnit.NANOSECONDS.timedWait(signal, left.get());
          left = left(end, cancellation);
        }
      }
    } catch (InterruptedException e) {
      waiting.interrupt();
      throw new CancellationException("interrupted");
    }
    cancellation.check();
  }

  private static Optional<Long> left(long end, Cancellation cancellation) {
    long nanos = end - System.nanoTime();
    return nanos <= 0 || cancellation.isFired() ? Optional.empty() : Optional.of(nanos);
  }

  private static ThreadFactory named(String prefix) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, prefix + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void close() {
    calls.shutdownNow();
    transfers.shutdownNow();
    atTheEnd.run();
  }
}
