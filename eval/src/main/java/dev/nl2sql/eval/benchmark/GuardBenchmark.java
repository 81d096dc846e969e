package dev.nl2sql.eval.benchmark;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.GuardContext;
import dev.nl2sql.guard.GuardVerdict;
import dev.nl2sql.guard.SqlGuard;
import dev.nl2sql.guard.TableRule;
import dev.nl2sql.guard.TableRules;
import dev.nl2sql.plan.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The guard on a query of 30 lines: all layers, the print and its proof included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GuardBenchmark {
  private static final String QUERY =
      """
      WITH monthly AS (
        SELECT
          o.customer_id,
          date_trunc('month', o.order_date) AS month,
          sum(i.qty * i.unit_price) AS revenue,
          count(DISTINCT o.id) AS orders
        FROM orders o
        JOIN order_items i ON i.order_id = o.id
        WHERE o.status <> 'canceled'
          AND o.order_date >= date '2025-01-01'
        GROUP BY o.customer_id, date_trunc('month', o.order_date)
      ),
      ranked AS (
        SELECT
          m.*,
          rank() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place
        FROM monthly m
      )
      SELECT
        c.name,
        c.country,
        r.month,
        round(r.revenue, 2) AS revenue,
        CASE WHEN r.orders > 10 THEN 'many' WHEN r.orders > 3 THEN 'some' ELSE 'few' END AS activity
      FROM ranked r
      JOIN customers c ON c.id = r.customer_id
      WHERE r.place <= 3
        AND EXISTS (SELECT 1 FROM events e WHERE e.kind = 'login' AND e.customer_id = c.id)
      ORDER BY r.month, r.place
      LIMIT 100
      """;

  private final SqlGuard guard = new SqlGuard();
  private GuardContext plain;
  private GuardContext ruled;

  /** A catalog of fifty relations, four of which the query reads. */
  @Setup
  public void open() {
    List<Table> tables = new ArrayList<>();
    tables.add(table("customers", "id name country email region"));
    tables.add(table("orders", "id customer_id order_date status total"));
    tables.add(table("order_items", "order_id product_id qty unit_price"));
    tables.add(table("events", "id customer_id ts kind"));
    for (int i = tables.size(); i < 50; i++) {
      tables.add(table("other_" + i, "id name value created updated"));
    }
    Catalog catalog = new Catalog(tables, List.of(), List.of("public"), "benchmark");
    plain = new GuardContext(catalog, Dialect.forProduct("PostgreSQL"), Set.of(), false);
    TableRule rule =
        new TableRule(
            new TableName("public", "customers"),
            Set.of(),
            Map.of("email", "'***'"),
            Optional.of("region = current_user"));
    ruled = plain.with(TableRules.of(List.of(rule), catalog, plain));
    if (!(check(plain) instanceof GuardVerdict.Accepted)
        || !(check(ruled) instanceof GuardVerdict.Accepted)) {
      throw new IllegalStateException("the query must be accepted: " + check(ruled));
    }
  }

  private static Table table(String name, String columns) {
    List<Column> all =
        Stream.of(columns.split(" "))
            .map(c -> new Column(c, ColumnType.TEXT, "text", 0, true, ""))
            .toList();
    return new Table(
        new TableName("public", name), Table.Kind.TABLE, all, List.of(), List.of(), "", -1);
  }

  private GuardVerdict check(GuardContext context) {
    return guard.check(QUERY, context);
  }

  /** Without rules on tables. */
  @Benchmark
  public GuardVerdict thirtyLines() {
    return check(plain);
  }

  /** With a row filter and a mask put in. */
  @Benchmark
  public GuardVerdict thirtyLinesWithRules() {
    return check(ruled);
  }
}
