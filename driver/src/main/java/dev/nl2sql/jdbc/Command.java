package dev.nl2sql.jdbc;

import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.pipeline.AskRequest;
import java.util.List;
import java.util.Optional;

/** A statement that is the driver's own, as the grammar reads it. */
sealed interface Command {
  /**
   * A question.
   *
   * @param parameters how many JDBC parameters belong to it
   */
  record Ask(AskRequest.Mode mode, Question question, int parameters) implements Command {}

  /**
   * A statement of the caller's with questions in it: part, question, part, …, part.
   *
   * @param whole what the statement is
   * @param hasMore whether another statement follows
   * @param parts the caller's SQL around the questions
   * @param questions the questions
   */
  record Inside(TablePlaces.Whole whole, boolean hasMore, List<Part> parts, List<Ask> questions)
      implements Command {
    public Inside {
      parts = List.copyOf(parts);
      questions = List.copyOf(questions);
    }

    /**
     * A stretch of the caller's SQL.
     *
     * @param parameters how many JDBC parameters stand in it
     */
    record Part(String sql, int parameters) {}

    /** JDBC parameters of the whole statement. */
    int parameters() {
      return parts.stream().mapToInt(Part::parameters).sum()
          + questions.stream().mapToInt(Ask::parameters).sum();
    }
  }

  /** {@code CLARIFY name = option, …}. */
  record Clarify(List<Choice> choices) implements Command {
    public Clarify {
      choices = List.copyOf(choices);
    }
  }

  /** {@code CLARIFY n}: the n-th row of the last option result, from 1. */
  record ClarifyRow(int row) implements Command {}

  /** {@code SHOW NL …}. */
  record Show(Topic topic) implements Command {
    /** What can be shown. */
    enum Topic {
      STATUS,
      GLOSSARY,
      TABLES,
      SETTINGS,
      PENDING,
      HISTORY,
      EXAMPLES,
      EGRESS
    }
  }

  /** {@code NL REFRESH}. */
  record Refresh() implements Command {}

  /** {@code NL SET name = value}. */
  record Set(String name, String value) implements Command {}

  /**
   * {@code NL FEEDBACK [FOR id] GOOD | BAD ['correct SQL']}.
   *
   * @param id the history id, empty for the last question of the connection
   */
  record Feedback(
      Optional<String> id, dev.nl2sql.pipeline.Feedback.Verdict verdict, Optional<String> sql)
      implements Command {}
}
