package dev.nl2sql.execute;

import dev.nl2sql.Condition;
import java.sql.SQLException;
import java.util.Objects;

/**
 * A cancelled statement did not end in time: another thread is still inside the connection, which
 * must not be used again.
 */
public final class ConnectionBrokenException extends SQLException {
  private final Condition reason;

  public ConnectionBrokenException(String message, Condition reason) {
    super(message);
    this.reason = Objects.requireNonNull(reason);
  }

  /** Why the statement was to end: cancelled, the caller's timeout, or our own budget. */
  public Condition reason() {
    return reason;
  }
}
