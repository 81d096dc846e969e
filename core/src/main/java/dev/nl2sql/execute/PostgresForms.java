package dev.nl2sql.execute;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL: a read-only transaction of our own, or a read-only sub-transaction inside the
 * caller's. What decides is whether a transaction is open, not the autocommit flag alone: a caller
 * may have sent BEGIN as plain SQL, and our ROLLBACK would end that.
 */
final class PostgresForms {
  private static final String SERIALIZABLE_WARNING =
      "the transaction is serializable: the question's reads take part in its conflict checks";
  private static final String READ_ONLY_NOW = "SHOW transaction_read_only";

  private PostgresForms() {}

  static ReadOnlyForm of(Connection connection) throws SQLException {
    if (connection.getAutoCommit() && !isInsideTransaction(connection)) {
      return new OwnTransaction();
    }
    boolean serializable =
        connection.getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE;
    return new SubTransaction(serializable ? List.of(SERIALIZABLE_WARNING) : List.of());
  }

  /** The driver knows it from the server's last answer; without that the server's clock tells. */
  static boolean isInsideTransaction(Connection connection) throws SQLException {
    Optional<String> known = stateKnownToDriver(connection);
    if (known.isPresent()) {
      return !known.get().equals("IDLE");
    }
    // The start of a transaction stands still as long as it is open.
    String start = "SELECT now()";
    return SessionSql.value(connection, start).equals(SessionSql.value(connection, start));
  }

  private static Optional<String> stateKnownToDriver(Connection connection) {
    try {
      return Optional.of(
          connection.getClass().getMethod("getTransactionState").invoke(connection).toString());
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      return Optional.empty();
    }
  }

  /**
   * The time limit, and literals read as the guard printed them: with the other setting a backslash
   * would end nothing and open what follows.
   */
  static String settings(SandboxLimits limits) {
    long millis = Math.max(1, Math.min(limits.timeout().toMillis(), Integer.MAX_VALUE));
    return "SET LOCAL statement_timeout = "
        + millis
        + "; SET LOCAL standard_conforming_strings = on";
  }

  // Sent as SQL, not through setAutoCommit, so that no flag of the connection changes.
  private record OwnTransaction() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "BEGIN READ ONLY";
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      SessionSql.execute(connection, "BEGIN READ ONLY");
      return SessionSql.completed(
          new Begun(connection, () -> SessionSql.execute(connection, "ROLLBACK")),
          () -> SessionSql.execute(connection, settings(limits)));
    }

    @Override
    public boolean isConfirmed(Begun begun) throws SQLException {
      return SessionSql.value(begun.connection(), READ_ONLY_NOW).equals(Optional.of("on"));
    }
  }

  private record SubTransaction(List<String> warnings) implements ReadOnlyForm {
    @Override
    public String protection() {
      return "SAVEPOINT, SET TRANSACTION READ ONLY";
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      String name = SessionSql.randomName();
      SessionSql.execute(connection, "SAVEPOINT " + name);
      Begun begun =
          new Begun(
              connection,
              () -> {
                SessionSql.execute(connection, "ROLLBACK TO SAVEPOINT " + name);
                SessionSql.execute(connection, "RELEASE SAVEPOINT " + name);
              });
      return SessionSql.completed(
          begun,
          () -> {
            SessionSql.execute(connection, "SET TRANSACTION READ ONLY");
            SessionSql.execute(connection, settings(limits));
          });
    }

    @Override
    public boolean isConfirmed(Begun begun) throws SQLException {
      return SessionSql.value(begun.connection(), READ_ONLY_NOW).equals(Optional.of("on"));
    }
  }
}
