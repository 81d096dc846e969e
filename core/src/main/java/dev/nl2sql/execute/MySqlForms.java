package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * MariaDB and MySQL: a read-only transaction of our own in a session whose default is read-only
 * too, because DDL commits first and would else run in a transaction that is not read-only. Never
 * inside the caller's transaction: beginning one commits what is open.
 */
final class MySqlForms {
  private static final String INSIDE =
      "inside a transaction this database has no read-only form: only the guard keeps the"
          + " statement read-only, and what it wrote would be rolled back to a savepoint";

  /** Whether a transaction is open: MariaDB's own variable, or MySQL's performance schema. */
  private static final List<String> IS_INSIDE =
      List.of(
          "SELECT @@in_transaction",
          "SELECT COUNT(*) FROM performance_schema.events_transactions_current e"
              + " JOIN performance_schema.threads t ON t.THREAD_ID = e.THREAD_ID"
              + " WHERE t.PROCESSLIST_ID = CONNECTION_ID() AND e.STATE = 'ACTIVE'"
              + " AND e.AUTOCOMMIT = 'NO'");

  /** The session's default access mode, by its name in MariaDB and by that in MySQL 8. */
  private static final List<String> IS_READ_ONLY =
      List.of("SELECT @@SESSION.tx_read_only", "SELECT @@SESSION.transaction_read_only");

  private MySqlForms() {}

  static ReadOnlyForm of(Connection connection) throws SQLException {
    boolean free = firstAnswer(connection, IS_INSIDE).equals(Optional.of("0"));
    return free
        ? new OwnTransaction()
        : new ReadOnlyForms.Undone("guard, rolled back to a savepoint", List.of(INSIDE));
  }

  /** The answer to the first query the server knows; a session that answers none counts as busy. */
  private static Optional<String> firstAnswer(Connection connection, List<String> queries) {
    for (String query : queries) {
      try {
        return SessionSql.value(connection, query);
      } catch (SQLException unknownHere) {
        continue;
      }
    }
    return Optional.empty();
  }

  private record OwnTransaction() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "START TRANSACTION READ ONLY";
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      boolean readOnly = firstAnswer(connection, IS_READ_ONLY).equals(Optional.of("1"));
      SessionSql.execute(connection, "SET SESSION TRANSACTION READ ONLY");
      String before = "SET SESSION TRANSACTION " + (readOnly ? "READ ONLY" : "READ WRITE");
      Begun begun =
          new Begun(
              connection,
              () -> {
                try {
                  SessionSql.execute(connection, "ROLLBACK");
                } finally {
                  SessionSql.execute(connection, before);
                }
              });
      return SessionSql.completed(
          begun, () -> SessionSql.execute(connection, "START TRANSACTION READ ONLY"));
    }

    @Override
    public boolean isConfirmed(Begun begun) {
      return firstAnswer(begun.connection(), IS_READ_ONLY).equals(Optional.of("1"));
    }
  }
}
