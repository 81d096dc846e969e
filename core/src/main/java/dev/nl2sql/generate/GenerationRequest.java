package dev.nl2sql.generate;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Question;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.TimeContext;
import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All a generator may use.
 *
 * @param question the question with the readings chosen so far
 * @param catalog the relations the session may ask about, the glossary's joins included
 * @param dialect how the database writes SQL
 * @param product product and version of the database, as it names itself
 * @param values stored values, for matching words to them
 * @param glossary terms, metrics and defaults
 * @param time today, zone and calendar conventions
 * @param clarify what to do about several readings
 * @param bindTypes for each bind its value's Java class name, or empty for NULL
 * @param examples questions like this one whose SQL is known to be right, the most similar first
 * @param previousFailure why the last attempt failed, for a repair
 * @param calls told of every request to a language model
 * @param cancellation fires when the caller gives up
 */
public record GenerationRequest(
    Question question,
    Catalog catalog,
    Dialect dialect,
    String product,
    ValueIndex values,
    Glossary glossary,
    TimeContext time,
    ReadingPolicy clarify,
    List<Optional<String>> bindTypes,
    List<Example> examples,
    Optional<FailedAttempt> previousFailure,
    Consumer<ModelCall> calls,
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
        other,
        catalog,
        dialect,
        product,
        values,
        glossary,
        time,
        clarify,
        bindTypes,
        examples,
        previousFailure,
        calls,
        cancellation);
  }

  public GenerationRequest {
    Objects.requireNonNull(question);
    Objects.requireNonNull(catalog);
    Objects.requireNonNull(dialect);
    Objects.requireNonNull(product);
    Objects.requireNonNull(values);
    Objects.requireNonNull(glossary);
    Objects.requireNonNull(time);
    Objects.requireNonNull(clarify);
    bindTypes = List.copyOf(bindTypes);
    examples = List.copyOf(examples);
    Objects.requireNonNull(previousFailure);
    Objects.requireNonNull(calls);
    Objects.requireNonNull(cancellation);
  }
}
