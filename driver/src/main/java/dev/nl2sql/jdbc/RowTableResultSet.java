package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import dev.nl2sql.answer.RowTable;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows made by the driver itself, read-only and scrollable. Not thread-safe, as is usual. */
@SuppressWarnings("deprecation")
final class RowTableResultSet extends ReadOnlyResultSet {
  private final RowTable table;
  private final Optional<Answer> answer;
  private final QuestionStatement<?> owner;
  private int row;
  private boolean closed;
  private boolean wasNull;
  private int fetchDirection = FETCH_FORWARD;
  private int fetchSize;

  RowTableResultSet(RowTable table, Optional<Answer> answer, QuestionStatement<?> owner) {
    this.table = table;
    this.answer = answer;
    this.owner = owner;
  }

  @Override
  public Statement getStatement() throws SQLException {
    demandOpen();
    return owner.self();
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    demandOpen();
    return new RowTableMetaData(table.columns());
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      owner.resultClosed(this);
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type == Answer.class && answer.isPresent()) {
      return type.cast(answer.get());
    }
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw Conditions.exception(Condition.MISPLACED, "this result set is no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return (type == Answer.class && answer.isPresent()) || type.isInstance(this);
  }

  @Override
  public boolean next() throws SQLException {
    return relative(1);
  }

  @Override
  public boolean previous() throws SQLException {
    return relative(-1);
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    return moveTo((long) row + rows);
  }

  @Override
  public boolean absolute(int number) throws SQLException {
    return moveTo(number >= 0 ? number : (long) size() + 1 + number);
  }

  @Override
  public boolean first() throws SQLException {
    return moveTo(1);
  }

  @Override
  public boolean last() throws SQLException {
    return moveTo(size());
  }

  @Override
  public void beforeFirst() throws SQLException {
    moveTo(0);
  }

  @Override
  public void afterLast() throws SQLException {
    moveTo((long) size() + 1);
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    demandOpen();
    return row == 0 && size() > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    demandOpen();
    return row == 1 && size() > 0;
  }

  @Override
  public boolean isLast() throws SQLException {
    demandOpen();
    return row == size() && size() > 0;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    demandOpen();
    return row > size() && size() > 0;
  }

  @Override
  public int getRow() throws SQLException {
    demandOpen();
    return row > size() ? 0 : row;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    demandOpen();
    List<RowTable.Column> columns = table.columns();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).label().equalsIgnoreCase(label)) {
        return i + 1;
      }
    }
    throw bad("there is no column '" + label + "'");
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }

  @Override
  public Object getObject(int column) throws SQLException {
    demandOpen();
    if (row < 1 || row > size()) {
      throw bad("there is no current row; call next() first");
    }
    if (column < 1 || column > table.columns().size()) {
      throw bad("there is no column " + column + " of " + table.columns().size());
    }
    Object value = table.rows().get(row - 1).get(column - 1);
    wasNull = value == null;
    return value;
  }

  @Override
  public Object getObject(int column, Map<String, Class<?>> types) throws SQLException {
    return getObject(column);
  }

  @Override
  public <T> T getObject(int column, Class<T> type) throws SQLException {
    Object value = getObject(column);
    if (value == null || type.isInstance(value)) {
      return type.cast(value);
    }
    Object converted = null;
    if (type == String.class) {
      converted = value.toString();
    } else if (type == Integer.class) {
      converted = getInt(column);
    } else if (type == Long.class) {
      converted = getLong(column);
    } else if (type == Double.class) {
      converted = getDouble(column);
    } else if (type == BigDecimal.class) {
      converted = getBigDecimal(column);
    } else if (type == LocalDateTime.class && value instanceof Timestamp timestamp) {
      converted = timestamp.toLocalDateTime();
    }
    if (converted == null) {
      throw bad("column " + column + " cannot be read as " + type.getName());
    }
    return type.cast(converted);
  }

  @Override
  public String getString(int column) throws SQLException {
    Object value = getObject(column);
    return value == null ? null : value.toString();
  }

  @Override
  public String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public BigDecimal getBigDecimal(int column) throws SQLException {
    Object value = getObject(column);
    if (value == null) {
      return null;
    }
    try {
      return new BigDecimal(value.toString().strip());
    } catch (NumberFormatException e) {
      throw Conditions.exception(
          Condition.MISPLACED, "column " + column + " does not hold a number", e);
    }
  }

  @Override
  public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public long getLong(int column) throws SQLException {
    return whole(column, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) whole(column, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte) whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public double getDouble(int column) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? 0 : value.doubleValue();
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return (float) getDouble(column);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    String value = getString(column);
    return value != null && (value.equalsIgnoreCase("true") || value.equals("1"));
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Timestamp getTimestamp(int column) throws SQLException {
    Object value = getObject(column);
    if (value == null || value instanceof Timestamp) {
      return (Timestamp) value;
    }
    throw bad("column " + column + " does not hold a time");
  }

  @Override
  public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    return getTimestamp(column);
  }

  @Override
  public Date getDate(int column) throws SQLException {
    Timestamp value = getTimestamp(column);
    return value == null ? null : Date.valueOf(value.toLocalDateTime().toLocalDate());
  }

  @Override
  public Date getDate(int column, Calendar calendar) throws SQLException {
    return getDate(column);
  }

  @Override
  public Time getTime(int column) throws SQLException {
    Timestamp value = getTimestamp(column);
    return value == null ? null : Time.valueOf(value.toLocalDateTime().toLocalTime());
  }

  @Override
  public Time getTime(int column, Calendar calendar) throws SQLException {
    return getTime(column);
  }

  @Override
  public Reader getCharacterStream(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : new StringReader(value);
  }

  @Override
  public Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public InputStream getBinaryStream(int column) throws SQLException {
    byte[] value = getBytes(column);
    return value == null ? null : new ByteArrayInputStream(value);
  }

  @Override
  public InputStream getAsciiStream(int column) throws SQLException {
    return getBinaryStream(column);
  }

  @Override
  public InputStream getUnicodeStream(int column) throws SQLException {
    return getBinaryStream(column);
  }

  @Override
  public Array getArray(int column) throws SQLException {
    throw bad("there are no arrays in this result");
  }

  @Override
  public Blob getBlob(int column) throws SQLException {
    throw bad("there are no large objects in this result");
  }

  @Override
  public Clob getClob(int column) throws SQLException {
    throw bad("there are no large objects in this result");
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    throw bad("there are no large objects in this result");
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw bad("there are no references in this result");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw bad("there are no row ids in this result");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw bad("there is no XML in this result");
  }

  @Override
  public URL getURL(int column) throws SQLException {
    throw bad("there are no addresses in this result");
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    demandOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    demandOpen();
  }

  @Override
  public String getCursorName() throws SQLException {
    throw bad("this result set has no cursor");
  }

  @Override
  public int getType() throws SQLException {
    demandOpen();
    return TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public int getConcurrency() throws SQLException {
    demandOpen();
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    demandOpen();
    return HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getFetchDirection() throws SQLException {
    demandOpen();
    return fetchDirection;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    demandOpen();
    fetchDirection = direction;
  }

  @Override
  public int getFetchSize() throws SQLException {
    demandOpen();
    return fetchSize;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    demandOpen();
    fetchSize = rows;
  }

  @Override
  public boolean rowUpdated() {
    return false;
  }

  @Override
  public boolean rowInserted() {
    return false;
  }

  @Override
  public boolean rowDeleted() {
    return false;
  }

  private int size() {
    return table.rows().size();
  }

  private boolean moveTo(long target) throws SQLException {
    demandOpen();
    row = (int) Math.max(0, Math.min(target, (long) size() + 1));
    return row >= 1 && row <= size();
  }

  private long whole(int column, long lowest, long highest) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    if (value == null) {
      return 0;
    }
    BigDecimal whole = value.setScale(0, RoundingMode.DOWN);
    if (whole.compareTo(BigDecimal.valueOf(lowest)) < 0
        || whole.compareTo(BigDecimal.valueOf(highest)) > 0) {
      throw bad("the value " + value + " of column " + column + " is out of range");
    }
    return whole.longValue();
  }

  private void demandOpen() throws SQLException {
    if (closed) {
      throw bad("this result set is closed");
    }
  }

  private static SQLException bad(String message) {
    return Conditions.exception(Condition.MISPLACED, message);
  }
}
