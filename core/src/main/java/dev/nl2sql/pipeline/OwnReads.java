package dev.nl2sql.pipeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * Reads of metadata and values inside the caller's session. In an open transaction they stand
 * between a savepoint and its rollback, so that a read that fails does not fail the transaction.
 */
final class OwnReads {
  private OwnReads() {}

  /** Runs the read in the session's database phase. */
  static <T> T in(Session session, Session.DatabaseWork<T> read) throws SQLException {
    return session.inDatabasePhase(connection -> protectedBySavepoint(connection, read));
  }

  private static <T> T protectedBySavepoint(Connection connection, Session.DatabaseWork<T> read)
      throws SQLException {
    if (connection.getAutoCommit() || !connection.getMetaData().supportsSavepoints()) {
      return read.run(connection);
    }
    Savepoint before = connection.setSavepoint();
    try {
      return read.run(connection);
    } finally {
      connection.rollback(before);
      connection.releaseSavepoint(before);
    }
  }
}
