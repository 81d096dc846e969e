package dev.nl2sql.answer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A small table made by the driver itself: options, explanations, status. Values are {@code
 * String}, {@code Long}, {@code Integer}, {@code Double}, {@code Timestamp} or null.
 */
public record RowTable(List<Column> columns, List<List<Object>> rows) {

  /** A column with its label and its type from {@link java.sql.Types}. */
  public record Column(String label, int sqlType) {}

  public RowTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(r -> Collections.unmodifiableList(new ArrayList<>(r))).toList();
  }

  /** A table whose columns are all texts. */
  public static RowTable ofTexts(List<String> labels, List<List<Object>> rows) {
    return new RowTable(
        labels.stream().map(l -> new Column(l, java.sql.Types.VARCHAR)).toList(), rows);
  }
}
