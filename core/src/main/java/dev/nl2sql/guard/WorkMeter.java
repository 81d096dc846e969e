package dev.nl2sql.guard;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Callable;

/**
 * Measures the processor time of one task while it runs on another thread. Where the virtual
 * machine does not tell processor times, the time since the task began counts instead.
 */
final class WorkMeter {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean TELLS_TIMES =
      THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
  private static final long NOT_RUNNING = -1;

  private volatile long thread = NOT_RUNNING;
  private volatile long start;

  /** Runs the task on the thread that calls. */
  <T> T during(Callable<T> task) throws Exception {
    long self = Thread.currentThread().getId();
    start = nanosOf(self);
    thread = self;
    try {
      return task.call();
    } finally {
      thread = NOT_RUNNING;
    }
  }

  /** Nanoseconds the task has worked so far; zero before it begins and after it ended. */
  long workNanos() {
    long measured = thread;
    return measured == NOT_RUNNING ? 0 : Math.max(0, nanosOf(measured) - start);
  }

  private static long nanosOf(long thread) {
    return TELLS_TIMES ? THREADS.getThreadCpuTime(thread) : System.nanoTime();
  }
}
