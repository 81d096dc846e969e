package dev.nl2sql;

import java.sql.SQLException;

/**
 * Stands for an exception in a log: its type, its SQLState and where it was thrown, without its
 * message. Messages of databases and parsers repeat statements, values and questions.
 */
public final class WithoutMessage extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int DEEPEST = 5;

  private WithoutMessage(String type, Throwable cause) {
    super(type, cause);
  }

  /** What may be logged in place of the exception. */
  public static Throwable of(Throwable thrown) {
    return of(thrown, DEEPEST);
  }

  private static Throwable of(Throwable thrown, int depth) {
    String state = thrown instanceof SQLException e ? ", SQLState " + e.getSQLState() : "";
    Throwable cause = thrown.getCause();
    WithoutMessage same =
        new WithoutMessage(
            thrown.getClass().getName() + state,
            cause == null || depth == 1 ? null : of(cause, depth - 1));
    same.setStackTrace(thrown.getStackTrace());
    return same;
  }
}
