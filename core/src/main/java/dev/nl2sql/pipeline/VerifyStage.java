package dev.nl2sql.pipeline;

import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Setting;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.memory.Translation;
import java.sql.ResultSet;
import java.sql.SQLException;

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
    if (translation.confidence() < SURE) {
      draft.say(
          new Notice(
              Condition.LOW_CONFIDENCE,
              "low confidence (%.2f): understood as %s"
                  .formatted(translation.confidence(), translation.interpretation())));
    }
    if (isEmpty(translation, result)) {
      sayWhy(inquiry, view, translation);
    }
    return result;
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
