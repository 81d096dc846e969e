package dev.nl2sql;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Says that a question is to stop, and why. Fired at most once; thread-safe. */
public final class Cancellation {
  private static final Duration FOREVER = Duration.ofDays(365);

  private final AtomicReference<Condition> reason = new AtomicReference<>();
  private final CopyOnWriteArrayList<Runnable> actions = new CopyOnWriteArrayList<>();
  private final long end;

  /** Fires when somebody fires it. */
  public Cancellation() {
    this(FOREVER);
  }

  private Cancellation(Duration time) {
    this.end = System.nanoTime() + time.toNanos();
  }

  /** One that somebody will fire when the time has passed, if not before. */
  public static Cancellation within(Duration time) {
    return new Cancellation(time.compareTo(FOREVER) < 0 ? time : FOREVER);
  }

  /** The time left before it fires; long if nobody set an end. */
  public Duration remaining() {
    return isFired() ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /**
   * Fires; later calls do nothing.
   *
   * @param condition {@link Condition#CANCELLED}, {@link Condition#TIMEOUT} or {@link
   *     Condition#BUDGET_SPENT}
   */
  public void fire(Condition condition) {
    if (reason.compareAndSet(null, condition)) {
      actions.forEach(Runnable::run);
    }
  }

  public boolean isFired() {
    return reason.get() != null;
  }

  /** Why it fired; CANCELLED if it has not. */
  public Condition reason() {
    Condition condition = reason.get();
    return condition == null ? Condition.CANCELLED : condition;
  }

  /** Throws {@link CancellationException} once fired. */
  public void check() {
    if (isFired()) {
      throw new CancellationException(reason().name());
    }
  }

  /**
   * Runs the action when fired, at once if it already is. Close the registration when the stage
   * ends.
   */
  public Registration onFire(Runnable action) {
    actions.add(action);
    if (isFired()) {
      action.run();
    }
    return () -> actions.remove(action);
  }

  /** An action waiting for the signal. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
