package dev.nl2sql;

import java.util.Objects;

/**
 * Something the question left open and the answer decided.
 *
 * @param kind what was decided
 * @param text a sentence for people; a period names its dates and zone
 */
public record Assumption(Kind kind, String text) {
  /** What was decided. */
  public enum Kind {
    PERIOD,
    DEFAULT,
    READING,
    VALUE,
    SPELLING
  }

  public Assumption {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(text);
  }
}
