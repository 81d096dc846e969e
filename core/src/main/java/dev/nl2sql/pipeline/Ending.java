package dev.nl2sql.pipeline;

import dev.nl2sql.Outcome;
import java.util.Objects;

/**
 * Ends a question before it has rows. Thrown by a stage and caught only by the finish step, so that
 * the pipeline reads straight down.
 */
final class Ending extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  Ending(Outcome outcome) {
    super(outcome.toString(), null, false, false);
    this.outcome = Objects.requireNonNull(outcome);
  }

  Outcome outcome() {
    return outcome;
  }
}
