package dev.nl2sql.generate.model;

/**
 * A language model could not be reached or gave nothing that can be used. The message holds neither
 * keys nor text that was sent.
 */
public final class ModelFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ModelFailedException(String message) {
    super(message);
  }
}
