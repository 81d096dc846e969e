package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.guard.GuardVerdict;
import dev.nl2sql.memory.HistoryEntry;
import dev.nl2sql.memory.Memory;
import dev.nl2sql.memory.Owner;
import dev.nl2sql.memory.Pair;
import dev.nl2sql.memory.StatementDays;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Keeps what users say of answers; a statement they give passes the guard first. */
final class FeedbackStage {
  private final Memory memory;
  private final Owners owners;
  private final GuardStage guard;

  FeedbackStage(Memory memory, Owners owners, GuardStage guard) {
    this.memory = memory;
    this.owners = owners;
    this.guard = guard;
  }

  FeedbackResult keep(
      Feedback feedback,
      Session session,
      SessionView view,
      Settings settings,
      Cancellation cancellation)
      throws SQLException {
    memory.ready(cancellation);
    if (settings.text(Setting.STORE).equals("none")) {
      throw new ConfigurationException(
          "feedback needs a store, and nl2sql.store is none; use memory, file or a JDBC URL");
    }
    Owner owner = owners.of(session, view.facts());
    Optional<HistoryEntry> entry = memory.entry(owner, feedback.id(), cancellation);
    if (entry.isEmpty()) {
      return ended(
          new Outcome.NotUnderstood(
              "there is no question '%s' in your history; SHOW NL HISTORY lists the ids"
                  .formatted(feedback.id())));
    }
    Optional<Outcome> refusal = refusal(feedback, view, settings, entry.get());
    return refusal.isPresent()
        ? ended(refusal.get())
        : kept(pair(feedback, entry.get(), view, settings), cancellation);
  }

  private static FeedbackResult ended(Outcome outcome) {
    return new FeedbackResult(outcome, List.of());
  }

  private Optional<Outcome> refusal(
      Feedback feedback, SessionView view, Settings settings, HistoryEntry entry) {
    if (feedback.sql().isEmpty()) {
      return entry.written().isPresent()
          ? Optional.empty()
          : Optional.of(
              new Outcome.NotUnderstood(
                  "the question '%s' ended without a statement (%s); say what is right with NL"
                          .formatted(entry.question(), entry.outcome())
                      + " FEEDBACK BAD 'SELECT …'"));
    }
    if (!settings.flag(Setting.EXPOSE_SQL)) {
      return Optional.of(
          new Outcome.Refused("feedback with SQL is not taken with nl2sql.exposeSql=false"));
    }
    GuardVerdict verdict = guard.verdict(feedback.sql().get(), view, settings);
    if (verdict instanceof GuardVerdict.Refused refused) {
      return Optional.of(
          new Outcome.Refused(
              "the corrected statement cannot be kept: "
                  + refused.reason()
                  + refused.suggestion().map(s -> "; " + s).orElse("")));
    }
    int places = ((GuardVerdict.Accepted) verdict).sql().parameters();
    long values = entry.parameters().stream().distinct().count();
    return places == 0 || places == values
        ? Optional.empty()
        : Optional.of(
            new Outcome.Refused(
                "the corrected statement has %d ? and the question has %d values"
                    .formatted(places, values)));
  }

  private FeedbackResult kept(Pair pair, Cancellation cancellation) {
    return memory
        .keep(pair, cancellation)
        .map(
            why ->
                new FeedbackResult(
                    new Outcome.Answered(), List.of(new Notice(Condition.DEGRADED, why))))
        .orElseGet(() -> ended(new Outcome.Answered()));
  }

  private static Pair pair(
      Feedback feedback, HistoryEntry entry, SessionView view, Settings settings) {
    Pair.Kind kind =
        feedback.verdict() == Feedback.Verdict.GOOD
            ? Pair.Kind.CONFIRMED
            : feedback.sql().isPresent() ? Pair.Kind.CORRECTED : Pair.Kind.REJECTED;
    String sql = feedback.sql().or(entry::written).orElseThrow();
    LocalDate today = view.time().asOf();
    return new Pair(
        kind,
        entry.owner(),
        settings.flag(Setting.FEEDBACK_SHARED),
        entry.question(),
        entry.choices(),
        sql.strip(),
        parameters(feedback, entry, sql),
        view.dialect().name(),
        StatementDays.only(
            entry.question(), sql, feedback.sql().isPresent() ? today : entry.asOf().orElse(today)),
        "",
        entry.rows(),
        Instant.now());
  }

  private static List<Integer> parameters(Feedback feedback, HistoryEntry entry, String sql) {
    return feedback.sql().isEmpty()
        ? entry.parameters()
        : sql.indexOf('?') < 0
            ? List.of()
            : IntStream.range(0, (int) entry.parameters().stream().distinct().count())
                .boxed()
                .toList();
  }
}
