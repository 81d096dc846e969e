package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Invented schemas with nothing in a glossary: mixed-case and reserved names, views, several
 * schemas. Twenty questions each, written before anybody looked at what works.
 */
class OtherSchemasTest {

  /** What was reached; none is answered wrongly without a doubt. */
  @ParameterizedTest
  @CsvSource({"clinic, 14", "harbour, 16", "academy, 17", "park, 13", "brigade, 10"})
  void staysWhereItIsAndNoneIsSilentlyWrong(String schema, int right)
      throws SQLException, IOException {
    String database = "jdbc:h2:mem:other_" + schema;
    Map<String, String> settings =
        Map.of("nl2sql.schemas", "*", "nl2sql.asOfDate", "2026-10-15", "nl2sql.clarify", "ask");
    try (Connection keeper = DriverManager.getConnection(database);
        Statement statement = keeper.createStatement()) {
      statement.execute(script(schema));
      try (Connection connection =
          Nl2SqlConnections.open(Nl2SqlConnections.wrapped(database), settings)) {
        List<LabelledQuestion> questions = QuestionFile.builtIn(schema + "/questions.jsonl");
        Scores scores = new Scores(new QuestionRunner(connection).run(questions));

        assertThat(scores.count(Ending.GOLD_FAILED)).isZero();
        assertThat(scores.count(Ending.RIGHT)).isGreaterThanOrEqualTo(right);
        assertThat(scores.results().stream().filter(QuestionResult::isSilentlyWrong)).isEmpty();
      }
    }
  }

  private static String script(String schema) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(
            OtherSchemasTest.class.getResourceAsStream(schema + "/schema.sql"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
