package dev.nl2sql.generate.model;

import dev.nl2sql.Cancellation;

/** Turns texts into vectors whose angle says how alike they are. Thread-safe. */
@FunctionalInterface
public interface TextVectors {

  /**
   * The vector of a text.
   *
   * @throws ModelFailedException if it cannot be had
   * @throws java.util.concurrent.CancellationException once the cancellation has fired
   */
  float[] of(String text, Cancellation cancellation);
}
