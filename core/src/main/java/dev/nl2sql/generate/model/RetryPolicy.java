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
    Duration bounded = own.compareTo(longest) < 0 ? own : longest;
    Duration wait = bounded.plus(randomPart());
    Duration asked = fault.retryAfter().orElse(Duration.ZERO);
    Duration all = asked.compareTo(wait) > 0 ? asked : wait;
    return all.compareTo(remaining) < 0 ? Optional.of(all) : Optional.empty();
  }

  private Duration randomPart() {
    return jitter.isZero()
        ? Duration.ZERO
        : Duration.ofNanos(ThreadLocalRandom.current().nextLong(jitter.toNanos() + 1));
  }
}
