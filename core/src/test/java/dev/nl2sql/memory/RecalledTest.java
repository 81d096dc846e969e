package dev.nl2sql.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.language.Language;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which questions are the same, which are alike, and what of a statement may be shown. */
class RecalledTest {
  private static final LocalDate DAY = LocalDate.of(2026, 10, 15);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "how many orders | How  many\tORDERS? | true",
        "how many orders | how many orders!. | true",
        "how many orders | how many order | false",
        "orders of \"Delhi\" | orders of \"delhi\" | false",
        "orders of \"Delhi\" | ORDERS of \"Delhi\" | true",
        "Ann's orders | ann's Orders | true",
      })
  void sameWords(String one, String other, boolean same) {
    assertThat(Memory.isSame(new Question(one), new Question(other))).isEqualTo(same);
  }

  @Test
  void otherReadingsAreOtherQuestions() {
    Choice orders = new Choice("best", "orders", Optional.empty());
    Choice spend = new Choice("best", "spend", Optional.of("total  spent"));
    Question question = new Question("best customer");
    assertThat(Memory.isSame(question, question.withChoices(List.of(orders)))).isFalse();
    assertThat(
            Memory.isSame(
                question.withChoices(List.of(orders)), question.withChoices(List.of(spend))))
        .isFalse();
    assertThat(QuestionKey.readChoices(QuestionKey.choices(List.of(orders, spend))))
        .extracting(Choice::option)
        .containsExactly("orders", "spend");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders last month | SELECT 1 FROM o WHERE d >= DATE '2026-09-01' | true",
        "orders in 2025 | SELECT 1 FROM o WHERE d >= DATE '2025-01-01' | false",
        "2026 against last year | SELECT 1 WHERE d > DATE '2026-01-01' OR d > DATE '2025-01-01' |"
            + " true",
        "orders last month | SELECT 1 FROM o WHERE d >= CURRENT_DATE - 30 | false",
        "all orders | SELECT 1 FROM o | false",
      })
  void statementsOfOneDay(String question, String sql, boolean only) {
    assertThat(StatementDays.only(question, sql, DAY).isPresent()).isEqualTo(only);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "orders of Delhi | SELECT 1 WHERE c = 'Delhi' | SELECT 1 WHERE c = 'Delhi'",
        "orders of delhi | SELECT 1 WHERE c IN ('Delhi', 'DELHI') | SELECT 1 WHERE c IN ('delhi',"
            + " 'delhi')",
        "named o'Neil | SELECT 1 WHERE n LIKE '%O''NEIL%' | SELECT 1 WHERE n LIKE '%o''Neil%'",
        "how many females | SELECT 1 WHERE s = 'F' | SELECT 1 WHERE s = '…'",
        "Parisians | SELECT 1 WHERE c = 'Paris' | SELECT 1 WHERE c = '…'",
        "cancelled ones | SELECT 1 WHERE s = 'CX-99' | SELECT 1 WHERE s = '…'",
        "whose phone | SELECT 1 WHERE p = '555-1234' | SELECT 1 WHERE p = '…'",
        "last month | SELECT 1 WHERE d >= '2026-09-01' | SELECT 1 WHERE d >= '2026-09-01'",
        "odd | SELECT \"it's\" FROM t WHERE x = 'a''b' AND y = 'c | SELECT \"it's\" FROM t WHERE x"
            + " = '…' AND y = '…'",
      })
  void valuesOfTheDatabaseAreHidden(String question, String sql, String shown) {
    assertThat(HiddenValues.of(sql, question)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://host/db, jdbc:postgresql://host/db?user=x&password=Secret, true",
    "jdbc:mysql://host/db, jdbc:mysql://u:Secret@host/db, true",
    "jdbc:h2:file:/a, jdbc:h2:file:/a;PASSWORD=Secret, true",
    "jdbc:postgresql://host/db, jdbc:postgresql://host/other, false"
  })
  void aDatabaseIsNamedWithoutItsSecrets(String one, String other, boolean same) {
    assertThat(Owner.source(one, "c").equals(Owner.source(other, "c"))).isEqualTo(same);
    assertThat(Owner.source(other, "c")).matches("[0-9a-f]{32}");
  }

  private static Pair pair(String question) {
    return new Pair(
        Pair.Kind.REMEMBERED,
        new Owner("s", "u"),
        false,
        question,
        List.of(),
        "SELECT '" + question + "'",
        List.of(),
        "h2",
        Optional.empty(),
        "",
        1,
        Instant.EPOCH);
  }

  @Test
  void similarQuestionsComeFirstAndStrangersNot() {
    List<Pair> pairs =
        List.of(
            pair("how many customers live in Delhi"),
            pair("revenue per city last month"),
            pair("revenue per month"),
            pair("list the suppliers"));
    try (SimilarPairs similar = new SimilarPairs(Language::english, Optional.empty())) {
      assertThat(similar.of("revenues by cities", pairs, 5, new Cancellation()))
          .extracting(Pair::question)
          .startsWith("revenue per city last month")
          .doesNotContain("list the suppliers");
      assertThat(similar.of("zebra", pairs, 5, new Cancellation())).isEmpty();
      assertThat(similar.of("revenue", pairs, 1, new Cancellation())).hasSize(1);
    }
  }

  @Test
  void vectorsFindWhatSharesNoWordAndTheirFaultsDoNoHarm() throws Exception {
    List<Pair> pairs = List.of(pair("list the suppliers"), pair("how many customers"));
    SimilarPairs.Vectors vectors =
        (text, cancellation) ->
            text.contains("supplier") || text.contains("vendor")
                ? new float[] {1, 0}
                : new float[] {0, 1};
    try (SimilarPairs similar = new SimilarPairs(Language::english, Optional.of(vectors))) {
      List<Pair> found = List.of();
      for (int i = 0; i < 200 && found.size() < 2; i++) {
        found = similar.of("show vendors", pairs, 5, new Cancellation());
        Thread.sleep(10);
      }
      assertThat(found).extracting(Pair::question).startsWith("list the suppliers");
    }
    SimilarPairs.Vectors broken =
        (text, cancellation) -> {
          throw new IllegalStateException("no vectors today");
        };
    try (SimilarPairs similar = new SimilarPairs(Language::english, Optional.of(broken))) {
      assertThat(similar.of("customers", pairs, 5, new Cancellation()))
          .extracting(Pair::question)
          .containsExactly("how many customers");
    }
  }
}
