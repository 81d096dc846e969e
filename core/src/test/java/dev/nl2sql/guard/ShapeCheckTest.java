package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The largest shapes that are let through, and the next larger ones. */
class ShapeCheckTest {
  private static final String UNJOINED = "SHAPE: joined without a condition";
  private static final String MADE_UP = "SHAPE: rows are made up";
  private static final String LARGE = "SHAPE: larger than can be held";
  private static final String ROUND = "SHAPE: grows by itself with every round";

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '^',
      value = {
        "SELECT a.id FROM author a, book b ¦ yes",
        "SELECT a.id FROM author a, book b, book c ¦ no",
        "SELECT a.id FROM author a, book b, book c WHERE a.id = b.author_id ¦ yes",
        "SELECT a.id FROM author a, book b, book c WHERE a.id <> b.author_id ¦ no",
        "SELECT a.id FROM author a, book b, book c WHERE (a.id = b.author_id) AND b.id > 0 ¦ yes",
        "SELECT a.id FROM author a, book b, book c WHERE a.id = b.author_id OR a.id = 1 ¦ yes",
        "SELECT a.id FROM author a, book b, book c WHERE a.id = 1 AND b.id = 1 ¦ no",
        "SELECT a.id FROM author a JOIN book b ON a.id = b.author_id CROSS JOIN book c ¦ yes",
        "SELECT a.id FROM author a JOIN book b ON true CROSS JOIN book c ¦ no",
        "SELECT a.id FROM author a JOIN book b USING (id) CROSS JOIN book c ¦ yes",
        "SELECT a.name FROM author a NATURAL JOIN book b CROSS JOIN book c ¦ yes",
        "SELECT a.id FROM (author a JOIN book b ON a.id = b.author_id) CROSS JOIN book c ¦ yes",
        "SELECT a.id FROM (author a CROSS JOIN book b) CROSS JOIN book c ¦ no",
        "SELECT a.id FROM (author a JOIN book b USING (id)) JOIN book c USING (id) ¦ yes",
        "SELECT x.n FROM (SELECT count(*) AS n FROM author, book) x, author a, book b ¦ yes",
        "SELECT x.id FROM (SELECT a.id FROM author a, book b) x, book c ¦ no",
        "SELECT x.id FROM (SELECT a.id FROM author a, book b LIMIT 1000) x, book c, book d ¦ yes",
        "SELECT x.id FROM (SELECT a.id FROM author a, book b LIMIT 1001) x, book c, book d ¦ no",
        "SELECT x.id FROM (SELECT a.id FROM author a FETCH FIRST 5 ROWS ONLY) x, book c, book d ¦ yes",
        "SELECT x.id FROM (SELECT a.id FROM author a, book b GROUP BY a.id) x, book c ¦ yes",
        "SELECT x.id FROM (SELECT a.id FROM author a, book b GROUP BY a.id) x, book c, book d ¦ no",
        "SELECT x.id FROM (SELECT id FROM author UNION SELECT id FROM book) x, book c ¦ yes",
        "SELECT x.id FROM (SELECT a.id FROM author a, book b UNION SELECT 1) x, book c ¦ no",
        "WITH w AS (SELECT a.id FROM author a, book b) SELECT w.id FROM w, book c ¦ no",
        "WITH w AS (SELECT a.id FROM author a) SELECT w.id FROM w, book c ¦ yes",
        "SELECT (SELECT count(*) FROM author a, book b, book c) ¦ no",
        "SELECT 1 FROM author ORDER BY (SELECT count(*) FROM author a, book b, book c) ¦ no",
        "SELECT name FROM author GROUP BY name HAVING count(*) > (SELECT count(*) FROM author a, book b, book c) ¦ no",
        "SELECT name FROM author WHERE id IN (SELECT a.id FROM author a, book b, book c) ¦ no",
        "SELECT a.id FROM author a JOIN book b ON b.id = (SELECT count(*) FROM author x, book y, book z) ¦ no",
        "SELECT sum(id) OVER (ORDER BY (SELECT count(*) FROM author a, book b, book c)) FROM author ¦ no",
        "SELECT id FROM author UNION SELECT id FROM book ORDER BY (SELECT count(*) FROM author a, book b, book c) ¦ no",
        "SELECT g FROM author a, LATERAL (SELECT b.id AS g FROM book b WHERE b.author_id = a.id) x, book c ¦ yes",
        "SELECT a.id FROM author a, unnest(ARRAY[a.id]) u, book c ¦ yes",
      })
  void relationsAreHeldTogether(String sql, String accepted) {
    Verdicts.expect("postgresql", sql, accepted.equals("yes") ? "yes" : UNJOINED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '^',
      value = {
        "SELECT a FROM generate_series(1, 1000) a, generate_series(1, 1000) b ¦ yes",
        "SELECT a FROM generate_series(1, 1000) a, generate_series(1, 1001) b ¦ no",
        "SELECT 1 FROM (SELECT a FROM generate_series(1, 1000) a) x, generate_series(1, 1001) b ¦ no",
        "SELECT 1 FROM (SELECT count(*) FROM generate_series(1, 1000) a) x, generate_series(1, 1001) b ¦ yes",
        "SELECT 1 FROM (SELECT a FROM generate_series(1, 1000) a UNION ALL SELECT 1) x, generate_series(1, 1000) b ¦ no",
        "SELECT 1 FROM (SELECT a FROM generate_series(1, 9000) a LIMIT 10) x, generate_series(1, 1000) b ¦ yes",
        "SELECT 1 FROM (VALUES (1), (2)) v(x), generate_series(1, 500000) b ¦ yes",
        "SELECT 1 FROM (VALUES (1), (2), (3)) v(x), generate_series(1, 500000) b ¦ no",
        "SELECT 1 FROM unnest(string_to_array(repeat('x,', 1000), ',')) a, generate_series(1, 1001) b ¦ no",
      })
  void madeUpRowsHaveALimit(String sql, String accepted) {
    Verdicts.expect("postgresql", sql, accepted.equals("yes") ? "yes" : MADE_UP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '^',
      value = {
        "postgresql ¦ SELECT repeat(repeat('x', 1000), 1000) ¦ yes",
        "postgresql ¦ SELECT repeat(repeat('x', 1001), 1000) ¦ no",
        "postgresql ¦ SELECT length(repeat(repeat('x', 1001), 1000)) ¦ no",
        "postgresql ¦ SELECT substr(repeat(repeat('x', 1001), 1000), 1, 2) ¦ no",
        "postgresql ¦ SELECT 1 FROM author WHERE repeat(repeat('x', 1001), 1000) = name ¦ no",
        "postgresql ¦ SELECT name FROM author GROUP BY name, repeat(repeat('x', 1001), 1000) ¦ no",
        "postgresql ¦ SELECT name FROM author GROUP BY name HAVING repeat(repeat('x', 1001), 1000) = name ¦ no",
        "postgresql ¦ SELECT name FROM author ORDER BY repeat(repeat('x', 1001), 1000) ¦ no",
        "postgresql ¦ SELECT sum(id) OVER (ORDER BY repeat(repeat('x', 1001), 1000)) FROM author ¦ no",
        "postgresql ¦ SELECT DISTINCT ON (repeat(repeat('x', 1001), 1000)) name FROM author ¦ no",
        "postgresql ¦ VALUES (repeat(repeat('x', 1001), 1000)) ¦ no",
        "postgresql ¦ SELECT CASE WHEN repeat(repeat('x', 1001), 1000) = name THEN 1 END FROM author ¦ no",
        "postgresql ¦ SELECT CASE name WHEN 'a' THEN 1 ELSE length(repeat(repeat('x', 1001), 1000)) END FROM author ¦ no",
        "postgresql ¦ SELECT CASE repeat(repeat('x', 1001), 1000) WHEN 'a' THEN 1 END FROM author ¦ no",
        "postgresql ¦ SELECT t || t FROM (SELECT repeat(repeat('x', 1000), 500) AS t) x ¦ yes",
        "postgresql ¦ SELECT t || t FROM (SELECT repeat(repeat('x', 1000), 501) AS t) x ¦ no",
        "postgresql ¦ SELECT coalesce(t, t) FROM (SELECT repeat(repeat('x', 1000), 501) AS t) x ¦ yes",
        "postgresql ¦ SELECT CASE WHEN true THEN t ELSE t END FROM (SELECT repeat(repeat('x', 1000), 501) AS t) x ¦ yes",
        "postgresql ¦ SELECT concat(t, t) FROM (SELECT repeat(repeat('x', 1000), 501) AS t) x ¦ no",
        "postgresql ¦ SELECT string_agg(t, '') FROM (SELECT repeat('x', 1000) AS t FROM generate_series(1, 900) g) x ¦ yes",
        "postgresql ¦ SELECT string_agg(t, '') FROM (SELECT repeat('x', 1000) AS t FROM generate_series(1, 1001) g) x ¦ no",
        "postgresql ¦ SELECT max(t) FROM (SELECT repeat('x', 1000) AS t FROM generate_series(1, 1001) g) x ¦ yes",
        "postgresql ¦ SELECT array_agg(t) OVER () FROM (SELECT repeat('x', 1000) AS t FROM generate_series(1, 1001) g) x ¦ no",
        "postgresql ¦ SELECT replace(name, 'a', repeat('x', 10000)) FROM author ¦ yes",
        "postgresql ¦ SELECT replace(replace(name, 'a', repeat('x', 10000)), 'x', 'abcdefgh') FROM author ¦ no",
        "postgresql ¦ SELECT replace(replace(name, 'a', repeat('x', 10000)), 'x', 'y') FROM author ¦ yes",
        "postgresql ¦ SELECT regexp_replace(repeat('x', 10000), 'x', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') ¦ no",
        "postgresql ¦ SELECT concat_ws(repeat('x', 10000), 1, 2, 3) ¦ yes",
        "postgresql ¦ SELECT array_to_string(ARRAY[1, 2], ', ') ¦ yes",
        "postgresql ¦ SELECT array_to_string(string_to_array(repeat('a,', 1000), ','), repeat('x', 1000)) ¦ no",
        "postgresql ¦ SELECT encode(repeat(repeat('x', 1000), 300)::bytea, 'escape') ¦ no",
        "sqlite ¦ SELECT json_quote(json_quote(json_quote(json_quote(json_quote(name))))) FROM author ¦ yes",
        "sqlite ¦ SELECT json_quote(json_quote(json_quote(json_quote(json_quote(json_quote(json_quote(json_quote(name)))))))) FROM author ¦ no",
        "mysql ¦ SELECT GROUP_CONCAT(t) FROM (SELECT REPEAT('x', 10000) AS t FROM (VALUES (1),(2)) v) x ¦ yes",
        "duckdb ¦ SELECT list_transform(range(1000), x -> repeat('a', 900)) ¦ yes",
        "duckdb ¦ SELECT list_transform(range(1001), x -> repeat('a', 1000)) ¦ no",
        "duckdb ¦ SELECT list_filter(range(1000), x -> length(repeat(repeat('a', 1001), 1000)) > x) ¦ no",
        "h2 ¦ SELECT X FROM SYSTEM_RANGE(1, 1000000) ¦ yes",
      })
  void valuesHaveALimit(String engine, String sql, String accepted) {
    Verdicts.expect(engine, sql, accepted.equals("yes") ? "yes" : LARGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '^',
      value = {
        "SELECT n + 1, t FROM r WHERE n < 1000000 ¦ yes",
        "SELECT n + 1, t FROM r WHERE n < 1000001 ¦ SHAPE: no end in sight",
        "SELECT n + 1, t FROM r WHERE n BETWEEN 1 AND 10 ¦ yes",
        "SELECT n + 1, t FROM r WHERE n <> 10 ¦ SHAPE: no end in sight",
        "SELECT n + 1, t FROM r WHERE 1 < 10 ¦ SHAPE: no end in sight",
        "SELECT n + 1, t FROM r ¦ SHAPE: no end in sight",
        "SELECT n + 1, t FROM r WHERE n < 10 OR n > 20 ¦ SHAPE: no end in sight",
        "SELECT n + 1, t FROM r, author WHERE n < 10 ¦ SHAPE: no end in sight",
        "SELECT n + 1, t FROM r JOIN author ON author.id = r.n ¦ yes",
        "SELECT a.n + 1, a.t FROM r a JOIN r b ON a.n = b.n WHERE a.n < 10 ¦ SHAPE: name itself once",
        "SELECT n + 1, t || 'x' FROM r WHERE n < 1000 ¦ yes",
        "SELECT n + 1, t || 'x' FROM r WHERE n < 100000 ¦ SHAPE: round by round",
        "SELECT n + 1, t || t FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, upper(t) || lower(t) FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, concat(t, t) FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, replace(t, 'a', t) FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, replace(t, 'a', 'b') FROM r WHERE n < 10 ¦ yes",
        "SELECT n + 1, replace(t, 'a', 'bb') FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, coalesce(t, t) FROM r WHERE n < 10 ¦ yes",
        "SELECT n + 1, repeat(t, 2) FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, (SELECT r.t || r.t) FROM r WHERE n < 10 ¦ SHAPE: grows by itself",
        "SELECT n + 1, CASE WHEN n > 1 THEN t || 'a' ELSE t || 'b' END FROM r WHERE n < 100 ¦ yes",
        "SELECT n + length(t), t FROM r WHERE n < 100 ¦ SHAPE: no end in sight",
        "SELECT n + 1, t || author.name FROM r JOIN author ON author.id = r.n ¦ yes",
      })
  void roundsHaveAnEndAndAddLittle(String part, String expected) {
    String sql =
        "WITH RECURSIVE r(n, t) AS (SELECT 1, 'a' UNION ALL " + part + ") SELECT count(*) FROM r";
    Verdicts.expect("postgresql", sql, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '^',
      value = {
        "REPEAT('a', 10000) LIKE '%a%' ¦ yes",
        "REPEAT('a', 10000) LIKE '%a%a' ¦ no",
        "REPEAT('a', 40) LIKE '%a%b%c%' ¦ yes",
        "name LIKE '%a%b%c%d' ¦ yes",
        "REGEXP_LIKE(REPEAT('a', 10000), 'a*b') ¦ no",
        "REGEXP_LIKE(REPEAT('a', 10000), 'ab') ¦ yes",
        "REGEXP_LIKE(name, 'a*b*c*') ¦ yes",
        "REPEAT('a', 10000) REGEXP 'a*b' ¦ no",
        "name REGEXP 'a*b' ¦ yes",
      })
  void patternsTryAgainOnShortTextsOnly(String condition, String accepted) {
    Verdicts.expect(
        "h2",
        "SELECT 1 FROM author WHERE " + condition,
        accepted.equals("yes") ? "yes" : "SHAPE: several repetitions");
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 33})
  void relationsInOneFromHaveALimit(int relations) {
    String joins =
        IntStream.range(1, relations)
            .mapToObj(i -> " JOIN author a" + i + " ON a" + i + ".id = a0.id")
            .collect(Collectors.joining());
    Verdicts.expect(
        "postgresql",
        "SELECT a0.id FROM author a0" + joins,
        relations <= 32 ? "yes" : "SHAPE: more than 32 relations");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void functionsOverElementsNestLittle(int deep) {
    String sql = "SELECT " + "list_transform([1], x -> ".repeat(deep) + "1" + ")".repeat(deep);
    Verdicts.expect("duckdb", sql, deep <= 3 ? "yes" : "SHAPE: applied to each element");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x || x", "concat(x, x)", "y || x || x"})
  void aReductionHoldsWhatItHadOnce(String body) {
    Verdicts.expect("duckdb", "SELECT list_reduce(['a'], (x, y) -> " + body + ")", ROUND);
    assertThat(Verdicts.accepted("duckdb", "SELECT list_reduce(['a'], (x, y) -> x || y)").sql())
        .contains("list_reduce");
  }
}
