package dev.nl2sql.plan;

/** A plan asks for something the engine cannot compute. */
public final class NotInDialectException extends RuntimeException {
  private final String construct;

  /**
   * @param construct what is missing, as the dialect file names it, for example {@code percentile}
   */
  public NotInDialectException(String construct) {
    super("this database cannot compute " + construct);
    this.construct = construct;
  }

  /** What is missing. */
  public String construct() {
    return construct;
  }
}
