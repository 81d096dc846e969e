package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a word means where the parser and an engine may read it differently. */
class AliasesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | SELECT id x FROM author a | SELECT id AS x FROM public.author AS a",
        "mysql | SELECT 1 FROM author PARTITION (p) | SELECT 1 FROM author AS `PARTITION`(p)",
        "duckdb | SELECT count(*) FROM author POSITIONAL JOIN book b | SELECT count(*) FROM main.author AS \"POSITIONAL\" JOIN main.book AS b",
        "h2 | SELECT count(*) AS month FROM author | SELECT count(*) AS \"MONTH\" FROM PUBLIC.AUTHOR",
        "h2 | SELECT q.month FROM (SELECT id AS month FROM author) q | SELECT q.\"MONTH\" FROM (SELECT ID AS \"MONTH\" FROM PUBLIC.AUTHOR) AS q",
        "h2 | SELECT month FROM (SELECT id AS month FROM author) q | SELECT \"MONTH\" FROM (SELECT ID AS \"MONTH\" FROM PUBLIC.AUTHOR) AS q",
        "mysql | SELECT A.id FROM author a | SELECT a.id FROM author AS a",
        "mysql | SELECT AUTHOR.id FROM author | SELECT author.id FROM author",
        "oracle | SELECT a.\"id\" x FROM \"author\" a | SELECT a.\"id\" AS x FROM \"author\" a",
        "sqlite | WITH d(day) AS (SELECT id FROM author) SELECT day FROM d | WITH d(\"day\") AS (SELECT id FROM author) SELECT \"day\" FROM d",
      })
  void namesAreWrittenSoThatNothingElseIsRead(String engine, String sql, String expected) {
    assertThat(Verdicts.accepted(engine, sql).sql()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql | SELECT id AS ISNULL FROM author | NAMES: the word ISNULL",
        "sqlite | SELECT id FROM author notnull | NAMES: the word notnull",
        "postgresql | SELECT month FROM author | NAMES: there is no column month",
        "h2 | SELECT count(year) FROM author | NAMES: there is no column year",
        "postgresql | SELECT day FROM author AS day | NAMES: a whole row",
        "postgresql | SELECT count(PRIOR id) FROM author | EMISSION: does not read the same",
        "mysql | SELECT count(STRAIGHT_JOIN id) FROM author | NODES: the word",
        "h2 | SELECT count(statement id) FROM author | NODES: the word",
        "mysql | SELECT _latin1 'x' | NODES: a prefix",
      })
  void whatIsReadInAnotherWayIsRefused(String engine, String sql, String expected) {
    Verdicts.expect(engine, sql, expected);
  }
}
