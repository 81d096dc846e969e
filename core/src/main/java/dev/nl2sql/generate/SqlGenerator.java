package dev.nl2sql.generate;

/**
 * Turns a question into a query. Implementations are thread-safe, keep no state of a question, and
 * return soon after the request's cancellation fires.
 */
public interface SqlGenerator {

  /** A short name, shown in answers and in history. */
  String name();

  /** Generates one query, or says why it does not. Never throws for a question it cannot handle. */
  Generation generate(GenerationRequest request);
}
