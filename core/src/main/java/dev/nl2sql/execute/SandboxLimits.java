package dev.nl2sql.execute;

import java.time.Duration;
import java.util.Objects;

/**
 * What a statement may use.
 *
 * @param maximumRows rows shown at most
 * @param maximumBytes bytes held in memory at most, as far as they can be told before reading
 * @param timeout time in the database at most
 * @param strict whether to refuse where nothing beyond the guard keeps the statement read-only
 */
public record SandboxLimits(long maximumRows, long maximumBytes, Duration timeout, boolean strict) {
  public SandboxLimits {
    Objects.requireNonNull(timeout);
    if (maximumRows < 0 || maximumBytes < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }
}
