package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/** Forwards every call to the real statement; calls that reach the database wait for a question. */
@SuppressWarnings("deprecation")
abstract class ForwardingStatement<S extends Statement> implements Statement {
  final S real;
  final ConnectionGate gate;

  ForwardingStatement(S real, ConnectionGate gate) {
    this.real = real;
    this.gate = gate;
  }

  @Override
  public void addBatch(String text) throws SQLException {
    real.addBatch(text);
  }

  @Override
  public void cancel() throws SQLException {
    real.cancel();
  }

  @Override
  public void clearBatch() throws SQLException {
    real.clearBatch();
  }

  @Override
  public void clearWarnings() throws SQLException {
    real.clearWarnings();
  }

  @Override
  public void close() throws SQLException {
    real.close();
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    real.closeOnCompletion();
  }

  @Override
  public String enquoteIdentifier(String text, boolean flag) throws SQLException {
    return real.enquoteIdentifier(text, flag);
  }

  @Override
  public String enquoteLiteral(String text) throws SQLException {
    return real.enquoteLiteral(text);
  }

  @Override
  public String enquoteNCharLiteral(String text) throws SQLException {
    return real.enquoteNCharLiteral(text);
  }

  @Override
  public boolean execute(String text, int[] numbers) throws SQLException {
    gate.enter();
    try {
      return real.execute(text, numbers);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean execute(String text, String[] texts) throws SQLException {
    gate.enter();
    try {
      return real.execute(text, texts);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean execute(String text, int number) throws SQLException {
    gate.enter();
    try {
      return real.execute(text, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean execute(String text) throws SQLException {
    gate.enter();
    try {
      return real.execute(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int[] executeBatch() throws SQLException {
    gate.enter();
    try {
      return real.executeBatch();
    } finally {
      gate.leave();
    }
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    gate.enter();
    try {
      return real.executeLargeBatch();
    } finally {
      gate.leave();
    }
  }

  @Override
  public long executeLargeUpdate(String text, int[] numbers) throws SQLException {
    gate.enter();
    try {
      return real.executeLargeUpdate(text, numbers);
    } finally {
      gate.leave();
    }
  }

  @Override
  public long executeLargeUpdate(String text, String[] texts) throws SQLException {
    gate.enter();
    try {
      return real.executeLargeUpdate(text, texts);
    } finally {
      gate.leave();
    }
  }

  @Override
  public long executeLargeUpdate(String text, int number) throws SQLException {
    gate.enter();
    try {
      return real.executeLargeUpdate(text, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public long executeLargeUpdate(String text) throws SQLException {
    gate.enter();
    try {
      return real.executeLargeUpdate(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet executeQuery(String text) throws SQLException {
    gate.enter();
    try {
      return real.executeQuery(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int executeUpdate(String text, int[] numbers) throws SQLException {
    gate.enter();
    try {
      return real.executeUpdate(text, numbers);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int executeUpdate(String text, String[] texts) throws SQLException {
    gate.enter();
    try {
      return real.executeUpdate(text, texts);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int executeUpdate(String text, int number) throws SQLException {
    gate.enter();
    try {
      return real.executeUpdate(text, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int executeUpdate(String text) throws SQLException {
    gate.enter();
    try {
      return real.executeUpdate(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return real.getConnection();
  }

  @Override
  public int getFetchDirection() throws SQLException {
    return real.getFetchDirection();
  }

  @Override
  public int getFetchSize() throws SQLException {
    return real.getFetchSize();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    gate.enter();
    try {
      return real.getGeneratedKeys();
    } finally {
      gate.leave();
    }
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    return real.getLargeMaxRows();
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    return real.getLargeUpdateCount();
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    return real.getMaxFieldSize();
  }

  @Override
  public int getMaxRows() throws SQLException {
    return real.getMaxRows();
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    gate.enter();
    try {
      return real.getMoreResults();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean getMoreResults(int number) throws SQLException {
    gate.enter();
    try {
      return real.getMoreResults(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    gate.enter();
    try {
      return real.getQueryTimeout();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return real.getResultSet();
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    return real.getResultSetConcurrency();
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    return real.getResultSetHoldability();
  }

  @Override
  public int getResultSetType() throws SQLException {
    return real.getResultSetType();
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return real.getUpdateCount();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return real.getWarnings();
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    return real.isCloseOnCompletion();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return real.isClosed();
  }

  @Override
  public boolean isPoolable() throws SQLException {
    return real.isPoolable();
  }

  @Override
  public boolean isSimpleIdentifier(String text) throws SQLException {
    return real.isSimpleIdentifier(text);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return real.isWrapperFor(type);
  }

  @Override
  public void setCursorName(String text) throws SQLException {
    real.setCursorName(text);
  }

  @Override
  public void setEscapeProcessing(boolean flag) throws SQLException {
    real.setEscapeProcessing(flag);
  }

  @Override
  public void setFetchDirection(int number) throws SQLException {
    real.setFetchDirection(number);
  }

  @Override
  public void setFetchSize(int number) throws SQLException {
    real.setFetchSize(number);
  }

  @Override
  public void setLargeMaxRows(long number) throws SQLException {
    real.setLargeMaxRows(number);
  }

  @Override
  public void setMaxFieldSize(int number) throws SQLException {
    real.setMaxFieldSize(number);
  }

  @Override
  public void setMaxRows(int number) throws SQLException {
    real.setMaxRows(number);
  }

  @Override
  public void setPoolable(boolean flag) throws SQLException {
    real.setPoolable(flag);
  }

  @Override
  public void setQueryTimeout(int number) throws SQLException {
    gate.enter();
    try {
      real.setQueryTimeout(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return real.unwrap(type);
  }
}
