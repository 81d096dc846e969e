package dev.nl2sql.generate.model;

import dev.langchain4j.exception.RetriableException;

/**
 * What a client of a model threw that is not a fault of our own requests: an answer that is JSON
 * but not of the provider's form, or any failure of a model that was handed to the data source.
 */
final class Faults {
  private static final int DEEPEST = 20;

  private Faults() {}

  /** Of a client of ours: the request went well, so asking again would give the same. */
  static ModelFault afterAnswer(Throwable thrown) {
    return ModelFault.lasting("failed", "its answer cannot be used (" + name(thrown) + ")");
  }

  /** Of a model that was handed over, which tells what may pass. */
  static ModelFault of(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (cause instanceof dev.langchain4j.exception.TimeoutException) {
        return ModelFault.passing("timeout", "it did not answer in time");
      }
      if (cause instanceof RetriableException) {
        return ModelFault.passing("failed", "it failed (" + name(cause) + ")");
      }
      cause = cause.getCause();
    }
    return afterAnswer(thrown);
  }

  /** The kind only: messages of clients may hold what was sent. */
  private static String name(Throwable problem) {
    return problem == null ? "nothing" : problem.getClass().getSimpleName();
  }
}
