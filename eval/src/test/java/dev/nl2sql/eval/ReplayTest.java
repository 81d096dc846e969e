package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  @TempDir Path folder;

  @Test
  void onlyWhatEndsOtherwiseIsListed() throws Exception {
    // A busy machine must not end a question.
    Map<String, String> settings = Map.of("nl2sql.timeBudget", "60s");
    try (Connection connection = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, settings)) {
      List<QuestionResult> results =
          new QuestionRunner(connection)
              .run(QuestionFile.builtIn("shop/questions.jsonl").subList(0, 3));
      Path recorded = folder.resolve("recorded.jsonl");
      ResultFile.write(recorded, new Run("recorded", results, List.of(OperatingPoint.DEFAULT)));
      Replay replay = new Replay(connection);

      assertThat(replay.differences(Replay.read(recorded))).isEmpty();

      Files.writeString(
          recorded,
          """
          {"question":"How many customers are there?","state":"","sql":"SELECT 1"}
          {"question":"Why is grass green?","state":"","sql":"SELECT 2"}
          """);
      assertThat(replay.differences(Replay.read(recorded)))
          .hasSize(2)
          .extracting(d -> d.before().sql())
          .containsExactly("SELECT 1", "SELECT 2");
    }
  }
}
