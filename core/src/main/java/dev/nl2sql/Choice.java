package dev.nl2sql;

import java.util.Objects;
import java.util.Optional;

/**
 * A reading chosen by the caller: {@code term = option ['definition']}.
 *
 * @param term the ambiguous term, lower case
 * @param option the option's id, lower case
 * @param definition the option's own definition, when the caller carries one
 */
public record Choice(String term, String option, Optional<String> definition) {
  public Choice {
    Objects.requireNonNull(term);
    Objects.requireNonNull(option);
    Objects.requireNonNull(definition);
  }
}
