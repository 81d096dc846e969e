package dev.nl2sql.plan;

import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.Arithmetic;
import dev.nl2sql.plan.Expression.Case;
import dev.nl2sql.plan.Expression.Cast;
import dev.nl2sql.plan.Expression.Coalesce;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.DatePart;
import dev.nl2sql.plan.Expression.Percentile;
import dev.nl2sql.plan.Expression.PeriodStart;
import dev.nl2sql.plan.Expression.ScalarSubquery;
import dev.nl2sql.plan.Expression.TextFunction;
import dev.nl2sql.plan.Predicate.And;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.Predicate.Exists;
import dev.nl2sql.plan.Predicate.InList;
import dev.nl2sql.plan.Predicate.InSubquery;
import dev.nl2sql.plan.Predicate.IsNull;
import dev.nl2sql.plan.Predicate.IsTrue;
import dev.nl2sql.plan.Predicate.Not;
import dev.nl2sql.plan.Predicate.Or;
import dev.nl2sql.plan.Predicate.TextMatch;
import dev.nl2sql.plan.QueryPlan.Join;
import dev.nl2sql.plan.QueryPlan.Ordering;
import dev.nl2sql.plan.QueryPlan.Projection;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.SetOperation;
import dev.nl2sql.plan.QueryPlan.Source;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Copies plans with some nodes replaced. Children are rewritten first, then the function given for
 * their kind is applied to the parent. Immutable; thread-safe if its functions are.
 */
public final class PlanRewriter {
  private final UnaryOperator<TableUse> tables;
  private final UnaryOperator<Expression> expressions;
  private final UnaryOperator<Predicate> predicates;
  private final UnaryOperator<Select> selects;

  private PlanRewriter(
      UnaryOperator<TableUse> tables,
      UnaryOperator<Expression> expressions,
      UnaryOperator<Predicate> predicates,
      UnaryOperator<Select> selects) {
    this.tables = Objects.requireNonNull(tables);
    this.expressions = Objects.requireNonNull(expressions);
    this.predicates = Objects.requireNonNull(predicates);
    this.selects = Objects.requireNonNull(selects);
  }

  /** Replaces uses of relations, in FROM clauses and in column references alike. */
  public static PlanRewriter ofTables(UnaryOperator<TableUse> tables) {
    return new PlanRewriter(tables, e -> e, p -> p, s -> s);
  }

  /** Replaces expressions. */
  public static PlanRewriter ofExpressions(UnaryOperator<Expression> expressions) {
    return new PlanRewriter(t -> t, expressions, p -> p, s -> s);
  }

  /** Replaces conditions. */
  public static PlanRewriter ofPredicates(UnaryOperator<Predicate> predicates) {
    return new PlanRewriter(t -> t, e -> e, predicates, s -> s);
  }

  /** Replaces SELECTs, sub-queries included. */
  public static PlanRewriter ofSelects(UnaryOperator<Select> selects) {
    return new PlanRewriter(t -> t, e -> e, p -> p, selects);
  }

  /**
   * Adds a condition to every occurrence of a relation, wherever it stands in the plan: to WHERE
   * for a relation whose rows must be there, to the join condition for one joined by LEFT JOIN, so
   * that rows without a partner stay.
   *
   * @param filter the condition for one use of a relation, empty if it has none
   */
  public static QueryPlan withFilters(
      QueryPlan plan, Function<TableUse, Optional<Predicate>> filter) {
    UnaryOperator<Select> add = s -> withFilters(s, filter);
    return new PlanRewriter(t -> t, e -> e, p -> p, add).rewrite(plan);
  }

  private static Select withFilters(Select select, Function<TableUse, Optional<Predicate>> filter) {
    List<Predicate> where = new ArrayList<>();
    select.where().ifPresent(w -> addFlat(w, where));
    filter.apply(select.from().root()).ifPresent(where::add);
    List<Join> joins = new ArrayList<>();
    for (Join join : select.from().joins()) {
      Optional<Predicate> condition = filter.apply(join.table());
      if (condition.isPresent() && join.kind() == Join.Kind.LEFT) {
        Predicate on = Predicate.all(List.of(join.on(), condition.get()));
        joins.add(new Join(join.kind(), join.table(), on));
      } else {
        condition.ifPresent(where::add);
        joins.add(join);
      }
    }
    return new Select(
        select.projections(),
        select.distinct(),
        new Source(select.from().root(), joins),
        where.isEmpty() ? Optional.empty() : Optional.of(Predicate.all(where)),
        select.groupBy(),
        select.having(),
        select.orderBy(),
        select.limit());
  }

  private static void addFlat(Predicate predicate, List<Predicate> into) {
    if (predicate instanceof And and) {
      into.addAll(and.operands());
    } else {
      into.add(predicate);
    }
  }

  /** A copy of the plan. */
  public QueryPlan rewrite(QueryPlan plan) {
    if (plan instanceof SetOperation operation) {
      return new SetOperation(
          operation.operator(), rewrite(operation.left()), rewrite(operation.right()));
    }
    Select select = (Select) plan;
    return selects.apply(
        new Select(
            select.projections().stream()
                .map(p -> new Projection(rewrite(p.expression()), p.label()))
                .toList(),
            select.distinct(),
            rewrite(select.from()),
            select.where().map(this::rewrite),
            rewriteAll(select.groupBy()),
            select.having().map(this::rewrite),
            select.orderBy().stream()
                .map(o -> new Ordering(rewrite(o.expression()), o.descending()))
                .toList(),
            select.limit()));
  }

  private Source rewrite(Source source) {
    List<Join> joins =
        source.joins().stream()
            .map(j -> new Join(j.kind(), tables.apply(j.table()), rewrite(j.on())))
            .toList();
    return new Source(tables.apply(source.root()), joins);
  }

  private List<Expression> rewriteAll(List<Expression> all) {
    return all.stream().map(this::rewrite).toList();
  }

  /** A copy of the expression. */
  public Expression rewrite(Expression expression) {
    return expressions.apply(withChildren(expression));
  }

  private Expression withChildren(Expression expression) {
    if (expression instanceof ColumnReference reference) {
      return new ColumnReference(tables.apply(reference.table()), reference.column());
    }
    if (expression instanceof Aggregate aggregate) {
      return new Aggregate(
          aggregate.function(), aggregate.argument().map(this::rewrite), aggregate.distinct());
    }
    if (expression instanceof Percentile percentile) {
      return new Percentile(percentile.fraction(), rewrite(percentile.argument()));
    }
    if (expression instanceof Arithmetic arithmetic) {
      return new Arithmetic(
          arithmetic.operator(), rewrite(arithmetic.left()), rewrite(arithmetic.right()));
    }
    if (expression instanceof PeriodStart start) {
      return new PeriodStart(start.unit(), rewrite(start.argument()));
    }
    if (expression instanceof DatePart part) {
      return new DatePart(part.unit(), rewrite(part.argument()));
    }
    if (expression instanceof TextFunction function) {
      return new TextFunction(function.function(), rewrite(function.argument()));
    }
    if (expression instanceof Coalesce coalesce) {
      return new Coalesce(rewriteAll(coalesce.arguments()));
    }
    if (expression instanceof Case choice) {
      return new Case(
          choice.branches().stream()
              .map(b -> new Case.Branch(rewrite(b.when()), rewrite(b.then())))
              .toList(),
          choice.otherwise().map(this::rewrite));
    }
    if (expression instanceof ScalarSubquery subquery) {
      return new ScalarSubquery(rewrite(subquery.plan()));
    }
    return expression instanceof Cast cast
        ? new Cast(rewrite(cast.argument()), cast.type())
        : expression;
  }

  /** A copy of the condition. */
  public Predicate rewrite(Predicate predicate) {
    return predicates.apply(withChildren(predicate));
  }

  private Predicate withChildren(Predicate predicate) {
    if (predicate instanceof Comparison comparison) {
      return new Comparison(
          comparison.operator(), rewrite(comparison.left()), rewrite(comparison.right()));
    }
    if (predicate instanceof InList in) {
      return new InList(rewrite(in.argument()), rewriteAll(in.values()), in.negated());
    }
    if (predicate instanceof InSubquery in) {
      return new InSubquery(rewrite(in.argument()), rewrite(in.plan()), in.negated());
    }
    if (predicate instanceof Exists exists) {
      return new Exists(rewrite(exists.plan()), exists.negated());
    }
    if (predicate instanceof TextMatch match) {
      return new TextMatch(rewrite(match.argument()), match.text(), match.match(), match.negated());
    }
    if (predicate instanceof IsNull isNull) {
      return new IsNull(rewrite(isNull.argument()), isNull.negated());
    }
    if (predicate instanceof IsTrue isTrue) {
      return new IsTrue(rewrite(isTrue.argument()), isTrue.negated());
    }
    if (predicate instanceof And and) {
      return new And(and.operands().stream().map(this::rewrite).toList());
    }
    if (predicate instanceof Or or) {
      return new Or(or.operands().stream().map(this::rewrite).toList());
    }
    return new Not(rewrite(((Not) predicate).operand()));
  }
}
