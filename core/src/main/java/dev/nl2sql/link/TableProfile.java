package dev.nl2sql.link;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import java.util.List;

/**
 * What people mean when they speak of the rows of a relation.
 *
 * @param table the relation
 * @param words the dictionary words of its name
 * @param key the columns that identify a row, at least one
 * @param display the columns by which people call a row, at least one
 * @param dates its columns that a period can be compared with
 */
public record TableProfile(
    Table table, List<String> words, List<Column> key, List<Column> display, List<Column> dates) {
  public TableProfile {
    words = List.copyOf(words);
    key = List.copyOf(key);
    display = List.copyOf(display);
    dates = List.copyOf(dates);
  }

  /** Whether the column identifies a row or is a part of what it is called. */
  public boolean tellsRow(Column column) {
    return key.contains(column) || display.contains(column);
  }
}
