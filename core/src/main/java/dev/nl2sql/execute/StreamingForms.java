package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The read-only form of a connection of our own, whose rows are read while it is in force. */
final class StreamingForms {
  private StreamingForms() {}

  static ReadOnlyForm of(Connection connection) throws SQLException {
    return ReadOnlyForms.product(connection).equals("postgresql")
        ? new PostgresCursor()
        : ReadOnlyForms.of(connection);
  }

  /** The driver reads in pieces only if it began the transaction itself. */
  private record PostgresCursor() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "SET TRANSACTION READ ONLY";
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      connection.setAutoCommit(false);
      Begun begun =
          new Begun(
              connection,
              () -> {
                connection.rollback();
                connection.setAutoCommit(true);
              });
      return SessionSql.completed(
          begun,
          () -> {
            SessionSql.execute(connection, "SET TRANSACTION READ ONLY");
            SessionSql.execute(connection, PostgresForms.settings(limits));
          });
    }

    @Override
    public boolean isConfirmed(Begun begun) throws SQLException {
      return SessionSql.value(begun.connection(), "SHOW transaction_read_only")
          .equals(Optional.of("on"));
    }
  }
}
