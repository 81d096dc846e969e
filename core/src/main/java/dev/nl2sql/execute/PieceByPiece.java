package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reading rows piece by piece while they are counted. Drivers of MySQL and MariaDB read a whole
 * result at once unless told otherwise, and read what is left when it is closed, so a result that
 * is left early is cancelled first. Other drivers come with pieces of their own, and on SQLite a
 * cancel would end cursors of the caller too.
 */
final class PieceByPiece {
  private static final int ROWS = 10;

  private PieceByPiece() {}

  static int fetchSize(Connection connection) throws SQLException {
    if (!isMySql(connection)) {
      return 0;
    }
    String driver = String.valueOf(connection.getMetaData().getDriverName());
    // Connector/J of MySQL knows one piece only: a single row.
    return driver.startsWith("MySQL") ? Integer.MIN_VALUE : ROWS;
  }

  /** Called before a statement is closed whose rows were not read to the end. */
  static void leave(Statement statement) throws SQLException {
    if (isMySql(statement.getConnection())) {
      statement.cancel();
    }
  }

  /** Closes a statement; that its rest was cancelled by {@link #leave} is no fault. */
  static void close(Statement statement) throws SQLException {
    boolean cancels = isMySql(statement.getConnection());
    try {
      statement.close();
    } catch (SQLException e) {
      if (!cancels) {
        throw e;
      }
    }
  }

  private static boolean isMySql(Connection connection) throws SQLException {
    String product = ReadOnlyForms.product(connection);
    return product.equals("mysql") || product.equals("mariadb");
  }
}
