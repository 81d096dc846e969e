package dev.nl2sql.generate.model;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a fault that may pass is tried again: waits that double, with a random part, and never less
 * than the provider asks for.
 *
 * @param retries tries after the first
 * @param base the first wait
 * @param longest no wait of our own is longer
 * @param jitter the random part, at most
 */
record RetryPolicy(int retries, Duration base, Duration longest, Duration jitter) {
  private static final int LARGEST_SHIFT = 20;

  static RetryPolicy of(Settings settings) {
    return new RetryPolicy(
        settings.count(Setting.MAX_ATTEMPTS),
        settings.duration(Setting.RETRY_BASE_DELAY).orElseThrow(),
        settings.duration(Setting.RETRY_MAX_DELAY).orElseThrow(),
        settings.duration(Setting.RETRY_JITTER).orElseThrow());
  }

  /**
   * How long to wait before the next try; empty if there must be none.
   *
   * @param tries how many were made
   * @param remaining the time left to the question
   */
  Optional<Duration> waitAfter(ModelFault fault, int tries, Duration remaining) {
    if (!fault.isTransient() || tries > retries) {
      return Optional.empty();
    }
    Duration own = base.multipliedBy(1L << Math.min(tries - 1, LARGEST_SHIFT));
    Duration bounded = shorter(own, longest);
    Duration asked = fault.retryAfter().orElse(Duration.ZERO);
    Duration least = asked.compareTo(bounded) > 0 ? asked : bounded;
    if (least.compareTo(remaining) >= 0) {
      return Optional.empty();
    }
    // Those who are sent away together do not come back together, and not too late either.
    Duration spread = shorter(jitter, remaining.minus(least).minusNanos(1));
    return Optional.of(least.plus(randomPart(spread)));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration randomPart(Duration most) {
    return most.isZero()
        ? Duration.ZERO
        : Duration.ofNanos(ThreadLocalRandom.current().nextLong(most.toNanos() + 1));
  }
}
