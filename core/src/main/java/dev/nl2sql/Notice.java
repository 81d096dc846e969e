package dev.nl2sql;

import java.util.Objects;
import java.util.Optional;

/**
 * Something said beside an answer; the driver makes a warning of it.
 *
 * @param condition a warning condition
 * @param message a sentence that stands on its own, without the {@code nl2sql:} tag
 * @param clarification the alternatives, for {@link Condition#CLARIFICATION}
 */
public record Notice(Condition condition, String message, Optional<Clarification> clarification) {
  public Notice {
    Objects.requireNonNull(condition);
    Objects.requireNonNull(message);
    Objects.requireNonNull(clarification);
    if (!condition.isWarning()) {
      throw new IllegalArgumentException(condition + " is not a warning");
    }
  }

  public Notice(Condition condition, String message) {
    this(condition, message, Optional.empty());
  }
}
