package dev.nl2sql.pipeline;

import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Setting;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.memory.Translation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Optional;

/** Looks at the rows that came and says what the caller must know about them. */
final class VerifyStage {
  /** The probability below which an answer is marked, whatever the caller lets through. */
  private static final double SURE = Double.parseDouble(Setting.MIN_CONFIDENCE.defaultValue());

  private final RowProbe probe;

  VerifyStage(RowProbe probe) {
    this.probe = probe;
  }

  SandboxResult look(
      Inquiry inquiry, SessionView view, Translation translation, SandboxResult result)
      throws SQLException {
    AnswerDraft draft = inquiry.draft();
    draft.fetched(result.columns(), result.rowCount(), result.truncated());
    result.warnings().forEach(w -> draft.say(new Notice(Condition.DEGRADED, w)));
    if (result.truncated()) {
      draft.say(
          new Notice(
              Condition.TRUNCATED,
              "the result was cut at %d rows; there are more".formatted(result.rowCount())));
    }
    doubt(draft, translation);
    if (isEmpty(translation, result)) {
      sayWhy(inquiry, view, translation);
    }
    return result;
  }

  /**
   * Rows that hardly answer the question, where their author can be asked again: none, or a column
   * without any value.
   */
  Optional<FailedAttempt> doubted(Inquiry inquiry, Translation translation, SandboxResult result)
      throws SQLException {
    if (!inquiry.draft().canBeRepaired() || result.isStreamed()) {
      return Optional.empty();
    }
    String sql = inquiry.draft().written();
    if (isEmpty(translation, result)) {
      return Optional.of(
          new FailedAttempt(
              FailedAttempt.Kind.NOT_VERIFIED,
              sql,
              "it gives no rows; check joins, spelling of values and limits of time"));
    }
    return columnWithoutValue(result)
        .map(
            label ->
                new FailedAttempt(
                    FailedAttempt.Kind.NOT_VERIFIED,
                    sql,
                    "its column "
                        + label
                        + " has no value in any row; check joins and conditions"));
  }

  private static Optional<String> columnWithoutValue(SandboxResult result) throws SQLException {
    ResultSet rows = result.rows();
    if (result.rowCount() < 2 || rows.getType() == ResultSet.TYPE_FORWARD_ONLY) {
      return Optional.empty();
    }
    BitSet empty = new BitSet();
    empty.set(1, result.columns().size() + 1);
    long seen = 0;
    while (!empty.isEmpty() && seen < result.rowCount() && rows.next()) {
      seen++;
      for (int i = empty.nextSetBit(1); i > 0; i = empty.nextSetBit(i + 1)) {
        if (rows.getObject(i) != null) {
          empty.clear(i);
        }
      }
    }
    rows.beforeFirst();
    return empty.isEmpty() ? Optional.empty() : Optional.of(Integer.toString(empty.nextSetBit(1)));
  }

  /** Says that a translation is unsure, if it is. */
  static void doubt(AnswerDraft draft, Translation translation) {
    if (translation.confidence() < SURE) {
      draft.say(
          new Notice(
              Condition.LOW_CONFIDENCE,
              "low confidence (%.2f): understood as %s"
                  .formatted(translation.confidence(), translation.interpretation())));
    }
  }

  private void sayWhy(Inquiry inquiry, SessionView view, Translation translation)
      throws SQLException {
    EmptyReason reason = probe.reason(inquiry, view, translation);
    if (!reason.isZero()) {
      inquiry
          .draft()
          .say(
              new Notice(
                  Condition.NO_ROWS,
                  "no rows match: " + translation.interpretation() + reason.appended()));
    }
  }

  /** No row, or one row of an ungrouped aggregate that found nothing to aggregate. */
  private static boolean isEmpty(Translation translation, SandboxResult result)
      throws SQLException {
    if (result.rowCount() == 0) {
      return true;
    }
    boolean overAll = translation.facts().isAggregate() && !translation.facts().isGrouped();
    boolean canLook =
        result.rowCount() == 1 && result.rows().getType() != ResultSet.TYPE_FORWARD_ONLY;
    return overAll && canLook && hasNothing(result.rows(), result.columns().size());
  }

  private static boolean hasNothing(ResultSet rows, int columns) throws SQLException {
    boolean nothing = rows.next();
    for (int i = 1; i <= columns && nothing; i++) {
      Object value = rows.getObject(i);
      nothing = value == null || value instanceof Number number && number.doubleValue() == 0;
    }
    rows.beforeFirst();
    return nothing;
  }
}
