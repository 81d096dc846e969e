package dev.nl2sql.execute;

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
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;

/**
 * Rows held in memory, read-only and scrollable: they need no statement and no transaction. Not
 * thread-safe, as is usual.
 */
@SuppressWarnings("deprecation")
public class HeldResultSet extends ReadOnlyResultSet {
  private final List<List<Object>> rows;
  private final ResultSetMetaData shape;
  private int row;
  private boolean closed;
  private boolean wasNull;
  private int fetchDirection = FETCH_FORWARD;
  private int fetchSize;

  /** A value whose text the engine writes in its own way. */
  record Worded(Object value, String text) {}

  /**
   * @param rows the rows, each with a value or null for every column
   * @param shape their description, usable without the database
   */
  protected HeldResultSet(List<List<Object>> rows, ResultSetMetaData shape) {
    this.rows = rows;
    this.shape = shape;
  }

  /** The same rows for another reader. */
  HeldResultSet again() {
    return new HeldResultSet(rows, shape);
  }

  @Override
  public Statement getStatement() throws SQLException {
    demandOpen();
    return null;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    demandOpen();
    return shape;
  }

  @Override
  public void close() throws SQLException {
    closed = true;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw misplaced("this result set is no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
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
  public boolean relative(int number) throws SQLException {
    return moveTo((long) row + number);
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
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      if (shape.getColumnLabel(i).equalsIgnoreCase(label)) {
        return i;
      }
    }
    throw misplaced("there is no column '" + label + "'");
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }

  @Override
  public Object getObject(int column) throws SQLException {
    Object held = held(column);
    return held instanceof Worded worded ? worded.value() : held;
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
    return type.cast(converted(column, type));
  }

  private Object converted(int column, Class<?> type) throws SQLException {
    return switch (type.getName()) {
      case "java.lang.String" -> getString(column);
      case "java.lang.Boolean" -> getBoolean(column);
      case "java.lang.Short" -> getShort(column);
      case "java.lang.Integer" -> getInt(column);
      case "java.lang.Long" -> getLong(column);
      case "java.lang.Float" -> getFloat(column);
      case "java.lang.Double" -> getDouble(column);
      case "java.math.BigDecimal" -> getBigDecimal(column);
      case "[B" -> getBytes(column);
      case "java.sql.Date" -> getDate(column);
      case "java.sql.Time" -> getTime(column);
      case "java.sql.Timestamp" -> getTimestamp(column);
      case "java.time.LocalDate" -> moment(column).toLocalDate();
      case "java.time.LocalTime" -> moment(column).toLocalTime();
      case "java.time.LocalDateTime" -> moment(column);
      case "java.sql.Array" -> getArray(column);
      case "java.sql.Blob" -> getBlob(column);
      case "java.sql.Clob" -> getClob(column);
      default -> throw misplaced("column " + column + " cannot be read as " + type.getName());
    };
  }

  @Override
  public String getString(int column) throws SQLException {
    Object held = held(column);
    if (held instanceof Worded worded) {
      return worded.text();
    }
    if (held instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return held == null ? null : held.toString();
  }

  @Override
  public String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public BigDecimal getBigDecimal(int column) throws SQLException {
    String text = getString(column);
    if (text == null) {
      return null;
    }
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      SQLException bad = misplaced("column " + column + " does not hold a number");
      bad.initCause(e);
      throw bad;
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
    if (getObject(column) instanceof Number number) {
      return number.doubleValue();
    }
    BigDecimal value = getBigDecimal(column);
    return value == null ? 0 : value.doubleValue();
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return (float) getDouble(column);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Object value = getObject(column);
    if (value instanceof Boolean || value instanceof Number) {
      return value instanceof Boolean flag ? flag : ((Number) value).doubleValue() != 0;
    }
    return value != null
        && (value.toString().equalsIgnoreCase("true") || value.toString().equals("1"));
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    if (getObject(column) instanceof byte[] bytes) {
      return bytes.clone();
    }
    String value = getString(column);
    return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Timestamp getTimestamp(int column) throws SQLException {
    LocalDateTime value = moment(column);
    return value == null ? null : Timestamp.valueOf(value);
  }

  @Override
  public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    LocalDateTime value = moment(column);
    return value == null ? null : new Timestamp(millis(value, calendar));
  }

  @Override
  public Date getDate(int column) throws SQLException {
    LocalDateTime value = moment(column);
    return value == null ? null : Date.valueOf(value.toLocalDate());
  }

  @Override
  public Date getDate(int column, Calendar calendar) throws SQLException {
    LocalDateTime value = moment(column);
    return value == null ? null : new Date(millis(value, calendar));
  }

  @Override
  public Time getTime(int column) throws SQLException {
    LocalDateTime value = moment(column);
    return value == null ? null : Time.valueOf(value.toLocalTime());
  }

  @Override
  public Time getTime(int column, Calendar calendar) throws SQLException {
    LocalDateTime value = moment(column);
    return value == null ? null : new Time(millis(value, calendar));
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
    Object value = getObject(column);
    if (value == null || value instanceof Array) {
      return (Array) value;
    }
    throw misplaced("column " + column + " does not hold an array");
  }

  @Override
  public Blob getBlob(int column) throws SQLException {
    byte[] value = getBytes(column);
    return value == null ? null : new SerialBlob(value);
  }

  @Override
  public Clob getClob(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : new SerialClob(value.toCharArray());
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    throw misplaced("there are no large objects in this result");
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw misplaced("there are no references in this result");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw misplaced("there are no row ids in this result");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw misplaced("there is no XML in this result");
  }

  @Override
  public URL getURL(int column) throws SQLException {
    throw misplaced("there are no addresses in this result");
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
    throw misplaced("this result set has no cursor");
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
  public void setFetchSize(int number) throws SQLException {
    demandOpen();
    fetchSize = number;
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

  /** Fails when this result set is closed. */
  protected final void demandOpen() throws SQLException {
    if (closed) {
      throw misplaced("this result set is closed");
    }
  }

  private int size() {
    return rows.size();
  }

  private boolean moveTo(long target) throws SQLException {
    demandOpen();
    row = (int) Math.max(0, Math.min(target, (long) size() + 1));
    return row >= 1 && row <= size();
  }

  private Object held(int column) throws SQLException {
    demandOpen();
    if (row < 1 || row > size()) {
      throw misplaced("there is no current row; call next() first");
    }
    if (column < 1 || column > shape.getColumnCount()) {
      throw misplaced("there is no column " + column + " of " + shape.getColumnCount());
    }
    Object value = rows.get(row - 1).get(column - 1);
    wasNull = value == null;
    return value;
  }

  private long whole(int column, long lowest, long highest) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    if (value == null) {
      return 0;
    }
    BigDecimal whole = value.setScale(0, RoundingMode.DOWN);
    if (whole.compareTo(BigDecimal.valueOf(lowest)) < 0
        || whole.compareTo(BigDecimal.valueOf(highest)) > 0) {
      throw misplaced("the value " + value + " of column " + column + " is out of range");
    }
    return whole.longValue();
  }

  /**
   * The date and time a column holds; a date begins at midnight, a time has the first day of 1970.
   */
  private LocalDateTime moment(int column) throws SQLException {
    Object value = getObject(column);
    if (value == null) {
      return null;
    }
    return HeldTimes.read(value)
        .orElseThrow(() -> misplaced("column " + column + " does not hold a date or time"));
  }

  private static long millis(LocalDateTime local, Calendar calendar) {
    ZoneId zone = calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    return local.atZone(zone).toInstant().toEpochMilli();
  }
}
