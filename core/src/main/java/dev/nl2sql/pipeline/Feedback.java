package dev.nl2sql.pipeline;

import java.util.Objects;
import java.util.Optional;

/**
 * What a user says of an answer.
 *
 * @param id the history id of the question
 * @param verdict whether it was right
 * @param sql the right statement, if one was given with {@code BAD}
 */
public record Feedback(String id, Verdict verdict, Optional<String> sql) {

  /** Whether an answer was right. */
  public enum Verdict {
    GOOD,
    BAD
  }

  public Feedback {
    Objects.requireNonNull(id);
    Objects.requireNonNull(verdict);
    Objects.requireNonNull(sql);
  }
}
