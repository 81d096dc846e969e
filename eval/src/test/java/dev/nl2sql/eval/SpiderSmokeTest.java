package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * 200 questions on databases nobody has written rules for, always the same. The floors are a little
 * below what was measured last (docs/evaluation.md) and go up with it.
 */
class SpiderSmokeTest {
  private static final int QUESTIONS = 200;
  private static final double STRICT = 0.60;
  private static final double LENIENT = 0.61;
  private static final double DEFAULT_COVERAGE = 0.45;
  private static final double DEFAULT_RIGHT_WHEN_ANSWERED = 0.84;

  @Test
  void doesNotFallBelowTheFloor() throws SQLException, IOException {
    Optional<Path> set = SharedFolder.find().map(f -> f.resolve("bench").resolve("spider_train"));
    assumeTrue(
        set.isPresent() && Files.isDirectory(set.get()),
        "the shared benchmark is absent (NL2SQL_SHARED, or ../shared beside the repository)");
    List<LabelledQuestion> questions =
        ReportOptions.spread(
            BenchmarkFiles.spider(
                set.get(),
                new BenchmarkFiles.SpiderChoice(
                    "test", BenchmarkFiles.Wording.ORIGINAL, BenchmarkFiles.Trust.ALL)),
            QUESTIONS);
    Path databases = set.get().resolve("databases");
    Map<String, String> settings =
        Map.of("nl2sql.clarify", "ask", OperatingPoint.PROPERTY, "0", "nl2sql.timeBudget", "60s");

    Scores scores =
        new Scores(
            new DatabaseByDatabase(
                    db -> Nl2SqlConnections.openSqlite(databases.resolve(db + ".sqlite"), settings),
                    result -> {},
                    2)
                .run(questions));
    Scores atDefault = scores.at(OperatingPoint.DEFAULT.minConfidence());

    assertThat(scores.results().stream().filter(r -> r.ending() == Ending.ERROR)).isEmpty();
    assertThat(scores.judged()).isEqualTo(QUESTIONS);
    assertThat(scores.strictAccuracy()).isGreaterThanOrEqualTo(STRICT);
    assertThat(scores.lenientAccuracy()).isGreaterThanOrEqualTo(LENIENT);
    assertThat(atDefault.coverage()).isGreaterThanOrEqualTo(DEFAULT_COVERAGE);
    assertThat(atDefault.accuracyWhenAnswered())
        .isGreaterThanOrEqualTo(DEFAULT_RIGHT_WHEN_ANSWERED);
  }
}
