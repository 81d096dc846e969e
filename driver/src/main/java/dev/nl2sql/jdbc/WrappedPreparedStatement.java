package dev.nl2sql.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared statement of plain SQL. */
class WrappedPreparedStatement<S extends PreparedStatement> extends ForwardingPreparedStatement<S>
    implements PreparedStatement {
  private final String sql;
  private final boolean mayChange;

  WrappedPreparedStatement(S real, WrappedConnection connection, String sql) {
    super(real, connection);
    this.sql = sql;
    this.mayChange = PlainSql.mayChange(sql);
  }

  @Override
  public boolean execute() throws SQLException {
    beginPassedOn();
    boolean hasRows = super.execute();
    ran();
    return hasRows;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    beginPassedOn();
    ResultSet result = passedOn(super.executeQuery());
    ran();
    return result;
  }

  @Override
  public int executeUpdate() throws SQLException {
    beginPassedOn();
    int count = super.executeUpdate();
    ran();
    return count;
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    beginPassedOn();
    long count = super.executeLargeUpdate();
    ran();
    return count;
  }

  private void ran() {
    if (mayChange) {
      owner().ranPlain(sql);
    }
  }
}
