package dev.nl2sql.generate.model;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Settings;
import java.time.Duration;
import java.util.Optional;

/**
 * What happens between two tries of one call.
 *
 * @param policy whether there is another, and after how long
 * @param pause how the time is spent
 */
record Retries(RetryPolicy policy, Pause pause) {

  /** Waits. */
  @FunctionalInterface
  interface Pause {
    /**
     * @throws java.util.concurrent.CancellationException once the cancellation fires
     */
    void of(Duration time, Cancellation cancellation);
  }

  static Retries of(Settings settings) {
    return new Retries(RetryPolicy.of(settings), Workers::pause);
  }

  /**
   * Waits until the next try, if there is one.
   *
   * @param tries how many were made
   * @return whether there is one
   * @throws java.util.concurrent.CancellationException once the cancellation has fired: whoever
   *     cancels while a fault comes in is not told of the fault
   */
  boolean waitAfter(ModelFault fault, int tries, Cancellation cancellation) {
    cancellation.check();
    Optional<Duration> wait = policy.waitAfter(fault, tries, cancellation.remaining());
    wait.ifPresent(time -> pause.of(time, cancellation));
    return wait.isPresent();
  }
}
