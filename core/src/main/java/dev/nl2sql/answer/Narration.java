package dev.nl2sql.answer;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Says a result in sentences by a template, without a model: one value, one row, or the first rows
 * and how many there are. Texts are cut at {@value #LONGEST_VALUE} characters.
 */
public final class Narration {
  private static final int LONGEST_VALUE = 200;
  private static final int ROWS_TOLD = 5;

  private Narration() {}

  /**
   * The beginning of a result.
   *
   * @param columns its labels
   * @param rows its first rows, values as texts
   * @param count how many rows it has
   * @param truncated whether there are more than it has
   */
  public record Beginning(
      List<String> columns, List<List<String>> rows, long count, boolean truncated) {
    public Beginning {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }

    /**
     * Reads a result to its end and keeps the first rows.
     *
     * @param result positioned before the first row
     * @param limit rows of the answer
     * @param kept how many rows to keep
     */
    public static Beginning read(
        ResultSet result, List<String> columns, long limit, boolean truncated, int kept)
        throws SQLException {
      List<List<String>> rows = new ArrayList<>();
      long count = 0;
      while (count < limit && result.next()) {
        count++;
        if (rows.size() < kept) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= columns.size(); i++) {
            row.add(value(result.getObject(i)));
          }
          rows.add(row);
        }
      }
      return new Beginning(columns, rows, count, truncated);
    }
  }

  /**
   * @param interpretation the question as it was understood
   * @param rows the result, positioned before the first row; left after the last row told
   * @param columns its labels
   * @param limit rows of the answer
   * @param truncated whether there are more
   */
  public static String tell(
      String interpretation, ResultSet rows, List<String> columns, long limit, boolean truncated)
      throws SQLException {
    return tell(interpretation, Beginning.read(rows, columns, limit, truncated, ROWS_TOLD));
  }

  /** Says a result of which the beginning is known. */
  public static String tell(String interpretation, Beginning result) {
    if (result.count() == 0) {
      return interpretation + ": no rows match.";
    }
    List<String> told =
        result.rows().stream().limit(ROWS_TOLD).map(r -> row(r, result.columns())).toList();
    if (result.count() == 1) {
      return interpretation + ": " + told.get(0) + ".";
    }
    String more = result.truncated() ? "more than " : "";
    String first = result.count() > told.size() ? " The first " + told.size() + ": " : " ";
    return interpretation
        + ": "
        + more
        + result.count()
        + " rows."
        + first
        + String.join("; ", told)
        + ".";
  }

  private static String row(List<String> row, List<String> columns) {
    if (columns.size() == 1) {
      return row.get(0);
    }
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      cells.add(columns.get(i) + " " + row.get(i));
    }
    return String.join(", ", cells);
  }

  private static String value(Object value) {
    if (value == null) {
      return "nothing";
    }
    String text = value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }
}
