package dev.nl2sql.plan;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.QueryPlan.Join;
import dev.nl2sql.plan.QueryPlan.Projection;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.SetOperation;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What can be read off a plan without running it.
 *
 * @param servedTable the relation of the outermost FROM clause
 * @param isAggregate whether the result is computed over rows
 * @param isGrouped whether it has a row for each group
 * @param aggregatesRates whether a rate, index, percentage or average is summed or averaged
 * @param joins the joins in words
 * @param warnings what the caller must know about sums and averages
 */
public record PlanFacts(
    Optional<String> servedTable,
    boolean isAggregate,
    boolean isGrouped,
    boolean aggregatesRates,
    List<String> joins,
    List<String> warnings) {
  public PlanFacts {
    joins = List.copyOf(joins);
    warnings = List.copyOf(warnings);
  }

  /** The facts of SQL that came as text: none. */
  public static PlanFacts unknown() {
    return new PlanFacts(Optional.empty(), false, false, false, List.of(), List.of());
  }

  /** The facts of a plan. */
  public static PlanFacts of(QueryPlan plan, Catalog catalog) {
    Select top = outermost(plan);
    Set<String> rates = new LinkedHashSet<>();
    Set<String> fanOuts = new LinkedHashSet<>();
    for (Select select : PlanWalk.selects(plan)) {
      for (Aggregate aggregate : aggregates(select)) {
        rateOf(aggregate).ifPresent(rates::add);
        fanOutOf(aggregate, select, catalog).ifPresent(fanOuts::add);
      }
    }
    List<String> warnings = new ArrayList<>(rates);
    warnings.addAll(fanOuts);
    boolean computes = !aggregates(top).isEmpty() || !top.groupBy().isEmpty();
    return new PlanFacts(
        Optional.of(top.from().root().table().name().toString()),
        computes,
        !top.groupBy().isEmpty(),
        !rates.isEmpty(),
        top.from().joins().stream().map(PlanFacts::describe).toList(),
        warnings);
  }

  private static Select outermost(QueryPlan plan) {
    return plan instanceof SetOperation operation ? outermost(operation.left()) : (Select) plan;
  }

  private static List<Aggregate> aggregates(Select select) {
    return select.projections().stream()
        .map(Projection::expression)
        .flatMap(e -> PlanWalk.aggregates(e).stream())
        .filter(Aggregate.class::isInstance)
        .map(Aggregate.class::cast)
        .toList();
  }

  /** A sum or mean of a column whose name says that its values cannot be added up. */
  private static Optional<String> rateOf(Aggregate aggregate) {
    boolean adds =
        aggregate.function() == Aggregate.Function.SUM
            || aggregate.function() == Aggregate.Function.AVG;
    if (!adds || !(aggregate.argument().orElse(null) instanceof ColumnReference reference)) {
      return Optional.empty();
    }
    String name = reference.column().name();
    return NonAdditiveNames.standard().matches(name)
        ? Optional.of(
            "%s of %s: values of a rate, index, percentage or average cannot be added up or averaged without weights"
                .formatted(aggregate.function(), name))
        : Optional.empty();
  }

  /** A sum, mean or count of rows over a join that repeats those rows. */
  private static Optional<String> fanOutOf(Aggregate aggregate, Select select, Catalog catalog) {
    boolean counts = aggregate.argument().isEmpty();
    boolean sensitive =
        aggregate.function() == Aggregate.Function.SUM
            || aggregate.function() == Aggregate.Function.AVG;
    if (!sensitive || aggregate.distinct() || counts) {
      return Optional.empty();
    }
    Set<TableUse> owners = new LinkedHashSet<>();
    collectUses(aggregate.argument().orElseThrow(), owners);
    return owners.stream()
        .flatMap(owner -> multipliers(owner, select, catalog).stream())
        .filter(many -> !owners.contains(many))
        .findFirst()
        .map(
            many ->
                "rows of %s may be counted several times, once for each matching row of %s"
                    .formatted(names(owners), many.table().name().name()));
  }

  private static String names(Set<TableUse> owners) {
    return String.join(", ", owners.stream().map(o -> o.table().name().name()).toList());
  }

  private static void collectUses(Expression expression, Set<TableUse> uses) {
    if (expression instanceof ColumnReference reference) {
      uses.add(reference.table());
    }
    PlanWalk.children(expression).forEach(child -> collectUses(child, uses));
  }

  /** Uses that are reached from the owner over a reference's many side, directly or further on. */
  private static List<TableUse> multipliers(TableUse owner, Select select, Catalog catalog) {
    List<TableUse> uses = PlanWalk.usesOf(select);
    Set<TableUse> reached = new LinkedHashSet<>(Set.of(owner));
    List<TableUse> many = new ArrayList<>();
    boolean grown = true;
    while (grown) {
      grown = false;
      for (TableUse next : uses) {
        for (TableUse at : List.copyOf(reached)) {
          Optional<Boolean> multiplies = multiplies(at, next, select, catalog);
          if (multiplies.isPresent() && reached.add(next)) {
            grown = true;
            if (multiplies.get()) {
              many.add(next);
            }
          }
        }
      }
    }
    return many;
  }

  /** Whether going from one use to another repeats rows; empty if they are not joined. */
  private static Optional<Boolean> multiplies(
      TableUse from, TableUse to, Select select, Catalog catalog) {
    for (Join join : select.from().joins()) {
      List<ColumnReference> columns = new ArrayList<>();
      collectColumns(join.on(), columns);
      boolean joined =
          columns.stream().anyMatch(c -> c.table().equals(from))
              && columns.stream().anyMatch(c -> c.table().equals(to));
      if (joined) {
        List<String> ofTarget =
            columns.stream().filter(c -> c.table().equals(to)).map(c -> c.column().name()).toList();
        return Optional.of(!isUnique(to.table(), ofTarget, catalog));
      }
    }
    return Optional.empty();
  }

  private static boolean isUnique(Table table, List<String> columns, Catalog catalog) {
    boolean referenced =
        catalog.foreignKeys().stream()
            .filter(k -> k.to().equals(table.name()))
            .map(ForeignKey::targetColumns)
            .anyMatch(columns::containsAll);
    return referenced
        || !table.primaryKey().isEmpty() && columns.containsAll(table.primaryKey())
        || table.uniqueKeys().stream().anyMatch(columns::containsAll);
  }

  private static void collectColumns(Predicate predicate, List<ColumnReference> columns) {
    PlanWalk.values(predicate).forEach(e -> collectColumns(e, columns));
    PlanWalk.operands(predicate).forEach(p -> collectColumns(p, columns));
  }

  private static void collectColumns(Expression expression, List<ColumnReference> columns) {
    if (expression instanceof ColumnReference reference) {
      columns.add(reference);
    }
    PlanWalk.children(expression).forEach(child -> collectColumns(child, columns));
  }

  private static String describe(Join join) {
    List<ColumnReference> columns = new ArrayList<>();
    collectColumns(join.on(), columns);
    return join.kind().name().toLowerCase(java.util.Locale.ROOT)
        + " join "
        + join.table().table().name()
        + " on "
        + String.join(
            " = ",
            columns.stream()
                .map(c -> c.table().table().name().name() + "." + c.column().name())
                .toList());
  }
}
