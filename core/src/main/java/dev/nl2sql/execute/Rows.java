package dev.nl2sql.execute;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rows that were read in vain. */
final class Rows {
  private Rows() {}

  /** Closes rows and the statement that was made for them; a failure is added to the cause. */
  static void discard(ResultSet rows, Throwable cause) {
    try {
      Statement made = rows.isClosed() ? null : rows.getStatement();
      rows.close();
      if (made != null) {
        made.close();
      }
    } catch (SQLException second) {
      cause.addSuppressed(second);
    }
  }
}
