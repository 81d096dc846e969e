package dev.nl2sql.jdbc;

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
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A prepared question. Nothing is translated before it is executed, for "last month" moves with the
 * month; values are recorded and handed to each execution.
 */
@SuppressWarnings("deprecation")
class QuestionPreparedStatement extends QuestionStatement<Statement> implements PreparedStatement {
  private final Command command;
  private final String text;
  private final int parameters;
  private final Map<Integer, Optional<Object>> values = new ConcurrentHashMap<>();

  QuestionPreparedStatement(
      Statement real, WrappedConnection connection, Command command, String text) {
    super(real, connection);
    this.command = command;
    this.text = text;
    this.parameters = parameters(command);
  }

  private static int parameters(Command command) {
    if (command instanceof Command.Inside inside) {
      return inside.parameters();
    }
    return command instanceof Command.Ask ask ? ask.parameters() : 0;
  }

  /** The question as it was asked, for people log prepared statements. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean execute() throws SQLException {
    return run(command, binds());
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return query(command, binds());
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    ResultSet rows = questionRows();
    return rows == null ? null : rows.getMetaData();
  }

  @Override
  public ParameterMetaData getParameterMetaData() {
    return new QuestionParameters(parameters);
  }

  @Override
  public void clearParameters() {
    values.clear();
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setByte(int parameter, byte value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setShort(int parameter, short value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setInt(int parameter, int value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setLong(int parameter, long value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setFloat(int parameter, float value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setDouble(int parameter, double value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setBigDecimal(int parameter, BigDecimal value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setString(int parameter, String value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setNString(int parameter, String value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setDate(int parameter, Date value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setTime(int parameter, Time value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setTimestamp(int parameter, Timestamp value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setURL(int parameter, URL value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setArray(int parameter, Array value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setRowId(int parameter, RowId value) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value, int type) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value, int type, int scale) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value, SQLType type) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value, SQLType type, int scale) throws SQLException {
    record(parameter, value);
  }

  @Override
  public void setNull(int parameter, int type) throws SQLException {
    record(parameter, null);
  }

  @Override
  public void setNull(int parameter, int type, String name) throws SQLException {
    record(parameter, null);
  }

  @Override
  public void setDate(int parameter, Date value, Calendar calendar) throws SQLException {
    if (calendar != null) {
      throw unsupported("a date with a calendar");
    }
    record(parameter, value);
  }

  @Override
  public void setTime(int parameter, Time value, Calendar calendar) throws SQLException {
    if (calendar != null) {
      throw unsupported("a time with a calendar");
    }
    record(parameter, value);
  }

  @Override
  public void setTimestamp(int parameter, Timestamp value, Calendar calendar) throws SQLException {
    if (calendar != null) {
      throw unsupported("a timestamp with a calendar");
    }
    record(parameter, value);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value, int length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setUnicodeStream(int parameter, InputStream value, int length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value, int length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setCharacterStream(int parameter, Reader value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setCharacterStream(int parameter, Reader value, int length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setCharacterStream(int parameter, Reader value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setNCharacterStream(int parameter, Reader value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setNCharacterStream(int parameter, Reader value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setClob(int parameter, Reader value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setClob(int parameter, Reader value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setNClob(int parameter, Reader value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setNClob(int parameter, Reader value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setBlob(int parameter, InputStream value) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setBlob(int parameter, InputStream value, long length) throws SQLException {
    throw unsupported("a stream");
  }

  @Override
  public void setRef(int parameter, Ref value) throws SQLException {
    throw unsupported("a reference");
  }

  @Override
  public void setBlob(int parameter, Blob value) throws SQLException {
    throw unsupported("a large object");
  }

  @Override
  public void setClob(int parameter, Clob value) throws SQLException {
    throw unsupported("a large object");
  }

  @Override
  public void setNClob(int parameter, NClob value) throws SQLException {
    throw unsupported("a large object");
  }

  @Override
  public void setSQLXML(int parameter, SQLXML value) throws SQLException {
    throw unsupported("XML");
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public boolean execute(String sql, int[] keys) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public boolean execute(String sql, String[] keys) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw unsupported("another statement's text");
  }

  @Override
  public int executeUpdate() throws SQLException {
    return Math.toIntExact(fill(command, binds(), "executeUpdate"));
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return fill(command, binds(), "executeLargeUpdate");
  }

  @Override
  public void addBatch() throws SQLException {
    throw misplaced("addBatch");
  }

  private void record(int parameter, Object value) throws SQLException {
    if (parameter < 1 || parameter > parameters) {
      throw Conditions.exception(
          Condition.NOT_UNDERSTOOD,
          "the question has %d parameters; there is no parameter %d"
              .formatted(parameters, parameter));
    }
    values.put(parameter, Optional.ofNullable(value));
  }

  private List<Optional<Object>> binds() throws SQLException {
    List<Optional<Object>> binds = new ArrayList<>();
    for (int i = 1; i <= parameters; i++) {
      Optional<Object> value = values.get(i);
      if (value == null) {
        throw Conditions.exception(
            Condition.NOT_UNDERSTOOD,
            "the question has %d parameters; parameter %d is not set".formatted(parameters, i));
      }
      binds.add(value);
    }
    return binds;
  }

  private static SQLException unsupported(String what) {
    return Conditions.exception(Condition.MISPLACED, "a prepared question does not take " + what);
  }

  private static SQLException misplaced(String method) {
    return Conditions.exception(
        Condition.MISPLACED, "a question cannot stand in " + method + "; use executeQuery");
  }
}
