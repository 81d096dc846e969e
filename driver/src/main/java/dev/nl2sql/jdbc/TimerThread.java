package dev.nl2sql.jdbc;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread, started when first needed and gone when idle. Thread-safe. */
final class TimerThread implements Delay {
  private static final long IDLE_SECONDS = 10;

  private ScheduledThreadPoolExecutor executor;

  @Override
  public synchronized Scheduled after(Duration time, Runnable action) {
    if (executor == null) {
      executor = new ScheduledThreadPoolExecutor(1, TimerThread::thread);
      executor.setRemoveOnCancelPolicy(true);
      executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      executor.allowCoreThreadTimeOut(true);
    }
    ScheduledFuture<?> future = executor.schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public synchronized void stop() {
    if (executor != null) {
      executor.shutdownNow();
      executor = null;
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "nl2sql-timer");
    thread.setDaemon(true);
    thread.setContextClassLoader(TimerThread.class.getClassLoader());
    return thread;
  }
}
