package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.plan.RandomPlans;
import dev.nl2sql.plan.SqlRenderer;
import dev.nl2sql.testing.DatabaseContents;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for everything the guard accepts. */
class AcceptedSqlTest {
  private static final SqlGuard GUARD = new SqlGuard();
  private static final int STATEMENTS = 600;
  private static final String MARK = "TOP-SECRET";

  private static GuardContext context(String engine) {
    return new GuardContext(
        SampleSchema.catalog(engine), Dialect.forProduct(engine), Set.of(), false);
  }

  /** What is printed is accepted again and printed the same, with and without a cap. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql", "ansi"})
  void printIsAFixedPoint(String engine) {
    GuardContext context = context(engine);
    int accepted = 0;
    for (String sql : statements(engine)) {
      if (GUARD.check(sql, context) instanceof Accepted first) {
        for (String printed : List.of(first.sql().sql(), first.sql().withRowCap(7))) {
          if (printed.contains("E'")) {
            continue; // the form of a literal that only the guard itself may write
          }
          GuardVerdict again = GUARD.check(printed, context);
          assertThat(again).as(printed).isInstanceOf(Accepted.class);
          assertThat(unnumbered(((Accepted) again).sql().sql())).isEqualTo(unnumbered(printed));
        }
        accepted++;
      }
    }
    assertThat(accepted).isGreaterThan(STATEMENTS / 20);
  }

  // Names of WITH are numbered anew each time.
  private static String unnumbered(String sql) {
    return sql.replaceAll("(?i)nl2sql_with_\\d+ (AS )?nl2sql_with_\\d+", "w")
        .replaceAll("(?i)nl2sql_with_\\d+", "w");
  }

  private static List<String> statements(String engine) {
    List<String> all = new ArrayList<>();
    for (long seed = 0; seed < STATEMENTS; seed++) {
      all.add(new RandomSql(seed).next());
    }
    int plans = List.of("h2", "postgresql", "sqlite").contains(engine) ? 200 : 0;
    for (long seed = 0; seed < plans; seed++) {
      all.add(
          SqlRenderer.render(
              new RandomPlans(SampleSchema.catalog(engine), seed).next(),
              Dialect.forProduct(engine)));
    }
    return all;
  }

  /** Nothing accepted changes the database or shows what is in none of the catalog's relations. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void acceptedStatementsLeaveTheDatabaseAsItWas(String engine) throws SQLException {
    int ran = 0;
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      SampleSchema.create(connection, engine);
      statement.execute("CREATE TABLE secrets (id int, author_id int, pw varchar(20))");
      statement.execute("INSERT INTO secrets VALUES (1, 1, '" + MARK + "')");
      statement.execute("CREATE SEQUENCE counter");
      String before = DatabaseContents.hash(connection);
      for (String sql : statements(engine)) {
        if (GUARD.check(sql, context(engine)) instanceof Accepted accepted) {
          ran += rows(statement, accepted.sql().withRowCap(50)) ? 1 : 0;
        }
      }
      assertThat(DatabaseContents.hash(connection)).isEqualTo(before);
      statement.execute("INSERT INTO secrets VALUES (2, 2, 'x')");
      assertThat(DatabaseContents.hash(connection)).isNotEqualTo(before);
    }
    assertThat(ran).isGreaterThan(STATEMENTS / 20);
  }

  private static boolean rows(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          assertThat(rows.getString(i)).as(sql).isNotEqualTo(MARK);
        }
      }
      return true;
    } catch (SQLException e) {
      return false;
    }
  }
}
