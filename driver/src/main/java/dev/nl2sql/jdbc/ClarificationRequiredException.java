package dev.nl2sql.jdbc;

import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import java.sql.SQLNonTransientException;
import java.util.List;

/** The question has several readings and the caller has to choose; nothing was run. */
public final class ClarificationRequiredException extends SQLNonTransientException {
  private static final long serialVersionUID = 1L;
  private final transient List<Clarification> clarifications;

  ClarificationRequiredException(String message, List<Clarification> clarifications) {
    super(
        message,
        Condition.CLARIFICATION_REQUIRED.sqlState(),
        Condition.CLARIFICATION_REQUIRED.vendorCode());
    this.clarifications = List.copyOf(clarifications);
  }

  /** The terms with their readings, one entry a term. */
  public List<Clarification> clarifications() {
    return clarifications;
  }
}
