package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.Table;
import java.util.Optional;

/** Ends a question about the schema: it is answered from the catalog, without SQL. */
final class SchemaAnswer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Table> table;

  SchemaAnswer(Optional<Table> table) {
    super("answered from the catalog", null, false, false);
    this.table = table;
  }

  Optional<Table> table() {
    return table;
  }
}
