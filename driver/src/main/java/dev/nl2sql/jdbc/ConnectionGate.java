package dev.nl2sql.jdbc;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps every other call off a physical connection while a question is in its database phase: a
 * call that slipped in would be rolled back with the question.
 *
 * <p>Calls share the gate among themselves, so that the real driver alone decides about their
 * order; a question has it alone. {@code cancel}, {@code abort} and {@code close} do not pass here.
 *
 * <p>Nearly all connections are used by one thread at a time, so the first call inside only leaves
 * its thread's id, which costs one atomic step; calls beside it share a lock. A question takes the
 * lock, closes the gate and waits until the id is gone.
 */
final class ConnectionGate {
  private static final long LOOK_AGAIN_MILLIS = 20;
  private static final long LOOK_AGAIN_NANOS = 50_000;
  private static final long NOBODY = 0;

  /** The thread whose call came first. */
  private final AtomicLong first = new AtomicLong(NOBODY);

  /** Calls of the first thread within its call. Read and written by that thread only. */
  private int within;

  /** Shared by the calls beside the first one, held alone by a question. */
  private final ReentrantReadWriteLock beside = new ReentrantReadWriteLock();

  private volatile boolean closed;
  private volatile boolean broken;

  /** Says that a statement of ours never ended; the connection is of no more use. */
  void markBroken() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }

  /** Begins a call that is passed on; waits while a question is in its phase. */
  void enter() {
    if (first.compareAndSet(NOBODY, own())) {
      if (!closed) {
        return;
      }
      first.set(NOBODY);
    }
    enterBeside();
  }

  private void enterBeside() {
    if (first.get() == own()) {
      within++;
    } else {
      beside.readLock().lock();
    }
  }

  /** Ends a call that is passed on. */
  void leave() {
    if (beside.getReadLockCount() > 0 && beside.getReadHoldCount() > 0) {
      beside.readLock().unlock();
    } else if (within > 0) {
      within--;
    } else {
      first.setRelease(NOBODY);
    }
  }

  /**
   * Begins the database phase of a question; waits for calls under way, but no longer than until
   * the question is cancelled.
   *
   * @throws CancellationException if the question was cancelled
   * @throws SQLException if this thread is itself inside a call of this connection
   */
  void enterAlone(Cancellation cancellation) throws SQLException {
    if (first.get() == own() || beside.getReadHoldCount() > 0) {
      throw Conditions.exception(
          Condition.MISPLACED,
          "a question cannot be asked from within a call on its own connection");
    }
    try {
      do {
        cancellation.check();
      } while (!closes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.fire(Condition.CANCELLED);
      throw new CancellationException("interrupted");
    }
  }

  /** Whether the gate could be closed with nobody inside; waits for it a little. */
  private boolean closes() throws InterruptedException {
    if (!beside.writeLock().tryLock(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
      return false;
    }
    closed = true;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS);
    while (first.get() != NOBODY) {
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        leaveAlone();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        return false;
      }
      LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
    }
    return true;
  }

  /** Ends the database phase. */
  void leaveAlone() {
    closed = false;
    beside.writeLock().unlock();
  }

  @SuppressWarnings("deprecation") // in later Java, for a thread may answer what it likes
  private static long own() {
    return Thread.currentThread().getId();
  }
}
