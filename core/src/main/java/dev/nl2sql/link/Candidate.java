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
 * @param fit how they fit
 */
public record Candidate(Table table, Optional<Column> column, double score, Fit fit) {
  /** How words fit a name. */
  public enum Fit {
    /** The words are the name, or a part of it. */
    NAME,
    /** They mean the same as the name. */
    SYNONYM,
    /** A dictionary has them for something like the name. */
    RELATED
  }

  public Candidate {
    Objects.requireNonNull(table);
    Objects.requireNonNull(column);
    Objects.requireNonNull(fit);
  }

  public Candidate(Table table, Optional<Column> column, double score) {
    this(table, column, score, Fit.NAME);
  }

  public boolean isTable() {
    return column.isEmpty();
  }

  /** The column meant; only if it is not a relation. */
  public Field field() {
    return new Field(table, column.orElseThrow());
  }

  Candidate asRelated(double factor) {
    return new Candidate(table, column, score * factor, Fit.RELATED);
  }

  Candidate asSynonym(double factor) {
    return new Candidate(table, column, score * factor, Fit.SYNONYM);
  }
}
