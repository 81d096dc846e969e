package dev.nl2sql.execute;

import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows read to the end while their statement runs, for engines whose rows do not outlive the
 * read-only form. What is held stays below the limits on rows and bytes.
 *
 * @param rows the rows, positioned before the first
 * @param count how many there are
 * @param cut whether there were more than the limits allow
 */
record HeldRows(ResultSet rows, long count, boolean cut) {
  private static final int VALUE_OVERHEAD = 16;

  /**
   * Reads all rows of a result set.
   *
   * @throws BudgetSpentException if not even one row fits
   */
  static HeldRows read(ResultSet source, long maximumRows, long maximumBytes) throws SQLException {
    HeldMetaData shape = HeldMetaData.of(source.getMetaData());
    List<List<Object>> rows = new ArrayList<>();
    long bytes = 0;
    boolean cut = false;
    while (!cut && source.next()) {
      List<Object> row = row(source, shape.getColumnCount());
      bytes += bytes(row);
      cut = rows.size() == maximumRows || bytes > maximumBytes;
      if (!cut) {
        rows.add(row);
      }
    }
    if (cut && rows.isEmpty() && maximumRows > 0) {
      throw new BudgetSpentException(
          "the first row takes " + bytes + " bytes, more than nl2sql.maxBytes = " + maximumBytes);
    }
    return new HeldRows(new HeldResultSet(rows, shape), rows.size(), cut);
  }

  private static List<Object> row(ResultSet source, int columns) throws SQLException {
    Object[] values = new Object[columns];
    for (int i = 1; i <= columns; i++) {
      values[i - 1] = value(source, i);
    }
    return Arrays.asList(values);
  }

  private static Object value(ResultSet source, int column) throws SQLException {
    Object value = source.getObject(column);
    if (value instanceof Clob clob) {
      return clob.getSubString(1, (int) Math.min(clob.length(), Integer.MAX_VALUE));
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) Math.min(blob.length(), Integer.MAX_VALUE));
    }
    if (value == null || value instanceof String || value instanceof byte[]) {
      return value;
    }
    String text = source.getString(column);
    return value.toString().equals(text) ? value : new HeldResultSet.Worded(value, text);
  }

  private static long bytes(List<Object> row) {
    long bytes = 0;
    for (Object value : row) {
      bytes += VALUE_OVERHEAD + bytes(value);
    }
    return bytes;
  }

  // Texts are counted as the database counts them when it measures the answer beforehand.
  private static long bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.length;
    }
    if (value instanceof String text) {
      return utf8Bytes(text);
    }
    boolean plain = value == null || value instanceof Number || value instanceof Boolean;
    return plain ? 0 : utf8Bytes(value.toString());
  }

  private static long utf8Bytes(String text) {
    return text.chars().mapToLong(c -> c < 0x80 ? 1 : c < 0x800 ? 2 : 3).sum();
  }
}
