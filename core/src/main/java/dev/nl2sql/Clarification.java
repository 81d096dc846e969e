package dev.nl2sql;

import java.util.List;
import java.util.Objects;

/**
 * A term of the question that has more than one reading.
 *
 * @param term the name to answer with, for example {@code best_customer}
 * @param source where the ambiguity was found: {@code glossary}, {@code schema}, {@code values} or
 *     {@code model}
 * @param prompt the question to the asker
 * @param options at least two readings, in the order of their source
 */
public record Clarification(String term, String source, String prompt, List<Option> options) {
  public Clarification {
    Objects.requireNonNull(term);
    Objects.requireNonNull(source);
    Objects.requireNonNull(prompt);
    options = List.copyOf(options);
  }
}
