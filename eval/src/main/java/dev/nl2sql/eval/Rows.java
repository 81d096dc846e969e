package dev.nl2sql.eval;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rows read from a result, their values made comparable across drivers.
 *
 * @param labels column labels
 * @param cells a list of {@link Cell} texts a row
 * @param cut whether more rows followed
 */
record Rows(List<String> labels, List<List<String>> cells, boolean cut) {
  /** More than any question of the sets answers; a wrong join must not fill the memory. */
  static final int MOST = 50_000;

  Rows {
    labels = List.copyOf(labels);
    cells = List.copyOf(cells);
  }

  static Rows read(ResultSet result) throws SQLException {
    ResultSetMetaData shape = result.getMetaData();
    int columns = shape.getColumnCount();
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      labels.add(shape.getColumnLabel(i));
    }
    List<List<String>> rows = new ArrayList<>();
    while (result.next()) {
      if (rows.size() == MOST) {
        return new Rows(labels, rows, true);
      }
      List<String> row = new ArrayList<>(columns);
      for (int i = 1; i <= columns; i++) {
        row.add(Cell.of(result.getObject(i)));
      }
      rows.add(List.copyOf(row));
    }
    return new Rows(labels, rows, false);
  }

  int columns() {
    return labels.size();
  }

  /** The values of one column, top to bottom. */
  List<String> column(int index) {
    return cells.stream().map(r -> r.get(index)).toList();
  }

  Rows roundedToCents() {
    return new Rows(
        labels,
        cells.stream().map(r -> r.stream().map(Cell::roundedToCents).toList()).toList(),
        cut);
  }

  /** The first rows as text, for people. */
  String head(int count) {
    String rows =
        cells.stream()
            .limit(count)
            .map(r -> r.stream().map(Cell::forPeople).collect(Collectors.joining(" | ")))
            .collect(Collectors.joining("\n"));
    String more = cells.size() > count ? "\n… (" + cells.size() + " rows)" : "";
    return String.join(" | ", labels) + "\n" + rows + more;
  }
}
