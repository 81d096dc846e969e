package dev.nl2sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.guard.GuardContext;
import dev.nl2sql.guard.GuardVerdict;
import dev.nl2sql.guard.SqlGuard;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.Arithmetic;
import dev.nl2sql.plan.Expression.CalendarUnit;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.QueryPlan.Ordering;
import dev.nl2sql.plan.QueryPlan.Projection;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.Source;
import dev.nl2sql.plan.QueryPlan.TableUse;
import dev.nl2sql.testing.SampleSchema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dialects of engines that no test runs: what is printed, and that the guard lets it through. */
class TextDialectsTest {
  private static final int PLANS = 300;

  @ParameterizedTest
  @ValueSource(strings = {"ansi", "sqlserver", "oracle", "trino", "snowflake", "bigquery"})
  void theGuardAcceptsWhatIsPrinted(String name) {
    Dialect dialect = named(name);
    Catalog catalog = SampleSchema.catalog(name);
    GuardContext context = new GuardContext(catalog, dialect, Set.of(), false);
    SqlGuard guard = new SqlGuard();
    List<String> refused = new ArrayList<>();
    int printed = 0;
    for (long seed = 0; seed < PLANS; seed++) {
      QueryPlan plan = new RandomPlans(catalog, seed).next();
      List<String> problems = new PlanValidator(dialect).validate(plan, catalog);
      assertThat(problems).allMatch(p -> p.startsWith("this database cannot compute"));
      if (problems.isEmpty()) {
        printed++;
        String sql = SqlRenderer.render(plan, dialect);
        // Where nobody can try it out, a text with a backslash is refused rather than escaped.
        if (guard.check(sql, context) instanceof GuardVerdict.Refused no
            && !no.reason().contains("backslash")) {
          refused.add(no.reason() + ": " + sql);
        }
      }
    }
    assertThat(refused).as(() -> String.join("\n", refused)).isEmpty();
    assertThat(printed).isGreaterThan(PLANS / 3);
  }

  /** Limit, quoting, folding, dates, booleans, division, text match and order of NULLs at once. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sqlserver | SELECT TOP 5 t1.title, CAST(t1.price AS FLOAT) / NULLIF(t1.sold, 0) AS ratio"
            + " FROM book AS t1 WHERE t1.printed >= CAST('2024-02-01' AS DATE)"
            + " AND LOWER(t1.title) LIKE LOWER('%50!%%') ESCAPE '!'"
            + " ORDER BY CASE WHEN t1.price IS NULL THEN 1 ELSE 0 END, t1.price DESC",
        "oracle | SELECT t1.\"title\", t1.\"price\" / NULLIF(t1.\"sold\", 0) AS \"ratio\""
            + " FROM \"book\" t1 WHERE t1.\"printed\" >= DATE '2024-02-01'"
            + " AND LOWER(t1.\"title\") LIKE LOWER('%50!%%') ESCAPE '!'"
            + " ORDER BY t1.\"price\" DESC NULLS LAST FETCH FIRST 5 ROWS ONLY",
        "trino | SELECT t1.title, CAST(t1.price AS DOUBLE) / NULLIF(t1.sold, 0) AS ratio"
            + " FROM book AS t1 WHERE t1.printed >= DATE '2024-02-01'"
            + " AND LOWER(t1.title) LIKE LOWER('%50!%%') ESCAPE '!'"
            + " ORDER BY t1.price DESC NULLS LAST LIMIT 5",
        "snowflake | SELECT t1.\"title\", CAST(t1.\"price\" AS DOUBLE) / NULLIF(t1.\"sold\", 0) AS"
            + " \"ratio\" FROM \"book\" AS t1 WHERE t1.\"printed\" >= DATE '2024-02-01'"
            + " AND LOWER(t1.\"title\") LIKE LOWER('%50!%%') ESCAPE '!'"
            + " ORDER BY t1.\"price\" DESC NULLS LAST LIMIT 5",
        "bigquery | SELECT t1.`title`, CAST(t1.`price` AS FLOAT64) / NULLIF(t1.`sold`, 0) AS"
            + " `ratio` FROM `book` AS t1 WHERE t1.`printed` >= DATE '2024-02-01'"
            + " AND LOWER(t1.`title`) LIKE LOWER('%50\\\\%%')"
            + " ORDER BY t1.`price` DESC NULLS LAST LIMIT 5",
        "ansi | SELECT t1.\"title\", CAST(t1.\"price\" AS DOUBLE PRECISION) / NULLIF(t1.\"sold\", 0)"
            + " AS \"ratio\" FROM \"book\" AS t1 WHERE t1.\"printed\" >= DATE '2024-02-01'"
            + " AND LOWER(t1.\"title\") LIKE LOWER('%50!%%') ESCAPE '!'"
            + " ORDER BY CASE WHEN t1.\"price\" IS NULL THEN 1 ELSE 0 END, t1.\"price\" DESC"
            + " FETCH FIRST 5 ROWS ONLY"
      })
  void oneStatementInEachDialect(String name, String expected) {
    TableUse book = book(name);
    Select plan =
        new Select(
            List.of(
                new Projection(column(book, "title")),
                new Projection(
                    new Arithmetic(
                        Arithmetic.Operator.DIVIDE, column(book, "price"), column(book, "sold")),
                    Optional.of("ratio"))),
            false,
            new Source(book, List.of()),
            Optional.of(
                new Predicate.And(
                    List.of(
                        new Comparison(
                            Comparison.Operator.GREATER_OR_EQUAL,
                            column(book, "printed"),
                            new Literal(LocalDate.of(2024, 2, 1))),
                        new Predicate.TextMatch(
                            column(book, "title"),
                            "50%",
                            Predicate.TextMatch.Match.CONTAINS,
                            false)))),
            List.of(),
            Optional.empty(),
            List.of(new Ordering(column(book, "price"), true)),
            OptionalLong.of(5));

    assertThat(SqlRenderer.render(plan, named(name))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sqlserver | AVG(CAST(t1.sold AS FLOAT)) | DATEFROMPARTS(YEAR(t1.printed), MONTH(t1.printed), 1)",
        "oracle | AVG(t1.\"sold\") | TRUNC(t1.\"printed\", 'MM')",
        "trino | AVG(CAST(t1.sold AS DOUBLE)) | CAST(DATE_TRUNC('month', t1.printed) AS DATE)",
        "snowflake | AVG(t1.\"sold\") | CAST(DATE_TRUNC('MONTH', t1.\"printed\") AS DATE)",
        "bigquery | AVG(t1.`sold`) | DATE_TRUNC(CAST(t1.`printed` AS DATE), MONTH)",
        "mysql | AVG(CAST(t1.sold AS DOUBLE)) | CAST(DATE_FORMAT(t1.printed, '%Y-%m-01') AS DATE)"
      })
  void averagesAndMonths(String name, String average, String month) {
    TableUse book = book(name);
    Dialect dialect = named(name);
    Expression mean =
        new Aggregate(Aggregate.Function.AVG, Optional.of(column(book, "sold")), false);
    assertThat(SqlRenderer.render(mean, dialect)).isEqualTo(average);
    Expression start = new Expression.PeriodStart(CalendarUnit.MONTH, column(book, "printed"));
    assertThat(SqlRenderer.render(start, dialect)).isEqualTo(month);
  }

  private static TableUse book(String dialect) {
    return new TableUse(SampleSchema.table(SampleSchema.catalog(dialect), "book"), "t1");
  }

  private static ColumnReference column(TableUse use, String name) {
    Column column =
        use.table().columns().stream()
            .filter(c -> c.name().equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow();
    return new ColumnReference(use, column);
  }

  private static Dialect named(String name) {
    return Dialect.all().stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow();
  }
}
