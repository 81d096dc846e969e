package dev.nl2sql.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared statement of plain SQL. */
class WrappedPreparedStatement<S extends PreparedStatement> extends ForwardingPreparedStatement<S>
    implements PreparedStatement {
  private final String sql;

  WrappedPreparedStatement(S real, WrappedConnection connection, String sql) {
    super(real, connection);
    this.sql = sql;
  }

  @Override
  public boolean execute() throws SQLException {
    beginPassedOn();
    boolean hasRows = super.execute();
    owner().ranPlain(sql);
    return hasRows;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    beginPassedOn();
    ResultSet result = passedOn(super.executeQuery());
    owner().ranPlain(sql);
    return result;
  }

  @Override
  public int executeUpdate() throws SQLException {
    beginPassedOn();
    int count = super.executeUpdate();
    owner().ranPlain(sql);
    return count;
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    beginPassedOn();
    long count = super.executeLargeUpdate();
    owner().ranPlain(sql);
    return count;
  }
}
