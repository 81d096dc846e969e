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
   * @param interpretation the question as it was understood
   * @param rows the result, positioned before the first row; left after the last row told
   * @param columns its labels
   * @param limit rows of the answer
   * @param truncated whether there are more
   */
  public static String tell(
      String interpretation, ResultSet rows, List<String> columns, long limit, boolean truncated)
      throws SQLException {
    List<String> told = new ArrayList<>();
    long count = 0;
    while (count < limit && rows.next()) {
      count++;
      if (told.size() < ROWS_TOLD) {
        told.add(row(rows, columns));
      }
    }
    if (count == 0) {
      return interpretation + ": no rows match.";
    }
    if (count == 1) {
      return interpretation + ": " + told.get(0) + ".";
    }
    String more = truncated ? "more than " : "";
    String first = count > told.size() ? " The first " + told.size() + ": " : " ";
    return interpretation + ": " + more + count + " rows." + first + String.join("; ", told) + ".";
  }

  private static String row(ResultSet rows, List<String> columns) throws SQLException {
    if (columns.size() == 1) {
      return value(rows.getObject(1));
    }
    List<String> cells = new ArrayList<>();
    for (int i = 1; i <= columns.size(); i++) {
      cells.add(columns.get(i - 1) + " " + value(rows.getObject(i)));
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
