package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.guard.GuardVerdict.Layer;
import dev.nl2sql.guard.GuardVerdict.Refused;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlGuardTest {
  private static final SqlGuard GUARD = new SqlGuard();

  private static GuardContext context(String engine) {
    return new GuardContext(
        SampleSchema.catalog(engine), Dialect.forProduct(engine), Set.of(), false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "LEXER | SELECT 1; DELETE FROM book",
        "LEXER | SELECT 1;;",
        "LEXER | SELECT 1 /* /* */ , (SELECT name FROM author) -- */",
        "LEXER | SELECT 1 /*! , 2 */",
        "LEXER | SELECT 1 /*+ x */",
        "LEXER | SELECT E'\\' , ' , (SELECT name FROM author) --'",
        "LEXER | SELECT q'[a' , (SELECT name FROM author) ]'",
        "LEXER | SELECT U&\"\\0070w\" FROM author",
        "LEXER | SELECT $$x$$",
        "LEXER | SELECT $tag$x$tag$",
        "LEXER | SELECT {fn now()}",
        "LEXER | SELECT @a",
        "LEXER | SELECT ((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))",
        "LEXER | SELECT 'a' 'b'",
        "LEXER | SELECT (1",
        "LEXER | SELECT 'open",
        "LEXER | SELECT \"open",
        "LEXER | SELECT x\u00a0 FROM author",
        "PARSER | DELETE FROM book",
        "PARSER | CALL pg_sleep(1)",
        "PARSER | EXPLAIN ANALYZE DELETE FROM book",
        "PARSER | SET x = 1",
        "PARSER | COPY book TO 'x'",
        "PARSER | hello there",
        "NODES | SELECT * FROM book FOR UPDATE",
        "NODES | SELECT * INTO other FROM book",
        "NODES | WITH d AS (DELETE FROM book RETURNING id) SELECT * FROM d",
        "NODES | SELECT (SELECT id FROM book FOR SHARE)",
        "FUNCTIONS | SELECT pg_sleep(10)",
        "FUNCTIONS | SELECT * FROM pg_read_file('x')",
        "FUNCTIONS | SELECT * FROM abs(1)",
        "FUNCTIONS | SELECT count(*) FROM book ORDER BY sum(pg_sleep(1)) OVER ()",
        "FUNCTIONS | SELECT pg_catalog.pg_sleep(10)",
        "FUNCTIONS | SELECT \"pg_sleep\"(10)",
        "FUNCTIONS | SELECT 'author'::regclass",
        "FUNCTIONS | SELECT query_to_xml('SELECT 1', true, true, '')",
        "NAMES | SELECT * FROM secrets",
        "NAMES | SELECT * FROM pg_catalog.pg_authid",
        "NAMES | SELECT * FROM information_schema.tables",
        "NAMES | SELECT * FROM private.author",
        "NAMES | SELECT author FROM author",
        "NAMES | SELECT a FROM author AS a",
        "NAMES | SELECT current_user FROM author",
        "NAMES | SELECT nextval FROM author",
        "NAMES | SELECT * FROM (TABLE secrets) x",
        "NAMES | SELECT * FROM (WITH secrets AS (SELECT 1 AS x) SELECT * FROM secrets) a, secrets",
        "NAMES | WITH a AS (SELECT * FROM secrets), secrets AS (SELECT 1 AS x) SELECT * FROM a",
        "NAMES | WITH secrets AS (SELECT * FROM secrets) SELECT * FROM secrets",
        "NAMES | SELECT id FROM author JOIN book ON true",
        "NAMES | SELECT name FROM author WHERE nme = 'x'",
        "NAMES | SELECT x.name FROM author a",
        "NAMES | SELECT 1 FROM author a, (SELECT a.id AS i) b",
        "NAMES | SELECT array_agg(id ORDER BY (SELECT pw FROM secrets)) FROM author",
        "NAMES | SELECT (SELECT pw FROM secrets) AT TIME ZONE 'UTC'",
        "NAMES | SELECT id FROM author LIMIT (SELECT count(*) FROM secrets)"
      })
  void refusesAttacksByTheirLayerOrAnEarlierOne(Layer layer, String sql) {
    GuardVerdict verdict = GUARD.check(sql, context("postgresql"));
    assertThat(verdict).as(sql).isInstanceOf(Refused.class);
    assertThat(((Refused) verdict).layer()).as(sql + " " + verdict).isLessThanOrEqualTo(layer);
  }

  /** A word of another engine's SQL means nothing here. */
  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "h2", "sqlite", "duckdb", "mysql"})
  void refusesTopWhereItIsNoPartOfTheLanguage(String engine) {
    GuardVerdict verdict = GUARD.check("SELECT TOP 3 name FROM author", context(engine));

    assertThat(verdict).isInstanceOf(Refused.class);
  }

  /** As many operators as a question may have, and one more, of each kind. */
  @ParameterizedTest
  @ValueSource(strings = {"+1", "-1", "*1", "||'x'", " AND 1 = 1", " OR 1 = 1"})
  void refusesEndlessChainsOfOperators(String link) {
    String start = link.contains("=") ? "SELECT name FROM author WHERE 1 = 1" : "SELECT 1";

    assertThat(GUARD.check(start + link.repeat(300), context("postgresql")))
        .isInstanceOf(GuardVerdict.Accepted.class);
    assertThat(GUARD.check(start + link.repeat(1_001), context("postgresql")))
        .isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SELECT nme FROM author | did you mean name?",
        "SELECT * FROM autor | did you mean author?",
        "SELECT athor.name FROM author | did you mean author?"
      })
  void suggestsTheNearestName(String sql, String suggestion) {
    GuardVerdict verdict = GUARD.check(sql, context("postgresql"));
    assertThat(((Refused) verdict).suggestion()).contains(suggestion);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SELECT name FROM author | SELECT name FROM public.author LIMIT 7",
        "SELECT name FROM author LIMIT 3 | SELECT name FROM public.author LIMIT 3",
        "SELECT name FROM author LIMIT 300 | SELECT name FROM public.author LIMIT 7",
        "SELECT name FROM author LIMIT 300 OFFSET 2 | SELECT name FROM public.author LIMIT 7 OFFSET 2",
        "SELECT name FROM author FETCH FIRST 300 ROWS ONLY | SELECT name FROM public.author LIMIT 7",
        "SELECT 'it''s -- ' AS a /* gone */ | SELECT 'it''s -- ' AS a LIMIT 7",
        "SELECT '\\' AS a | SELECT E'\\\\' AS a LIMIT 7",
        "SELECT '9223372036854775807' AS a | SELECT '9223372036854775807' AS a",
        "SELECT 1 AS \"a'q0'b\", 'x' AS c | SELECT 1 AS \"a'q0'b\", 'x' AS c LIMIT 7",
        "SELECT name FROM author UNION SELECT title FROM book LIMIT 9 | SELECT name FROM public.author UNION SELECT title FROM public.book LIMIT 7",
        "SELECT name AS n FROM author UNION SELECT title FROM book ORDER BY n | SELECT name AS n FROM public.author UNION SELECT title FROM public.book ORDER BY n LIMIT 7"
      })
  void printsAnewWithSchemaLiteralsAndCap(String sql, String expected) {
    GuardVerdict verdict = GUARD.check(sql, context("postgresql"));
    assertThat(verdict).isInstanceOf(Accepted.class);
    assertThat(((Accepted) verdict).sql().withRowCap(7)).isEqualTo(expected);
  }

  /** Even a catalog that holds them does not open them. */
  @ParameterizedTest
  @CsvSource({
    "information_schema, false",
    "pg_catalog, false",
    "pg_temp_3, false",
    "sys, false",
    "app, true"
  })
  void relationsOfSystemSchemasNeedTheSetting(String schema, boolean open) {
    Column column = new Column("id", ColumnType.INTEGER, "integer", 0, true, "");
    Table table =
        new Table(
            new TableName(schema, "t"),
            Table.Kind.VIEW,
            List.of(column),
            List.of(),
            List.of(),
            "",
            -1);
    Catalog catalog = new Catalog(List.of(table), List.of(), List.of(schema), "system");
    for (String sql : List.of("SELECT id FROM t", "SELECT (SELECT id FROM " + schema + ".t)")) {
      for (boolean allowed : List.of(true, false)) {
        GuardContext context =
            new GuardContext(catalog, Dialect.forProduct("postgresql"), Set.of(), allowed);
        assertThat(GUARD.check(sql, context) instanceof Accepted)
            .as(sql)
            .isEqualTo(open || allowed);
      }
    }
  }
}
