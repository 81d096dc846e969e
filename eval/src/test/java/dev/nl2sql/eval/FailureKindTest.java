package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureKindTest {
  private static final TableColumns SCHEMA =
      new TableColumns(Map.of("t", Set.of("a", "b", "d"), "u", Set.of("t_id", "c")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "SELECT a FROM t UNION SELECT b FROM t|SELECT a FROM t|lacks set operation",
        "SELECT a, rank() OVER (ORDER BY b) FROM t|SELECT a FROM t|lacks window function",
        "SELECT date_trunc('month', d) FROM t|SELECT d FROM t|lacks date arithmetic",
        "SELECT a FROM t WHERE b = (SELECT max(b) FROM t)|SELECT a FROM t|lacks nested query or common table expression",
        "SELECT sum(a) / count(b) FROM t|SELECT sum(a) FROM t|lacks arithmetic between columns",
        "SELECT a FROM t GROUP BY a HAVING count(*) > 1|SELECT a FROM t GROUP BY a|lacks condition on groups",
        "SELECT a FROM t WHERE b = 'over (x) union'|SELECT a FROM t|other conditions",
        "SELECT a FROM t JOIN u ON a = t_id|SELECT a FROM t|relation missing",
        "SELECT a FROM t|SELECT a FROM t JOIN u ON a = t_id|relation too many",
        "SELECT a FROM t|SELECT b FROM t|other columns",
        "SELECT a FROM t ORDER BY a|SELECT a FROM t ORDER BY b|other order or limit",
        "SELECT a FROM t|SELECT a FROM t|same parts, other rows",
      })
  void theFirstRuleThatHoldsNamesTheKind(String gold, String sql, String kind) {
    LabelledQuestion question =
        new LabelledQuestion(
            "q",
            LabelledQuestion.Kind.CLEAR,
            "what?",
            Map.of(),
            List.of(gold),
            false,
            false,
            "db",
            "",
            true);
    QuestionResult result =
        new QuestionResult(
            question,
            Ending.WRONG,
            false,
            false,
            ComponentMatch.of(gold, sql, SCHEMA),
            List.of(),
            List.of(),
            new Told(sql, 1, "", List.of(), Map.of(), 1, 0, ""),
            "",
            "",
            1,
            "",
            "");

    assertThat(FailureKind.of(result)).isEqualTo(kind);
  }
}
