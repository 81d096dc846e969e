package dev.nl2sql.eval;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of one question.
 *
 * @param question the question and its label
 * @param ending how it ended by the rule of its set
 * @param strict whether the rows are the gold's, up to the order of columns
 * @param lenient whether they are when further columns are allowed and numbers are rounded to cents
 * @param components where the SQL says the same as the gold; empty if there is no SQL, or one of
 *     both cannot be parsed
 * @param asked ambiguous terms the driver asked back about, in order
 * @param answeredTerms terms the simulated user could answer
 * @param told what the driver told beside the rows
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
    Optional<ComponentMatch> components,
    List<String> asked,
    List<String> answeredTerms,
    Told told,
    String sqlState,
    String message,
    double milliseconds,
    String goldRows,
    String answerRows) {

  QuestionResult {
    Objects.requireNonNull(question);
    Objects.requireNonNull(told);
    asked = List.copyOf(asked);
    answeredTerms = List.copyOf(answeredTerms);
  }

  double confidence() {
    return told.confidence();
  }

  /**
   * The same question under a higher {@code nl2sql.minConfidence} than it was asked with: the
   * driver runs a plan if its confidence reaches the setting and else says NL001; the setting
   * decides nothing more, so the answers below it are taken back.
   */
  QuestionResult at(double minConfidence) {
    if (!ending.isAnswered() || confidence() < 0 || confidence() >= minConfidence) {
      return this;
    }
    return new QuestionResult(
        question,
        Ending.NOT_UNDERSTOOD,
        false,
        false,
        Optional.empty(),
        asked,
        answeredTerms,
        told.withoutWarnings(),
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
        && told.states().stream().allMatch(w -> w.equals("01NL0") || w.equals("01NL7"));
  }

  /** Wrong rows and no warning of any kind. */
  boolean isWrongWithoutAnyWarning() {
    return ending == Ending.WRONG && told.warnings().isEmpty();
  }
}
