package dev.nl2sql.generate;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Question;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.TimeContext;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All a generator may use.
 *
 * @param question the question with the readings chosen so far
 * @param catalog the relations the session may ask about, the glossary's joins included
 * @param values stored values, for matching words to them
 * @param glossary terms, metrics and defaults
 * @param time today, zone and calendar conventions
 * @param clarify what to do about several readings
 * @param bindTypes for each bind its value's Java class name, or empty for NULL
 * @param previousFailure why the last attempt failed, for a repair
 * @param cancellation fires when the caller gives up
 */
public record GenerationRequest(
    Question question,
    Catalog catalog,
    ValueIndex values,
    Glossary glossary,
    TimeContext time,
    ReadingPolicy clarify,
    List<Optional<String>> bindTypes,
    Optional<String> previousFailure,
    Cancellation cancellation) {

  /** What a generator does where a question has several readings. */
  public enum ReadingPolicy {
    /** Report them: {@link Generation.Ambiguous}. */
    REPORT,
    /** Take the first or best and say so: a {@code CLARIFICATION} notice with the alternatives. */
    ASSUME,
    /** Take the first or best and say nothing. */
    SILENT
  }

  /** The same request for another wording of its question. */
  public GenerationRequest withQuestion(Question other) {
    return new GenerationRequest(
        other, catalog, values, glossary, time, clarify, bindTypes, previousFailure, cancellation);
  }

  public GenerationRequest {
    Objects.requireNonNull(question);
    Objects.requireNonNull(catalog);
    Objects.requireNonNull(values);
    Objects.requireNonNull(glossary);
    Objects.requireNonNull(time);
    Objects.requireNonNull(clarify);
    bindTypes = List.copyOf(bindTypes);
    Objects.requireNonNull(previousFailure);
    Objects.requireNonNull(cancellation);
  }
}
