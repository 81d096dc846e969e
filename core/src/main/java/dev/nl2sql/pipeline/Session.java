package dev.nl2sql.pipeline;

import java.sql.Connection;
import java.sql.SQLException;

/** The caller's database session, as far as a question may use it. */
public interface Session {

  /**
   * Runs work that talks to the database while every other call on the physical connection waits.
   * Translation, and a call of a model, happen outside of it.
   *
   * @throws SQLException what the work throws, unchanged
   */
  <T> T inDatabasePhase(DatabaseWork<T> work) throws SQLException;

  /**
   * Marks the physical connection as broken: a statement did not end after it was cancelled, so
   * nothing may use the connection any more.
   */
  void markBroken();

  /** Work on the real connection. */
  @FunctionalInterface
  interface DatabaseWork<T> {
    T run(Connection connection) throws SQLException;
  }
}
