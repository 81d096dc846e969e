package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;

/** A glossary names a table or column that the session does not see. */
final class UnknownNameException extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  private final boolean typo;

  private UnknownNameException(String message, boolean typo) {
    super(message);
    this.typo = typo;
  }

  /**
   * @param location where it stands, as {@code file:line:column}
   * @param found what was named
   * @param expected what may stand there
   */
  static UnknownNameException at(
      String location, String found, String expected, NearestName nearest) {
    return new UnknownNameException(
        "%s: found %s; expected %s".formatted(location, found, expected) + nearest.advice(),
        nearest.typo());
  }

  /** Whether another name is so near that this one must be a mistake. */
  boolean isTypo() {
    return typo;
  }
}
