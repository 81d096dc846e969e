package dev.nl2sql.plan;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.Arithmetic;
import dev.nl2sql.plan.Expression.CalendarUnit;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.QueryPlan.Join;
import dev.nl2sql.plan.QueryPlan.Ordering;
import dev.nl2sql.plan.QueryPlan.Projection;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.SetOperation;
import dev.nl2sql.plan.QueryPlan.Source;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Valid plans over a catalog, drawn at random from a seed. */
public final class RandomPlans {
  private final Random random;
  private final Catalog catalog;
  private int aliases;

  public RandomPlans(Catalog catalog, long seed) {
    this.catalog = catalog;
    this.random = new Random(seed);
  }

  public QueryPlan next() {
    if (random.nextInt(5) == 0) {
      SetOperation.Operator operator = pick(List.of(SetOperation.Operator.values()));
      return new SetOperation(operator, countOf(), random.nextInt(4) == 0 ? next1() : countOf());
    }
    return select(2);
  }

  private QueryPlan next1() {
    return new SetOperation(SetOperation.Operator.UNION, countOf(), countOf());
  }

  private Select countOf() {
    TableUse use = use(pick(catalog.tables()));
    return new Select(
        List.of(new Projection(new Aggregate(Aggregate.Function.COUNT, Optional.empty(), false))),
        false,
        new Source(use, List.of()),
        Optional.of(predicate(List.of(use), 1)),
        List.of(),
        Optional.empty(),
        List.of(),
        random.nextInt(3) == 0 ? OptionalLong.of(2) : OptionalLong.empty());
  }

  private Select select(int depth) {
    Source source = source();
    List<TableUse> uses = new ArrayList<>(List.of(source.root()));
    source.joins().forEach(j -> uses.add(j.table()));
    boolean grouped = random.nextBoolean();
    List<Expression> keys = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      keys.add(value(uses, depth));
    }
    List<Projection> projections = new ArrayList<>(keys.stream().map(Projection::new).toList());
    List<Ordering> orderings = new ArrayList<>();
    orderings.add(new Ordering(pick(keys), random.nextBoolean()));
    if (grouped) {
      Expression aggregate = aggregate(uses);
      projections.add(new Projection(aggregate));
      projections.add(new Projection(aggregate, Optional.of("Total of Group")));
      orderings.add(new Ordering(aggregate, random.nextBoolean()));
    }
    return new Select(
        projections,
        !grouped && random.nextBoolean(),
        source,
        random.nextBoolean() ? Optional.of(predicate(uses, depth)) : Optional.empty(),
        grouped ? keys : List.of(),
        grouped && random.nextBoolean()
            ? Optional.of(
                new Comparison(
                    Comparison.Operator.GREATER,
                    new Aggregate(Aggregate.Function.COUNT, Optional.empty(), false),
                    new Literal(0L)))
            : Optional.empty(),
        orderings,
        random.nextBoolean() ? OptionalLong.of(random.nextInt(5)) : OptionalLong.empty());
  }

  private Source source() {
    TableUse root = use(pick(catalog.tables()));
    List<Join> joins = new ArrayList<>();
    List<ForeignKey> keys = catalog.foreignKeysOf(root.table().name());
    if (random.nextBoolean()) {
      ForeignKey key = pick(keys);
      boolean outgoing = key.from().equals(root.table().name());
      TableUse other = use(catalog.table(outgoing ? key.to() : key.from()).orElseThrow());
      TableUse from = outgoing ? root : other;
      TableUse to = outgoing ? other : root;
      Predicate on =
          new Comparison(
              Comparison.Operator.EQUAL,
              reference(from, key.columns().get(0)),
              reference(to, key.targetColumns().get(0)));
      joins.add(new Join(pick(List.of(Join.Kind.values())), other, on));
    }
    return new Source(root, joins);
  }

  private Expression reference(TableUse use, String column) {
    return new ColumnReference(use, use.table().column(column).orElseThrow());
  }

  private TableUse use(Table table) {
    return new TableUse(table, "t" + ++aliases);
  }

  private ColumnReference column(List<TableUse> uses) {
    TableUse use = pick(uses);
    return new ColumnReference(use, pick(use.table().columns()));
  }

  private Expression value(List<TableUse> uses, int depth) {
    ColumnReference column = column(uses);
    if (depth == 0 || random.nextInt(3) == 0) {
      return column;
    }
    ColumnType type = column.column().type();
    if (type.isTemporal()) {
      CalendarUnit unit =
          pick(
              List.of(
                  CalendarUnit.YEAR,
                  CalendarUnit.QUARTER,
                  CalendarUnit.MONTH,
                  CalendarUnit.WEEK,
                  CalendarUnit.DAY,
                  CalendarUnit.DAY_OF_WEEK));
      return random.nextBoolean() || unit == CalendarUnit.DAY_OF_WEEK
          ? new Expression.DatePart(unit, column)
          : new Expression.PeriodStart(unit, column);
    }
    if (type.isNumeric()) {
      Expression other = new Literal(random.nextBoolean() ? -3L : new BigDecimal("2.5"));
      return new Arithmetic(pick(List.of(Arithmetic.Operator.values())), column, other);
    }
    if (type == ColumnType.TEXT) {
      return new Expression.TextFunction(
          pick(List.of(Expression.TextFunction.Function.values())), column);
    }
    return new Expression.Case(
        List.of(new Expression.Case.Branch(predicate(uses, 0), new Literal("it's"))),
        Optional.of(new Literal("\\ ? -- /*")));
  }

  private Expression aggregate(List<TableUse> uses) {
    ColumnReference column = column(uses);
    if (!column.column().type().isNumeric()) {
      return new Aggregate(Aggregate.Function.COUNT, Optional.of(column), random.nextBoolean());
    }
    return random.nextInt(4) == 0
        ? new Expression.Percentile(0.5, column)
        : new Aggregate(
            pick(List.of(Aggregate.Function.values())), Optional.of(column), random.nextBoolean());
  }

  private Predicate predicate(List<TableUse> uses, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      List<Predicate> both = List.of(predicate(uses, depth - 1), predicate(uses, depth - 1));
      return random.nextBoolean()
          ? new Predicate.And(both)
          : new Predicate.Not(new Predicate.Or(both));
    }
    if (depth > 0 && random.nextInt(4) == 0) {
      return subquery(uses, depth - 1);
    }
    ColumnReference column = column(uses);
    if (random.nextInt(5) == 0) {
      return new Predicate.IsNull(column, random.nextBoolean());
    }
    if (column.column().type() == ColumnType.BOOLEAN) {
      return new Predicate.IsTrue(column, random.nextBoolean());
    }
    if (column.column().type() == ColumnType.TEXT && random.nextBoolean()) {
      return new Predicate.TextMatch(
          column,
          pick(List.of("o%B", "_", "!", "'", "\\")),
          pick(List.of(Predicate.TextMatch.Match.values())),
          random.nextBoolean());
    }
    if (random.nextInt(4) == 0) {
      return new Predicate.InList(
          column, List.of(literal(column), literal(column)), random.nextBoolean());
    }
    return new Comparison(pick(List.of(Comparison.Operator.values())), column, literal(column));
  }

  private Predicate subquery(List<TableUse> uses, int depth) {
    TableUse inner = use(pick(catalog.tables()));
    Column numeric =
        inner.table().columns().stream()
            .filter(c -> c.type().isNumeric())
            .findFirst()
            .orElseThrow();
    ColumnReference shown = new ColumnReference(inner, numeric);
    Select plan =
        new Select(
            List.of(new Projection(shown)),
            false,
            new Source(inner, List.of()),
            Optional.of(predicate(List.of(inner), depth)),
            List.of(),
            Optional.empty(),
            List.of(),
            OptionalLong.empty());
    ColumnReference outer = column(uses);
    if (!outer.column().type().isNumeric()) {
      return new Predicate.Exists(plan, random.nextBoolean());
    }
    return new Predicate.InSubquery(outer, plan, random.nextBoolean());
  }

  private Literal literal(ColumnReference column) {
    return switch (column.column().type()) {
      case TEXT -> new Literal(pick(List.of("Ada", "it's", "", "\\'; --", "é")));
      case DATE -> new Literal(LocalDate.of(1950, 2, 3));
      case TIMESTAMP -> new Literal(LocalDateTime.of(2024, 2, 29, random.nextInt(2), 0));
      case BOOLEAN -> new Literal(random.nextBoolean());
      default -> new Literal(random.nextBoolean() ? -1L : new BigDecimal("10.50"));
    };
  }

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }
}
