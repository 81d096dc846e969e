package dev.nl2sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.QueryPlan.Join;
import dev.nl2sql.plan.QueryPlan.Projection;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.Source;
import dev.nl2sql.plan.QueryPlan.TableUse;
import dev.nl2sql.testing.SampleSchema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlanRulesTest {
  private static final Catalog CATALOG = SampleSchema.catalog("postgresql");
  private static final Dialect DIALECT = Dialect.forProduct("PostgreSQL");
  private static final TableUse BOOK = new TableUse(table("book"), "t1");
  private static final TableUse AUTHOR = new TableUse(table("author"), "t2");

  private static Table table(String name) {
    return SampleSchema.table(CATALOG, name);
  }

  private static ColumnReference column(TableUse use, String name) {
    return new ColumnReference(use, use.table().column(name).orElseThrow());
  }

  private static Predicate equal(Expression left, Expression right) {
    return new Comparison(Comparison.Operator.EQUAL, left, right);
  }

  private static Expression count() {
    return new Aggregate(Aggregate.Function.COUNT, Optional.empty(), false);
  }

  private static Select select(Expression shown, Predicate where, Expression... keys) {
    return new Select(
        List.of(new Projection(shown)),
        false,
        new Source(BOOK, List.of()),
        Optional.of(where),
        List.of(keys),
        Optional.empty(),
        List.of(),
        OptionalLong.empty());
  }

  static Stream<Arguments> wrongPlans() {
    Predicate any = new Predicate.IsNull(column(BOOK, "price"), true);
    return Stream.of(
        Arguments.of("not in scope", select(column(AUTHOR, "name"), any)),
        Arguments.of(
            "has no column",
            select(new ColumnReference(BOOK, table("author").column("name").orElseThrow()), any)),
        Arguments.of("stands in WHERE", select(count(), equal(count(), new Literal(1L)))),
        Arguments.of(
            "neither grouped by", select(column(BOOK, "title"), any, column(BOOK, "author_id"))),
        Arguments.of("grouped by a constant", select(count(), any, new Literal(1L))),
        Arguments.of(
            "cannot be compared", select(count(), equal(column(BOOK, "title"), new Literal(1L)))),
        Arguments.of(
            "a number is needed",
            select(
                new Aggregate(Aggregate.Function.SUM, Optional.of(column(BOOK, "title")), false),
                any)),
        Arguments.of(
            "a date is needed",
            select(
                new Expression.PeriodStart(Expression.CalendarUnit.MONTH, column(BOOK, "title")),
                any)));
  }

  @ParameterizedTest
  @MethodSource("wrongPlans")
  void tellsWhatIsWrong(String problem, QueryPlan plan) {
    assertThat(new PlanValidator(DIALECT).validate(plan, CATALOG))
        .anySatisfy(p -> assertThat(p).contains(problem));
  }

  @Test
  void filtersReachEveryOccurrenceAndKeepRowsOfALeftJoin() {
    TableUse inner = new TableUse(table("author"), "t3");
    Predicate joined = equal(column(BOOK, "author_id"), column(AUTHOR, "id"));
    Select subquery =
        new Select(
            List.of(new Projection(column(inner, "id"))),
            false,
            new Source(inner, List.of()),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            List.of(),
            OptionalLong.empty());
    Select plan =
        new Select(
            List.of(new Projection(count())),
            false,
            new Source(BOOK, List.of(new Join(Join.Kind.LEFT, AUTHOR, joined))),
            Optional.of(new Predicate.InSubquery(column(BOOK, "author_id"), subquery, false)),
            List.of(),
            Optional.empty(),
            List.of(),
            OptionalLong.empty());
    QueryPlan filtered =
        PlanRewriter.withFilters(
            plan,
            use ->
                use.table().equals(AUTHOR.table())
                    ? Optional.of(new Predicate.IsTrue(column(use, "active"), false))
                    : Optional.empty());
    assertThat(SqlRenderer.render(filtered, DIALECT))
        .isEqualTo(
            "SELECT COUNT(*) AS count FROM public.book AS t1 LEFT JOIN public.author AS t2"
                + " ON t1.author_id = t2.id AND t2.active = TRUE WHERE t1.author_id IN"
                + " (SELECT t3.id FROM public.author AS t3 WHERE t3.active = TRUE)");
  }

  @Test
  void labelsFollowTheContract() {
    List<String> labels =
        Labels.of(
            List.of(
                new Projection(column(BOOK, "title")),
                new Projection(column(BOOK, "title")),
                new Projection(count()),
                new Projection(count(), Optional.of("Count")),
                new Projection(
                    new Aggregate(
                        Aggregate.Function.SUM, Optional.of(column(BOOK, "price")), false)),
                new Projection(new Expression.Percentile(0.5, column(BOOK, "price")))));
    assertThat(labels)
        .containsExactly("title", "title_2", "count", "Count_2", "sum_price", "median_price");
  }
}
