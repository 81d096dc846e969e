package dev.nl2sql.examples;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Draws a result set as text. */
final class TextTable {
  private static final int WIDEST = 60;

  private TextTable() {}

  /**
   * The first rows of a result as a table, and how many more there are.
   *
   * @param most rows drawn at most
   */
  static String of(ResultSet rows, int most) throws SQLException {
    ResultSetMetaData shape = rows.getMetaData();
    List<List<String>> lines = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      labels.add(shape.getColumnLabel(i));
    }
    lines.add(labels);
    int count = 0;
    while (rows.next()) {
      count++;
      if (count <= most) {
        lines.add(cells(rows, labels.size()));
      }
    }
    String more = count > most ? "(%d of %d rows)%n".formatted(most, count) : "";
    return draw(lines) + more;
  }

  private static List<String> cells(ResultSet rows, int columns) throws SQLException {
    List<String> cells = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      String text = String.valueOf(rows.getObject(i));
      cells.add(text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…");
    }
    return cells;
  }

  private static String draw(List<List<String>> lines) {
    int columns = lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder table = new StringBuilder();
    for (int row = 0; row < lines.size(); row++) {
      for (int i = 0; i < columns; i++) {
        String cell = lines.get(row).get(i);
        table
            .append(i == 0 ? "  " : " | ")
            .append(cell)
            .append(" ".repeat(widths[i] - cell.length()));
      }
      table.append(System.lineSeparator());
      if (row == 0) {
        for (int i = 0; i < columns; i++) {
          table.append(i == 0 ? "  " : "-+-").append("-".repeat(widths[i]));
        }
        table.append(System.lineSeparator());
      }
    }
    return table.toString();
  }
}
