package dev.nl2sql.plan;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.SetOperation;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Checks a plan before it is printed. Thread-safe. */
public final class PlanValidator {
  private final Dialect dialect;

  public PlanValidator(Dialect dialect) {
    this.dialect = Objects.requireNonNull(dialect);
  }

  /** What is wrong with the plan, as sentences; empty if nothing is. */
  public List<String> validate(QueryPlan plan, Catalog catalog) {
    List<String> problems = new ArrayList<>();
    Set<String> aliases = new HashSet<>();
    for (TableUse use : PlanWalk.tableUses(plan)) {
      if (!aliases.add(use.alias())) {
        problems.add("alias " + use.alias() + " is used twice");
      }
      if (catalog.table(use.table().name()).isEmpty()) {
        problems.add("relation " + use.table().name() + " is not in the catalog");
      }
    }
    check(plan, List.of(), problems);
    return List.copyOf(problems);
  }

  private void check(QueryPlan plan, List<TableUse> outer, List<String> problems) {
    if (plan instanceof SetOperation operation) {
      if (width(operation.left()) != width(operation.right())) {
        problems.add("the parts of " + operation.operator() + " differ in number of columns");
      }
      check(operation.left(), outer, problems);
      check(operation.right(), outer, problems);
      return;
    }
    Select select = (Select) plan;
    List<TableUse> scope = new ArrayList<>(outer);
    scope.add(select.from().root());
    for (QueryPlan.Join join : select.from().joins()) {
      scope.add(join.table());
      check(join.on(), scope, problems);
      refuseAggregates(PlanWalk.aggregates(join.on()), "a join condition", problems);
    }
    PlanWalk.expressionsOf(select).forEach(e -> check(e, scope, problems));
    select.where().ifPresent(w -> check(w, scope, problems));
    select.having().ifPresent(h -> check(h, scope, problems));
    select.where().ifPresent(w -> refuseAggregates(PlanWalk.aggregates(w), "WHERE", problems));
    select.groupBy().forEach(e -> refuseAggregates(PlanWalk.aggregates(e), "GROUP BY", problems));
    checkGrouping(select, outer, problems);
    checkOrdering(select, problems);
    require(
        !hasPercentile(select) || dialect.canComputePercentilesOf(select), "percentiles", problems);
  }

  private static boolean hasPercentile(Select select) {
    Stream<Expression> shown =
        PlanWalk.expressionsOf(select).stream().flatMap(e -> PlanWalk.aggregates(e).stream());
    Stream<Expression> conditions =
        select.having().stream().flatMap(h -> PlanWalk.aggregates(h).stream());
    return Stream.concat(shown, conditions).anyMatch(Expression.Percentile.class::isInstance);
  }

  private static int width(QueryPlan plan) {
    return plan instanceof SetOperation operation
        ? width(operation.left())
        : ((Select) plan).projections().size();
  }

  private static void refuseAggregates(
      List<Expression> aggregates, String where, List<String> problems) {
    if (!aggregates.isEmpty()) {
      problems.add("an aggregate stands in " + where);
    }
  }

  private static void checkGrouping(Select select, List<TableUse> outer, List<String> problems) {
    select.groupBy().stream()
        .filter(Literal.class::isInstance)
        .forEach(l -> problems.add("rows are grouped by a constant"));
    List<Expression> shown = new ArrayList<>();
    select.projections().forEach(p -> shown.add(p.expression()));
    select.orderBy().forEach(o -> shown.add(o.expression()));
    boolean grouped =
        !select.groupBy().isEmpty()
            || select.having().isPresent()
            || shown.stream().anyMatch(e -> !PlanWalk.aggregates(e).isEmpty());
    if (!grouped) {
      return;
    }
    shown.forEach(e -> checkGrouped(e, select, outer, problems));
    select.having().ifPresent(h -> checkGrouped(h, select, outer, problems));
  }

  private static void checkGrouped(
      Expression expression, Select select, List<TableUse> outer, List<String> problems) {
    boolean aggregate =
        expression instanceof Expression.Aggregate || expression instanceof Expression.Percentile;
    if (aggregate) {
      for (Expression child : PlanWalk.children(expression)) {
        refuseAggregates(PlanWalk.aggregates(child), "an aggregate", problems);
      }
    }
    if (aggregate || select.groupBy().contains(expression)) {
      return;
    }
    if (expression instanceof ColumnReference reference && !outer.contains(reference.table())) {
      problems.add("column " + reference.column().name() + " is neither grouped by nor aggregated");
    }
    PlanWalk.children(expression).forEach(c -> checkGrouped(c, select, outer, problems));
    PlanWalk.conditions(expression).forEach(c -> checkGrouped(c, select, outer, problems));
  }

  private static void checkGrouped(
      Predicate predicate, Select select, List<TableUse> outer, List<String> problems) {
    PlanWalk.values(predicate).forEach(e -> checkGrouped(e, select, outer, problems));
    PlanWalk.operands(predicate).forEach(p -> checkGrouped(p, select, outer, problems));
  }

  private static void checkOrdering(Select select, List<String> problems) {
    List<Expression> shown = select.projections().stream().map(p -> p.expression()).toList();
    for (QueryPlan.Ordering ordering : select.orderBy()) {
      if (ordering.expression() instanceof Literal) {
        problems.add("rows are ordered by a constant");
      } else if (select.distinct() && !shown.contains(ordering.expression())) {
        problems.add("distinct rows are ordered by something that is not shown");
      }
    }
    if (select.limit().isPresent() && select.limit().getAsLong() < 0) {
      problems.add("the limit is negative");
    }
  }

  private void check(Expression expression, List<TableUse> scope, List<String> problems) {
    if (expression instanceof ColumnReference reference) {
      checkReference(reference, scope, problems);
    } else if (expression instanceof Expression.ScalarSubquery subquery) {
      requireOneColumn(subquery.plan(), problems);
      check(subquery.plan(), scope, problems);
    } else {
      checkTypes(expression, problems);
    }
    PlanWalk.children(expression).forEach(c -> check(c, scope, problems));
    PlanWalk.conditions(expression).forEach(c -> check(c, scope, problems));
  }

  private static void checkReference(
      ColumnReference reference, List<TableUse> scope, List<String> problems) {
    Column column = reference.column();
    if (!scope.contains(reference.table())) {
      problems.add("column " + column.name() + " belongs to a relation that is not in scope");
    }
    if (!reference.table().table().columns().contains(column)) {
      problems.add(
          "relation " + reference.table().table().name() + " has no column " + column.name());
    }
  }

  private static void requireOneColumn(QueryPlan plan, List<String> problems) {
    if (width(plan) != 1) {
      problems.add("a sub-query used as a value must show one column");
    }
  }

  private void checkTypes(Expression expression, List<String> problems) {
    if (expression instanceof Expression.PeriodStart start) {
      requireTemporal(start.argument(), problems);
      require(dialect.hasPeriodStart(start.unit()), "start of " + start.unit(), problems);
    } else if (expression instanceof Expression.DatePart part) {
      requireTemporal(part.argument(), problems);
      require(dialect.hasDatePart(part.unit()), "date part " + part.unit(), problems);
    } else if (expression instanceof Expression.Percentile percentile) {
      requireNumeric(percentile.argument(), problems);
      if (!(percentile.fraction() >= 0 && percentile.fraction() <= 1)) {
        problems.add("a percentile lies between 0 and 1");
      }
    } else if (expression instanceof Expression.Arithmetic arithmetic) {
      requireNumeric(arithmetic.left(), problems);
      requireNumeric(arithmetic.right(), problems);
    } else if (expression instanceof Expression.Aggregate aggregate) {
      checkAggregate(aggregate, problems);
    }
  }

  private void checkAggregate(Expression.Aggregate aggregate, List<String> problems) {
    boolean count = aggregate.function() == Expression.Aggregate.Function.COUNT;
    if (aggregate.argument().isEmpty() && (!count || aggregate.distinct())) {
      problems.add(aggregate.function() + " needs an argument");
    }
    boolean adds =
        aggregate.function() == Expression.Aggregate.Function.SUM
            || aggregate.function() == Expression.Aggregate.Function.AVG;
    if (adds) {
      aggregate.argument().ifPresent(a -> requireNumeric(a, problems));
    }
  }

  private static void require(boolean possible, String what, List<String> problems) {
    if (!possible) {
      problems.add("this database cannot compute " + what);
    }
  }

  private void requireTemporal(Expression argument, List<String> problems) {
    Optional<ColumnType> type = ExpressionTypes.of(argument);
    boolean possible =
        type.isEmpty()
            || type.get().isTemporal()
            || (dialect.datesAreText() && type.get() != ColumnType.BOOLEAN);
    if (!possible) {
      problems.add("a date is needed, not " + type.get());
    }
  }

  private void requireNumeric(Expression argument, List<String> problems) {
    Optional<ColumnType> type = ExpressionTypes.of(argument);
    boolean possible =
        type.isEmpty()
            || type.get().isNumeric()
            || type.get() == ColumnType.OTHER
            || dialect.datesAreText();
    if (!possible) {
      problems.add("a number is needed, not " + type.get());
    }
  }

  private void check(Predicate predicate, List<TableUse> scope, List<String> problems) {
    if (predicate instanceof Predicate.Comparison comparison) {
      checkComparable(comparison.left(), comparison.right(), problems);
    } else if (predicate instanceof Predicate.InList in) {
      in.values().forEach(v -> checkComparable(in.argument(), v, problems));
    } else if (predicate instanceof Predicate.InSubquery in) {
      requireOneColumn(in.plan(), problems);
      check(in.plan(), scope, problems);
    } else if (predicate instanceof Predicate.Exists exists) {
      check(exists.plan(), scope, problems);
    }
    PlanWalk.values(predicate).forEach(e -> check(e, scope, problems));
    PlanWalk.operands(predicate).forEach(p -> check(p, scope, problems));
  }

  private void checkComparable(Expression left, Expression right, List<String> problems) {
    Optional<ColumnType> first = ExpressionTypes.of(left);
    Optional<ColumnType> second = ExpressionTypes.of(right);
    boolean possible =
        first.isEmpty()
            || second.isEmpty()
            || dialect.datesAreText()
            || ExpressionTypes.comparable(first.get(), second.get());
    if (!possible) {
      problems.add(first.get() + " cannot be compared with " + second.get());
    }
  }
}
