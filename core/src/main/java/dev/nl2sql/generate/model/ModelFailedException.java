package dev.nl2sql.generate.model;

/** The model cannot be asked or gives no answer that can be used, after all retries. */
public final class ModelFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String brief;

  public ModelFailedException(String message) {
    this(message, message);
  }

  /**
   * @param message what failed, with the first words of what the provider said
   * @param brief the same without a word of the provider's, which may repeat what it was sent
   */
  ModelFailedException(String message, String brief) {
    super(message);
    this.brief = brief;
  }

  /** What failed, without a word of the provider's. */
  public String brief() {
    return brief;
  }
}
