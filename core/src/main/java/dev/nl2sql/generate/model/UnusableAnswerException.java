package dev.nl2sql.generate.model;

import dev.nl2sql.generate.FailedAttempt;

/** A model answered, and there is no query in it that can be read. Another attempt may mend it. */
public final class UnusableAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailedAttempt.Kind kind;

  UnusableAnswerException(String message) {
    this(FailedAttempt.Kind.NOT_PARSED, message);
  }

  UnusableAnswerException(FailedAttempt.Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What is wrong, for the next attempt. */
  public FailedAttempt failure() {
    return new FailedAttempt(kind, "", getMessage());
  }
}
