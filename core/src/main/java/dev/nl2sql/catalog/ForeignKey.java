package dev.nl2sql.catalog;

import java.util.List;
import java.util.Objects;

/**
 * A reference from one table to another.
 *
 * @param from the referencing table
 * @param columns the referencing columns
 * @param to the referenced table
 * @param targetColumns the referenced columns, in the order of {@code columns}
 * @param declared false if inferred from names and types or given by the glossary
 */
public record ForeignKey(
    TableName from,
    List<String> columns,
    TableName to,
    List<String> targetColumns,
    boolean declared) {
  public ForeignKey {
    Objects.requireNonNull(from);
    Objects.requireNonNull(to);
    columns = List.copyOf(columns);
    targetColumns = List.copyOf(targetColumns);
    if (columns.isEmpty() || columns.size() != targetColumns.size()) {
      throw new IllegalArgumentException("columns do not pair: " + columns + " " + targetColumns);
    }
  }
}
