package dev.nl2sql.guard;

import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * SQL printed by the guard from a checked tree; nothing else can make one, but for a statement of
 * the caller's own {@linkplain #around around} such SQL. Immutable.
 */
public final class GuardedSql {
  private final String sql;
  private final String capTemplate;
  private final OptionalLong ownLimit;
  private final List<TableName> relations;
  private final int parameters;

  GuardedSql(
      String sql,
      String capTemplate,
      OptionalLong ownLimit,
      List<TableName> relations,
      int parameters) {
    this.sql = Objects.requireNonNull(sql);
    this.capTemplate = Objects.requireNonNull(capTemplate);
    this.ownLimit = Objects.requireNonNull(ownLimit);
    this.relations = List.copyOf(relations);
    this.parameters = parameters;
  }

  /**
   * A statement of the caller's own around guarded queries. Its text between them is the caller's
   * and not checked: who wrote it might as well have run it without a question.
   *
   * @param queries the guarded queries in it
   * @param sql the whole statement
   * @param parameters how many values must be bound
   */
  public static GuardedSql around(List<GuardedSql> queries, String sql, int parameters) {
    List<TableName> relations =
        queries.stream().flatMap(q -> q.relations().stream()).distinct().toList();
    return new GuardedSql(sql, "", OptionalLong.empty(), relations, parameters);
  }

  /** The statement without a cap of ours. */
  public String sql() {
    return sql;
  }

  /**
   * The statement with at most so many rows; a smaller limit of its own stays. Where the limit
   * cannot be told from the text the statement is unchanged, and its rows must be counted.
   */
  public String withRowCap(long rows) {
    boolean smaller = ownLimit.isPresent() && ownLimit.getAsLong() <= rows;
    return capTemplate.isEmpty() || smaller
        ? sql
        : capTemplate.replace(Emission.CAP, Long.toString(rows));
  }

  /** Whether {@link #withRowCap} limits rows in the text. */
  public boolean isCapped() {
    return !capTemplate.isEmpty() || ownLimit.isPresent();
  }

  /** The relations read, each once, in order of appearance. */
  public List<TableName> relations() {
    return relations;
  }

  /** How many values must be bound. */
  public int parameters() {
    return parameters;
  }

  @Override
  public String toString() {
    return sql;
  }
}
