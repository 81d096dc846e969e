package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Node classes and options, functions and types, names: each with its reason, and what is near it
 * and legitimate.
 */
class LayersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | SELECT * FROM author FOR UPDATE | NODES: locking clauses",
        "postgresql | SELECT * FROM author FOR UPDATE OF author | NODES: locking clauses",
        "postgresql | SELECT * FROM author FOR UPDATE NOWAIT | NODES: locking clauses",
        "postgresql | SELECT * FROM author FOR SHARE SKIP LOCKED | NODES: locking clauses",
        "postgresql | (SELECT * FROM author FOR UPDATE) | NODES: locking clauses",
        "postgresql | SELECT * INTO x FROM author | NODES: SELECT INTO",
        "mysql | SELECT SQL_CALC_FOUND_ROWS * FROM author | NODES: an option of SELECT",
        "mysql | SELECT STRAIGHT_JOIN * FROM author | NODES: an option of SELECT",
        "postgresql | SELECT * FROM ONLY author | NODES: an option of SELECT",
        "postgresql | WITH x AS (DELETE FROM author RETURNING 1) SELECT 1 | NODES: ",
        "postgresql | SELECT name FROM author WHERE name SIMILAR TO 'a' | NODES: this kind of LIKE",
        "sqlite | SELECT name FROM author WHERE id IN author | NODES: IN needs a list",
        "postgresql | SELECT name FROM author WHERE id IN (1, 2) | yes",
        "postgresql | SELECT name FROM author WHERE id IN (SELECT id FROM book) | yes",
        "postgresql | SELECT name FROM author LIMIT ? | NODES: a limit cannot be a parameter",
        "postgresql | SELECT name FROM author OFFSET ? | NODES: a limit cannot be a parameter",
        "sqlserver | SELECT * FROM author CROSS APPLY (SELECT 1 AS x) y | NODES: this kind of join",
        "snowflake | SELECT * FROM author AT(OFFSET => 1) | NODES: an option of a table name",
        "postgresql | SELECT 2 ^ 3 | NODES: BitwiseXor is not allowed",
        "postgresql | SELECT TOP 3 name FROM author | NODES: TOP is no part",
        "postgresql | SELECT * FROM generate_series(1, 3) WITH ORDINALITY | yes",
        "postgresql | SELECT pg_sleep(1) | FUNCTIONS: the function pg_sleep is not on the list",
        "postgresql | SELECT lower(name) FROM author | yes",
        "postgresql | SELECT * FROM lower('a') | FUNCTIONS: the function lower",
        "postgresql | SELECT pg_sleep(1) OVER () FROM author | FUNCTIONS: the function pg_sleep",
        "postgresql | SELECT 'x'::xml | FUNCTIONS: a cast to xml",
        "postgresql | SELECT CAST('x' AS regclass) | FUNCTIONS: a cast to regclass",
        "postgresql | SELECT CAST('x' AS \"text\") | FUNCTIONS: a cast to",
        "postgresql | SELECT CAST('1' AS double precision) | yes",
        "postgresql | SELECT CAST(born AS timestamp with time zone) FROM author | yes",
        "mysql | SELECT CAST(name AS char CHARACTER SET utf8) FROM author | FUNCTIONS: a cast to",
        "mysql | SELECT GROUP_CONCAT(name) FROM author | yes",
        "postgresql | SELECT current_date | yes",
        "mysql | SELECT current_timestamp() | yes",
        "postgresql | SELECT sysdate | NAMES: ",
        "postgresql | SELECT name FROM autor | NAMES: there is no relation autor that may be read",
        "postgresql | SELECT name FROM public.author | yes",
        "postgresql | SELECT name FROM private.author | NAMES: there is no relation private.author",
        "postgresql | SELECT name FROM x.public.author | NAMES: a relation is named by schema and name",
        "postgresql | SELECT name FROM \"Author\" | NAMES: there is no relation",
        "postgresql | SELECT name FROM AUTHOR | yes",
        "h2 | SELECT name FROM \"author\" | NAMES: there is no relation",
        "h2 | SELECT name FROM Author | yes",
        "mysql | SELECT name FROM `Author` | yes",
        "postgresql | SELECT a FROM author a | NAMES: a whole row cannot be used",
        "postgresql | SELECT nme FROM author | NAMES: there is no column nme",
        "postgresql | SELECT b.name FROM author a | NAMES: there is no relation or alias b here",
        "postgresql | SELECT b.* FROM author a | NAMES: there is no relation or alias b here",
        "postgresql | SELECT author.name FROM author a | NAMES: there is no relation or alias author",
        "postgresql | SELECT public.author.name FROM author | yes",
        "postgresql | SELECT private.author.name FROM author | NAMES: there is no relation or alias",
        "postgresql | SELECT x.public.author.name FROM author | NAMES: ",
        "postgresql | SELECT id FROM author, book | NAMES: the column id is in several relations",
        "postgresql | SELECT id FROM author JOIN book USING (id) | yes",
        "postgresql | SELECT id FROM author NATURAL JOIN book | yes",
        "postgresql | SELECT name AS id FROM author, book ORDER BY id | yes",
        "postgresql | SELECT ctid FROM author | NAMES: the word ctid cannot be used as a name",
        "postgresql | SELECT \"ctid\" FROM author | NAMES: there is no column",
        "postgresql | SELECT name AS user FROM author | NAMES: the word user",
        "postgresql | SELECT name FROM author AS user | NAMES: the word user",
        "postgresql | WITH user AS (SELECT 1 AS x) SELECT x FROM user | NAMES: the word user",
        "postgresql | WITH w(a, b) AS (SELECT id, name FROM author) SELECT a, b FROM w | yes",
        "postgresql | WITH w(a, b) AS (SELECT id, name FROM author) SELECT id FROM w | NAMES: no column id",
        "postgresql | WITH w AS (SELECT id FROM author) SELECT w.id FROM w | yes",
        "postgresql | WITH w AS (SELECT id FROM author) SELECT name FROM w | NAMES: no column name",
        "postgresql | SELECT x.id FROM (WITH w AS (SELECT id FROM author) SELECT * FROM w) x, w | NAMES: there is no relation w",
        "postgresql | SELECT x.n FROM (SELECT name AS n FROM author) x | yes",
        "postgresql | SELECT x.name FROM (SELECT name AS n FROM author) x | NAMES: no column",
        "postgresql | SELECT x.m FROM (SELECT name AS n FROM author) x(m) | yes",
        "postgresql | SELECT 1 FROM author a, (SELECT a.id) x | NAMES: ",
        "postgresql | SELECT 1 FROM author a, LATERAL (SELECT a.id AS i) x | yes",
        "postgresql | SELECT n FROM (SELECT count(*) AS n FROM author) x WHERE n > 1 | yes",
        "postgresql | SELECT count(*) AS n FROM author WHERE n > 1 | NAMES: no column n",
        "postgresql | SELECT name AS n FROM author GROUP BY n ORDER BY n | yes",
        "postgresql | SELECT column1 FROM (VALUES (1)) v | yes",
        "postgresql | SELECT column2 FROM (VALUES (1)) v | NAMES: no column",
        "postgresql | SELECT column2 FROM (VALUES (1, 2)) v | yes",
        "postgresql | SELECT g FROM generate_series(1, 3) g | yes",
        "postgresql | SELECT h FROM generate_series(1, 3) g | NAMES: no column",
        "postgresql | SELECT g.a FROM generate_series(1, 3) g(a) | yes",
        "postgresql | SELECT (SELECT max(b.price) FROM book b WHERE b.author_id = a.id) FROM author a | yes",
        "postgresql | SELECT (SELECT c.id) FROM author a | NAMES: ",
        "postgresql | SELECT \"Nr\" FROM \"Order Line\" | yes",
        "postgresql | SELECT Nr FROM \"Order Line\" | NAMES: no column",
        "h2 | SELECT DATEADD(DAY, 1, born) FROM author | yes",
        "h2 | SELECT DATEADD(name, 1, born) FROM author | yes",
        "h2 | SELECT DATEADD(x, 1, born) FROM author | NAMES: no column x",
        "h2 | SELECT 1 FROM DUAL | yes",
        "postgresql | SELECT 1 FROM DUAL | NAMES: there is no relation DUAL",
        "duckdb | SELECT list_filter([1], x -> x > 0) | yes",
        "duckdb | SELECT list_filter([1], x -> y > 0) | NAMES: no column y",
        "duckdb | SELECT * EXCLUDE (name) FROM author | yes",
        "duckdb | SELECT * EXCLUDE (nme) FROM author | NAMES: no column nme",
        "duckdb | SELECT * REPLACE (upper(name) AS name) FROM author | yes",
        "duckdb | SELECT * REPLACE (upper(nme) AS name) FROM author | NAMES: no column nme",
      })
  void eachLayerRefusesWithItsReason(String engine, String sql, String expected) {
    Verdicts.expect(engine, sql, expected);
  }

  /** What is printed, from whatever was written. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | select NAME from AUTHOR | SELECT name FROM public.author",
        "postgresql | SELECT \"Nr\" FROM \"Order Line\" | SELECT \"Nr\" FROM public.\"Order Line\"",
        "h2 | SELECT name FROM author | SELECT NAME FROM PUBLIC.AUTHOR",
        "mysql | SELECT `name` FROM `author` | SELECT name FROM author",
        "sqlite | SELECT [name] FROM [author] | SELECT name FROM author",
        "postgresql | SELECT 'a''b' | SELECT 'a''b'",
        "postgresql | SELECT 'a\\b' | SELECT E'a\\\\b'",
        "h2 | SELECT 'a\\b' | SELECT 'a\\b'",
        "postgresql | SELECT 1 AS \"it's\" | SELECT 1 AS \"it's\"",
        "h2 | WITH w AS (SELECT 1 AS x) SELECT w.x FROM w | WITH NL2SQL_WITH_1 AS (SELECT 1 AS x) SELECT w.x FROM NL2SQL_WITH_1 AS w",
        "h2 | WITH w AS (SELECT 1 AS x) SELECT v.x FROM w v | WITH NL2SQL_WITH_1 AS (SELECT 1 AS x) SELECT v.x FROM NL2SQL_WITH_1 AS v",
        "postgresql | WITH w AS (SELECT 1 AS x) SELECT W.x FROM W | WITH w AS (SELECT 1 AS x) SELECT W.x FROM w AS W",
      })
  void whatRunsIsPrintedFromTheTree(String engine, String sql, String expected) {
    assertThat(Verdicts.accepted(engine, sql).sql()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | SELECT name FROM author | true | SELECT name FROM public.author LIMIT 5",
        "postgresql | SELECT name FROM author LIMIT 3 | true | SELECT name FROM public.author LIMIT 3",
        "postgresql | SELECT name FROM author LIMIT 5 | true | SELECT name FROM public.author LIMIT 5",
        "postgresql | SELECT name FROM author LIMIT 6 | true | SELECT name FROM public.author LIMIT 5",
        "postgresql | SELECT name FROM author LIMIT 2 + 3 | false | SELECT name FROM public.author LIMIT 2 + 3",
        "postgresql | SELECT name FROM author FETCH FIRST 9 ROWS WITH TIES | false | SELECT name FROM public.author FETCH FIRST 9 ROWS WITH TIES",
        "postgresql | (SELECT name FROM author) | false | (SELECT name FROM public.author)",
        "postgresql | SELECT 9223372036854775807 | false | SELECT 9223372036854775807",
        "mysql | SELECT name FROM author LIMIT 2, 9 | true | SELECT name FROM author LIMIT 2, 5",
        "sqlserver | SELECT 1 | false | SELECT 1",
      })
  void theCapStandsWhereTheOutermostLimitDoes(
      String engine, String sql, boolean capped, String expected) {
    GuardedSql guarded = Verdicts.accepted(engine, sql);
    assertThat(guarded.isCapped()).isEqualTo(capped);
    assertThat(guarded.withRowCap(5)).isEqualTo(expected);
  }

  @Test
  void parametersAreCounted() {
    assertThat(Verdicts.accepted("postgresql", "SELECT name FROM author WHERE id = ?").parameters())
        .isEqualTo(1);
    assertThat(Verdicts.accepted("postgresql", "SELECT name FROM author").parameters()).isZero();
  }

  @Test
  void relationsAreToldOnceInOrder() {
    GuardedSql sql =
        Verdicts.accepted(
            "postgresql",
            "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id WHERE b.id IN (SELECT id FROM book)");
    assertThat(sql.relations())
        .extracting(Object::toString)
        .containsExactly("public.book", "public.author");
    assertThat(GuardedSql.around(List.of(sql, sql), "x", 2).relations()).hasSize(2);
    assertThat(GuardedSql.around(List.of(sql, sql), "x", 2).parameters()).isEqualTo(2);
    assertThat(GuardedSql.around(List.of(sql), "x", 0).isCapped()).isFalse();
    assertThat(sql).hasToString(sql.sql());
  }

  @Test
  void functionsAreAddedByTheSetting() {
    GuardContext context =
        new GuardContext(
            SampleSchema.catalog("postgresql"),
            Dialect.forProduct("postgresql"),
            Set.of("my_function"),
            false);
    SqlGuard guard = new SqlGuard();
    assertThat(guard.check("SELECT MY_FUNCTION(1)", context))
        .isInstanceOf(GuardVerdict.Accepted.class);
    assertThat(guard.check("SELECT your_function(1)", context))
        .isInstanceOfSatisfying(
            GuardVerdict.Refused.class,
            r -> assertThat(r.suggestion().orElse("")).contains("nl2sql.guard.functions"));
  }
}
