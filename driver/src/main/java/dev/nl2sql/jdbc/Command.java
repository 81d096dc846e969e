package dev.nl2sql.jdbc;

import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.pipeline.AskRequest;
import java.util.List;

/** A statement that is the driver's own, as the grammar reads it. */
sealed interface Command {
  /**
   * A question.
   *
   * @param parameters how many JDBC parameters belong to it
   */
  record Ask(AskRequest.Mode mode, Question question, int parameters) implements Command {}

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
}
