package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.plan.RandomPlans;
import dev.nl2sql.plan.SqlRenderer;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random plans pass and answer the same; random tokens never throw and read the catalog only. */
class RandomStatementsTest {
  private static final SqlGuard GUARD = new SqlGuard();

  private static GuardContext context(String engine) {
    return new GuardContext(
        SampleSchema.catalog(engine), Dialect.forProduct(engine), Set.of(), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void plansPassAndAnswerTheSame(String engine) throws SQLException {
    Catalog catalog = SampleSchema.catalog(engine);
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      SampleSchema.create(connection, engine);
      for (long seed = 0; seed < 500; seed++) {
        QueryPlan plan = new RandomPlans(catalog, seed).next();
        String sql = SqlRenderer.render(plan, Dialect.forProduct(engine));
        GuardVerdict verdict = GUARD.check(sql, context(engine));
        assertThat(verdict).as(sql).isInstanceOf(Accepted.class);
        GuardedSql guarded = ((Accepted) verdict).sql();
        List<String> expected = sorted(statement, sql);
        assertThat(sorted(statement, guarded.sql())).as(sql).isEqualTo(expected);
        assertThat(sorted(statement, guarded.withRowCap(1000))).as(sql).isEqualTo(expected);
        assertThat(sorted(statement, guarded.withRowCap(1))).as(sql).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  private static List<String> sorted(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          row.append(rows.getMetaData().getColumnLabel(i)).append('=').append(rows.getString(i));
        }
        all.add(row.toString());
      }
      return all.stream().sorted().toList();
    } catch (SQLException e) {
      throw new SQLException(sql, e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "mysql", "duckdb", "ansi"})
  void tokenSoupNeverThrowsAndReadsOnlyTheCatalog(String engine) {
    List<String> tokens =
        List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "author",
            "book",
            "secrets",
            "*",
            ",",
            "(",
            ")",
            "'x'",
            "\"",
            "'",
            "--",
            "/*",
            "*/",
            "\\",
            "?",
            "name",
            ".",
            "UNION",
            "WITH",
            "AS",
            "a",
            "JOIN",
            "ON",
            "1",
            "=",
            "abs(",
            "pg_sleep(",
            "E'",
            "$$",
            ";",
            "LIMIT",
            "ORDER BY",
            "VALUES",
            "CASE",
            "WHEN",
            "END",
            "::",
            "int",
            "[",
            "]",
            "@",
            "#>",
            "{",
            "\0",
            "\u2028",
            "TABLE",
            "-",
            "7e9");
    GuardContext context =
        new GuardContext(
            SampleSchema.catalog("sqlite"), Dialect.forProduct(engine), Set.of(), false);
    Random random = new Random(42);
    for (int i = 0; i < 3000; i++) {
      StringBuilder sql = new StringBuilder(random.nextBoolean() ? "SELECT " : "");
      for (int n = random.nextInt(25); n > 0; n--) {
        sql.append(tokens.get(random.nextInt(tokens.size())))
            .append(random.nextInt(4) == 0 ? "" : " ");
      }
      GuardVerdict verdict = GUARD.check(sql.toString(), context);
      if (verdict instanceof Accepted accepted) {
        assertThat(accepted.sql().relations())
            .allMatch(r -> context.catalog().table(r).isPresent());
        assertThat(accepted.sql().sql().replaceAll("'[^']*'", "")).doesNotContain("secrets(");
      }
    }
  }
}
