package dev.nl2sql.plan;

import dev.nl2sql.plan.Predicate.And;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.Predicate.InList;
import dev.nl2sql.plan.Predicate.InSubquery;
import dev.nl2sql.plan.Predicate.IsNull;
import dev.nl2sql.plan.Predicate.IsTrue;
import dev.nl2sql.plan.Predicate.Not;
import dev.nl2sql.plan.Predicate.Or;
import dev.nl2sql.plan.Predicate.TextMatch;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.SetOperation;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the parts of plans: children of a node, relations in order of appearance. */
public final class PlanWalk {
  private PlanWalk() {}

  /** All table uses of a plan, those of its sub-queries included, outermost first. */
  public static List<TableUse> tableUses(QueryPlan plan) {
    List<TableUse> uses = new ArrayList<>();
    selects(plan).forEach(s -> uses.addAll(usesOf(s)));
    return List.copyOf(uses);
  }

  /** The table uses of one SELECT's FROM clause. */
  public static List<TableUse> usesOf(Select select) {
    Stream<TableUse> joined = select.from().joins().stream().map(QueryPlan.Join::table);
    return Stream.concat(Stream.of(select.from().root()), joined).toList();
  }

  /** All SELECTs of a plan, those of its sub-queries included, outermost first. */
  public static List<Select> selects(QueryPlan plan) {
    if (plan instanceof SetOperation operation) {
      return Stream.concat(selects(operation.left()).stream(), selects(operation.right()).stream())
          .toList();
    }
    Select select = (Select) plan;
    List<Select> all = new ArrayList<>(List.of(select));
    subqueries(select).forEach(p -> all.addAll(selects(p)));
    return List.copyOf(all);
  }

  /** Every column that a plan speaks of, in its sub-queries too. */
  public static Set<Expression.ColumnReference> columns(QueryPlan plan) {
    return references(expressions(plan));
  }

  /** Every column that an expression speaks of, in its sub-queries too. */
  public static Set<Expression.ColumnReference> columns(Expression expression) {
    return references(withInner(expression));
  }

  private static Set<Expression.ColumnReference> references(Stream<Expression> expressions) {
    return expressions
        .flatMap(e -> e instanceof Expression.ColumnReference c ? Stream.of(c) : Stream.empty())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The functions of every aggregate of a plan, as often as they stand in it. */
  public static List<Expression.Aggregate.Function> aggregates(QueryPlan plan) {
    return expressions(plan)
        .flatMap(
            e -> e instanceof Expression.Aggregate a ? Stream.of(a.function()) : Stream.empty())
        .toList();
  }

  /** Every expression of a plan with all that is inside it. */
  private static Stream<Expression> expressions(QueryPlan plan) {
    return selects(plan).stream()
        .flatMap(
            select ->
                Stream.concat(
                    expressionsOf(select).stream().flatMap(PlanWalk::withInner),
                    predicatesOf(select).stream().flatMap(PlanWalk::inside)));
  }

  private static Stream<Expression> withInner(Expression expression) {
    Stream<Expression> inner =
        Stream.concat(
            children(expression).stream().flatMap(PlanWalk::withInner),
            conditions(expression).stream().flatMap(PlanWalk::inside));
    return Stream.concat(Stream.of(expression), inner);
  }

  private static Stream<Expression> inside(Predicate predicate) {
    return Stream.concat(
        values(predicate).stream().flatMap(PlanWalk::withInner),
        operands(predicate).stream().flatMap(PlanWalk::inside));
  }

  /** The plans directly inside a SELECT. */
  static List<QueryPlan> subqueries(Select select) {
    List<QueryPlan> plans = new ArrayList<>();
    expressionsOf(select).forEach(e -> collect(e, plans));
    predicatesOf(select).forEach(p -> collect(p, plans));
    return plans;
  }

  /** The expressions that stand directly in the clauses of a SELECT. */
  static List<Expression> expressionsOf(Select select) {
    List<Expression> all = new ArrayList<>();
    select.projections().forEach(p -> all.add(p.expression()));
    all.addAll(select.groupBy());
    select.orderBy().forEach(o -> all.add(o.expression()));
    return all;
  }

  /** The conditions that stand directly in the clauses of a SELECT. */
  static List<Predicate> predicatesOf(Select select) {
    List<Predicate> all = new ArrayList<>();
    select.from().joins().forEach(j -> all.add(j.on()));
    select.where().ifPresent(all::add);
    select.having().ifPresent(all::add);
    return all;
  }

  private static void collect(Expression expression, List<QueryPlan> plans) {
    if (expression instanceof Expression.ScalarSubquery subquery) {
      plans.add(subquery.plan());
    }
    children(expression).forEach(c -> collect(c, plans));
    conditions(expression).forEach(c -> collect(c, plans));
  }

  private static void collect(Predicate predicate, List<QueryPlan> plans) {
    if (predicate instanceof InSubquery in) {
      plans.add(in.plan());
    }
    if (predicate instanceof Predicate.Exists exists) {
      plans.add(exists.plan());
    }
    values(predicate).forEach(e -> collect(e, plans));
    operands(predicate).forEach(p -> collect(p, plans));
  }

  /** The expressions directly inside an expression. */
  static List<Expression> children(Expression expression) {
    if (expression instanceof Expression.Aggregate aggregate) {
      return aggregate.argument().stream().toList();
    }
    if (expression instanceof Expression.Percentile percentile) {
      return List.of(percentile.argument());
    }
    if (expression instanceof Expression.Arithmetic arithmetic) {
      return List.of(arithmetic.left(), arithmetic.right());
    }
    if (expression instanceof Expression.PeriodStart start) {
      return List.of(start.argument());
    }
    if (expression instanceof Expression.DatePart part) {
      return List.of(part.argument());
    }
    if (expression instanceof Expression.TextFunction function) {
      return List.of(function.argument());
    }
    if (expression instanceof Expression.Coalesce coalesce) {
      return coalesce.arguments();
    }
    if (expression instanceof Expression.Cast cast) {
      return List.of(cast.argument());
    }
    if (expression instanceof Expression.Case choice) {
      Stream<Expression> then = choice.branches().stream().map(Expression.Case.Branch::then);
      return Stream.concat(then, choice.otherwise().stream()).toList();
    }
    return List.of();
  }

  /** The conditions directly inside an expression. */
  static List<Predicate> conditions(Expression expression) {
    return expression instanceof Expression.Case choice
        ? choice.branches().stream().map(Expression.Case.Branch::when).toList()
        : List.of();
  }

  /** The expressions directly inside a condition. */
  static List<Expression> values(Predicate predicate) {
    if (predicate instanceof Comparison comparison) {
      return List.of(comparison.left(), comparison.right());
    }
    if (predicate instanceof InList in) {
      return Stream.concat(Stream.of(in.argument()), in.values().stream()).toList();
    }
    if (predicate instanceof InSubquery in) {
      return List.of(in.argument());
    }
    if (predicate instanceof TextMatch match) {
      return List.of(match.argument());
    }
    if (predicate instanceof IsNull isNull) {
      return List.of(isNull.argument());
    }
    if (predicate instanceof IsTrue isTrue) {
      return List.of(isTrue.argument());
    }
    return List.of();
  }

  /** The conditions directly inside a condition. */
  static List<Predicate> operands(Predicate predicate) {
    if (predicate instanceof And and) {
      return and.operands();
    }
    if (predicate instanceof Or or) {
      return or.operands();
    }
    return predicate instanceof Not not ? List.of(not.operand()) : List.of();
  }

  /** The aggregates inside an expression, sub-queries excluded. */
  static List<Expression> aggregates(Expression expression) {
    if (expression instanceof Expression.Aggregate || expression instanceof Expression.Percentile) {
      return List.of(expression);
    }
    List<Expression> found = new ArrayList<>();
    children(expression).forEach(c -> found.addAll(aggregates(c)));
    conditions(expression).forEach(c -> found.addAll(aggregates(c)));
    return found;
  }

  /** The aggregates inside a condition, sub-queries excluded. */
  static List<Expression> aggregates(Predicate predicate) {
    List<Expression> found = new ArrayList<>();
    values(predicate).forEach(e -> found.addAll(aggregates(e)));
    operands(predicate).forEach(p -> found.addAll(aggregates(p)));
    return found;
  }
}
