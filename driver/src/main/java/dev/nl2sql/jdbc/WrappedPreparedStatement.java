package dev.nl2sql.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared statement of plain SQL. */
class WrappedPreparedStatement<S extends PreparedStatement> extends ForwardingPreparedStatement<S> {
  private final String sql;

  WrappedPreparedStatement(S real, WrappedConnection connection, String sql) {
    super(real, connection);
    this.sql = sql;
  }

  @Override
  public boolean execute() throws SQLException {
    return passOn(sql, super::execute);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return passOn(sql, () -> passedOn(super.executeQuery()));
  }

  @Override
  public int executeUpdate() throws SQLException {
    return passOn(sql, super::executeUpdate);
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return passOn(sql, super::executeLargeUpdate);
  }
}
