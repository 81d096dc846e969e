package dev.nl2sql.eval;

import java.util.List;
import java.util.Objects;

/**
 * What became of one question.
 *
 * @param question the question and its label
 * @param ending how it ended by the rule of its set
 * @param strict whether the rows are the gold's, up to the order of columns
 * @param lenient whether they are when further columns are allowed and numbers are rounded to cents
 * @param asked ambiguous terms the driver asked back about, in order
 * @param answeredTerms terms the simulated user could answer
 * @param sql the SQL that ran; empty if none did
 * @param confidence what the driver thought of it, 0–1; -1 if it did not say
 * @param warnings SQLStates of the warnings on the last answer
 * @param sqlState SQLState of the error; empty if there was none
 * @param message the error, or what was asked back
 * @param milliseconds time in the driver, all rounds together
 * @param goldRows head of the right rows
 * @param answerRows head of the rows shown
 */
record QuestionResult(
    LabelledQuestion question,
    Ending ending,
    boolean strict,
    boolean lenient,
    List<String> asked,
    List<String> answeredTerms,
    String sql,
    double confidence,
    List<String> warnings,
    String sqlState,
    String message,
    double milliseconds,
    String goldRows,
    String answerRows) {

  QuestionResult {
    Objects.requireNonNull(question);
    asked = List.copyOf(asked);
    answeredTerms = List.copyOf(answeredTerms);
    warnings = List.copyOf(warnings);
  }

  /**
   * The same question under a higher {@code nl2sql.minConfidence} than it was asked with: the
   * driver runs a plan if its confidence reaches the setting and else says NL001; the setting
   * decides nothing more, so the answers below it are taken back.
   */
  QuestionResult at(double minConfidence) {
    if (!ending.isAnswered() || confidence < 0 || confidence >= minConfidence) {
      return this;
    }
    return new QuestionResult(
        question,
        Ending.NOT_UNDERSTOOD,
        false,
        false,
        asked,
        answeredTerms,
        sql,
        confidence,
        List.of(),
        "NL001",
        "too unsure",
        milliseconds,
        goldRows,
        answerRows);
  }

  /** A clarification that the label does not know: nobody should have been asked. */
  boolean isFalselyClarified() {
    return asked.stream().anyMatch(t -> !question.intended().containsKey(t));
  }

  /** Whether every ambiguous term of the label was asked about. */
  boolean isFullyClarified() {
    return question.isAmbiguous() && asked.containsAll(question.intended().keySet());
  }

  /**
   * Wrong rows and nothing that would make a reader doubt them. What was assumed (01NL0) and what
   * was unavailable (01NL7) is no such doubt.
   */
  boolean isSilentlyWrong() {
    return ending == Ending.WRONG
        && warnings.stream().allMatch(w -> w.equals("01NL0") || w.equals("01NL7"));
  }

  /** Wrong rows and no warning of any kind. */
  boolean isWrongWithoutAnyWarning() {
    return ending == Ending.WRONG && warnings.isEmpty();
  }
}
