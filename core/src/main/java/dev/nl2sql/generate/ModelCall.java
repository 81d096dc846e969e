package dev.nl2sql.generate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * One request to a language model, whether it was answered or not: what left the process, and where
 * it went. It holds no text of the request or of the answer.
 *
 * @param task what the model was asked for: {@code generate}, {@code repair}, {@code narrate}
 * @param provider the provider's name, {@code custom} for a model handed to the data source
 * @param model the model's name as it was set, empty if it is not known
 * @param host host and port, empty if it is not known
 * @param at when the request was sent
 * @param duration time until the answer was complete or the call failed
 * @param bytesSent bytes of the text sent, in UTF-8
 * @param tokensIn tokens of the request as the provider counts them, 0 if it does not say
 * @param tokensOut tokens of the answer as the provider counts them, 0 if it does not say
 * @param contents the kinds of content that were in the request
 * @param ending {@code answered}, or why not: {@code cancelled}, {@code timeout}, {@code refused
 *     401}, …
 */
public record ModelCall(
    String task,
    String provider,
    String model,
    String host,
    Instant at,
    Duration duration,
    long bytesSent,
    long tokensIn,
    long tokensOut,
    Set<Content> contents,
    String ending) {

  /** A kind of content of a request. */
  public enum Content {
    QUESTION,
    SCHEMA,
    GLOSSARY,
    EXAMPLES,
    SAMPLES,
    FAILED_SQL,
    ROWS
  }

  public ModelCall {
    Objects.requireNonNull(task);
    Objects.requireNonNull(provider);
    Objects.requireNonNull(model);
    Objects.requireNonNull(host);
    Objects.requireNonNull(at);
    Objects.requireNonNull(duration);
    contents = Set.copyOf(contents);
    Objects.requireNonNull(ending);
  }

  /** Tokens of request and answer. */
  public long tokens() {
    return tokensIn + tokensOut;
  }
}
