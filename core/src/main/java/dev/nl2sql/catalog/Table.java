package dev.nl2sql.catalog;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A relation that may be asked about.
 *
 * @param name its qualified name
 * @param kind table, view or materialised view
 * @param columns its columns in order
 * @param primaryKey names of the key columns, empty if none is known
 * @param uniqueKeys further sets of columns known to be unique
 * @param comment the database's comment, empty if none
 * @param rowEstimate estimated rows, -1 if unknown
 */
public record Table(
    TableName name,
    Kind kind,
    List<Column> columns,
    List<String> primaryKey,
    List<List<String>> uniqueKeys,
    String comment,
    long rowEstimate) {

  /** The kind of relation. */
  public enum Kind {
    TABLE,
    VIEW,
    MATERIALIZED_VIEW
  }

  public Table {
    Objects.requireNonNull(name);
    Objects.requireNonNull(kind);
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    uniqueKeys = uniqueKeys.stream().map(List::copyOf).toList();
    Objects.requireNonNull(comment);
  }

  /** A relation stays the same while its rows change: the estimate does not count. */
  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    return other instanceof Table table
        && name.equals(table.name)
        && kind == table.kind
        && columns.equals(table.columns)
        && primaryKey.equals(table.primaryKey)
        && uniqueKeys.equals(table.uniqueKeys)
        && comment.equals(table.comment);
  }

  /** Of the name alone: relations are looked up often and differ in it. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** The column of exactly this name. */
  public Optional<Column> column(String columnName) {
    return columns.stream().filter(c -> c.name().equals(columnName)).findFirst();
  }
}
