package dev.nl2sql.execute;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Ends statements that take too long or whose caller gave up. A statement runs on a thread of ours,
 * so that the caller gets away even if the engine does not listen.
 */
final class Watchdog {
  private static final long GRACE_MILLIS = 2_000;

  /** Query cancelled (ISO 9075 class 57, used by PostgreSQL and H2), timeout expired (ODBC). */
  private static final Set<String> ENDED_BY_ENGINE = Set.of("57014", "HYT00");

  private static final long POLL_MILLIS = 50;
  private static final long AGAIN_MILLIS = 250;
  private static final long IDLE_SECONDS = 10;
  private static final ThreadFactory DAEMONS =
      task -> {
        Thread thread = new Thread(task, "nl2sql-sandbox");
        thread.setDaemon(true);
        thread.setContextClassLoader(Watchdog.class.getClassLoader());
        return thread;
      };
  private final ExecutorService workers = Executors.newCachedThreadPool(DAEMONS);
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, DAEMONS);

  Watchdog() {
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  /** Work that talks to the database. */
  interface Work<T> {
    T run() throws SQLException;
  }

  Watch watch(Duration timeout, Cancellation cancellation) {
    return new Watch(timeout, cancellation);
  }

  void close() {
    workers.shutdown();
    timer.shutdown();
  }

  /** The watch over one question. */
  final class Watch {
    private final Duration timeout;
    private final Cancellation cancellation;
    private final AtomicReference<Statement> running = new AtomicReference<>();
    private final AtomicReference<Condition> stopped = new AtomicReference<>();
    private final AtomicLong stoppedAt = new AtomicLong();
    private final AtomicLong cancelledAt = new AtomicLong();

    private Watch(Duration timeout, Cancellation cancellation) {
      this.timeout = timeout;
      this.cancellation = cancellation;
    }

    /**
     * Runs all of the work, at most until the limit and a grace period have passed.
     *
     * @param late frees what the work gives after nobody waits for it any more
     */
    <T> T guard(Work<T> work, Consumer<T> late) throws SQLException {
      ScheduledFuture<?> alarm =
          timer.schedule(
              () -> stop(Condition.BUDGET_SPENT), timeout.toMillis(), TimeUnit.MILLISECONDS);
      try (Cancellation.Registration registration =
          cancellation.onFire(() -> stopSoon(cancellation.reason()))) {
        CompletableFuture<T> result = new CompletableFuture<>();
        workers.execute(() -> deliver(work, result, late));
        return await(result);
      } finally {
        alarm.cancel(false);
      }
    }

    /** Whoever gives up waiting leaves what comes then to the one who brings it. */
    private <T> void deliver(Work<T> work, CompletableFuture<T> result, Consumer<T> late) {
      T done;
      try {
        done = work.run();
      } catch (SQLException | RuntimeException | Error e) {
        result.completeExceptionally(e);
        return;
      }
      if (!result.complete(done)) {
        late.accept(done);
      }
    }

    /** Runs one statement, which may be cancelled meanwhile. */
    <T> T during(Statement statement, Work<T> work) throws SQLException {
      running.set(statement);
      try {
        if (stopped.get() != null) {
          throw new SQLException("the statement was ended before it began");
        }
        T result = work.run();
        if (stopped.get() != null) {
          // Some engines answer a statement that was cancelled with a row instead of an error.
          throw new SQLException("the statement was ended while it ran");
        }
        return result;
      } finally {
        running.set(null);
      }
    }

    // The thread that fires a cancellation must not wait for the network.
    private void stopSoon(Condition reason) {
      timer.execute(() -> stop(reason));
    }

    private void stop(Condition reason) {
      if (stopped.compareAndSet(null, reason)) {
        stoppedAt.set(System.nanoTime());
      }
      cancelledAt.set(System.nanoTime());
      Statement statement = running.get();
      if (statement != null) {
        workers.execute(() -> cancel(statement));
      }
    }

    private void cancel(Statement statement) {
      try {
        statement.cancel();
      } catch (SQLException ignored) {
        // The grace period ends the wait if the statement does not.
        stopped.compareAndSet(null, Condition.CANCELLED);
      }
    }

    private <T> T await(CompletableFuture<T> result) throws SQLException {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return result.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
          } catch (TimeoutException e) {
            giveUpAfterGrace(result);
          } catch (InterruptedException e) {
            interrupted = true;
            stopSoon(Condition.CANCELLED);
          }
        }
      } catch (ExecutionException e) {
        throw translated(e.getCause());
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /** Gives up, unless the result comes at this very moment: then the wait goes on and ends. */
    private void giveUpAfterGrace(CompletableFuture<?> result) throws ConnectionBrokenException {
      Condition reason = stopped.get();
      long since = millisSince(stoppedAt);
      if (reason != null && stoppedAt.get() != 0 && since > GRACE_MILLIS) {
        ConnectionBrokenException broken =
            new ConnectionBrokenException(
                "the database did not end the statement within 2 s; the connection is not usable",
                reason);
        if (result.completeExceptionally(broken)) {
          throw broken;
        }
        return;
      }
      // A cancel that came just before the statement reached the engine is lost: send it again.
      if (reason != null && millisSince(cancelledAt) > AGAIN_MILLIS) {
        stop(reason);
      }
    }

    private long millisSince(AtomicLong moment) {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - moment.get());
    }

    /** The engine keeps the same limit, and may be the first to see that it is over. */
    private static boolean isTimeout(Throwable cause) {
      return cause instanceof SQLException sql
          && sql.getSQLState() != null
          && ENDED_BY_ENGINE.contains(sql.getSQLState());
    }

    private SQLException translated(Throwable cause) {
      Condition reason = stopped.get();
      boolean own = cause instanceof BudgetSpentException;
      boolean outOfTime = reason == Condition.BUDGET_SPENT || reason == null && isTimeout(cause);
      if (outOfTime && !own) {
        return new BudgetSpentException(
            "the statement took longer than " + timeout.toMillis() + " ms", cause);
      }
      if (reason != null && !own) {
        return new StatementCancelledException(reason, cause);
      }
      if (cause instanceof SQLException sql) {
        return sql;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw cause instanceof RuntimeException unchecked
          ? unchecked
          : new IllegalStateException(cause);
    }
  }
}
