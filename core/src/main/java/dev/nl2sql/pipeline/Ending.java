package dev.nl2sql.pipeline;

import dev.nl2sql.Outcome;
import dev.nl2sql.generate.FailedAttempt;
import java.util.Objects;
import java.util.Optional;

/**
 * Ends a question before it has rows. Thrown by a stage and caught only by the finish step, so that
 * the pipeline reads straight down; where another attempt may mend it, the attempts look at it
 * before.
 */
final class Ending extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;
  private final transient Optional<FailedAttempt> failure;

  Ending(Outcome outcome) {
    this(outcome, Optional.empty());
  }

  /** An ending that another attempt may mend. */
  Ending(Outcome outcome, FailedAttempt failure) {
    this(outcome, Optional.of(failure));
  }

  private Ending(Outcome outcome, Optional<FailedAttempt> failure) {
    super(outcome.toString(), null, false, false);
    this.outcome = Objects.requireNonNull(outcome);
    this.failure = failure;
  }

  Outcome outcome() {
    return outcome;
  }

  /** What went wrong, if another attempt may mend it. */
  Optional<FailedAttempt> failure() {
    return failure;
  }
}
