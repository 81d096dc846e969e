package dev.nl2sql.jdbc;

import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** A callable statement of plain SQL; cursors it gives lead back to our connection. */
class WrappedCallableStatement extends ForwardingCallableStatement implements CallableStatement {
  WrappedCallableStatement(CallableStatement real, WrappedConnection connection, String sql) {
    super(real, connection, sql);
  }

  @Override
  public Object getObject(int parameter) throws SQLException {
    return ours(super.getObject(parameter));
  }

  @Override
  public Object getObject(String parameter) throws SQLException {
    return ours(super.getObject(parameter));
  }

  @Override
  public Object getObject(int parameter, Map<String, Class<?>> types) throws SQLException {
    return ours(super.getObject(parameter, types));
  }

  @Override
  public Object getObject(String parameter, Map<String, Class<?>> types) throws SQLException {
    return ours(super.getObject(parameter, types));
  }

  @Override
  public <T> T getObject(int parameter, Class<T> type) throws SQLException {
    return ours(super.getObject(parameter, type), type);
  }

  @Override
  public <T> T getObject(String parameter, Class<T> type) throws SQLException {
    return ours(super.getObject(parameter, type), type);
  }

  private Object ours(Object value) {
    return value instanceof ResultSet rows ? owner().handedOut().rows(rows) : value;
  }

  private <T> T ours(T value, Class<T> type) {
    return type == ResultSet.class ? type.cast(ours(value)) : value;
  }
}
