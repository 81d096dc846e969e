package dev.nl2sql.pipeline;

import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Question;
import dev.nl2sql.Setting;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Two derivations of one question: what a model wrote is compared with what our own generator makes
 * of it, by their rows. Where they differ the asker chooses.
 */
final class CrossCheck {
  /** The name under which the asker chooses between the two. */
  static final String TERM = "derivation";

  private final Translator translator;
  private final GuardStage guard;
  private final ExecuteStage execute;

  CrossCheck(Translator translator, GuardStage guard, ExecuteStage execute) {
    this.translator = translator;
    this.guard = guard;
    this.execute = execute;
  }

  /** Lets the model's rows through if the other derivation gives the same, or there is none. */
  void compare(Inquiry inquiry, SessionView view, Translation translation, SandboxResult rows)
      throws Exception {
    Question question = inquiry.request().question();
    boolean chosen = question.choices().stream().anyMatch(c -> c.term().equals(TERM));
    if (!inquiry.settings().flag(Setting.CROSS_CHECK)
        || chosen
        || !translator.isByModel(inquiry, translation)) {
      return;
    }
    Optional<Translation> other = translator.byOwn(inquiry, view);
    if (other.isEmpty()) {
      say(inquiry, Condition.LOW_CONFIDENCE, "the embedded generator has no second derivation");
      return;
    }
    inquiry.stage("crossCheck", () -> same(inquiry, view, translation, rows, other.get()));
  }

  private boolean same(
      Inquiry inquiry,
      SessionView view,
      Translation translation,
      SandboxResult rows,
      Translation other)
      throws SQLException {
    Optional<GuardedSql> sql = guard.probe(inquiry, view, other.sql());
    if (sql.isEmpty() || rows.isStreamed() || !isRewindable(rows)) {
      say(inquiry, Condition.DEGRADED, "the two derivations could not be compared here");
      return false;
    }
    SandboxResult second = execute.run(inquiry, view, other, sql.get());
    List<String> theirs;
    try (ResultSet read = second.rows()) {
      theirs = texts(read, second);
    }
    List<String> ours = texts(rows.rows(), rows);
    rows.rows().beforeFirst();
    if (ours.equals(theirs)) {
      return true;
    }
    differ(inquiry, translation, other);
    return false;
  }

  private static void differ(Inquiry inquiry, Translation translation, Translation other) {
    List<Clarifications.Reading> readings =
        List.of(
            new Clarifications.Reading(
                "model", "The model's reading", translation.interpretation()),
            new Clarifications.Reading(
                "embedded", "The embedded generator's reading", other.interpretation()));
    var clarification =
        Clarifications.ofDefined(
            inquiry.request().question(),
            TERM,
            "crossCheck",
            "Two derivations of the question give different rows; which is meant?",
            readings);
    switch (inquiry.request().clarify()) {
      case ASK, FAIL -> throw new Ending(new Outcome.NeedsClarification(List.of(clarification)));
      case ASSUME ->
          inquiry
              .draft()
              .say(
                  new Notice(
                      Condition.CLARIFICATION,
                      "two derivations of the question give different rows; the model's were taken",
                      Optional.of(clarification)));
      case OFF ->
          say(
              inquiry,
              Condition.LOW_CONFIDENCE,
              "two derivations of the question give different rows; the model's were taken");
    }
  }

  private static void say(Inquiry inquiry, Condition condition, String message) {
    inquiry.draft().say(new Notice(condition, message));
  }

  private static boolean isRewindable(SandboxResult rows) throws SQLException {
    return rows.rows().getType() != ResultSet.TYPE_FORWARD_ONLY;
  }

  /** The rows as sorted texts: labels and the order of rows and columns are a matter of taste. */
  private static List<String> texts(ResultSet rows, SandboxResult result) throws SQLException {
    long limit = result.rowCount() < 0 ? Long.MAX_VALUE : result.rowCount();
    List<String> all = new ArrayList<>();
    for (long i = 0; i < limit && rows.next(); i++) {
      List<String> cells = new ArrayList<>();
      for (int column = 1; column <= result.columns().size(); column++) {
        cells.add(text(rows.getObject(column)));
      }
      Collections.sort(cells);
      all.add(String.join("\u001f", cells));
    }
    Collections.sort(all);
    return all;
  }

  /** Numbers of different types are equal, and so are sums that differ by rounding. */
  private static String text(Object value) {
    if (value instanceof Number number) {
      BigDecimal decimal = new BigDecimal(number.toString());
      BigDecimal rounded = decimal.setScale(6, java.math.RoundingMode.HALF_EVEN);
      return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }
}
