package dev.nl2sql;

import java.util.Objects;

/**
 * One reading of an ambiguous term.
 *
 * @param id what a caller writes to choose it, lower case
 * @param label a short name for people
 * @param definition what the reading means, one sentence
 * @param askAgain the statement that asks the same question with this reading chosen, on one line
 */
public record Option(String id, String label, String definition, String askAgain) {
  public Option {
    Objects.requireNonNull(id);
    Objects.requireNonNull(label);
    Objects.requireNonNull(definition);
    Objects.requireNonNull(askAgain);
  }
}
