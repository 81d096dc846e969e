package dev.nl2sql.jdbc;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps every other call off a physical connection while a question is in its database phase: a
 * call that slipped in would be rolled back with the question.
 *
 * <p>Calls share the gate among themselves, so that the real driver alone decides about their
 * order; a question has it alone. {@code cancel}, {@code abort} and {@code close} do not pass here.
 */
final class ConnectionGate {
  private static final long LOOK_AGAIN_MILLIS = 20;

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

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
    lock.readLock().lock();
  }

  /** Ends a call that is passed on. */
  void leave() {
    lock.readLock().unlock();
  }

  /**
   * Begins the database phase of a question; waits for calls under way, but no longer than until
   * the question is cancelled.
   *
   * @throws CancellationException if the question was cancelled
   * @throws SQLException if this thread is itself inside a call of this connection
   */
  void enterAlone(Cancellation cancellation) throws SQLException {
    if (lock.getReadHoldCount() > 0) {
      throw Conditions.exception(
          Condition.MISPLACED,
          "a question cannot be asked from within a call on its own connection");
    }
    try {
      do {
        cancellation.check();
      } while (!lock.writeLock().tryLock(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.fire(Condition.CANCELLED);
      throw new CancellationException("interrupted");
    }
  }

  /** Ends the database phase. */
  void leaveAlone() {
    lock.writeLock().unlock();
  }
}
