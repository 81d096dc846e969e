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
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Forwards every call to the real result set; nothing is decided on the way to a value. */
@SuppressWarnings("deprecation")
abstract class ForwardingResultSet implements ResultSet {
  final ResultSet real;
  final ConnectionGate gate;

  ForwardingResultSet(ResultSet real, ConnectionGate gate) {
    this.real = real;
    this.gate = gate;
  }

  @Override
  public boolean absolute(int number) throws SQLException {
    return real.absolute(number);
  }

  @Override
  public void afterLast() throws SQLException {
    real.afterLast();
  }

  @Override
  public void beforeFirst() throws SQLException {
    real.beforeFirst();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    real.cancelRowUpdates();
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
  public void deleteRow() throws SQLException {
    gate.enter();
    try {
      real.deleteRow();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int findColumn(String text) throws SQLException {
    return real.findColumn(text);
  }

  @Override
  public boolean first() throws SQLException {
    return real.first();
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
  public InputStream getAsciiStream(String text) throws SQLException {
    return real.getAsciiStream(text);
  }

  @Override
  public InputStream getAsciiStream(int number) throws SQLException {
    return real.getAsciiStream(number);
  }

  @Override
  public BigDecimal getBigDecimal(String text, int number) throws SQLException {
    return real.getBigDecimal(text, number);
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
  public InputStream getBinaryStream(String text) throws SQLException {
    return real.getBinaryStream(text);
  }

  @Override
  public InputStream getBinaryStream(int number) throws SQLException {
    return real.getBinaryStream(number);
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
  public int getConcurrency() throws SQLException {
    return real.getConcurrency();
  }

  @Override
  public String getCursorName() throws SQLException {
    return real.getCursorName();
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
  public int getFetchDirection() throws SQLException {
    return real.getFetchDirection();
  }

  @Override
  public int getFetchSize() throws SQLException {
    return real.getFetchSize();
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
  public int getHoldability() throws SQLException {
    return real.getHoldability();
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
  public ResultSetMetaData getMetaData() throws SQLException {
    return real.getMetaData();
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
  public int getRow() throws SQLException {
    return real.getRow();
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
  public Statement getStatement() throws SQLException {
    return real.getStatement();
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
  public int getType() throws SQLException {
    return real.getType();
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
  public InputStream getUnicodeStream(String text) throws SQLException {
    return real.getUnicodeStream(text);
  }

  @Override
  public InputStream getUnicodeStream(int number) throws SQLException {
    return real.getUnicodeStream(number);
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return real.getWarnings();
  }

  @Override
  public void insertRow() throws SQLException {
    gate.enter();
    try {
      real.insertRow();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    return real.isAfterLast();
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    return real.isBeforeFirst();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return real.isClosed();
  }

  @Override
  public boolean isFirst() throws SQLException {
    return real.isFirst();
  }

  @Override
  public boolean isLast() throws SQLException {
    return real.isLast();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return real.isWrapperFor(type);
  }

  @Override
  public boolean last() throws SQLException {
    return real.last();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    real.moveToCurrentRow();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    real.moveToInsertRow();
  }

  @Override
  public boolean next() throws SQLException {
    return real.next();
  }

  @Override
  public boolean previous() throws SQLException {
    return real.previous();
  }

  @Override
  public void refreshRow() throws SQLException {
    gate.enter();
    try {
      real.refreshRow();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean relative(int number) throws SQLException {
    return real.relative(number);
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    return real.rowDeleted();
  }

  @Override
  public boolean rowInserted() throws SQLException {
    return real.rowInserted();
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    return real.rowUpdated();
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
  public <T> T unwrap(Class<T> type) throws SQLException {
    return real.unwrap(type);
  }

  @Override
  public void updateArray(String text, Array array) throws SQLException {
    real.updateArray(text, array);
  }

  @Override
  public void updateArray(int number, Array array) throws SQLException {
    real.updateArray(number, array);
  }

  @Override
  public void updateAsciiStream(String text, InputStream inputStream, int number)
      throws SQLException {
    real.updateAsciiStream(text, inputStream, number);
  }

  @Override
  public void updateAsciiStream(String text, InputStream inputStream, long number)
      throws SQLException {
    real.updateAsciiStream(text, inputStream, number);
  }

  @Override
  public void updateAsciiStream(String text, InputStream inputStream) throws SQLException {
    real.updateAsciiStream(text, inputStream);
  }

  @Override
  public void updateAsciiStream(int number, InputStream inputStream, int number2)
      throws SQLException {
    real.updateAsciiStream(number, inputStream, number2);
  }

  @Override
  public void updateAsciiStream(int number, InputStream inputStream, long number2)
      throws SQLException {
    real.updateAsciiStream(number, inputStream, number2);
  }

  @Override
  public void updateAsciiStream(int number, InputStream inputStream) throws SQLException {
    real.updateAsciiStream(number, inputStream);
  }

  @Override
  public void updateBigDecimal(String text, BigDecimal bigDecimal) throws SQLException {
    real.updateBigDecimal(text, bigDecimal);
  }

  @Override
  public void updateBigDecimal(int number, BigDecimal bigDecimal) throws SQLException {
    real.updateBigDecimal(number, bigDecimal);
  }

  @Override
  public void updateBinaryStream(String text, InputStream inputStream, int number)
      throws SQLException {
    real.updateBinaryStream(text, inputStream, number);
  }

  @Override
  public void updateBinaryStream(String text, InputStream inputStream, long number)
      throws SQLException {
    real.updateBinaryStream(text, inputStream, number);
  }

  @Override
  public void updateBinaryStream(String text, InputStream inputStream) throws SQLException {
    real.updateBinaryStream(text, inputStream);
  }

  @Override
  public void updateBinaryStream(int number, InputStream inputStream, int number2)
      throws SQLException {
    real.updateBinaryStream(number, inputStream, number2);
  }

  @Override
  public void updateBinaryStream(int number, InputStream inputStream, long number2)
      throws SQLException {
    real.updateBinaryStream(number, inputStream, number2);
  }

  @Override
  public void updateBinaryStream(int number, InputStream inputStream) throws SQLException {
    real.updateBinaryStream(number, inputStream);
  }

  @Override
  public void updateBlob(String text, InputStream inputStream, long number) throws SQLException {
    real.updateBlob(text, inputStream, number);
  }

  @Override
  public void updateBlob(String text, InputStream inputStream) throws SQLException {
    real.updateBlob(text, inputStream);
  }

  @Override
  public void updateBlob(String text, Blob blob) throws SQLException {
    real.updateBlob(text, blob);
  }

  @Override
  public void updateBlob(int number, InputStream inputStream, long number2) throws SQLException {
    real.updateBlob(number, inputStream, number2);
  }

  @Override
  public void updateBlob(int number, InputStream inputStream) throws SQLException {
    real.updateBlob(number, inputStream);
  }

  @Override
  public void updateBlob(int number, Blob blob) throws SQLException {
    real.updateBlob(number, blob);
  }

  @Override
  public void updateBoolean(String text, boolean flag) throws SQLException {
    real.updateBoolean(text, flag);
  }

  @Override
  public void updateBoolean(int number, boolean flag) throws SQLException {
    real.updateBoolean(number, flag);
  }

  @Override
  public void updateByte(String text, byte number) throws SQLException {
    real.updateByte(text, number);
  }

  @Override
  public void updateByte(int number, byte number2) throws SQLException {
    real.updateByte(number, number2);
  }

  @Override
  public void updateBytes(String text, byte[] numbers) throws SQLException {
    real.updateBytes(text, numbers);
  }

  @Override
  public void updateBytes(int number, byte[] numbers) throws SQLException {
    real.updateBytes(number, numbers);
  }

  @Override
  public void updateCharacterStream(String text, Reader reader, int number) throws SQLException {
    real.updateCharacterStream(text, reader, number);
  }

  @Override
  public void updateCharacterStream(String text, Reader reader, long number) throws SQLException {
    real.updateCharacterStream(text, reader, number);
  }

  @Override
  public void updateCharacterStream(String text, Reader reader) throws SQLException {
    real.updateCharacterStream(text, reader);
  }

  @Override
  public void updateCharacterStream(int number, Reader reader, int number2) throws SQLException {
    real.updateCharacterStream(number, reader, number2);
  }

  @Override
  public void updateCharacterStream(int number, Reader reader, long number2) throws SQLException {
    real.updateCharacterStream(number, reader, number2);
  }

  @Override
  public void updateCharacterStream(int number, Reader reader) throws SQLException {
    real.updateCharacterStream(number, reader);
  }

  @Override
  public void updateClob(String text, Reader reader, long number) throws SQLException {
    real.updateClob(text, reader, number);
  }

  @Override
  public void updateClob(String text, Reader reader) throws SQLException {
    real.updateClob(text, reader);
  }

  @Override
  public void updateClob(String text, Clob clob) throws SQLException {
    real.updateClob(text, clob);
  }

  @Override
  public void updateClob(int number, Reader reader, long number2) throws SQLException {
    real.updateClob(number, reader, number2);
  }

  @Override
  public void updateClob(int number, Reader reader) throws SQLException {
    real.updateClob(number, reader);
  }

  @Override
  public void updateClob(int number, Clob clob) throws SQLException {
    real.updateClob(number, clob);
  }

  @Override
  public void updateDate(String text, Date date) throws SQLException {
    real.updateDate(text, date);
  }

  @Override
  public void updateDate(int number, Date date) throws SQLException {
    real.updateDate(number, date);
  }

  @Override
  public void updateDouble(String text, double number) throws SQLException {
    real.updateDouble(text, number);
  }

  @Override
  public void updateDouble(int number, double number2) throws SQLException {
    real.updateDouble(number, number2);
  }

  @Override
  public void updateFloat(String text, float number) throws SQLException {
    real.updateFloat(text, number);
  }

  @Override
  public void updateFloat(int number, float number2) throws SQLException {
    real.updateFloat(number, number2);
  }

  @Override
  public void updateInt(String text, int number) throws SQLException {
    real.updateInt(text, number);
  }

  @Override
  public void updateInt(int number, int number2) throws SQLException {
    real.updateInt(number, number2);
  }

  @Override
  public void updateLong(String text, long number) throws SQLException {
    real.updateLong(text, number);
  }

  @Override
  public void updateLong(int number, long number2) throws SQLException {
    real.updateLong(number, number2);
  }

  @Override
  public void updateNCharacterStream(String text, Reader reader, long number) throws SQLException {
    real.updateNCharacterStream(text, reader, number);
  }

  @Override
  public void updateNCharacterStream(String text, Reader reader) throws SQLException {
    real.updateNCharacterStream(text, reader);
  }

  @Override
  public void updateNCharacterStream(int number, Reader reader, long number2) throws SQLException {
    real.updateNCharacterStream(number, reader, number2);
  }

  @Override
  public void updateNCharacterStream(int number, Reader reader) throws SQLException {
    real.updateNCharacterStream(number, reader);
  }

  @Override
  public void updateNClob(String text, Reader reader, long number) throws SQLException {
    real.updateNClob(text, reader, number);
  }

  @Override
  public void updateNClob(String text, Reader reader) throws SQLException {
    real.updateNClob(text, reader);
  }

  @Override
  public void updateNClob(String text, NClob nClob) throws SQLException {
    real.updateNClob(text, nClob);
  }

  @Override
  public void updateNClob(int number, Reader reader, long number2) throws SQLException {
    real.updateNClob(number, reader, number2);
  }

  @Override
  public void updateNClob(int number, Reader reader) throws SQLException {
    real.updateNClob(number, reader);
  }

  @Override
  public void updateNClob(int number, NClob nClob) throws SQLException {
    real.updateNClob(number, nClob);
  }

  @Override
  public void updateNString(String text, String text2) throws SQLException {
    real.updateNString(text, text2);
  }

  @Override
  public void updateNString(int number, String text) throws SQLException {
    real.updateNString(number, text);
  }

  @Override
  public void updateNull(String text) throws SQLException {
    real.updateNull(text);
  }

  @Override
  public void updateNull(int number) throws SQLException {
    real.updateNull(number);
  }

  @Override
  public void updateObject(String text, Object value, int number) throws SQLException {
    real.updateObject(text, value, number);
  }

  @Override
  public void updateObject(String text, Object value, SQLType sqlType, int number)
      throws SQLException {
    real.updateObject(text, value, sqlType, number);
  }

  @Override
  public void updateObject(String text, Object value, SQLType sqlType) throws SQLException {
    real.updateObject(text, value, sqlType);
  }

  @Override
  public void updateObject(String text, Object value) throws SQLException {
    real.updateObject(text, value);
  }

  @Override
  public void updateObject(int number, Object value, int number2) throws SQLException {
    real.updateObject(number, value, number2);
  }

  @Override
  public void updateObject(int number, Object value, SQLType sqlType, int number2)
      throws SQLException {
    real.updateObject(number, value, sqlType, number2);
  }

  @Override
  public void updateObject(int number, Object value, SQLType sqlType) throws SQLException {
    real.updateObject(number, value, sqlType);
  }

  @Override
  public void updateObject(int number, Object value) throws SQLException {
    real.updateObject(number, value);
  }

  @Override
  public void updateRef(String text, Ref ref) throws SQLException {
    real.updateRef(text, ref);
  }

  @Override
  public void updateRef(int number, Ref ref) throws SQLException {
    real.updateRef(number, ref);
  }

  @Override
  public void updateRow() throws SQLException {
    gate.enter();
    try {
      real.updateRow();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void updateRowId(String text, RowId rowId) throws SQLException {
    real.updateRowId(text, rowId);
  }

  @Override
  public void updateRowId(int number, RowId rowId) throws SQLException {
    real.updateRowId(number, rowId);
  }

  @Override
  public void updateSQLXML(String text, SQLXML xml) throws SQLException {
    real.updateSQLXML(text, xml);
  }

  @Override
  public void updateSQLXML(int number, SQLXML xml) throws SQLException {
    real.updateSQLXML(number, xml);
  }

  @Override
  public void updateShort(String text, short number) throws SQLException {
    real.updateShort(text, number);
  }

  @Override
  public void updateShort(int number, short number2) throws SQLException {
    real.updateShort(number, number2);
  }

  @Override
  public void updateString(String text, String text2) throws SQLException {
    real.updateString(text, text2);
  }

  @Override
  public void updateString(int number, String text) throws SQLException {
    real.updateString(number, text);
  }

  @Override
  public void updateTime(String text, Time time) throws SQLException {
    real.updateTime(text, time);
  }

  @Override
  public void updateTime(int number, Time time) throws SQLException {
    real.updateTime(number, time);
  }

  @Override
  public void updateTimestamp(String text, Timestamp timestamp) throws SQLException {
    real.updateTimestamp(text, timestamp);
  }

  @Override
  public void updateTimestamp(int number, Timestamp timestamp) throws SQLException {
    real.updateTimestamp(number, timestamp);
  }

  @Override
  public boolean wasNull() throws SQLException {
    return real.wasNull();
  }
}
