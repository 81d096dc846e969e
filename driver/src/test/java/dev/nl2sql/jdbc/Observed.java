package dev.nl2sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.sql.Array;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverPropertyInfo;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** What a caller can see of a JDBC call, as a text that can be compared. */
final class Observed {
  private static final int MOST_ROWS = 300;
  private static final String OBJECT_NUMBER = "@[0-9a-f]+";

  /** Kinds of objects that are compared by what they are, not by their class. */
  private static final List<Class<?>> WRAPPED =
      List.of(
          CallableStatement.class,
          PreparedStatement.class,
          Statement.class,
          ResultSet.class,
          DatabaseMetaData.class,
          Connection.class);

  private static final List<Class<?>> OPAQUE =
      List.of(ResultSetMetaData.class, ParameterMetaData.class, Savepoint.class, RowId.class);

  private Observed() {}

  /** The outcome of a call: its value, or its exception with all that hangs on it. */
  static String of(Callable<?> call) {
    try {
      return value(call.call());
    } catch (InvocationTargetException e) {
      return failure(e.getCause()).replaceAll(OBJECT_NUMBER, "");
    } catch (Throwable e) {
      return failure(e).replaceAll(OBJECT_NUMBER, "");
    }
  }

  /** A value as text; streams and large objects are read. */
  static String value(Object value) throws SQLException, IOException {
    if (value == null) {
      return "null";
    }
    if (value instanceof SQLWarning warning) {
      return failure(warning);
    }
    for (Class<?> kind : WRAPPED) {
      if (kind.isInstance(value)) {
        return "<" + kind.getSimpleName() + ">";
      }
    }
    for (Class<?> kind : OPAQUE) {
      if (kind.isInstance(value)) {
        return "<" + value.getClass().getName() + ">";
      }
    }
    String type = value.getClass().getName() + " ";
    if (value instanceof byte[] bytes) {
      return "bytes " + HexFormat.of().formatHex(bytes);
    }
    if (value.getClass().isArray()) {
      return type + elements(value);
    }
    if (value instanceof InputStream stream) {
      return "stream " + HexFormat.of().formatHex(stream.readAllBytes());
    }
    if (value instanceof Reader reader) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return "reader " + text;
    }
    if (value instanceof Clob clob) {
      return type + clob.getSubString(1, (int) clob.length());
    }
    if (value instanceof Blob blob) {
      return type + HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
    }
    if (value instanceof Array array) {
      return type + array.getBaseTypeName() + value(array.getArray());
    }
    if (value instanceof Struct struct) {
      return type + struct.getSQLTypeName() + value(struct.getAttributes());
    }
    if (value instanceof SQLXML xml) {
      return type + xml.getString();
    }
    if (value instanceof Map<?, ?> map) {
      return type + new TreeMap<>(map);
    }
    if (value instanceof DriverPropertyInfo info) {
      return info.name + "=" + info.value + info.required + info.description;
    }
    return type + value.toString().replaceAll(OBJECT_NUMBER, "");
  }

  /** All rows from the cursor on, with labels and types; the result set is used up. */
  static String rows(ResultSet rows) throws SQLException, IOException {
    ResultSetMetaData columns = rows.getMetaData();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      text.append(columns.getColumnLabel(i)).append(' ').append(columns.getColumnType(i));
      text.append(' ').append(columns.getColumnTypeName(i)).append(", ");
    }
    for (int row = 0; row < MOST_ROWS && rows.next(); row++) {
      text.append('\n');
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        int column = i;
        text.append(of(() -> rows.getObject(column))).append(rows.wasNull()).append(" | ");
      }
    }
    return text.toString();
  }

  private static String elements(Object array) throws SQLException, IOException {
    if (array instanceof Object[] objects) {
      List<String> all = new ArrayList<>();
      for (Object object : objects) {
        all.add(value(object));
      }
      return all.toString();
    }
    return array instanceof int[] ints
        ? Arrays.toString(ints)
        : array instanceof long[] longs ? Arrays.toString(longs) : array.toString();
  }

  private static String failure(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable next = thrown;
    for (int depth = 0; next != null && depth < 10; depth++) {
      text.append(next.getClass().getName()).append(": ").append(next.getMessage());
      if (next instanceof SQLException sql) {
        text.append(" [").append(sql.getSQLState()).append(' ').append(sql.getErrorCode());
        text.append(']');
      }
      if (next instanceof BatchUpdateException batch) {
        text.append(Arrays.toString(batch.getUpdateCounts()));
        text.append(Arrays.toString(batch.getLargeUpdateCounts()));
      }
      if (next instanceof SQLClientInfoException info) {
        text.append(info.getFailedProperties());
      }
      if (next.getCause() != null && next.getCause() != next) {
        text.append(" cause ").append(next.getCause());
      }
      text.append(" suppressed ").append(next.getSuppressed().length).append('\n');
      next = next instanceof SQLException sql ? sql.getNextException() : null;
    }
    return text.toString();
  }
}
