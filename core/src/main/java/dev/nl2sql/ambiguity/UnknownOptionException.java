package dev.nl2sql.ambiguity;

import dev.nl2sql.Clarification;

/** A choice names an option that the term does not have. */
public final class UnknownOptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Clarification clarification;

  UnknownOptionException(String option, Clarification clarification) {
    super(
        "'%s' is not an option of %s; the options are %s"
            .formatted(
                option,
                clarification.term(),
                clarification.options().stream().map(o -> o.id()).toList()));
    this.clarification = clarification;
  }

  /** The term with the options it has. */
  public Clarification clarification() {
    return clarification;
  }
}
