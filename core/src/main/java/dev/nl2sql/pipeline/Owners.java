package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.SessionFacts;
import dev.nl2sql.memory.Owner;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;

/** Whose memory a session may use. All connections of an engine have the same URL. Thread-safe. */
final class Owners {
  private volatile String source;

  /** The owner of what a session asks; reads the name of the database once. */
  Owner of(Session session, SessionFacts facts) throws SQLException {
    if (source == null) {
      source = session.inDatabasePhase(Owners::source);
    }
    return new Owner(source, facts.user());
  }

  /** The owner of a question that has ended; without talking to the database. */
  Owner known(String user) {
    return new Owner(Objects.requireNonNullElse(source, ""), user);
  }

  private static String source(Connection connection) throws SQLException {
    return Owner.source(
        Objects.requireNonNullElse(connection.getMetaData().getURL(), ""),
        Objects.requireNonNullElse(connection.getCatalog(), ""));
  }
}
