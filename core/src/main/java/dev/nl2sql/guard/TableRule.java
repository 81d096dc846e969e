package dev.nl2sql.guard;

import dev.nl2sql.catalog.TableName;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What questions may see of one relation.
 *
 * @param table the relation
 * @param denied columns that are not there for questions, named as in the catalog
 * @param masks for a column, named as in the catalog, the SQL expression shown in its place
 * @param rowFilter SQL of a condition on the rows that may be seen
 */
public record TableRule(
    TableName table, Set<String> denied, Map<String, String> masks, Optional<String> rowFilter) {
  public TableRule {
    Objects.requireNonNull(table);
    denied = Set.copyOf(denied);
    masks = Map.copyOf(masks);
    Objects.requireNonNull(rowFilter);
  }

  /** A rule that the guard cannot put into statements. */
  public static final class InvalidException extends RuntimeException {
    private final String sql;

    InvalidException(String sql, String reason) {
      super(reason);
      this.sql = sql;
    }

    /** The SQL that is wrong, as it was given. */
    public String sql() {
      return sql;
    }
  }
}
