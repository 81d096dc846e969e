package dev.nl2sql.execute;

import java.sql.SQLException;

/** A statement used up its time or its bytes and was ended; the session is as before. */
public final class BudgetSpentException extends SQLException {
  public BudgetSpentException(String message) {
    super(message);
  }

  public BudgetSpentException(String message, Throwable cause) {
    super(message, cause);
  }
}
