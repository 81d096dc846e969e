package dev.nl2sql.execute;

import dev.nl2sql.execute.ReadOnlyForm.Begun;
import dev.nl2sql.execute.ReadOnlyForm.Step;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;

/** Short statements that steer a session. */
final class SessionSql {
  private SessionSql() {}

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first value of the first row as text, empty if there is none. */
  static Optional<String> value(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
    }
  }

  /** A name nobody else uses. */
  static String randomName() {
    return "nl2sql_" + UUID.randomUUID().toString().replace("-", "");
  }

  /** Completes a form that has begun; what cannot be completed is undone at once. */
  static Begun completed(Begun begun, Step rest) throws SQLException {
    try {
      rest.run();
      return begun;
    } catch (SQLException e) {
      undo(begun, e);
      throw e;
    }
  }

  /** Ends a form after a failure, which stays the one that is told. */
  static void undo(Begun begun, Throwable cause) {
    try {
      begun.end();
    } catch (SQLException second) {
      cause.addSuppressed(second);
    }
  }
}
