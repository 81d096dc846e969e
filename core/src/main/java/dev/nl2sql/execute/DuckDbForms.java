package dev.nl2sql.execute;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * DuckDB: a read-only transaction, inside the caller's transaction on a second connection to the
 * same database, which sees committed rows only. Its driver neither counts rows nor scrolls, so
 * rows are held by us.
 */
final class DuckDbForms {
  private static final String COMMITTED_ONLY =
      "inside a transaction the question is answered by a connection of its own, which sees"
          + " committed rows only and no temporary tables";
  private static final String BEGIN = "BEGIN TRANSACTION READ ONLY";

  private DuckDbForms() {}

  static ReadOnlyForm of(Connection connection) throws SQLException {
    return connection.getAutoCommit() && !isInsideTransaction(connection)
        ? new OwnTransaction()
        : new OwnConnection();
  }

  /**
   * The autocommit flag does not tell of a BEGIN sent as plain SQL; the transaction's number does.
   */
  private static boolean isInsideTransaction(Connection connection) throws SQLException {
    String number = "SELECT txid_current()";
    return SessionSql.value(connection, number).equals(SessionSql.value(connection, number));
  }

  private static ReadOnlyForm.Begun begun(Connection connection) throws SQLException {
    SessionSql.execute(connection, BEGIN);
    return new ReadOnlyForm.Begun(connection, () -> SessionSql.execute(connection, "ROLLBACK"));
  }

  private record OwnTransaction() implements ReadOnlyForm {
    @Override
    public String protection() {
      return BEGIN;
    }

    @Override
    public boolean rowsOutliveIt() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      return begun(connection);
    }
  }

  private record OwnConnection() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "own connection, " + BEGIN;
    }

    @Override
    public List<String> warnings() {
      return List.of(COMMITTED_ONLY);
    }

    @Override
    public boolean rowsOutliveIt() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      Connection own = duplicate(connection);
      try {
        Begun begun = begun(own);
        return new Begun(
            own,
            () -> {
              try {
                begun.end();
              } finally {
                own.close();
              }
            });
      } catch (SQLException e) {
        own.close();
        throw e;
      }
    }
  }

  /**
   * The driver's own way to a second connection; it keeps the path on which names are looked up.
   */
  private static Connection duplicate(Connection connection) throws SQLException {
    Connection own;
    try {
      own = (Connection) connection.getClass().getMethod("duplicate").invoke(connection);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new SandboxRefusedException(
          "inside a transaction DuckDB needs a second connection, which "
              + connection.getClass().getName()
              + " does not give; ask outside of the transaction");
    }
    try {
      own.setAutoCommit(true);
      own.setCatalog(connection.getCatalog());
      own.setSchema(connection.getSchema());
      return own;
    } catch (SQLException e) {
      own.close();
      throw e;
    }
  }
}
