package dev.nl2sql.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rows of metadata; if the real driver tells their statement, it leads back to our connection. */
final class MetaDataResultSet extends WrappedResultSet {
  private final WrappedConnection connection;
  private Statement statement;

  MetaDataResultSet(ResultSet real, WrappedConnection connection) {
    super(real, null, connection.gate);
    this.connection = connection;
  }

  @Override
  public Statement getStatement() throws SQLException {
    Statement theirs = real.getStatement();
    if (theirs != null && statement == null) {
      statement = new QuestionStatement<>(theirs, connection).seenAs(Nl2SqlStatement.class);
    }
    return theirs == null ? null : statement;
  }
}
