package dev.nl2sql.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

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
import org.junit.jupiter.params.provider.ValueSource;

class SqlRendererTest {

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void randomPlansRunOnTheEngineWithTheirLabels(String engine) throws Exception {
    Catalog catalog = SampleSchema.catalog(engine);
    Dialect dialect = Dialect.forProduct(engine);
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      SampleSchema.create(connection, engine);
      for (long seed = 0; seed < 600; seed++) {
        QueryPlan plan = new RandomPlans(catalog, seed).next();
        assertThat(new PlanValidator(dialect).validate(plan, catalog)).as("seed " + seed).isEmpty();
        String sql = SqlRenderer.render(plan, dialect);
        assertThat(labels(statement, sql)).as(sql).isEqualTo(Labels.of(plan));
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
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
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
        statement.execute("CREATE TABLE " + name + " (" + name + " int)");
        Table table =
            new Table(
                new TableName("", word),
                Table.Kind.TABLE,
                List.of(new Column(word, ColumnType.INTEGER, "integer", 0, true, "")),
                List.of(),
                List.of(),
                "",
                -1);
        String sql = SqlRenderer.render(plan(table, word), dialect);
        assertThat(CCJSqlParserUtil.parseStatements(sql)).as(sql).hasSize(1);
        assertThat(labels(statement, sql)).containsExactly(word, word + "_2");
        statement.execute("DROP TABLE " + name);
      }
    }
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
