package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.demo.ShopDatabase;
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
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in sets are sound on both engines, without the driver. */
class BuiltInSetsTest {
  private static EmbeddedPostgresServer server;
  private static Connection h2;
  private static Connection postgres;

  @BeforeAll
  static void load() throws SQLException {
    h2 = DriverManager.getConnection("jdbc:h2:mem:sets");
    ShopDatabase.load(h2);
    server = EmbeddedPostgresServer.start();
    ShopSchema.load(server.url("postgres"));
    postgres = DriverManager.getConnection(server.url("postgres"));
    postgres.setSchema(ShopSchema.NAME);
  }

  @AfterAll
  static void close() throws SQLException {
    h2.close();
    postgres.close();
    server.close();
  }

  @Test
  void goldsRunAndReadingsDiffer() {
    List<LabelledQuestion> questions = QuestionFile.builtIn("shop/questions.jsonl");

    assertThat(SetCheck.faults(h2, questions)).isEmpty();
    assertThat(SetCheck.faults(postgres, questions)).isEmpty();
  }

  /** Their writer did not see the data, and nothing found is an answer too. */
  @Test
  void goldsOfTheParaphrasesRun() {
    List<LabelledQuestion> questions = QuestionFile.builtIn("shop/paraphrases.jsonl");

    assertThat(SetCheck.faults(h2, questions))
        .hasSizeLessThan(questions.size() / 10)
        .allMatch(fault -> fault.endsWith("shows no rows, or only NULL or zero"));
    assertThat(SetCheck.faults(postgres, questions)).isEqualTo(SetCheck.faults(h2, questions));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop/questions.jsonl", "shop/paraphrases.jsonl"})
  void goldsGiveTheSameRowsOnBothEngines(String resource) throws SQLException {
    for (LabelledQuestion question : QuestionFile.builtIn(resource)) {
      assertThat(
              new RowComparison(question.ordered(), false)
                  .sameUpToTies(
                      question.gold(),
                      QuestionRunner.rows(h2, question.gold()),
                      QuestionRunner.rows(postgres, question.gold())))
          .as(question.id() + " " + question.question())
          .isTrue();
    }
  }

  @Test
  void theSetCoversEveryTermInSeveralReadings() {
    List<LabelledQuestion> questions = QuestionFile.builtIn("shop/questions.jsonl");

    assertThat(questions.stream().filter(q -> !q.isAmbiguous())).hasSizeGreaterThanOrEqualTo(18);
    assertThat(questions.stream().filter(LabelledQuestion::isAmbiguous))
        .hasSizeGreaterThanOrEqualTo(18);
    assertThat(
            questions.stream()
                .flatMap(q -> q.intended().keySet().stream())
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(
            "best_customer",
            "best_product",
            "best_category",
            "new_customers",
            "recent",
            "large_order",
            "active_customers");
    assertThat(
            questions.stream()
                .flatMap(q -> q.intended().entrySet().stream())
                .distinct()
                .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.counting()))
                .values())
        .allSatisfy(readings -> assertThat(readings).isGreaterThanOrEqualTo(2));
  }

  @Test
  void theUnseenSchemaLoadsAndItsGoldsShowRows() throws SQLException, IOException {
    List<LabelledQuestion> questions = QuestionFile.builtIn("clinic/questions.jsonl");
    try (Connection clinic = DriverManager.getConnection("jdbc:h2:mem:clinic");
        Statement statement = clinic.createStatement()) {
      statement.execute(script());
      assertThat(SetCheck.faults(clinic, questions)).isEmpty();
    }
    server.load("clinic", script());
    try (Connection clinic = DriverManager.getConnection(server.url("clinic"))) {
      assertThat(SetCheck.faults(clinic, questions)).isEmpty();
    }
  }

  private static String script() throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(BuiltInSetsTest.class.getResourceAsStream("clinic/schema.sql"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
