package dev.nl2sql.pipeline;

import dev.nl2sql.answer.RowTable;
import java.sql.SQLException;

/**
 * Everything behind a question for connections of equal URL, user and settings: pipeline, catalog,
 * caches. Thread-safe; opening one does no I/O.
 */
public interface Engine extends AutoCloseable {

  /**
   * Answers one question. Every ending is an outcome of the reply, not an exception.
   *
   * @throws SQLException only what concerns the connection itself (lost, shut down, transaction
   *     already failed): the database's own exception, unchanged
   */
  Reply ask(AskRequest request, Session session) throws SQLException;

  /**
   * Answers the questions inside a statement of the caller's and runs it, or gives back its text.
   * Every ending is an outcome of the reply.
   *
   * @throws SQLException only what concerns the connection itself, as for {@link #ask}
   */
  Reply askInside(InsideRequest request, Session session) throws SQLException;

  /** (name, value, note): product, versions, protections that hold, catalog, caches. */
  RowTable status(Session session, dev.nl2sql.Settings settings) throws SQLException;

  /** (kind, name, meaning, source): what the glossary says. */
  RowTable glossary(Session session) throws SQLException;

  /** (schema, name, kind, columns, rows, comment): what may be asked about. */
  RowTable tables(Session session, dev.nl2sql.Settings settings) throws SQLException;

  /** (id, at, question, outcome, state, sql, rows, ms, tokens, generator): the user's questions. */
  RowTable history(Session session, dev.nl2sql.Settings settings) throws SQLException;

  /** (kind, question, sql, source, at, only_on, rows): pairs that answer questions or show how. */
  RowTable examples(Session session, dev.nl2sql.Settings settings) throws SQLException;

  /** What left the process for the user's questions, a row a request. */
  RowTable egress(Session session, dev.nl2sql.Settings settings) throws SQLException;

  /**
   * Keeps what the user says of an answer; it is kept as safely as the store can when the call
   * returns.
   */
  FeedbackResult feedback(
      Feedback feedback,
      Session session,
      dev.nl2sql.Settings settings,
      dev.nl2sql.Cancellation cancellation)
      throws SQLException;

  /** Forgets catalog and translations, so that the next question reads them anew. */
  void refresh();

  /** Waits for nothing; frees threads and pools. Idempotent. */
  @Override
  void close();
}
