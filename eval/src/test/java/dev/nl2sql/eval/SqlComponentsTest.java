package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlComponentsTest {
  private static final TableColumns SCHEMA =
      new TableColumns(
          Map.of(
              "singer", Set.of("id", "name", "age", "country"),
              "song", Set.of("id", "singer_id", "title", "sales")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "SELECT name FROM singer|select t1.Name from \"SINGER\" as t1",
        "SELECT name, age FROM singer|SELECT s.age, s.name FROM singer s",
        "SELECT name FROM singer WHERE age > 3 AND country = 'France'"
            + "|SELECT name FROM singer WHERE 'FRANCE' = country AND 3 < age",
        "SELECT name FROM singer WHERE country = \"France\"|SELECT name FROM singer WHERE LOWER(country) = LOWER('france')",
        "SELECT name FROM singer WHERE age != 3|SELECT name FROM singer WHERE age <> 3",
        "SELECT count(*) FROM singer ORDER BY age DESC LIMIT 1"
            + "|SELECT COUNT(*) AS n FROM singer AS t1 ORDER BY t1.age DESC NULLS LAST LIMIT 1",
        "SELECT title FROM singer JOIN song ON singer.id = song.singer_id GROUP BY singer_id"
            + "|SELECT b.title FROM singer a JOIN song b ON b.singer_id = a.id GROUP BY a.id",
        "SELECT name FROM singer WHERE age > (SELECT avg(age) FROM singer)"
            + "|SELECT a.name FROM singer a WHERE a.age > (SELECT AVG(b.age) FROM singer b)",
        "SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM song)"
            + "|SELECT t1.name FROM singer t1 WHERE t1.id NOT IN (SELECT t2.singer_id FROM song t2)",
        "WITH x AS (SELECT id FROM song) SELECT id FROM x|WITH y AS (SELECT id FROM song) SELECT y.id FROM y",
      })
  void sayTheSame(String gold, String sql) {
    assertThat(differing(gold, sql)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "SELECT name FROM singer|SELECT age FROM singer|SELECT",
        "SELECT name FROM singer|SELECT DISTINCT name FROM singer|SELECT",
        "SELECT count(id) FROM singer|SELECT count(DISTINCT id) FROM singer|SELECT",
        "SELECT name FROM singer WHERE age > 3|SELECT name FROM singer WHERE age >= 3|WHERE",
        "SELECT name FROM singer WHERE age > 3 OR age < 2|SELECT name FROM singer WHERE age > 3 AND age < 2|WHERE",
        "SELECT name FROM singer WHERE name LIKE 'a%'|SELECT name FROM singer WHERE name NOT LIKE 'a%'|WHERE",
        "SELECT country FROM singer GROUP BY country|SELECT country FROM singer GROUP BY country HAVING count(*) > 1|GROUP",
        "SELECT name FROM singer ORDER BY age|SELECT name FROM singer ORDER BY age DESC|ORDER",
        "SELECT name FROM singer ORDER BY age LIMIT 1|SELECT name FROM singer ORDER BY age LIMIT 2|ORDER",
        "SELECT name FROM singer|SELECT name FROM singer JOIN song ON singer.id = song.singer_id|JOIN",
        "SELECT name FROM singer JOIN song ON singer.id = song.singer_id"
            + "|SELECT name FROM singer LEFT JOIN song ON singer.id = song.singer_id|JOIN",
        "SELECT id FROM singer INTERSECT SELECT id FROM song|SELECT id FROM singer UNION SELECT id FROM song|JOIN",
      })
  void differInOnePart(String gold, String sql, SqlComponents.Part part) {
    assertThat(differing(gold, sql)).containsExactly(part);
  }

  @Test
  void whatCannotBeParsedIsNotCompared() {
    assertThat(ComponentMatch.of("SELECT FROM WHERE", "SELECT 1", SCHEMA)).isEmpty();
    assertThat(ComponentMatch.of("SELECT 1", "", SCHEMA)).isEmpty();
    assertThat(ComponentMatch.of("SELECT 1", "DELETE FROM singer", SCHEMA)).isEmpty();
  }

  private static Set<SqlComponents.Part> differing(String gold, String sql) {
    Optional<ComponentMatch> match = ComponentMatch.of(gold, sql, SCHEMA);
    assertThat(match).isPresent();
    return match.get().same().entrySet().stream()
        .filter(e -> !e.getValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(SqlComponents.Part.class)));
  }
}
