package dev.nl2sql.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Forwards every call to the real callable statement. */
@SuppressWarnings("deprecation")
abstract class ForwardingCallableStatement extends WrappedPreparedStatement<CallableStatement>
    implements CallableStatement {
  ForwardingCallableStatement(CallableStatement real, WrappedConnection connection, String sql) {
    super(real, connection, sql);
  }

  @Override
  public Array getArray(String text) throws SQLException {
    return real.getArray(text);
  }

  @Override
  public Array getArray(int number) throws SQLException {
    return real.getArray(number);
  }

  @Override
  public BigDecimal getBigDecimal(String text) throws SQLException {
    return real.getBigDecimal(text);
  }

  @Override
  public BigDecimal getBigDecimal(int number, int number2) throws SQLException {
    return real.getBigDecimal(number, number2);
  }

  @Override
  public BigDecimal getBigDecimal(int number) throws SQLException {
    return real.getBigDecimal(number);
  }

  @Override
  public Blob getBlob(String text) throws SQLException {
    return real.getBlob(text);
  }

  @Override
  public Blob getBlob(int number) throws SQLException {
    return real.getBlob(number);
  }

  @Override
  public boolean getBoolean(String text) throws SQLException {
    return real.getBoolean(text);
  }

  @Override
  public boolean getBoolean(int number) throws SQLException {
    return real.getBoolean(number);
  }

  @Override
  public byte getByte(String text) throws SQLException {
    return real.getByte(text);
  }

  @Override
  public byte getByte(int number) throws SQLException {
    return real.getByte(number);
  }

  @Override
  public byte[] getBytes(String text) throws SQLException {
    return real.getBytes(text);
  }

  @Override
  public byte[] getBytes(int number) throws SQLException {
    return real.getBytes(number);
  }

  @Override
  public Reader getCharacterStream(String text) throws SQLException {
    return real.getCharacterStream(text);
  }

  @Override
  public Reader getCharacterStream(int number) throws SQLException {
    return real.getCharacterStream(number);
  }

  @Override
  public Clob getClob(String text) throws SQLException {
    return real.getClob(text);
  }

  @Override
  public Clob getClob(int number) throws SQLException {
    return real.getClob(number);
  }

  @Override
  public Date getDate(String text, Calendar calendar) throws SQLException {
    return real.getDate(text, calendar);
  }

  @Override
  public Date getDate(String text) throws SQLException {
    return real.getDate(text);
  }

  @Override
  public Date getDate(int number, Calendar calendar) throws SQLException {
    return real.getDate(number, calendar);
  }

  @Override
  public Date getDate(int number) throws SQLException {
    return real.getDate(number);
  }

  @Override
  public double getDouble(String text) throws SQLException {
    return real.getDouble(text);
  }

  @Override
  public double getDouble(int number) throws SQLException {
    return real.getDouble(number);
  }

  @Override
  public float getFloat(String text) throws SQLException {
    return real.getFloat(text);
  }

  @Override
  public float getFloat(int number) throws SQLException {
    return real.getFloat(number);
  }

  @Override
  public int getInt(String text) throws SQLException {
    return real.getInt(text);
  }

  @Override
  public int getInt(int number) throws SQLException {
    return real.getInt(number);
  }

  @Override
  public long getLong(String text) throws SQLException {
    return real.getLong(text);
  }

  @Override
  public long getLong(int number) throws SQLException {
    return real.getLong(number);
  }

  @Override
  public Reader getNCharacterStream(String text) throws SQLException {
    return real.getNCharacterStream(text);
  }

  @Override
  public Reader getNCharacterStream(int number) throws SQLException {
    return real.getNCharacterStream(number);
  }

  @Override
  public NClob getNClob(String text) throws SQLException {
    return real.getNClob(text);
  }

  @Override
  public NClob getNClob(int number) throws SQLException {
    return real.getNClob(number);
  }

  @Override
  public String getNString(String text) throws SQLException {
    return real.getNString(text);
  }

  @Override
  public String getNString(int number) throws SQLException {
    return real.getNString(number);
  }

  @Override
  public <T> T getObject(String text, Class<T> type) throws SQLException {
    return real.getObject(text, type);
  }

  @Override
  public Object getObject(String text, Map<String, Class<?>> map) throws SQLException {
    return real.getObject(text, map);
  }

  @Override
  public Object getObject(String text) throws SQLException {
    return real.getObject(text);
  }

  @Override
  public <T> T getObject(int number, Class<T> type) throws SQLException {
    return real.getObject(number, type);
  }

  @Override
  public Object getObject(int number, Map<String, Class<?>> map) throws SQLException {
    return real.getObject(number, map);
  }

  @Override
  public Object getObject(int number) throws SQLException {
    return real.getObject(number);
  }

  @Override
  public Ref getRef(String text) throws SQLException {
    return real.getRef(text);
  }

  @Override
  public Ref getRef(int number) throws SQLException {
    return real.getRef(number);
  }

  @Override
  public RowId getRowId(String text) throws SQLException {
    return real.getRowId(text);
  }

  @Override
  public RowId getRowId(int number) throws SQLException {
    return real.getRowId(number);
  }

  @Override
  public SQLXML getSQLXML(String text) throws SQLException {
    return real.getSQLXML(text);
  }

  @Override
  public SQLXML getSQLXML(int number) throws SQLException {
    return real.getSQLXML(number);
  }

  @Override
  public short getShort(String text) throws SQLException {
    return real.getShort(text);
  }

  @Override
  public short getShort(int number) throws SQLException {
    return real.getShort(number);
  }

  @Override
  public String getString(String text) throws SQLException {
    return real.getString(text);
  }

  @Override
  public String getString(int number) throws SQLException {
    return real.getString(number);
  }

  @Override
  public Time getTime(String text, Calendar calendar) throws SQLException {
    return real.getTime(text, calendar);
  }

  @Override
  public Time getTime(String text) throws SQLException {
    return real.getTime(text);
  }

  @Override
  public Time getTime(int number, Calendar calendar) throws SQLException {
    return real.getTime(number, calendar);
  }

  @Override
  public Time getTime(int number) throws SQLException {
    return real.getTime(number);
  }

  @Override
  public Timestamp getTimestamp(String text, Calendar calendar) throws SQLException {
    return real.getTimestamp(text, calendar);
  }

  @Override
  public Timestamp getTimestamp(String text) throws SQLException {
    return real.getTimestamp(text);
  }

  @Override
  public Timestamp getTimestamp(int number, Calendar calendar) throws SQLException {
    return real.getTimestamp(number, calendar);
  }

  @Override
  public Timestamp getTimestamp(int number) throws SQLException {
    return real.getTimestamp(number);
  }

  @Override
  public URL getURL(String text) throws SQLException {
    return real.getURL(text);
  }

  @Override
  public URL getURL(int number) throws SQLException {
    return real.getURL(number);
  }

  @Override
  public void registerOutParameter(String text, int number, String text2) throws SQLException {
    real.registerOutParameter(text, number, text2);
  }

  @Override
  public void registerOutParameter(String text, int number, int number2) throws SQLException {
    real.registerOutParameter(text, number, number2);
  }

  @Override
  public void registerOutParameter(String text, int number) throws SQLException {
    real.registerOutParameter(text, number);
  }

  @Override
  public void registerOutParameter(String text, SQLType sqlType, String text2) throws SQLException {
    real.registerOutParameter(text, sqlType, text2);
  }

  @Override
  public void registerOutParameter(String text, SQLType sqlType, int number) throws SQLException {
    real.registerOutParameter(text, sqlType, number);
  }

  @Override
  public void registerOutParameter(String text, SQLType sqlType) throws SQLException {
    real.registerOutParameter(text, sqlType);
  }

  @Override
  public void registerOutParameter(int number, int number2, String text) throws SQLException {
    real.registerOutParameter(number, number2, text);
  }

  @Override
  public void registerOutParameter(int number, int number2, int number3) throws SQLException {
    real.registerOutParameter(number, number2, number3);
  }

  @Override
  public void registerOutParameter(int number, int number2) throws SQLException {
    real.registerOutParameter(number, number2);
  }

  @Override
  public void registerOutParameter(int number, SQLType sqlType, String text) throws SQLException {
    real.registerOutParameter(number, sqlType, text);
  }

  @Override
  public void registerOutParameter(int number, SQLType sqlType, int number2) throws SQLException {
    real.registerOutParameter(number, sqlType, number2);
  }

  @Override
  public void registerOutParameter(int number, SQLType sqlType) throws SQLException {
    real.registerOutParameter(number, sqlType);
  }

  @Override
  public void setAsciiStream(String text, InputStream inputStream, int number) throws SQLException {
    real.setAsciiStream(text, inputStream, number);
  }

  @Override
  public void setAsciiStream(String text, InputStream inputStream, long number)
      throws SQLException {
    real.setAsciiStream(text, inputStream, number);
  }

  @Override
  public void setAsciiStream(String text, InputStream inputStream) throws SQLException {
    real.setAsciiStream(text, inputStream);
  }

  @Override
  public void setBigDecimal(String text, BigDecimal bigDecimal) throws SQLException {
    real.setBigDecimal(text, bigDecimal);
  }

  @Override
  public void setBinaryStream(String text, InputStream inputStream, int number)
      throws SQLException {
    real.setBinaryStream(text, inputStream, number);
  }

  @Override
  public void setBinaryStream(String text, InputStream inputStream, long number)
      throws SQLException {
    real.setBinaryStream(text, inputStream, number);
  }

  @Override
  public void setBinaryStream(String text, InputStream inputStream) throws SQLException {
    real.setBinaryStream(text, inputStream);
  }

  @Override
  public void setBlob(String text, InputStream inputStream, long number) throws SQLException {
    real.setBlob(text, inputStream, number);
  }

  @Override
  public void setBlob(String text, InputStream inputStream) throws SQLException {
    real.setBlob(text, inputStream);
  }

  @Override
  public void setBlob(String text, Blob blob) throws SQLException {
    real.setBlob(text, blob);
  }

  @Override
  public void setBoolean(String text, boolean flag) throws SQLException {
    real.setBoolean(text, flag);
  }

  @Override
  public void setByte(String text, byte number) throws SQLException {
    real.setByte(text, number);
  }

  @Override
  public void setBytes(String text, byte[] numbers) throws SQLException {
    real.setBytes(text, numbers);
  }

  @Override
  public void setCharacterStream(String text, Reader reader, int number) throws SQLException {
    real.setCharacterStream(text, reader, number);
  }

  @Override
  public void setCharacterStream(String text, Reader reader, long number) throws SQLException {
    real.setCharacterStream(text, reader, number);
  }

  @Override
  public void setCharacterStream(String text, Reader reader) throws SQLException {
    real.setCharacterStream(text, reader);
  }

  @Override
  public void setClob(String text, Reader reader, long number) throws SQLException {
    real.setClob(text, reader, number);
  }

  @Override
  public void setClob(String text, Reader reader) throws SQLException {
    real.setClob(text, reader);
  }

  @Override
  public void setClob(String text, Clob clob) throws SQLException {
    real.setClob(text, clob);
  }

  @Override
  public void setDate(String text, Date date, Calendar calendar) throws SQLException {
    real.setDate(text, date, calendar);
  }

  @Override
  public void setDate(String text, Date date) throws SQLException {
    real.setDate(text, date);
  }

  @Override
  public void setDouble(String text, double number) throws SQLException {
    real.setDouble(text, number);
  }

  @Override
  public void setFloat(String text, float number) throws SQLException {
    real.setFloat(text, number);
  }

  @Override
  public void setInt(String text, int number) throws SQLException {
    real.setInt(text, number);
  }

  @Override
  public void setLong(String text, long number) throws SQLException {
    real.setLong(text, number);
  }

  @Override
  public void setNCharacterStream(String text, Reader reader, long number) throws SQLException {
    real.setNCharacterStream(text, reader, number);
  }

  @Override
  public void setNCharacterStream(String text, Reader reader) throws SQLException {
    real.setNCharacterStream(text, reader);
  }

  @Override
  public void setNClob(String text, Reader reader, long number) throws SQLException {
    real.setNClob(text, reader, number);
  }

  @Override
  public void setNClob(String text, Reader reader) throws SQLException {
    real.setNClob(text, reader);
  }

  @Override
  public void setNClob(String text, NClob nClob) throws SQLException {
    real.setNClob(text, nClob);
  }

  @Override
  public void setNString(String text, String text2) throws SQLException {
    real.setNString(text, text2);
  }

  @Override
  public void setNull(String text, int number, String text2) throws SQLException {
    real.setNull(text, number, text2);
  }

  @Override
  public void setNull(String text, int number) throws SQLException {
    real.setNull(text, number);
  }

  @Override
  public void setObject(String text, Object value, int number, int number2) throws SQLException {
    real.setObject(text, value, number, number2);
  }

  @Override
  public void setObject(String text, Object value, int number) throws SQLException {
    real.setObject(text, value, number);
  }

  @Override
  public void setObject(String text, Object value, SQLType sqlType, int number)
      throws SQLException {
    real.setObject(text, value, sqlType, number);
  }

  @Override
  public void setObject(String text, Object value, SQLType sqlType) throws SQLException {
    real.setObject(text, value, sqlType);
  }

  @Override
  public void setObject(String text, Object value) throws SQLException {
    real.setObject(text, value);
  }

  @Override
  public void setRowId(String text, RowId rowId) throws SQLException {
    real.setRowId(text, rowId);
  }

  @Override
  public void setSQLXML(String text, SQLXML xml) throws SQLException {
    real.setSQLXML(text, xml);
  }

  @Override
  public void setShort(String text, short number) throws SQLException {
    real.setShort(text, number);
  }

  @Override
  public void setString(String text, String text2) throws SQLException {
    real.setString(text, text2);
  }

  @Override
  public void setTime(String text, Time time, Calendar calendar) throws SQLException {
    real.setTime(text, time, calendar);
  }

  @Override
  public void setTime(String text, Time time) throws SQLException {
    real.setTime(text, time);
  }

  @Override
  public void setTimestamp(String text, Timestamp timestamp, Calendar calendar)
      throws SQLException {
    real.setTimestamp(text, timestamp, calendar);
  }

  @Override
  public void setTimestamp(String text, Timestamp timestamp) throws SQLException {
    real.setTimestamp(text, timestamp);
  }

  @Override
  public void setURL(String text, URL url) throws SQLException {
    real.setURL(text, url);
  }

  @Override
  public boolean wasNull() throws SQLException {
    return real.wasNull();
  }
}
