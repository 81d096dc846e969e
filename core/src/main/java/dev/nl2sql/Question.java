package dev.nl2sql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A question in plain language as it stood in a statement.
 *
 * @param text the question, without marker, quotes and clauses
 * @param choices the readings chosen in {@code WITH (…)} or by {@code CLARIFY}
 * @param database the database named by {@code @name}, if one was
 */
public record Question(String text, List<Choice> choices, Optional<String> database) {
  public Question {
    Objects.requireNonNull(text);
    choices = List.copyOf(choices);
    Objects.requireNonNull(database);
  }

  public Question(String text) {
    this(text, List.of(), Optional.empty());
  }

  /** The same question in other words. */
  public Question withText(String other) {
    return new Question(other, choices, database);
  }

  public Question withChoices(List<Choice> all) {
    return new Question(text, all, database);
  }
}
