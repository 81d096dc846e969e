package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the product promises on its built-in set, through the driver, on both engines. */
class ShopEvaluationTest {
  private static EmbeddedPostgresServer server;

  enum Engine {
    H2,
    POSTGRESQL
  }

  @BeforeAll
  static void start() throws SQLException {
    server = EmbeddedPostgresServer.start();
    ShopSchema.load(server.url("postgres"));
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  /** The floor below which no change may fall. */
  @ParameterizedTest
  @EnumSource
  void nothingCrashesAndNobodyIsAskedInVain(Engine engine) throws SQLException {
    for (String set : List.of("shop/questions.jsonl", "shop/paraphrases.jsonl")) {
      Scores scores = run(engine, "ask", set);
      assertThat(scores.results().stream().filter(r -> r.ending() == Ending.ERROR).toList())
          .isEmpty();
      assertThat(scores.count(Ending.GOLD_FAILED)).isZero();
      assertThat(scores.falseClarifications()).isZero();
    }
    assertThat(run(engine, "ask", "shop/questions.jsonl").accuracy()).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @EnumSource
  void everyQuestionIsRightOnceAskedBack(Engine engine) throws SQLException {
    Scores scores = run(engine, "ask", "shop/questions.jsonl");

    assertThat(notRight(scores)).isEmpty();
    assertThat(scores.clarificationRecall()).isEqualTo(1);
    assertThat(scores.falseClarifications()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void withoutAskingClearQuestionsStayRightAndAmbiguousOnesAreGuessed(Engine engine)
      throws SQLException {
    Scores scores = run(engine, "off", "shop/questions.jsonl");

    assertThat(notRight(scores.only(q -> !q.isAmbiguous()))).isEmpty();
    assertThat(scores.only(LabelledQuestion::isAmbiguous).accuracy()).isLessThanOrEqualTo(0.6);
  }

  @ParameterizedTest
  @EnumSource
  void paraphrasesAreRightAndNoneIsSilentlyWrong(Engine engine) throws SQLException {
    Scores scores = run(engine, "ask", "shop/paraphrases.jsonl");

    assertThat(scores.rightOrRightlyClarified())
        .as(() -> String.join("\n", notRight(scores)))
        .isGreaterThanOrEqualTo(0.9);
    assertThat(silentlyWrong(scores)).isEmpty();
  }

  /** Five more sets, each written by somebody who saw the schema and the definitions only. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void otherWordingsDoNotFallBelowWhatWasReached(int set) throws SQLException {
    Scores scores = run(Engine.H2, "ask", "shop/wordings" + set + ".jsonl");

    assertThat(scores.count(Ending.GOLD_FAILED)).isZero();
    assertThat(scores.rightOrRightlyClarified())
        .as(() -> String.join("\n", notRight(scores)))
        .isGreaterThanOrEqualTo(0.8);
    assertThat(silentlyWrong(scores)).hasSizeLessThanOrEqualTo(1);
  }

  private static List<String> silentlyWrong(Scores scores) {
    return scores.results().stream()
        .filter(QuestionResult::isSilentlyWrong)
        .map(ShopEvaluationTest::line)
        .toList();
  }

  private static Scores run(Engine engine, String clarify, String set) throws SQLException {
    Map<String, String> settings = new HashMap<>();
    if (engine == Engine.POSTGRESQL) {
      settings.putAll(ShopSchema.settings());
    }
    settings.put("nl2sql.clarify", clarify);
    String url =
        engine == Engine.H2
            ? Nl2SqlConnections.DEMO_SHOP
            : Nl2SqlConnections.wrapped(server.url("postgres"));
    try (Connection connection = Nl2SqlConnections.open(url, settings)) {
      return new Scores(new QuestionRunner(connection).run(QuestionFile.builtIn(set)));
    }
  }

  private static List<String> notRight(Scores scores) {
    return scores.results().stream()
        .filter(r -> r.ending() != Ending.RIGHT)
        .map(ShopEvaluationTest::line)
        .toList();
  }

  private static String line(QuestionResult result) {
    return "%s %s: %s %s %s"
        .formatted(
            result.question().id(),
            result.question().question(),
            result.ending().words(),
            result.message(),
            result.told().sql());
  }
}
