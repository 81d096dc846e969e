package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.GuardCorpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the shared corpus of attacks and of legitimate statements where it is at hand. */
class GuardCorpusTest {
  private static final Map<String, String> TABLES =
      Map.of(
          "customers", "id name email country notes deleted created_at update_date",
          "products", "id name category price attributes",
          "orders", "id customer_id order_date status total delete_reason updated_at",
          "order_items", "order_id product_id qty unit_price",
          "employees", "id name manager_id salary hired",
          "events", "id ts kind payload",
          "v_monthly_sales", "month revenue n");

  /** The schema of the corpus on an engine, as the guard sees it. */
  static GuardContext context(String engine) {
    return new GuardContext(catalog(engine), Dialect.forProduct(engine), Set.of(), false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h2",
        "postgresql",
        "sqlite",
        "mysql",
        "duckdb",
        "sqlserver",
        "oracle",
        "snowflake",
        "bigquery",
        "clickhouse"
      })
  void refusesAttacksAndLetsAnalyticsThrough(String engine) {
    Optional<Path> shared = GuardCorpus.folder();
    assumeTrue(shared.isPresent(), "the shared corpus is not at hand: set NL2SQL_SHARED");
    Map<String, Integer> counts = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (GuardCorpus.Entry entry : GuardCorpus.entries(shared.get(), engine)) {
      GuardVerdict verdict = new SqlGuard().check(entry.sql(), context(engine));
      boolean accepted = verdict instanceof GuardVerdict.Accepted;
      counts.merge(
          entry.expect() + " " + entry.severity() + (accepted ? " accepted" : " refused"),
          1,
          Integer::sum);
      if ((entry.isAttack() && accepted) || (entry.isRequired() && !accepted)) {
        wrong.add(entry.id() + " " + entry.sql() + " -> " + verdict);
      }
    }
    System.out.println("guard corpus, " + engine + ": " + counts);
    assertThat(counts).isNotEmpty();
    assertThat(wrong).isEmpty();
  }

  private static Catalog catalog(String engine) {
    boolean upper = engine.equals("h2");
    String schema =
        switch (engine) {
          case "h2" -> "PUBLIC";
          case "postgresql" -> "public";
          case "duckdb" -> "main";
          default -> "";
        };
    List<Table> tables = new ArrayList<>();
    TABLES.forEach((name, columns) -> tables.add(table(schema, name, columns.split(" "), upper)));
    tables.add(
        table(
            schema, "SalesRegion", new String[] {"RegionId", "RegionName", "Country Code"}, false));
    List<String> path = schema.isEmpty() ? List.of() : List.of(schema);
    return new Catalog(tables, List.of(), path, "corpus");
  }

  private static Table table(String schema, String name, String[] columns, boolean upper) {
    List<Column> all =
        Stream.of(columns)
            .map(c -> new Column(fold(c, upper), ColumnType.TEXT, "text", 0, true, ""))
            .toList();
    return new Table(
        new TableName(schema, fold(name, upper)),
        Table.Kind.TABLE,
        all,
        List.of(),
        List.of(),
        "",
        -1);
  }

  private static String fold(String name, boolean upper) {
    return upper ? name.toUpperCase(Locale.ROOT) : name;
  }
}
