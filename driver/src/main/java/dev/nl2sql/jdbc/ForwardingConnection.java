package dev.nl2sql.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** Forwards every call to the real connection, one at a time with questions. */
@SuppressWarnings("deprecation")
abstract class ForwardingConnection implements Connection {
  final Connection real;
  final ConnectionGate gate;

  ForwardingConnection(Connection real, ConnectionGate gate) {
    this.real = real;
    this.gate = gate;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    real.abort(executor);
  }

  @Override
  public void beginRequest() throws SQLException {
    gate.enter();
    try {
      real.beginRequest();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void clearWarnings() throws SQLException {
    gate.enter();
    try {
      real.clearWarnings();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void close() throws SQLException {
    real.close();
  }

  @Override
  public void commit() throws SQLException {
    gate.enter();
    try {
      real.commit();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Array createArrayOf(String text, Object[] values) throws SQLException {
    gate.enter();
    try {
      return real.createArrayOf(text, values);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Blob createBlob() throws SQLException {
    gate.enter();
    try {
      return real.createBlob();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Clob createClob() throws SQLException {
    gate.enter();
    try {
      return real.createClob();
    } finally {
      gate.leave();
    }
  }

  @Override
  public NClob createNClob() throws SQLException {
    gate.enter();
    try {
      return real.createNClob();
    } finally {
      gate.leave();
    }
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    gate.enter();
    try {
      return real.createSQLXML();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Statement createStatement() throws SQLException {
    gate.enter();
    try {
      return real.createStatement();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Statement createStatement(int number, int number2, int number3) throws SQLException {
    gate.enter();
    try {
      return real.createStatement(number, number2, number3);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Statement createStatement(int number, int number2) throws SQLException {
    gate.enter();
    try {
      return real.createStatement(number, number2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Struct createStruct(String text, Object[] values) throws SQLException {
    gate.enter();
    try {
      return real.createStruct(text, values);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void endRequest() throws SQLException {
    gate.enter();
    try {
      real.endRequest();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    gate.enter();
    try {
      return real.getAutoCommit();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getCatalog() throws SQLException {
    gate.enter();
    try {
      return real.getCatalog();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    gate.enter();
    try {
      return real.getClientInfo();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getClientInfo(String text) throws SQLException {
    gate.enter();
    try {
      return real.getClientInfo(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getHoldability() throws SQLException {
    gate.enter();
    try {
      return real.getHoldability();
    } finally {
      gate.leave();
    }
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    gate.enter();
    try {
      return real.getMetaData();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    gate.enter();
    try {
      return real.getNetworkTimeout();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getSchema() throws SQLException {
    gate.enter();
    try {
      return real.getSchema();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    gate.enter();
    try {
      return real.getTransactionIsolation();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    gate.enter();
    try {
      return real.getTypeMap();
    } finally {
      gate.leave();
    }
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return real.getWarnings();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return real.isClosed();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    gate.enter();
    try {
      return real.isReadOnly();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isValid(int number) throws SQLException {
    gate.enter();
    try {
      return real.isValid(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return real.isWrapperFor(type);
  }

  @Override
  public String nativeSQL(String text) throws SQLException {
    gate.enter();
    try {
      return real.nativeSQL(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public CallableStatement prepareCall(String text, int number, int number2, int number3)
      throws SQLException {
    gate.enter();
    try {
      return real.prepareCall(text, number, number2, number3);
    } finally {
      gate.leave();
    }
  }

  @Override
  public CallableStatement prepareCall(String text, int number, int number2) throws SQLException {
    gate.enter();
    try {
      return real.prepareCall(text, number, number2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public CallableStatement prepareCall(String text) throws SQLException {
    gate.enter();
    try {
      return real.prepareCall(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public PreparedStatement prepareStatement(String text, int[] numbers) throws SQLException {
    gate.enter();
    try {
      return real.prepareStatement(text, numbers);
    } finally {
      gate.leave();
    }
  }

  @Override
  public PreparedStatement prepareStatement(String text, String[] texts) throws SQLException {
    gate.enter();
    try {
      return real.prepareStatement(text, texts);
    } finally {
      gate.leave();
    }
  }

  @Override
  public PreparedStatement prepareStatement(String text, int number, int number2, int number3)
      throws SQLException {
    gate.enter();
    try {
      return real.prepareStatement(text, number, number2, number3);
    } finally {
      gate.leave();
    }
  }

  @Override
  public PreparedStatement prepareStatement(String text, int number, int number2)
      throws SQLException {
    gate.enter();
    try {
      return real.prepareStatement(text, number, number2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public PreparedStatement prepareStatement(String text, int number) throws SQLException {
    gate.enter();
    try {
      return real.prepareStatement(text, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public PreparedStatement prepareStatement(String text) throws SQLException {
    gate.enter();
    try {
      return real.prepareStatement(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    gate.enter();
    try {
      real.releaseSavepoint(savepoint);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void rollback() throws SQLException {
    gate.enter();
    try {
      real.rollback();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    gate.enter();
    try {
      real.rollback(savepoint);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setAutoCommit(boolean flag) throws SQLException {
    gate.enter();
    try {
      real.setAutoCommit(flag);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setCatalog(String text) throws SQLException {
    gate.enter();
    try {
      real.setCatalog(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setClientInfo(String text, String text2) throws SQLClientInfoException {
    gate.enter();
    try {
      real.setClientInfo(text, text2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    gate.enter();
    try {
      real.setClientInfo(properties);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setHoldability(int number) throws SQLException {
    gate.enter();
    try {
      real.setHoldability(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setNetworkTimeout(Executor executor, int number) throws SQLException {
    gate.enter();
    try {
      real.setNetworkTimeout(executor, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setReadOnly(boolean flag) throws SQLException {
    gate.enter();
    try {
      real.setReadOnly(flag);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    gate.enter();
    try {
      return real.setSavepoint();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Savepoint setSavepoint(String text) throws SQLException {
    gate.enter();
    try {
      return real.setSavepoint(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setSchema(String text) throws SQLException {
    gate.enter();
    try {
      real.setSchema(text);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setShardingKey(ShardingKey shardingKey, ShardingKey shardingKey2)
      throws SQLException {
    gate.enter();
    try {
      real.setShardingKey(shardingKey, shardingKey2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setShardingKey(ShardingKey shardingKey) throws SQLException {
    gate.enter();
    try {
      real.setShardingKey(shardingKey);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey shardingKey, int number) throws SQLException {
    gate.enter();
    try {
      return real.setShardingKeyIfValid(shardingKey, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean setShardingKeyIfValid(
      ShardingKey shardingKey, ShardingKey shardingKey2, int number) throws SQLException {
    gate.enter();
    try {
      return real.setShardingKeyIfValid(shardingKey, shardingKey2, number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setTransactionIsolation(int number) throws SQLException {
    gate.enter();
    try {
      real.setTransactionIsolation(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    gate.enter();
    try {
      real.setTypeMap(map);
    } finally {
      gate.leave();
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return real.unwrap(type);
  }
}
