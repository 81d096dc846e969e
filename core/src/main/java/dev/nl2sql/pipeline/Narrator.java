package dev.nl2sql.pipeline;

import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.answer.Narration;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.generate.ModelCall;
import dev.nl2sql.generate.model.ChatPort;
import dev.nl2sql.generate.model.ChatTask;
import dev.nl2sql.generate.model.ModelFailedException;
import dev.nl2sql.generate.model.QuotedData;
import dev.nl2sql.resource.WordList;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers NARRATE ASK: one column, one row, the result in sentences. A template tells it, or a
 * model where one is there and rows may be sent to it.
 */
final class Narrator {
  private static final Logger LOG = LoggerFactory.getLogger(Narrator.class);
  private static final int ROWS_SENT = 50;
  private static final int LONGEST_TEXT = 500;
  private static final Duration WITH_MODEL = Duration.ofSeconds(20);
  private static final String TASK = "narrate";

  private final Optional<ChatPort> chat;
  private final Deadlines deadlines;

  Narrator(Optional<ChatPort> chat, Deadlines deadlines) {
    this.chat = chat;
    this.deadlines = deadlines;
  }

  Reply reply(Inquiry inquiry, SandboxResult result) throws SQLException {
    try (ResultSet rows = result.rows()) {
      long limit = result.rowCount() < 0 ? Long.MAX_VALUE : result.rowCount();
      Narration.Beginning beginning =
          Narration.Beginning.read(rows, result.columns(), limit, result.truncated(), ROWS_SENT);
      String text = text(inquiry, beginning);
      RowTable table = RowTable.ofTexts(List.of("answer"), List.of(List.of(text)));
      return new Reply(inquiry.draft().toAnswer(new Outcome.Answered()), new Reply.OwnRows(table));
    }
  }

  private String text(Inquiry inquiry, Narration.Beginning result) {
    Consumer<String> listener = listener(inquiry);
    if (chat.isPresent() && maySend(inquiry)) {
      try {
        return ofModel(chat.get(), inquiry, result, listener);
      } catch (ModelFailedException e) {
        inquiry.draft().say(instead(Writing.reason(inquiry, e)));
      } catch (CancellationException e) {
        inquiry.cancellation().check();
        inquiry.draft().say(instead("it took longer than nl2sql.timeBudget allows"));
      }
    }
    String text = Narration.tell(inquiry.draft().interpretation(), result);
    listener.accept(text);
    return text;
  }

  private static Notice instead(String why) {
    return new Notice(
        Condition.DEGRADED, "told by a template, for the model did not tell the answer: " + why);
  }

  private String ofModel(
      ChatPort model, Inquiry inquiry, Narration.Beginning result, Consumer<String> listener) {
    ChatTask task =
        new ChatTask(
            TASK,
            String.join("\n", WordList.read(Narrator.class, "narrate.txt")),
            data(inquiry, result),
            Optional.empty(),
            Set.of(ModelCall.Content.QUESTION, ModelCall.Content.ROWS));
    Duration budget = inquiry.settings().duration(Setting.TIME_BUDGET).orElse(WITH_MODEL);
    try (Deadlines.Deadline deadline = deadlines.within(budget, inquiry.cancellation())) {
      return model.stream(task, listener, inquiry.draft()::called, deadline.cancellation());
    }
  }

  /** Rows leave the process only if that is switched on and no column in them is kept back. */
  private static boolean maySend(Inquiry inquiry) {
    AnswerDraft draft = inquiry.draft();
    return inquiry.settings().flag(Setting.LLM_SEND_ROWS)
        && draft.view().isPresent()
        && draft.translation().isPresent()
        && !hasKeptBack(draft, draft.view().get());
  }

  private static boolean hasKeptBack(AnswerDraft draft, SessionView view) {
    String sql = draft.translation().orElseThrow().sql();
    return UsedColumns.of(sql, view.catalog(), draft.relations()).entrySet().stream()
        .anyMatch(
            used ->
                view.glossary().policies().stream()
                    .filter(p -> p.concerns(used.getKey()))
                    .flatMap(p -> p.neverSend().stream())
                    .anyMatch(
                        kept ->
                            used.getValue().stream()
                                .anyMatch(c -> c.name().equalsIgnoreCase(kept))));
  }

  /** Question and rows as quoted data, a row a line. */
  private static String data(Inquiry inquiry, Narration.Beginning result) {
    StringBuilder data = new StringBuilder();
    data.append("question: ").append(quoted(inquiry.request().question().text()));
    data.append("\nunderstood as: ").append(quoted(inquiry.draft().interpretation()));
    data.append("\nrows: ").append(result.truncated() ? "more than " : "").append(result.count());
    data.append("\ncolumns: ").append(line(result.columns()));
    result.rows().forEach(row -> data.append("\nrow: ").append(line(row)));
    return data.toString();
  }

  private static String line(List<String> texts) {
    return String.join(", ", texts.stream().map(Narrator::quoted).toList());
  }

  private static String quoted(String text) {
    return QuotedData.of(text, LONGEST_TEXT);
  }

  /** Hands pieces on; a listener that fails is not asked again. */
  private static Consumer<String> listener(Inquiry inquiry) {
    return inquiry.request().narration().<Consumer<String>>map(Guarded::new).orElse(piece -> {});
  }

  private static final class Guarded implements Consumer<String> {
    private final Consumer<String> listener;
    private boolean failed;

    Guarded(Consumer<String> listener) {
      this.listener = listener;
    }

    @Override
    public void accept(String piece) {
      if (failed) {
        return;
      }
      try {
        listener.accept(piece);
      } catch (RuntimeException e) {
        failed = true;
        LOG.warn("the listener of a narration failed and is left out", e);
      }
    }
  }
}
