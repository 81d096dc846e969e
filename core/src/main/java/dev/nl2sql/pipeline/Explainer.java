package dev.nl2sql.pipeline;

import dev.nl2sql.Assumption;
import dev.nl2sql.Clarification;
import dev.nl2sql.Option;
import dev.nl2sql.Outcome;
import dev.nl2sql.answer.Explanation;
import dev.nl2sql.answer.Explanation.Section;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.generate.ModelCall;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Answers EXPLAIN ASK: everything that was decided, and nothing is run. */
final class Explainer {
  private static final List<Section> HIDDEN_WITH_SQL =
      List.of(Section.SQL, Section.COST, Section.SCHEMA);

  private Explainer() {}

  static Reply reply(
      Inquiry inquiry,
      SessionView view,
      Translation translation,
      GuardedSql sql,
      String estimate,
      Told told) {
    AnswerDraft draft = inquiry.draft();
    Explanation explanation =
        new Explanation()
            .add(Section.STATUS, "outcome", "explained, not run")
            .add(Section.SQL, view.dialect().name(), sql.sql())
            .add(Section.INTERPRETATION, "question", translation.interpretation())
            .add(
                Section.CONFIDENCE,
                "probability",
                String.format(Locale.ROOT, "%.2f", translation.confidence()))
            .add(Section.COST, "estimate", estimate)
            .add(Section.GENERATOR, "name", translation.generator())
            .add(Section.GENERATOR, "source", draft.source())
            .add(Section.ATTEMPTS, "generations", Integer.toString(draft.attempts()));
    addAttempts(explanation, draft);
    told.omitted().forEach(name -> explanation.add(Section.OMITTED, "relation", name));
    told.examples().forEach(text -> explanation.add(Section.EXAMPLES, "question", text));
    told.prompt()
        .filter(prompt -> draft.exposesSql())
        .ifPresent(prompt -> explanation.add(Section.GENERATOR, "prompt", prompt));
    for (TableName name : sql.relations()) {
      String comment = view.catalog().table(name).map(Table::comment).orElse("");
      explanation.add(Section.TABLES, name.toString(), comment);
      view.catalog().table(name).ifPresent(t -> addColumns(explanation, t));
    }
    translation.facts().joins().forEach(j -> explanation.add(Section.JOINS, "join", j));
    for (Assumption assumption : translation.assumptions()) {
      explanation.add(
          Section.ASSUMPTIONS,
          assumption.kind().name().toLowerCase(Locale.ROOT),
          assumption.text());
    }
    draft
        .trace()
        .timings()
        .forEach((stage, time) -> explanation.add(Section.TIMINGS, stage, micros(time.toNanos())));
    return new Reply(
        draft.toAnswer(new Outcome.Explained()),
        new Reply.OwnRows(explanation.toTable(draft.exposesSql() ? List.of() : HIDDEN_WITH_SQL)));
  }

  /** A question that must be clarified first: its options stand under the status. */
  static RowTable openQuestion(Inquiry inquiry, Outcome.NeedsClarification needed) {
    AnswerDraft draft = inquiry.draft();
    Explanation explanation =
        new Explanation()
            .add(Section.STATUS, "outcome", "clarification needed")
            .add(Section.GENERATOR, "name", draft.generator())
            .add(Section.ATTEMPTS, "generations", Integer.toString(draft.attempts()));
    for (Clarification clarification : needed.clarifications()) {
      for (Option option : clarification.options()) {
        explanation.add(
            Section.STATUS,
            clarification.term() + " = " + option.id(),
            option.label() + ": " + option.definition());
      }
    }
    return explanation.toTable(draft.exposesSql() ? List.of() : HIDDEN_WITH_SQL);
  }

  /** Model calls, and what went wrong before the statement that is shown. */
  private static void addAttempts(Explanation explanation, AnswerDraft draft) {
    for (ModelCall call : draft.calls()) {
      explanation.add(
          Section.ATTEMPTS,
          call.task() + " by " + call.provider() + " " + call.model(),
          "%s after %d ms, %d bytes sent, %d tokens"
              .formatted(
                  call.ending(), call.duration().toMillis(), call.bytesSent(), call.tokens()));
    }
    for (FailedAttempt failure : draft.failures()) {
      explanation.add(
          Section.ATTEMPTS,
          "failed: " + failure.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          draft.exposesSql() ? failure.reason() : "repaired");
    }
  }

  private static void addColumns(Explanation explanation, Table table) {
    String columns =
        table.columns().stream()
            .map(c -> c.name() + " " + c.typeName())
            .collect(Collectors.joining(", "));
    explanation.add(Section.SCHEMA, table.name().toString(), columns);
  }

  private static String micros(long nanos) {
    return nanos / 1_000 + " us";
  }
}
