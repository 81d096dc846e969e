package dev.nl2sql.ambiguity;

import dev.nl2sql.glossary.Glossary;
import java.util.Objects;
import java.util.Optional;

/**
 * An ambiguous term of the glossary, found in a question.
 *
 * @param term the term
 * @param first index of the first token its trigger covers
 * @param end index after the last
 * @param chosen the reading the caller chose
 */
public record TermUse(
    Glossary.AmbiguousTerm term, int first, int end, Optional<Glossary.Reading> chosen) {
  public TermUse {
    Objects.requireNonNull(term);
    Objects.requireNonNull(chosen);
  }

  public boolean isOpen() {
    return chosen.isEmpty();
  }
}
