package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
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

  /** What one run recorded in its store another run asks again. */
  @Test
  void theHistoryOfAStoreIsReplayed() throws Exception {
    Map<String, String> settings =
        Map.of("nl2sql.timeBudget", "60s", "nl2sql.store", "file:" + folder.resolve("memory"));
    List<String> asked =
        List.of(
            "ASK 'How many customers are there?'",
            "ASK 'Who is our best customer?'",
            "ASK 'Who is our best customer?' WITH (best_customer = orders)",
            "EXPLAIN ASK 'How many orders are there?'");
    try (Connection connection = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, settings);
        Statement statement = connection.createStatement()) {
      for (String question : asked) {
        statement.execute(question);
      }
      List<Replay.Recorded> history = Replay.ofHistory(connection);
      assertThat(history)
          .extracting(Replay.Recorded::question)
          .containsExactly(
              "How many customers are there?",
              "Who is our best customer?",
              "Who is our best customer? WITH (best_customer = orders)");
      assertThat(history).extracting(Replay.Recorded::state).containsExactly("", "NL002", "");
      assertThat(new Replay(connection).differences(history)).isEmpty();

      statement.execute("ASK 'How many customers are there?'");
      statement.execute("NL FEEDBACK BAD 'SELECT COUNT(*) AS n FROM customers WHERE 1 = 1'");
      assertThat(new Replay(connection).differences(history))
          .extracting(d -> d.before().question())
          .containsExactly("How many customers are there?");
    }
  }
}
