package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that a filter hides, values behind a mask and columns that are denied are reached by no
 * spelling of a statement. The hidden values are marked, and looked for in everything that comes
 * back from a real engine.
 */
class TableRulesTest {
  private static final SqlGuard GUARD = new SqlGuard();

  /** Statements that name the table {@code m} in every place where a relation may stand. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT * FROM m",
          "SELECT m.* FROM m",
          "SELECT x.* FROM m x",
          "SELECT * FROM m AS x(a, b, c)",
          "SELECT email FROM m",
          "SELECT max(email), min(email) FROM m",
          "SELECT name FROM m ORDER BY email",
          "SELECT id FROM m WHERE email LIKE 'HIDDEN%'",
          "SELECT id FROM m WHERE email >= 'H'",
          "SELECT count(*) FROM m",
          "SELECT count(*) FROM m WHERE region = 'west'",
          "SELECT region, count(*) FROM m GROUP BY region",
          "SELECT o.note, x.name FROM o JOIN m x ON x.id = o.m_id",
          "SELECT o.note, m.name FROM o LEFT JOIN m ON m.id = o.m_id",
          "SELECT o.note, m.name FROM m RIGHT JOIN o ON m.id = o.m_id",
          "SELECT a.name, b.name FROM m a, m b WHERE a.id = b.id",
          "SELECT a.name FROM m a JOIN m b USING (id)",
          "SELECT name FROM m NATURAL JOIN o",
          "SELECT name FROM (SELECT * FROM m) d",
          "SELECT name FROM (SELECT * FROM (SELECT m.* FROM m) d) e",
          "WITH d AS (SELECT * FROM m) SELECT * FROM d",
          "WITH d(a, b, c) AS (SELECT * FROM m) SELECT * FROM d",
          "WITH m AS (SELECT * FROM m) SELECT * FROM m",
          "WITH x AS (SELECT 1 AS n), d AS (SELECT * FROM m) SELECT * FROM x, d",
          "WITH RECURSIVE r AS (SELECT id, name, region FROM m UNION ALL"
              + " SELECT m.id, m.name, m.region FROM m JOIN r ON m.id = r.id + 1) SELECT * FROM r",
          "SELECT * FROM m UNION SELECT * FROM m",
          "SELECT name FROM m UNION ALL SELECT note FROM o",
          "SELECT name FROM m EXCEPT SELECT note FROM o",
          "SELECT note FROM o WHERE m_id IN (SELECT id FROM m)",
          "SELECT note FROM o WHERE EXISTS (SELECT 1 FROM m WHERE m.id = o.m_id)",
          "SELECT note FROM o WHERE m_id NOT IN (SELECT id FROM m)",
          "SELECT note, (SELECT name FROM m WHERE m.id = o.m_id) FROM o",
          "SELECT (SELECT max(name) FROM m), (SELECT count(*) FROM m)",
          "SELECT note FROM o ORDER BY (SELECT name FROM m WHERE m.id = o.m_id)",
          "SELECT sum(m_id) FROM o GROUP BY note HAVING sum(m_id) > (SELECT min(id) FROM m)",
          "SELECT CASE WHEN EXISTS (SELECT 1 FROM m WHERE region = 'west') THEN 1 ELSE 0 END",
          "SELECT m FROM m",
          "SELECT count(m) FROM m",
          "SELECT d FROM (SELECT * FROM m) d",
          "SELECT coalesce(name, email) FROM m",
          "SELECT S.m.name FROM S.m",
          "SELECT S.m.* FROM S.m",
          "SELECT id, name FROM m ORDER BY 3",
          "SELECT name FROM m LIMIT 1 OFFSET 2",
          "SELECT name, row_number() OVER (ORDER BY email) FROM m",
          "SELECT first_value(name) OVER (PARTITION BY region ORDER BY id) FROM m");

  private static void create(Statement statement) throws SQLException {
    statement.execute(
        "CREATE TABLE m (id int, name varchar(40), email varchar(40), region varchar(40))");
    statement.execute("CREATE TABLE o (note varchar(40), m_id int)");
    statement.execute("CREATE TABLE g (region varchar(40))");
    statement.execute("INSERT INTO g VALUES ('east')");
    statement.execute("INSERT INTO m VALUES (1, 'Ada', 'HIDDEN-mail-1', 'east')");
    statement.execute("INSERT INTO m VALUES (2, 'HIDDEN-Bob', 'HIDDEN-mail-2', 'west')");
    statement.execute("INSERT INTO m VALUES (3, 'Cem', 'HIDDEN-mail-3', 'east')");
    statement.execute("INSERT INTO o VALUES ('one', 1), ('two', 2), ('three', 3)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void deniedColumnsAndFilteredRowsStayHidden(String engine) throws SQLException {
    String filter = "region IN (SELECT g.region FROM g) AND name <> 'x''y'";
    runAll(engine, RuledTables.rule(engine, Set.of("email"), Map.of(), filter), 28);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void maskedColumnsAndFilteredRowsStayHidden(String engine) throws SQLException {
    Map<String, String> mask = Map.of("email", "CASE WHEN m.id > 0 THEN '***' ELSE email END");
    runAll(engine, RuledTables.rule(engine, Set.of(), mask, "m.region = 'east'"), 33);
  }

  private static void runAll(String engine, TableRule rule, int atLeast) throws SQLException {
    GuardContext context = RuledTables.context(engine, rule);
    int ran = 0;
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      create(statement);
      for (String sql : STATEMENTS) {
        String qualified =
            sql.replace(
                "S.", RuledTables.schema(engine).isEmpty() ? "" : RuledTables.schema(engine) + ".");
        GuardVerdict verdict = GUARD.check(qualified, context);
        if (verdict instanceof Accepted accepted) {
          ran += shows(statement, accepted.sql().sql()) ? 1 : 0;
        }
      }
      assertThat(rows(statement, accepted("SELECT count(*) FROM m", context))).containsExactly("2");
      assertThat(rows(statement, accepted("SELECT a.id FROM m a, m b", context))).hasSize(4);
    }
    assertThat(ran).isGreaterThanOrEqualTo(atLeast);
  }

  /** Whether the engine ran it; an error may come, but must not tell anything either. */
  private static boolean shows(Statement statement, String sql) throws SQLException {
    try {
      List<String> rows = rows(statement, sql);
      assertThat(rows).as(sql).noneMatch(r -> r.contains("HIDDEN") || r.contains("west"));
      return true;
    } catch (SQLException e) {
      assertThat(e.getCause().getMessage()).as(sql).doesNotContain("HIDDEN", "west");
      return false;
    }
  }

  private static String accepted(String sql, GuardContext context) {
    GuardVerdict verdict = GUARD.check(sql, context);
    assertThat(verdict).isInstanceOf(Accepted.class);
    return ((Accepted) verdict).sql().sql();
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join("|", row));
      }
      return rows;
    } catch (SQLException e) {
      throw new SQLException(sql, e);
    }
  }
}
