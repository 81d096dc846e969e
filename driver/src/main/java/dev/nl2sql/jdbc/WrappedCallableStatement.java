package dev.nl2sql.jdbc;

import java.sql.CallableStatement;

/** A callable statement of plain SQL. */
final class WrappedCallableStatement extends ForwardingCallableStatement {
  WrappedCallableStatement(CallableStatement real, WrappedConnection connection, String sql) {
    super(real, connection, sql);
  }
}
