package dev.nl2sql.jdbc;

import java.lang.ref.WeakReference;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Our objects for statements and rows that the real driver made by itself (for metadata, keys and
 * cursors): the same one again as long as somebody holds it. Thread-safe.
 */
final class HandedOut {
  private final WrappedConnection connection;
  private final Map<Statement, WeakReference<Statement>> statements = new WeakHashMap<>();
  private final Map<ResultSet, WeakReference<ResultSet>> rows = new WeakHashMap<>();

  HandedOut(WrappedConnection connection) {
    this.connection = connection;
  }

  /** Ours for a statement of the real driver, of the same kind; null for null. */
  synchronized Statement statement(Statement theirs) {
    if (theirs == null) {
      return null;
    }
    Statement ours = known(statements, theirs);
    if (ours == null) {
      ours = wrapped(theirs);
      statements.put(theirs, new WeakReference<>(ours));
    }
    return ours;
  }

  /** Ours for rows of the real driver, which lead back to our connection; null for null. */
  synchronized ResultSet rows(ResultSet theirs) {
    if (theirs == null) {
      return null;
    }
    ResultSet ours = known(rows, theirs);
    if (ours == null) {
      ours = ours(theirs).self;
      rows.put(theirs, new WeakReference<>(ours));
    }
    return ours;
  }

  private OwnStatementResultSet ours(ResultSet theirs) {
    VendorShape shape =
        connection.views().shape(OwnStatementResultSet.class, theirs, ResultSet.class);
    return shape.isMade()
        ? (OwnStatementResultSet) shape.make(theirs, this, connection)
        : new OwnStatementResultSet(theirs, this, connection);
  }

  private Statement wrapped(Statement theirs) {
    if (theirs instanceof CallableStatement call) {
      return connection.callable(call, "");
    }
    return theirs instanceof PreparedStatement prepared
        ? connection.prepared(prepared, "")
        : connection.statement(theirs);
  }

  private static <T> T known(Map<T, WeakReference<T>> all, T theirs) {
    WeakReference<T> reference = all.get(theirs);
    return reference == null ? null : reference.get();
  }

  /** Rows that tell the statement the real driver tells, as ours. */
  static class OwnStatementResultSet extends WrappedResultSet implements ResultSet {
    private final HandedOut handedOut;
    private final ResultSet self;

    OwnStatementResultSet(ResultSet real, HandedOut handedOut, WrappedConnection connection) {
      super(real, null, connection.gate);
      this.handedOut = handedOut;
      this.self = connection.views().of(this, real, ResultSet.class);
    }

    @Override
    public Statement getStatement() throws SQLException {
      return handedOut.statement(real.getStatement());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      return RealObjects.unwrap(self, real, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
      return RealObjects.isWrapperFor(self, real, type);
    }
  }

  /** Generated keys as rows of ours. */
  static WrappedResultSet keys(ResultSet theirs, QuestionStatement<?> owner) {
    VendorShape shape = owner.owner().views().shape(KeyResultSet.class, theirs, ResultSet.class);
    return shape.isMade()
        ? (WrappedResultSet) shape.make(theirs, owner)
        : new KeyResultSet(theirs, owner);
  }

  /** Generated keys, which may belong to the statement asked for them or to one of the driver. */
  static class KeyResultSet extends WrappedResultSet implements ResultSet {
    private final QuestionStatement<?> owner;

    KeyResultSet(ResultSet real, QuestionStatement<?> owner) {
      super(real, owner.self(), owner.gate);
      this.owner = owner;
    }

    @Override
    public Statement getStatement() throws SQLException {
      Statement theirs = real.getStatement();
      return theirs == null || theirs == owner.real
          ? super.getStatement()
          : owner.owner().handedOut().statement(theirs);
    }
  }
}
