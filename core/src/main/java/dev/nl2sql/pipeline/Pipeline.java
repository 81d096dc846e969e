package dev.nl2sql.pipeline;

import dev.nl2sql.Outcome;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * From a question to rows. {@link #rows} is the whole way, read from top to bottom; every way out
 * passes {@link Finish} once.
 */
final class Pipeline {
  private final SessionViews views;
  private final Translator translator;
  private final GuardStage guard;
  private final CostStage cost;
  private final ExecuteStage execute;
  private final VerifyStage verify;
  private final CrossCheck crossCheck;
  private final Attempts attempts;
  private final Recall recall;
  private final Narrator narrator;
  private final Finish finish;

  Pipeline(
      SessionViews views,
      Translator translator,
      GuardStage guard,
      CostStage cost,
      ExecuteStage execute,
      VerifyStage verify,
      CrossCheck crossCheck,
      Attempts attempts,
      Recall recall,
      Narrator narrator,
      Finish finish) {
    this.views = views;
    this.translator = translator;
    this.guard = guard;
    this.cost = cost;
    this.execute = execute;
    this.verify = verify;
    this.crossCheck = crossCheck;
    this.attempts = attempts;
    this.recall = recall;
    this.narrator = narrator;
    this.finish = finish;
  }

  Reply answer(AskRequest request, Session session) throws SQLException {
    Inquiry inquiry = Inquiry.of(request, session);
    return finish.once(inquiry, () -> rows(inquiry));
  }

  private Reply rows(Inquiry inquiry) throws Exception {
    SessionView view = inquiry.stage("catalog", () -> views.of(inquiry));
    try {
      return attempts.until(inquiry, view, previous -> rows(inquiry, view, previous));
    } catch (Doubtful doubtful) {
      return attempts.better(inquiry, doubtful, previous -> rows(inquiry, view, previous));
    } catch (SchemaAnswer schema) {
      return schemaReply(inquiry, view, schema);
    }
  }

  /** One attempt; {@link Attempts} makes another where this one fails and that may help. */
  private Reply rows(Inquiry inquiry, SessionView view, Optional<FailedAttempt> previous)
      throws Exception {
    Translation translation = translator.translate(inquiry, view, previous);
    GuardedSql sql = inquiry.stage("guard", () -> guard.check(inquiry, view, translation));
    if (inquiry.request().mode() == AskRequest.Mode.EXPLAIN) {
      String estimate =
          inquiry.stage("cost", () -> cost.described(inquiry, view, translation, sql));
      return Explainer.reply(
          inquiry, view, translation, sql, estimate, translator.told(inquiry, view, translation));
    }
    inquiry.stage("cost", () -> cost.check(inquiry, view, translation, sql));
    SandboxResult rows =
        inquiry.stage("execute", () -> execute.run(inquiry, view, translation, sql));
    try {
      inquiry.stage("verify", () -> verify.look(inquiry, view, translation, rows));
      crossCheck.compare(inquiry, view, translation, rows);
      Optional<FailedAttempt> doubt =
          previous.isEmpty() && inquiry.request().mode() == AskRequest.Mode.RUN
              ? verify.doubted(inquiry, translation, rows)
              : Optional.empty();
      recall.answered(inquiry);
      Reply reply = reply(inquiry, rows);
      if (doubt.isPresent()) {
        throw new Doubtful(reply, rows, doubt.get());
      }
      translator.succeeded(inquiry, view, translation);
      return reply;
    } catch (Doubtful doubtful) {
      throw doubtful;
    } catch (Exception e) {
      // Nobody will get these rows: the caller may give up between two stages.
      rows.discard(e);
      throw e;
    }
  }

  private static Reply schemaReply(Inquiry inquiry, SessionView view, SchemaAnswer schema) {
    RowTable table = TablesTable.of(view.catalog(), schema.table());
    inquiry.draft().source("catalog");
    inquiry.draft().understood("what may be asked about", 1, List.of());
    inquiry
        .draft()
        .fetched(
            table.columns().stream().map(RowTable.Column::label).toList(),
            table.rows().size(),
            false);
    return new Reply(inquiry.draft().toAnswer(new Outcome.Answered()), new Reply.OwnRows(table));
  }

  private Reply reply(Inquiry inquiry, SandboxResult rows) throws SQLException {
    if (inquiry.request().mode() == AskRequest.Mode.NARRATE) {
      return narrator.reply(inquiry, rows);
    }
    Reply.Rows shown =
        rows.isStreamed()
            ? new Reply.StreamedRows(rows.rows(), rows.shown().orElseThrow())
            : new Reply.DatabaseRows(rows.rows(), rows.shown());
    return new Reply(inquiry.draft().toAnswer(new Outcome.Answered()), shown);
  }
}
