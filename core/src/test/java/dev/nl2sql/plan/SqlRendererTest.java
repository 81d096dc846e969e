package dev.nl2sql.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.offset;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlRendererTest {

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void randomPlansRunOnTheEngineWithTheirLabels(String engine) throws Exception {
    Catalog catalog = SampleSchema.catalog(engine);
    Dialect dialect = Dialect.forProduct(engine);
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      SampleSchema.create(connection, engine);
      int run = 0;
      for (long seed = 0; seed < 600; seed++) {
        QueryPlan plan = new RandomPlans(catalog, seed).next();
        List<String> problems = new PlanValidator(dialect).validate(plan, catalog);
        boolean lacking = problems.contains("this database cannot compute percentiles");
        if (lacking && !dialect.hasPercentile()) {
          continue;
        }
        assertThat(problems).as("seed " + seed).isEmpty();
        run++;
        String sql = SqlRenderer.render(plan, dialect);
        assertThat(labels(statement, sql)).as(sql).isEqualTo(Labels.of(plan));
      }
      assertThat(run).isGreaterThan(450);
    }
  }

  /** A percentile without an aggregate for it is the one that an aggregate gives. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.25, 0.5, 0.9, 1})
  void percentilesByRankAreThoseOfAnAggregate(double fraction) throws Exception {
    List<Double> found = new ArrayList<>();
    for (String engine : List.of("postgresql", "mysql")) {
      Catalog catalog = SampleSchema.catalog(engine);
      Table book = SampleSchema.table(catalog, "book");
      QueryPlan.TableUse use = new QueryPlan.TableUse(book, "t1");
      Expression price = new Expression.ColumnReference(use, book.columns().get(3));
      QueryPlan plan =
          new QueryPlan.Select(
              List.of(new QueryPlan.Projection(new Expression.Percentile(fraction, price))),
              false,
              new QueryPlan.Source(use, List.of()),
              Optional.empty(),
              List.of(),
              Optional.empty(),
              List.of(),
              OptionalLong.empty());
      Dialect dialect = Dialect.forProduct(engine);
      assertThat(new PlanValidator(dialect).validate(plan, catalog)).isEmpty();
      try (Connection connection = TestDatabases.open(engine);
          Statement statement = connection.createStatement()) {
        SampleSchema.create(connection, engine);
        statement.execute("INSERT INTO book VALUES (4, 1, 'x', 5, 1, NULL)");
        statement.execute("INSERT INTO book VALUES (5, 1, 'x', 20, 1, NULL)");
        try (ResultSet rows = statement.executeQuery(SqlRenderer.render(plan, dialect))) {
          rows.next();
          found.add(rows.getDouble(1));
        }
      }
    }
    assertThat(found.get(1)).isCloseTo(found.get(0), offset(1e-9));
  }

  /** The engine's own list of words, for engines that tell it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql | SELECT word FROM pg_get_keywords()",
        "duckdb | SELECT keyword_name FROM duckdb_keywords()",
        "mysql | SELECT LOWER(WORD) FROM information_schema.KEYWORDS WHERE WORD REGEXP '^[A-Z_]+$'"
      })
  void everyKeywordOfTheEngineMayBeAName(String engine, String keywords) throws Exception {
    Dialect dialect = Dialect.forProduct(engine);
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      List<String> words = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(keywords)) {
        while (rows.next()) {
          words.add(rows.getString(1));
        }
      }
      assertThat(words).hasSizeGreaterThan(200);
      for (String word : words) {
        String name = dialect.quoted(word);
        statement.execute(creation(engine, name));
        Table table = tableOf(word);
        assertThat(labels(statement, SqlRenderer.render(plan(table, word), dialect)))
            .containsExactly(word, word + "_2");
        statement.execute("DROP TABLE " + name);
      }
    }
  }

  private static List<String> labels(Statement statement, String sql) {
    try (ResultSet rows = statement.executeQuery(sql)) {
      List<String> labels = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        labels.add(rows.getMetaData().getColumnLabel(i));
      }
      return labels;
    } catch (SQLException e) {
      return fail(sql, e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void everyReservedWordMayNameTableColumnAliasAndLabel(String engine) throws Exception {
    Dialect dialect = Dialect.forProduct(engine);
    List<String> words = new ArrayList<>();
    for (String image : net.sf.jsqlparser.parser.CCJSqlParserConstants.tokenImage) {
      String word = image.replaceAll("\\W", "").replaceFirst("^K_", "");
      if (word.matches("[A-Z][A-Z_]+")) {
        words.add(engine.equals("h2") ? word : word.toLowerCase(java.util.Locale.ROOT));
      }
    }
    assertThat(words).hasSizeGreaterThan(400);
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      for (String word : words) {
        String name = dialect.quoted(word);
        statement.execute(creation(engine, name));
        Table table = tableOf(word);
        String sql = SqlRenderer.render(plan(table, word), dialect);
        assertThat(CCJSqlParserUtil.parseStatements(sql)).as(sql).hasSize(1);
        assertThat(labels(statement, sql)).containsExactly(word, word + "_2");
        statement.execute("DROP TABLE " + name);
      }
    }
  }

  /** Kept in memory by MariaDB, which needs long for a file. */
  private static String creation(String engine, String name) {
    boolean files = engine.equals("mysql");
    return (files ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ")
        + name
        + " ("
        + name
        + " int)"
        + (files ? " ENGINE = MEMORY" : "");
  }

  private static Table tableOf(String word) {
    return new Table(
        new TableName("", word),
        Table.Kind.TABLE,
        List.of(new Column(word, ColumnType.INTEGER, "integer", 0, true, "")),
        List.of(),
        List.of(),
        "",
        -1);
  }

  private static QueryPlan plan(Table table, String alias) {
    QueryPlan.TableUse use =
        new QueryPlan.TableUse(table, alias.toLowerCase(java.util.Locale.ROOT));
    Expression column = new Expression.ColumnReference(use, table.columns().get(0));
    return new QueryPlan.Select(
        List.of(
            new QueryPlan.Projection(column),
            new QueryPlan.Projection(column, Optional.of(table.name().name()))),
        false,
        new QueryPlan.Source(use, List.of()),
        Optional.of(new Predicate.IsNull(column, false)),
        List.of(column),
        Optional.empty(),
        List.of(new QueryPlan.Ordering(column, true)),
        OptionalLong.of(3));
  }
}
