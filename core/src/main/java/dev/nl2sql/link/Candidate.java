package dev.nl2sql.link;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import java.util.Objects;
import java.util.Optional;

/**
 * A relation or column that words of a question may mean.
 *
 * @param table the relation
 * @param column the column; empty if the relation itself is meant
 * @param score how well the words fit the name, 0–1
 */
public record Candidate(Table table, Optional<Column> column, double score) {
  public Candidate {
    Objects.requireNonNull(table);
    Objects.requireNonNull(column);
  }

  public boolean isTable() {
    return column.isEmpty();
  }

  /** The column meant; only if it is not a relation. */
  public Field field() {
    return new Field(table, column.orElseThrow());
  }

  Candidate scaled(double factor) {
    return new Candidate(table, column, score * factor);
  }
}
