package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoresTest {
  private static final Map<String, String> CLEAR = Map.of();
  private static final Map<String, String> TWO_TERMS = Map.of("recent", "d7", "large", "big");

  @Test
  void sharesAreOfTheRightWhole() {
    Scores scores =
        new Scores(
            List.of(
                result(CLEAR, Ending.RIGHT, List.of(), 0.9, List.of()),
                result(CLEAR, Ending.WRONG, List.of(), 0.8, List.of("01NL0")),
                result(CLEAR, Ending.WRONG, List.of(), 0.5, List.of("01NL6")),
                result(CLEAR, Ending.CLARIFIED, List.of("surprise"), 0.5, List.of()),
                result(CLEAR, Ending.GOLD_FAILED, List.of(), -1, List.of()),
                result(TWO_TERMS, Ending.RIGHT, List.of("recent", "large"), 0.95, List.of()),
                result(TWO_TERMS, Ending.WRONG, List.of("recent"), 0.95, List.of())));

    assertThat(scores.judged()).isEqualTo(6);
    assertThat(scores.accuracy()).isEqualTo(2 / 6.0);
    assertThat(scores.coverage()).isEqualTo(5 / 6.0);
    assertThat(scores.accuracyWhenAnswered()).isEqualTo(2 / 5.0);
    assertThat(scores.clarificationRecall()).isEqualTo(0.5);
    assertThat(scores.falseClarifications()).isEqualTo(1);
    assertThat(scores.questionsAsked()).isEqualTo(4);
    assertThat(scores.silentlyWrong()).isEqualTo(2);
    assertThat(scores.count(QuestionResult::isWrongWithoutAnyWarning)).isEqualTo(1);
    assertThat(scores.rightOrRightlyClarified()).isEqualTo(2 / 6.0);
  }

  @Test
  void aHigherOperatingPointTakesBackWhatIsBelowIt() {
    Scores scores =
        new Scores(
            List.of(
                result(CLEAR, Ending.RIGHT, List.of(), 0.7, List.of()),
                result(CLEAR, Ending.RIGHT, List.of(), 0.69, List.of()),
                result(CLEAR, Ending.WRONG, List.of(), 0.1, List.of("01NL6")),
                result(CLEAR, Ending.CLARIFIED, List.of("surprise"), 0.1, List.of())));

    Scores higher = scores.at(0.7);

    assertThat(higher.results())
        .extracting(QuestionResult::ending)
        .containsExactly(
            Ending.RIGHT, Ending.NOT_UNDERSTOOD, Ending.NOT_UNDERSTOOD, Ending.CLARIFIED);
    assertThat(higher.strictAccuracy()).isEqualTo(0.25);
    assertThat(higher.errorsBySqlState()).isEqualTo(Map.of("NL001", 2L));
    assertThat(scores.at(0).results()).isEqualTo(scores.results());
  }

  @Test
  void stagesAndComponentsAreCounted() {
    Scores scores =
        new Scores(
            List.of(
                result(CLEAR, Ending.RIGHT, List.of(), 0.9, List.of(), 10),
                result(CLEAR, Ending.WRONG, List.of(), 0.9, List.of(), 20)));

    assertThat(scores.stages()).containsExactly("generate");
    assertThat(scores.stageLatency("generate", 0.5)).isEqualTo(5);
    assertThat(scores.stageLatency("generate", 1)).isEqualTo(10);
    assertThat(scores.exactMatch()).isEqualTo(0.5);
    assertThat(scores.componentMatch(SqlComponents.Part.SELECT)).isEqualTo(0.5);
    assertThat(scores.componentMatch(SqlComponents.Part.WHERE)).isEqualTo(1);
    assertThat(scores.failures()).isEqualTo(Map.of("other columns", 1L));
    assertThat(scores.at(0.95).exactMatch()).isZero();
  }

  @Test
  void nothingToShareIsZero() {
    Scores none = new Scores(List.of());

    assertThat(none.accuracy()).isZero();
    assertThat(none.clarificationRecall()).isZero();
    assertThat(none.calibrationError()).isZero();
    assertThat(none.latency(0.95)).isZero();
  }

  @Test
  void calibrationGroupsByTenths() {
    Scores scores =
        new Scores(
            List.of(
                result(CLEAR, Ending.RIGHT, List.of(), 1.0, List.of()),
                result(CLEAR, Ending.WRONG, List.of(), 0.9, List.of()),
                result(CLEAR, Ending.WRONG, List.of(), 0.2, List.of())));

    assertThat(scores.calibration())
        .extracting(Scores.Bucket::count, Scores.Bucket::accuracy)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, 0.0),
            org.assertj.core.groups.Tuple.tuple(2, 0.5));
    assertThat(scores.calibrationError()).isEqualTo((0.2 + 2 * 0.45) / 3, within(1e-9));
  }

  @Test
  void latencyIsTheTimeWithinWhichThatShareEnded() {
    List<QuestionResult> results = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      results.add(timed(i));
    }
    Collections.reverse(results);
    Scores scores = new Scores(results);

    assertThat(scores.latency(0.5)).isEqualTo(50);
    assertThat(scores.latency(0.95)).isEqualTo(95);
    assertThat(scores.latency(1)).isEqualTo(100);
  }

  /** Values of the binomial distribution with p = 1/2. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 1",
    "1, 0, 1",
    "3, 3, 1",
    "0, 5, 0.0625",
    "0, 6, 0.03125",
    "1, 9, 0.021484375",
    "10, 2, 0.03857421875"
  })
  void mcNemarIsExact(int lost, int gained, double chance) {
    Map<String, ResultFile.Recorded> before = new LinkedHashMap<>();
    Map<String, ResultFile.Recorded> after = new LinkedHashMap<>();
    for (int i = 0; i < lost; i++) {
      before.put("lost" + i, recorded(true));
      after.put("lost" + i, recorded(false));
    }
    for (int i = 0; i < gained; i++) {
      before.put("gained" + i, recorded(false));
      after.put("gained" + i, recorded(true));
    }
    before.put("same", recorded(true));
    after.put("same", recorded(true));
    before.put("only before", recorded(true));

    RunComparison comparison = RunComparison.of(before, after);

    assertThat(comparison.questions()).isEqualTo(lost + gained + 1);
    assertThat(comparison.chance()).isEqualTo(chance, within(1e-9));
  }

  private static ResultFile.Recorded recorded(boolean right) {
    return new ResultFile.Recorded(right, "how many?", "SELECT 1");
  }

  static QuestionResult result(
      Map<String, String> intended,
      Ending ending,
      List<String> asked,
      double confidence,
      List<String> warnings) {
    return result(intended, ending, asked, confidence, warnings, 1);
  }

  private static QuestionResult timed(double milliseconds) {
    return result(CLEAR, Ending.RIGHT, List.of(), 1, List.of(), milliseconds);
  }

  private static QuestionResult result(
      Map<String, String> intended,
      Ending ending,
      List<String> asked,
      double confidence,
      List<String> warnings,
      double milliseconds) {
    LabelledQuestion question =
        new LabelledQuestion(
            "q",
            intended.isEmpty() ? LabelledQuestion.Kind.CLEAR : LabelledQuestion.Kind.AMBIGUOUS,
            "<b>\"how\" & 'many'</b>",
            intended,
            List.of("SELECT 1"),
            false,
            false,
            "db",
            "easy",
            true);
    boolean right = ending == Ending.RIGHT;
    return new QuestionResult(
        question,
        ending,
        right,
        right,
        ComponentMatch.of("SELECT 1", right ? "SELECT 1" : "SELECT 2", TableColumns.UNKNOWN),
        asked,
        List.of(),
        new Told(
            "SELECT 2",
            confidence,
            "a number",
            warnings.stream().map(w -> new Told.Warning(w, "text of " + w)).toList(),
            Map.of("generate", milliseconds / 2),
            1,
            0,
            "trace"),
        "",
        "",
        milliseconds,
        "a\n1",
        "a\n2");
  }
}
