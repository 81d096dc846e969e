package dev.nl2sql.execute;

import dev.nl2sql.Condition;
import java.sql.SQLException;
import java.util.Objects;

/** The caller gave up, and the statement ended; the session is as before. */
public final class StatementCancelledException extends SQLException {
  private final Condition reason;

  public StatementCancelledException(Condition reason, Throwable cause) {
    super("the statement was ended: " + reason, cause);
    this.reason = Objects.requireNonNull(reason);
  }

  /** Cancelled, or the caller's timeout. */
  public Condition reason() {
    return reason;
  }
}
