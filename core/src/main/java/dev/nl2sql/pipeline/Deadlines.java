package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends translations that take too long. Owns one daemon thread, started at a deadline and gone some
 * seconds after the last, for a thread holds what was on the stack of whoever started it.
 */
final class Deadlines implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "nl2sql-deadlines");
            thread.setDaemon(true);
            thread.setContextClassLoader(Deadlines.class.getClassLoader());
            return thread;
          });

  Deadlines() {
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  /** A signal that fires when the caller's does, or after the time given with BUDGET_SPENT. */
  Deadline within(Duration time, Cancellation caller) {
    Cancellation own = Cancellation.within(time);
    Cancellation.Registration link = caller.onFire(() -> own.fire(caller.reason()));
    ScheduledFuture<?> timer =
        executor.schedule(
            () -> own.fire(Condition.BUDGET_SPENT), time.toMillis(), TimeUnit.MILLISECONDS);
    return new Deadline(own, link, timer);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  /** A running deadline; close it when the work is done. */
  record Deadline(
      Cancellation cancellation, Cancellation.Registration link, ScheduledFuture<?> timer)
      implements AutoCloseable {
    @Override
    public void close() {
      link.close();
      timer.cancel(false);
    }
  }
}
