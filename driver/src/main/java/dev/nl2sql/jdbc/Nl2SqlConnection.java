package dev.nl2sql.jdbc;

import java.sql.Connection;

/** A connection that understands questions; reached by {@code unwrap(Nl2SqlConnection.class)}. */
public interface Nl2SqlConnection extends Connection {
  /** The real driver's connection. What is done on it is not coordinated with questions. */
  Connection delegate();
}
