package dev.nl2sql.pipeline;

import dev.nl2sql.Answer;
import dev.nl2sql.Assumption;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Questions inside a statement of the caller's. Each is translated and guarded by itself and put in
 * its place; a query then runs as a whole in the sandbox.
 */
final class InsideSql {
  private final SessionViews views;
  private final Translator translator;
  private final GuardStage guard;
  private final ExecuteStage execute;
  private final Attempts attempts;
  private final Finish finishPart;
  private final Finish finish;

  InsideSql(
      SessionViews views,
      Translator translator,
      GuardStage guard,
      ExecuteStage execute,
      Attempts attempts,
      Recorder recorder) {
    this.attempts = attempts;
    this.finishPart = new Finish(recorder.ofFailures());
    this.finish = new Finish(recorder);
    this.views = views;
    this.translator = translator;
    this.guard = guard;
    this.execute = execute;
  }

  Reply answer(InsideRequest request, Session session) throws SQLException {
    List<Answer> answers = new ArrayList<>();
    List<GuardedSql> guarded = new ArrayList<>();
    List<InsideRequest.Assembled> texts = new ArrayList<>();
    for (AskRequest question : request.questions()) {
      Inquiry inquiry = Inquiry.of(question, session);
      Reply part = finishPart.once(inquiry, () -> part(inquiry, request.use(), guarded, texts));
      if (!(part.answer().outcome() instanceof Outcome.Answered)) {
        return part;
      }
      answers.add(part.answer());
    }
    Inquiry whole = Inquiry.of(asOne(request), session);
    describe(whole.draft(), answers);
    return finish.once(whole, () -> whole(whole, request, guarded, request.assembled(texts)));
  }

  /** All questions in one, for what the answer says of them. */
  private static AskRequest asOne(InsideRequest request) {
    AskRequest first = request.questions().get(0);
    String text =
        request.questions().stream()
            .map(q -> q.question().text())
            .collect(Collectors.joining("; "));
    return new AskRequest(
        first.question().withText(text),
        first.mode(),
        first.settings(),
        first.clarify(),
        List.of(),
        first.callerMaxRows(),
        first.callerTimeout(),
        first.cancellation());
  }

  private Reply part(
      Inquiry inquiry,
      InsideRequest.Use use,
      List<GuardedSql> guarded,
      List<InsideRequest.Assembled> texts)
      throws Exception {
    SessionView view = inquiry.stage("catalog", () -> views.of(inquiry));
    return attempts.until(
        inquiry, view, previous -> part(inquiry, view, use, guarded, texts, previous));
  }

  private Reply part(
      Inquiry inquiry,
      SessionView view,
      InsideRequest.Use use,
      List<GuardedSql> guarded,
      List<InsideRequest.Assembled> texts,
      Optional<FailedAttempt> previous)
      throws Exception {
    Translation translation = translated(inquiry, view, previous);
    GuardedSql sql = inquiry.stage("guard", () -> guard.check(inquiry, view, translation));
    if (use == InsideRequest.Use.FILLING) {
      demandTables(view, sql);
    }
    VerifyStage.doubt(inquiry.draft(), translation);
    guarded.add(sql);
    texts.add(
        new InsideRequest.Assembled(
            sql.sql(),
            translation.parameters().stream().map(inquiry.request().binds()::get).toList()));
    return new Reply(inquiry.draft().toAnswer(new Outcome.Answered()), new Reply.NoRows());
  }

  private Translation translated(
      Inquiry inquiry, SessionView view, Optional<FailedAttempt> previous) throws Exception {
    try {
      return translator.translate(inquiry, view, previous);
    } catch (SchemaAnswer schema) {
      throw new Ending(
          new Outcome.NotAnswerable(
              "what the schema holds cannot be asked inside SQL; ask it as a statement of its"
                  + " own"));
    }
  }

  /** What fills a table reads tables only: a view may run what its owner may, not the caller. */
  private static void demandTables(SessionView view, GuardedSql sql) {
    sql.relations().stream()
        .map(view.catalog()::table)
        .flatMap(Optional::stream)
        .filter(t -> t.kind() != Table.Kind.TABLE)
        .findFirst()
        .ifPresent(
            t -> {
              throw new Ending(
                  new Outcome.Refused(
                      "a question that fills a table may read tables only, and "
                          + t.name()
                          + " is a view"));
            });
  }

  private Reply whole(
      Inquiry whole,
      InsideRequest request,
      List<GuardedSql> guarded,
      InsideRequest.Assembled statement)
      throws Exception {
    whole.draft().runs(statement.sql());
    if (request.use() == InsideRequest.Use.FILLING) {
      return new Reply(
          whole.draft().toAnswer(new Outcome.Answered()),
          new Reply.ToRun(statement.sql(), statement.binds()));
    }
    GuardedSql sql = GuardedSql.around(guarded, statement.sql(), statement.binds().size());
    SessionView view = whole.stage("catalog", () -> views.of(whole));
    SandboxResult rows =
        whole.stage("execute", () -> execute.run(whole, view, statement.binds(), sql));
    told(whole.draft(), rows);
    OptionalLong limit =
        rows.rowCount() < 0 ? OptionalLong.empty() : OptionalLong.of(rows.rowCount());
    return new Reply(
        whole.draft().toAnswer(new Outcome.Answered()), new Reply.DatabaseRows(rows.rows(), limit));
  }

  private static void told(AnswerDraft draft, SandboxResult rows) {
    draft.fetched(rows.columns(), rows.rowCount(), rows.truncated());
    rows.warnings().forEach(w -> draft.say(new Notice(Condition.DEGRADED, w)));
    if (rows.truncated()) {
      draft.say(
          new Notice(
              Condition.TRUNCATED,
              "the result was cut at %d rows; there are more".formatted(rows.rowCount())));
    }
  }

  private static void describe(AnswerDraft draft, List<Answer> parts) {
    List<Assumption> assumptions =
        parts.stream().flatMap(a -> a.assumptions().stream()).distinct().toList();
    draft.source(parts.get(0).source());
    draft.generatedBy(parts.get(0).generator());
    draft.understood(
        parts.stream().map(Answer::interpretation).collect(Collectors.joining("; ")),
        parts.stream().mapToDouble(Answer::confidence).min().orElse(0),
        assumptions);
    draft.reads(
        parts.stream().flatMap(a -> a.tables().stream()).distinct().toList(),
        parts.get(0).servedTable(),
        parts.get(0).resultKind(),
        parts.stream().anyMatch(Answer::nonAdditiveWarning));
    parts.stream()
        .flatMap(a -> a.notices().stream())
        .filter(n -> n.condition() != Condition.ASSUMPTION)
        .forEach(draft::say);
  }
}
