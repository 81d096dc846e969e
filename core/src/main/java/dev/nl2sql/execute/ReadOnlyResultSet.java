package dev.nl2sql.execute;

import dev.nl2sql.Condition;
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
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Refuses every change, and finds labelled columns by their number. */
@SuppressWarnings("deprecation")
public abstract class ReadOnlyResultSet implements ResultSet {

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw readOnly();
  }

  @Override
  public void deleteRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public Array getArray(String text) throws SQLException {
    return getArray(findColumn(text));
  }

  @Override
  public InputStream getAsciiStream(String text) throws SQLException {
    return getAsciiStream(findColumn(text));
  }

  @Override
  public BigDecimal getBigDecimal(String text, int number) throws SQLException {
    return getBigDecimal(findColumn(text), number);
  }

  @Override
  public BigDecimal getBigDecimal(String text) throws SQLException {
    return getBigDecimal(findColumn(text));
  }

  @Override
  public InputStream getBinaryStream(String text) throws SQLException {
    return getBinaryStream(findColumn(text));
  }

  @Override
  public Blob getBlob(String text) throws SQLException {
    return getBlob(findColumn(text));
  }

  @Override
  public boolean getBoolean(String text) throws SQLException {
    return getBoolean(findColumn(text));
  }

  @Override
  public byte getByte(String text) throws SQLException {
    return getByte(findColumn(text));
  }

  @Override
  public byte[] getBytes(String text) throws SQLException {
    return getBytes(findColumn(text));
  }

  @Override
  public Reader getCharacterStream(String text) throws SQLException {
    return getCharacterStream(findColumn(text));
  }

  @Override
  public Clob getClob(String text) throws SQLException {
    return getClob(findColumn(text));
  }

  @Override
  public Date getDate(String text, Calendar calendar) throws SQLException {
    return getDate(findColumn(text), calendar);
  }

  @Override
  public Date getDate(String text) throws SQLException {
    return getDate(findColumn(text));
  }

  @Override
  public double getDouble(String text) throws SQLException {
    return getDouble(findColumn(text));
  }

  @Override
  public float getFloat(String text) throws SQLException {
    return getFloat(findColumn(text));
  }

  @Override
  public int getInt(String text) throws SQLException {
    return getInt(findColumn(text));
  }

  @Override
  public long getLong(String text) throws SQLException {
    return getLong(findColumn(text));
  }

  @Override
  public Reader getNCharacterStream(String text) throws SQLException {
    return getNCharacterStream(findColumn(text));
  }

  @Override
  public NClob getNClob(String text) throws SQLException {
    return getNClob(findColumn(text));
  }

  @Override
  public String getNString(String text) throws SQLException {
    return getNString(findColumn(text));
  }

  @Override
  public <T> T getObject(String text, Class<T> type) throws SQLException {
    return getObject(findColumn(text), type);
  }

  @Override
  public Object getObject(String text, Map<String, Class<?>> map) throws SQLException {
    return getObject(findColumn(text), map);
  }

  @Override
  public Object getObject(String text) throws SQLException {
    return getObject(findColumn(text));
  }

  @Override
  public Ref getRef(String text) throws SQLException {
    return getRef(findColumn(text));
  }

  @Override
  public RowId getRowId(String text) throws SQLException {
    return getRowId(findColumn(text));
  }

  @Override
  public SQLXML getSQLXML(String text) throws SQLException {
    return getSQLXML(findColumn(text));
  }

  @Override
  public short getShort(String text) throws SQLException {
    return getShort(findColumn(text));
  }

  @Override
  public String getString(String text) throws SQLException {
    return getString(findColumn(text));
  }

  @Override
  public Time getTime(String text, Calendar calendar) throws SQLException {
    return getTime(findColumn(text), calendar);
  }

  @Override
  public Time getTime(String text) throws SQLException {
    return getTime(findColumn(text));
  }

  @Override
  public Timestamp getTimestamp(String text, Calendar calendar) throws SQLException {
    return getTimestamp(findColumn(text), calendar);
  }

  @Override
  public Timestamp getTimestamp(String text) throws SQLException {
    return getTimestamp(findColumn(text));
  }

  @Override
  public URL getURL(String text) throws SQLException {
    return getURL(findColumn(text));
  }

  @Override
  public InputStream getUnicodeStream(String text) throws SQLException {
    return getUnicodeStream(findColumn(text));
  }

  @Override
  public void insertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void refreshRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(String text, Array array) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(int number, Array array) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String text, InputStream inputStream, int number)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String text, InputStream inputStream, long number)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String text, InputStream inputStream) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int number, InputStream inputStream, int number2)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int number, InputStream inputStream, long number2)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int number, InputStream inputStream) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(String text, BigDecimal bigDecimal) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(int number, BigDecimal bigDecimal) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String text, InputStream inputStream, int number)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String text, InputStream inputStream, long number)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String text, InputStream inputStream) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int number, InputStream inputStream, int number2)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int number, InputStream inputStream, long number2)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int number, InputStream inputStream) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String text, InputStream inputStream, long number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String text, InputStream inputStream) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String text, Blob blob) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int number, InputStream inputStream, long number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int number, InputStream inputStream) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int number, Blob blob) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(String text, boolean flag) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(int number, boolean flag) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(String text, byte number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(int number, byte number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(String text, byte[] numbers) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(int number, byte[] numbers) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String text, Reader reader, int number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String text, Reader reader, long number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String text, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int number, Reader reader, int number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int number, Reader reader, long number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int number, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String text, Reader reader, long number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String text, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String text, Clob clob) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int number, Reader reader, long number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int number, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int number, Clob clob) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(String text, Date date) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(int number, Date date) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(String text, double number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(int number, double number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(String text, float number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(int number, float number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(String text, int number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(int number, int number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(String text, long number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(int number, long number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String text, Reader reader, long number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String text, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int number, Reader reader, long number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int number, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String text, Reader reader, long number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String text, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String text, NClob nClob) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int number, Reader reader, long number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int number, Reader reader) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int number, NClob nClob) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(String text, String text2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(int number, String text) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNull(String text) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNull(int number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String text, Object value, int number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String text, Object value, SQLType sqlType, int number)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String text, Object value, SQLType sqlType) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String text, Object value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int number, Object value, int number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int number, Object value, SQLType sqlType, int number2)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int number, Object value, SQLType sqlType) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int number, Object value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(String text, Ref ref) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(int number, Ref ref) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(String text, RowId rowId) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(int number, RowId rowId) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(String text, SQLXML xml) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(int number, SQLXML xml) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(String text, short number) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(int number, short number2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(String text, String text2) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(int number, String text) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(String text, Time time) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(int number, Time time) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(String text, Timestamp timestamp) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(int number, Timestamp timestamp) throws SQLException {
    throw readOnly();
  }

  private static SQLException readOnly() {
    return misplaced("this result set cannot be changed");
  }

  /** The exception for a call that has no place on these rows. */
  protected static SQLException misplaced(String message) {
    Condition condition = Condition.MISPLACED;
    return new SQLFeatureNotSupportedException(
        "nl2sql: " + message, condition.sqlState(), condition.vendorCode());
  }
}
