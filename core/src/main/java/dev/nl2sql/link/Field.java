package dev.nl2sql.link;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import java.util.Objects;

/** A column of a relation. */
public record Field(Table table, Column column) {
  public Field {
    Objects.requireNonNull(table);
    Objects.requireNonNull(column);
  }

  @Override
  public String toString() {
    return table.name().name() + "." + column.name();
  }
}
