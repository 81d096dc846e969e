package dev.nl2sql.pipeline;

import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.memory.HistoryEntry;
import dev.nl2sql.memory.Memory;
import dev.nl2sql.memory.Owner;
import dev.nl2sql.memory.Pair;
import dev.nl2sql.memory.StatementDays;
import dev.nl2sql.memory.Translation;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Puts every question into the history, and what was answered without doubt among the remembered
 * successes. Bound values and rows are in neither.
 */
final class HistoryRecorder implements Recorder {
  private static final String GENERATED = "generated";

  private final Memory memory;
  private final Owners owners;

  HistoryRecorder(Memory memory, Owners owners) {
    this.memory = memory;
    this.owners = owners;
  }

  @Override
  public void record(Inquiry inquiry, Answer answer) {
    AnswerDraft draft = inquiry.draft();
    Owner owner = owners.known(draft.view().map(v -> v.facts().user()).orElse(""));
    memory.record(entry(inquiry, answer, owner));
    if (isSuccess(inquiry, answer)) {
      draft.translation().ifPresent(t -> memory.remember(pair(inquiry, answer, owner, t)));
    }
  }

  private static HistoryEntry entry(Inquiry inquiry, Answer answer, Owner owner) {
    AnswerDraft draft = inquiry.draft();
    Optional<Translation> translation =
        answer.outcome() instanceof Outcome.Answered ? draft.translation() : Optional.empty();
    return new HistoryEntry(
        answer.traceId(),
        owner,
        draft.askedAt(),
        answer.question(),
        inquiry.request().question().choices(),
        outcome(answer.outcome()),
        state(inquiry, answer.outcome()),
        answer.sql(),
        translation.map(Translation::sql),
        translation.map(Translation::parameters).orElse(List.of()),
        draft.view().map(v -> v.time().asOf()),
        answer.rowCount(),
        draft.elapsed().toMillis(),
        answer.tokens(),
        answer.generator(),
        answer.timings().entrySet().stream()
            .map(t -> t.getKey() + " " + t.getValue().toNanos() / 1_000)
            .collect(Collectors.joining(", ")),
        draft.calls());
  }

  /** What is worth an example: rows came, and nothing was left open or in doubt. */
  private static boolean isSuccess(Inquiry inquiry, Answer answer) {
    boolean ran = inquiry.request().mode() != AskRequest.Mode.EXPLAIN;
    boolean doubted =
        answer.notices().stream()
            .anyMatch(
                n ->
                    n.clarification().isPresent()
                        || n.condition() == Condition.LOW_CONFIDENCE
                        || n.condition() == Condition.FALLBACK
                        || n.condition() == Condition.NO_ROWS);
    return ran
        && answer.outcome() instanceof Outcome.Answered
        && answer.source().equals(GENERATED)
        && answer.rowCount() > 0
        && !doubted
        && !answer.usedFallback()
        && answer.confidence() >= inquiry.settings().number(Setting.MIN_CONFIDENCE);
  }

  private static Pair pair(Inquiry inquiry, Answer answer, Owner owner, Translation translation) {
    return new Pair(
        Pair.Kind.REMEMBERED,
        owner,
        inquiry.settings().flag(Setting.FEEDBACK_SHARED),
        answer.question(),
        inquiry.request().question().choices(),
        translation.sql(),
        translation.parameters(),
        inquiry.draft().view().map(v -> v.dialect().name()).orElse(""),
        inquiry
            .draft()
            .view()
            .flatMap(
                v -> StatementDays.only(answer.question(), translation.sql(), v.time().asOf())),
        answer.resultKind().name().toLowerCase(Locale.ROOT),
        answer.rowCount(),
        inquiry.draft().askedAt());
  }

  private static String outcome(Outcome outcome) {
    if (outcome instanceof Outcome.Answered) {
      return "answered";
    }
    if (outcome instanceof Outcome.Explained) {
      return "explained";
    }
    if (outcome instanceof Outcome.NeedsClarification) {
      return "clarification needed";
    }
    if (outcome instanceof Outcome.NotUnderstood) {
      return "not understood";
    }
    if (outcome instanceof Outcome.NotAnswerable) {
      return "not answerable";
    }
    if (outcome instanceof Outcome.Refused) {
      return "refused";
    }
    return outcome instanceof Outcome.Cancelled ? "cancelled" : "failed";
  }

  private static String state(Inquiry inquiry, Outcome outcome) {
    if (outcome instanceof Outcome.NeedsClarification) {
      return inquiry.request().clarify() == AskRequest.ClarifyMode.ASK
          ? Condition.CLARIFICATION.sqlState()
          : Condition.CLARIFICATION_REQUIRED.sqlState();
    }
    if (outcome instanceof Outcome.NotUnderstood) {
      return Condition.NOT_UNDERSTOOD.sqlState();
    }
    if (outcome instanceof Outcome.NotAnswerable) {
      return Condition.NOT_ANSWERABLE.sqlState();
    }
    if (outcome instanceof Outcome.Refused) {
      return Condition.REFUSED.sqlState();
    }
    if (outcome instanceof Outcome.Cancelled cancelled) {
      return cancelled.condition().sqlState();
    }
    return outcome instanceof Outcome.Failed failed ? failedState(failed) : "";
  }

  private static String failedState(Outcome.Failed failed) {
    return failed
        .cause()
        .filter(c -> c instanceof SQLException e && Finish.concernsTheConnection(e))
        .map(c -> ((SQLException) c).getSQLState())
        .orElse(failed.condition().sqlState());
  }
}
