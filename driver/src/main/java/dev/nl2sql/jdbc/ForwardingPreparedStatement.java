package dev.nl2sql.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** Forwards every call to the real prepared statement. */
@SuppressWarnings("deprecation")
abstract class ForwardingPreparedStatement<S extends PreparedStatement> extends QuestionStatement<S>
    implements PreparedStatement {
  ForwardingPreparedStatement(S real, WrappedConnection connection) {
    super(real, connection);
  }

  @Override
  public void addBatch() throws SQLException {
    real.addBatch();
  }

  @Override
  public void clearParameters() throws SQLException {
    real.clearParameters();
  }

  @Override
  public boolean execute() throws SQLException {
    gate.enter();
    try {
      return real.execute();
    } finally {
      gate.leave();
    }
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    gate.enter();
    try {
      return real.executeLargeUpdate();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    gate.enter();
    try {
      return real.executeQuery();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int executeUpdate() throws SQLException {
    gate.enter();
    try {
      return real.executeUpdate();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    gate.enter();
    try {
      return real.getMetaData();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    gate.enter();
    try {
      return real.getParameterMetaData();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void setArray(int number, Array array) throws SQLException {
    real.setArray(number, array);
  }

  @Override
  public void setAsciiStream(int number, InputStream inputStream, int number2) throws SQLException {
    real.setAsciiStream(number, inputStream, number2);
  }

  @Override
  public void setAsciiStream(int number, InputStream inputStream, long number2)
      throws SQLException {
    real.setAsciiStream(number, inputStream, number2);
  }

  @Override
  public void setAsciiStream(int number, InputStream inputStream) throws SQLException {
    real.setAsciiStream(number, inputStream);
  }

  @Override
  public void setBigDecimal(int number, BigDecimal bigDecimal) throws SQLException {
    real.setBigDecimal(number, bigDecimal);
  }

  @Override
  public void setBinaryStream(int number, InputStream inputStream, int number2)
      throws SQLException {
    real.setBinaryStream(number, inputStream, number2);
  }

  @Override
  public void setBinaryStream(int number, InputStream inputStream, long number2)
      throws SQLException {
    real.setBinaryStream(number, inputStream, number2);
  }

  @Override
  public void setBinaryStream(int number, InputStream inputStream) throws SQLException {
    real.setBinaryStream(number, inputStream);
  }

  @Override
  public void setBlob(int number, InputStream inputStream, long number2) throws SQLException {
    real.setBlob(number, inputStream, number2);
  }

  @Override
  public void setBlob(int number, InputStream inputStream) throws SQLException {
    real.setBlob(number, inputStream);
  }

  @Override
  public void setBlob(int number, Blob blob) throws SQLException {
    real.setBlob(number, blob);
  }

  @Override
  public void setBoolean(int number, boolean flag) throws SQLException {
    real.setBoolean(number, flag);
  }

  @Override
  public void setByte(int number, byte number2) throws SQLException {
    real.setByte(number, number2);
  }

  @Override
  public void setBytes(int number, byte[] numbers) throws SQLException {
    real.setBytes(number, numbers);
  }

  @Override
  public void setCharacterStream(int number, Reader reader, int number2) throws SQLException {
    real.setCharacterStream(number, reader, number2);
  }

  @Override
  public void setCharacterStream(int number, Reader reader, long number2) throws SQLException {
    real.setCharacterStream(number, reader, number2);
  }

  @Override
  public void setCharacterStream(int number, Reader reader) throws SQLException {
    real.setCharacterStream(number, reader);
  }

  @Override
  public void setClob(int number, Reader reader, long number2) throws SQLException {
    real.setClob(number, reader, number2);
  }

  @Override
  public void setClob(int number, Reader reader) throws SQLException {
    real.setClob(number, reader);
  }

  @Override
  public void setClob(int number, Clob clob) throws SQLException {
    real.setClob(number, clob);
  }

  @Override
  public void setDate(int number, Date date, Calendar calendar) throws SQLException {
    real.setDate(number, date, calendar);
  }

  @Override
  public void setDate(int number, Date date) throws SQLException {
    real.setDate(number, date);
  }

  @Override
  public void setDouble(int number, double number2) throws SQLException {
    real.setDouble(number, number2);
  }

  @Override
  public void setFloat(int number, float number2) throws SQLException {
    real.setFloat(number, number2);
  }

  @Override
  public void setInt(int number, int number2) throws SQLException {
    real.setInt(number, number2);
  }

  @Override
  public void setLong(int number, long number2) throws SQLException {
    real.setLong(number, number2);
  }

  @Override
  public void setNCharacterStream(int number, Reader reader, long number2) throws SQLException {
    real.setNCharacterStream(number, reader, number2);
  }

  @Override
  public void setNCharacterStream(int number, Reader reader) throws SQLException {
    real.setNCharacterStream(number, reader);
  }

  @Override
  public void setNClob(int number, Reader reader, long number2) throws SQLException {
    real.setNClob(number, reader, number2);
  }

  @Override
  public void setNClob(int number, Reader reader) throws SQLException {
    real.setNClob(number, reader);
  }

  @Override
  public void setNClob(int number, NClob nClob) throws SQLException {
    real.setNClob(number, nClob);
  }

  @Override
  public void setNString(int number, String text) throws SQLException {
    real.setNString(number, text);
  }

  @Override
  public void setNull(int number, int number2, String text) throws SQLException {
    real.setNull(number, number2, text);
  }

  @Override
  public void setNull(int number, int number2) throws SQLException {
    real.setNull(number, number2);
  }

  @Override
  public void setObject(int number, Object value, int number2, int number3) throws SQLException {
    real.setObject(number, value, number2, number3);
  }

  @Override
  public void setObject(int number, Object value, int number2) throws SQLException {
    real.setObject(number, value, number2);
  }

  @Override
  public void setObject(int number, Object value, SQLType sqlType, int number2)
      throws SQLException {
    real.setObject(number, value, sqlType, number2);
  }

  @Override
  public void setObject(int number, Object value, SQLType sqlType) throws SQLException {
    real.setObject(number, value, sqlType);
  }

  @Override
  public void setObject(int number, Object value) throws SQLException {
    real.setObject(number, value);
  }

  @Override
  public void setRef(int number, Ref ref) throws SQLException {
    real.setRef(number, ref);
  }

  @Override
  public void setRowId(int number, RowId rowId) throws SQLException {
    real.setRowId(number, rowId);
  }

  @Override
  public void setSQLXML(int number, SQLXML xml) throws SQLException {
    real.setSQLXML(number, xml);
  }

  @Override
  public void setShort(int number, short number2) throws SQLException {
    real.setShort(number, number2);
  }

  @Override
  public void setString(int number, String text) throws SQLException {
    real.setString(number, text);
  }

  @Override
  public void setTime(int number, Time time, Calendar calendar) throws SQLException {
    real.setTime(number, time, calendar);
  }

  @Override
  public void setTime(int number, Time time) throws SQLException {
    real.setTime(number, time);
  }

  @Override
  public void setTimestamp(int number, Timestamp timestamp, Calendar calendar) throws SQLException {
    real.setTimestamp(number, timestamp, calendar);
  }

  @Override
  public void setTimestamp(int number, Timestamp timestamp) throws SQLException {
    real.setTimestamp(number, timestamp);
  }

  @Override
  public void setURL(int number, URL url) throws SQLException {
    real.setURL(number, url);
  }

  @Override
  public void setUnicodeStream(int number, InputStream inputStream, int number2)
      throws SQLException {
    real.setUnicodeStream(number, inputStream, number2);
  }
}
