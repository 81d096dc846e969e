package dev.nl2sql.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The real result set, except that it knows the statement it came from. Names its interface, as all
 * classes handed out do, for tools that look at {@code getClass().getInterfaces()} only.
 */
class WrappedResultSet extends ForwardingResultSet implements ResultSet {
  private final Statement statement;

  WrappedResultSet(ResultSet real, Statement statement, ConnectionGate gate) {
    super(real, gate);
    this.statement = statement;
  }

  // The two below keep classes that use this one from loading it before there are rows.

  final boolean isOf(ResultSet theirs) {
    return real == theirs;
  }

  final void closeReal() throws SQLException {
    real.close();
  }

  @Override
  public Statement getStatement() throws SQLException {
    return real.getStatement() == null ? null : statement;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return RealObjects.unwrap(this, real, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return RealObjects.isWrapperFor(this, real, type);
  }

  @Override
  public String toString() {
    return real.toString();
  }
}
