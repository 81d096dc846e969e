package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where our own generator is sure, a model that is configured is not asked. */
class EscalationTest {
  @Test
  void theBuiltInSetNeedsNoModel() throws Exception {
    try (ModelServer server = ModelServer.start()) {
      Map<String, String> settings =
          Map.of(
              "nl2sql.llm.provider", "openai",
              "nl2sql.llm.model", "m",
              "nl2sql.llm.baseUrl", server.url() + "/v1",
              "nl2sql.escalateBelow", "0.7");
      server.otherwise(ModelServer.sql("SELECT 1 AS n FROM customers"));
      List<String> asked = new ArrayList<>();
      try (Connection connection = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, settings)) {
        for (LabelledQuestion question : QuestionFile.builtIn("shop/questions.jsonl")) {
          new Interview(connection).hold(question);
          if (!server.requests().isEmpty()) {
            asked.add(question.question());
            server.clear();
          }
        }
        assertThat(asked).as("questions that a model was asked").isEmpty();
        connection.createStatement().executeQuery("ASK how purple is the ennui of entropy").close();
        assertThat(server.requests()).as("the control").hasSize(1);
      }
    }
  }
}
