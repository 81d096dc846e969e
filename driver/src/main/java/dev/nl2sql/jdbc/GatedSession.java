package dev.nl2sql.jdbc;

import dev.nl2sql.Cancellation;
import dev.nl2sql.pipeline.Session;
import java.sql.Connection;
import java.sql.SQLException;

/** A question's way to the real connection: alone, while every other call waits. */
record GatedSession(Connection real, ConnectionGate gate, Cancellation cancellation)
    implements Session {
  @Override
  public <T> T inDatabasePhase(DatabaseWork<T> work) throws SQLException {
    gate.enterAlone(cancellation);
    try {
      return work.run(real);
    } finally {
      gate.leaveAlone();
    }
  }

  @Override
  public void markBroken() {
    gate.markBroken();
  }
}
