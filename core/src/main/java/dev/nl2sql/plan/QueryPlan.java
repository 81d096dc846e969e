package dev.nl2sql.plan;

import dev.nl2sql.catalog.Table;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A query as a typed tree: what the generators build, the validator checks and the renderer prints.
 * Names are catalog objects, never text, so a plan cannot name what does not exist.
 */
public sealed interface QueryPlan {

  /**
   * A single SELECT.
   *
   * @param projections what is shown, at least one
   * @param distinct whether duplicate rows are removed
   * @param from the relations and how they are joined
   * @param where condition on rows
   * @param groupBy grouping expressions
   * @param having condition on groups
   * @param orderBy order of rows
   * @param limit largest number of rows
   */
  record Select(
      List<Projection> projections,
      boolean distinct,
      Source from,
      Optional<Predicate> where,
      List<Expression> groupBy,
      Optional<Predicate> having,
      List<Ordering> orderBy,
      OptionalLong limit)
      implements QueryPlan {
    public Select {
      projections = List.copyOf(projections);
      Objects.requireNonNull(from);
      Objects.requireNonNull(where);
      groupBy = List.copyOf(groupBy);
      Objects.requireNonNull(having);
      orderBy = List.copyOf(orderBy);
      Objects.requireNonNull(limit);
      if (projections.isEmpty()) {
        throw new IllegalArgumentException("a SELECT shows at least one column");
      }
    }
  }

  /** UNION, INTERSECT or EXCEPT of two plans with equally many columns. */
  record SetOperation(Operator operator, QueryPlan left, QueryPlan right) implements QueryPlan {
    /** The kind of set operation; duplicates are removed. */
    public enum Operator {
      UNION,
      INTERSECT,
      EXCEPT
    }

    public SetOperation {
      Objects.requireNonNull(operator);
      Objects.requireNonNull(left);
      Objects.requireNonNull(right);
    }
  }

  /**
   * A column of the result.
   *
   * @param expression what it computes
   * @param label its label; empty means the label rule of the contract (see Labels)
   */
  record Projection(Expression expression, Optional<String> label) {
    public Projection {
      Objects.requireNonNull(expression);
      Objects.requireNonNull(label);
    }

    public Projection(Expression expression) {
      this(expression, Optional.empty());
    }
  }

  /** A relation and its joins, applied in order. */
  record Source(TableUse root, List<Join> joins) {
    public Source {
      Objects.requireNonNull(root);
      joins = List.copyOf(joins);
    }
  }

  /**
   * One occurrence of a relation. Two uses of the same relation differ in alias.
   *
   * @param table the relation
   * @param alias unique within the whole plan, a plain lower-case identifier
   */
  record TableUse(Table table, String alias) {
    public TableUse {
      Objects.requireNonNull(table);
      Objects.requireNonNull(alias);
    }
  }

  /** A join of one more relation to those before it. */
  record Join(Kind kind, TableUse table, Predicate on) {
    /** INNER drops rows without a partner, LEFT keeps them. */
    public enum Kind {
      INNER,
      LEFT
    }

    public Join {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(table);
      Objects.requireNonNull(on);
    }
  }

  /** A sort key; NULLs last. */
  record Ordering(Expression expression, boolean descending) {
    public Ordering {
      Objects.requireNonNull(expression);
    }
  }
}
