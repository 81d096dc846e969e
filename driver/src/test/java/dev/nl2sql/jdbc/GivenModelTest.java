package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.nl2sql.Answer;
import dev.nl2sql.Setting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model that an application opened itself and hands to the data source. */
@Timeout(60)
class GivenModelTest {
  private static final String ASK = "ASK how many customers are there";

  @Test
  void isAskedInPlaceOfOneThatSettingsName() throws SQLException {
    ChatModel model =
        model(request -> "{\"sql\": \"SELECT 7 AS n FROM customers WHERE customer_id = 1\"}");
    try (Nl2SqlDataSource source =
            Nl2SqlDataSource.builder().url("jdbc:nl2sql:demo:shop").chatModel(model).build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery(ASK);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(7);
      assertThat(statement.unwrap(Answer.class).generator()).isEqualTo("llm");
    }
  }

  @Test
  void maySayNothingUseful() throws SQLException {
    try (Nl2SqlDataSource source = source(model(request -> " "), Duration.ofSeconds(5));
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL005"));
    }
  }

  @Test
  void mayThrowAnything() throws SQLException {
    ChatModel model =
        model(
            request -> {
              throw new IllegalStateException("with the secret of the caller");
            });
    try (Nl2SqlDataSource source = source(model, Duration.ofSeconds(5));
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("NL005");
                assertThat(e.getMessage()).contains("IllegalState").doesNotContain("secret");
              });
    }
  }

  @Test
  void mayHangAndIgnoreInterruption() throws SQLException {
    CountDownLatch release = new CountDownLatch(1);
    ChatModel model =
        model(
            request -> {
              boolean waiting = true;
              while (waiting) {
                try {
                  release.await();
                  waiting = false;
                } catch (InterruptedException e) {
                  // This model does not care.
                  waiting = true;
                }
              }
              return "{}";
            });
    try (Nl2SqlDataSource source = source(model, Duration.ofMillis(200));
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).matches("NL005|NL006"));
    } finally {
      release.countDown();
    }
  }

  /** The fault is looked at after the question was cancelled: its cause is what cancels here. */
  @ParameterizedTest
  @CsvSource({"llm, true", "llm, false", "auto, true", "auto, false"})
  void aCancelledQuestionIsCancelledWhateverTheModelDoesThen(String generator, boolean passing)
      throws SQLException {
    AtomicReference<Statement> asked = new AtomicReference<>();
    ChatModel model =
        model(
            request -> {
              throw passing
                  ? new CancellingFault(asked)
                  : new IllegalStateException(new CancellingFault(asked));
            });
    try (Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .url("jdbc:nl2sql:demo:shop")
                .chatModel(model)
                .setting(Setting.GENERATOR, generator)
                .setting(Setting.ESCALATE_BELOW, "0")
                .build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      asked.set(statement);
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("HY008"));
      assertThat(statement.execute("SELECT 1")).as("usable after it").isTrue();
    }
  }

  /** Cancels the statement once somebody asks for its cause. */
  private static final class CancellingFault extends RetriableException {
    private static final long serialVersionUID = 1L;

    private final transient AtomicReference<Statement> asked;

    CancellingFault(AtomicReference<Statement> asked) {
      super("cancels");
      this.asked = asked;
    }

    @Override
    public synchronized Throwable getCause() {
      try {
        asked.get().cancel();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      return super.getCause();
    }
  }

  private static Nl2SqlDataSource source(ChatModel model, Duration timeout) {
    return Nl2SqlDataSource.builder()
        .url("jdbc:nl2sql:demo:shop")
        .chatModel(model)
        .setting(Setting.GENERATOR, "llm")
        .setting(Setting.LLM_TIMEOUT, timeout.toMillis() + "ms")
        .setting(Setting.TIME_BUDGET, timeout.multipliedBy(2).toMillis() + "ms")
        .build();
  }

  private static ChatModel model(Function<ChatRequest, String> answer) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        return ChatResponse.builder().aiMessage(AiMessage.from(answer.apply(request))).build();
      }
    };
  }
}
