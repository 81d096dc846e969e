package dev.nl2sql.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.Cancellation;
import dev.nl2sql.Outcome;
import dev.nl2sql.Question;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.language.Language;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told about the generator is what really ran. */
class GenerationFactsTest {
  private static final Settings SETTINGS = Settings.of(Map.of());

  private final Counting generator = new Counting();
  private final PipelineEngine engine =
      new PipelineEngine(SETTINGS, generator, java.sql.DriverManager::getConnection);
  private Connection connection;

  /** The embedded generator under another name, and how often it was asked. */
  private static final class Counting implements SqlGenerator {
    private final SqlGenerator real = new EmbeddedGenerator(Language.english());
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public Generation generate(GenerationRequest request) {
      asked.incrementAndGet();
      return real.generate(request);
    }
  }

  /** A session nobody else uses. */
  private record Alone(Connection connection) implements Session {
    @Override
    public <T> T inDatabasePhase(DatabaseWork<T> work) throws SQLException {
      return work.run(connection);
    }

    @Override
    public void markBroken() {
      throw new IllegalStateException("nothing breaks this connection");
    }
  }

  @BeforeEach
  void open() throws SQLException {
    connection = TestDatabases.open("h2");
    SampleSchema.create(connection, "h2");
  }

  @AfterEach
  void close() throws SQLException {
    engine.close();
    connection.close();
  }

  private Reply ask(String question, AskRequest.Mode mode) throws SQLException {
    AskRequest request =
        new AskRequest(
            new Question(question),
            mode,
            SETTINGS,
            AskRequest.ClarifyMode.ASK,
            List.of(),
            OptionalLong.empty(),
            Optional.empty(),
            new Cancellation());
    return engine.ask(request, new Alone(connection));
  }

  @ParameterizedTest
  @EnumSource(AskRequest.Mode.class)
  void attemptsAreTheGenerationsOfThisQuestion(AskRequest.Mode mode) throws SQLException {
    String question = "how many books are there?";
    for (int expected : new int[] {1, 0, 0}) {
      Answer answer = ask(question, mode).answer();
      assertThat(answer.attempts()).isEqualTo(expected);
      assertThat(answer.source()).isEqualTo(expected == 0 ? "cache" : "generated");
      assertThat(answer.generator()).isEqualTo("counting");
    }
    engine.refresh();
    assertThat(ask(question, mode).answer().attempts()).isEqualTo(1);
    assertThat(generator.asked).hasValue(2);
  }

  @Test
  void explanationTellsThemToo() throws SQLException {
    String question = "how many books are there?";
    assertThat(explained(question))
        .contains(
            List.of("attempts", "generations", "1"),
            List.of("generator", "name", "counting"),
            List.of("generator", "source", "generated"));
    assertThat(explained(question))
        .contains(
            List.of("attempts", "generations", "0"),
            List.of("generator", "name", "counting"),
            List.of("generator", "source", "cache"));
  }

  @Test
  void aQuestionThatIsNotUnderstoodWasTried() throws SQLException {
    Answer answer = ask("how many flurbs are there?", AskRequest.Mode.RUN).answer();
    assertThat(answer.outcome()).isInstanceOf(Outcome.NotUnderstood.class);
    assertThat(answer.attempts()).isEqualTo(1);
    assertThat(answer.generator()).isEqualTo("counting");
  }

  @Test
  void theStatusNamesTheGeneratorInUse() throws SQLException {
    RowTable status = engine.status(new Alone(connection), SETTINGS);
    assertThat(status.rows()).contains(List.of("generator", "counting", "nl2sql.generator = auto"));
  }

  private List<List<Object>> explained(String question) throws SQLException {
    Reply reply = ask(question, AskRequest.Mode.EXPLAIN);
    return ((Reply.OwnRows) reply.rows()).table().rows();
  }
}
