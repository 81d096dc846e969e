package dev.nl2sql.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.ambiguity.AskAgain;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.memory.TranslationKey;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts made for people and for asking again. */
class AnswerTextsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT 1 WHERE FALSE | false | Q: no rows match.",
        "SELECT 7 | false | Q: 7.",
        "SELECT CAST(NULL AS int) | false | Q: nothing.",
        "SELECT CAST('1E3' AS decimal(9,2)) | false | Q: 1000.00.",
        "SELECT 1, 'x' | false | Q: a 1, b x.",
        "SELECT X FROM SYSTEM_RANGE(1, 3) | false | Q: 3 rows. 1; 2; 3.",
        "SELECT X FROM SYSTEM_RANGE(1, 7) | false | Q: 7 rows. The first 5: 1; 2; 3; 4; 5.",
        "SELECT X FROM SYSTEM_RANGE(1, 7) | true | Q: more than 7 rows. The first 5: 1; 2; 3; 4; 5."
      })
  void narration(String sql, boolean truncated, String expected) throws SQLException {
    try (Connection connection = TestDatabases.open("h2");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> labels = List.of("a", "b").subList(0, rows.getMetaData().getColumnCount());
      assertThat(Narration.tell("Q", rows, labels, 100, truncated)).isEqualTo(expected);
    }
  }

  @Test
  void everySectionOfAnExplanationIsPresentInOrder() {
    RowTable table =
        new Explanation()
            .add(Explanation.Section.SQL, "1", "SELECT 1")
            .add(Explanation.Section.STATUS, "", "answered")
            .toTable(List.of(Explanation.Section.OMITTED));
    assertThat(table.rows().stream().map(r -> r.get(0)))
        .containsExactly(
            "status",
            "sql",
            "tables",
            "joins",
            "assumptions",
            "interpretation",
            "schema",
            "examples",
            "confidence",
            "cost",
            "generator",
            "attempts",
            "timings");
    assertThat(table.rows().get(2)).containsExactly("tables", "", "none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "how   many  | how many",
        "how many orders | how many orders",
        "named 'a  b'  now | named 'a  b' now",
        "named \"a  b\"  now | named \"a  b\" now",
        "How Many | How Many",
        "` ` | ``"
      })
  void keysFoldBlanksOutsideQuotes(String text, String folded) {
    assertThat(TranslationKey.folded(new Question(text))).isEqualTo(folded);
  }

  @Test
  void blanksInsideQuotesMakeAnotherKeyAfterAnApostropheToo() {
    assertThat(TranslationKey.folded(new Question("Ann's orders of 'a  b'")))
        .isNotEqualTo(TranslationKey.folded(new Question("Ann's orders of 'a b'")));
  }

  @Test
  void askingAgainKeepsChoicesOnOneLine() {
    List<Choice> choices =
        List.of(
            new Choice("best", "old", Optional.empty()),
            new Choice("recent", "own", Optional.of("the\nlast 'week'")));
    assertThat(AskAgain.statement("who's\n best ", choices, "best", "new"))
        .isEqualTo("ASK 'who''s best' WITH (recent = own 'the last ''week''', best = new)");
  }

  @ParameterizedTest
  @CsvSource({"Best Customer, best_customer", "größte!, größte", "5 best, term_5_best"})
  void termsAreNames(String words, String name) {
    assertThat(Clarifications.identifier(words)).isEqualTo(name);
  }
}
