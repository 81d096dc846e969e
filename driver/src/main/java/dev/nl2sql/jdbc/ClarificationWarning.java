package dev.nl2sql.jdbc;

import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.Option;
import java.sql.SQLWarning;
import java.util.List;

/** A term of the question has more than one reading; one warning a term. Immutable. */
public final class ClarificationWarning extends SQLWarning {
  private static final long serialVersionUID = 1L;
  private final transient Clarification clarification;

  ClarificationWarning(String message, Clarification clarification) {
    super(message, Condition.CLARIFICATION.sqlState(), Condition.CLARIFICATION.vendorCode());
    this.clarification = clarification;
  }

  /** The same warning, not yet linked to another. */
  SQLWarning copy() {
    return new ClarificationWarning(getMessage(), clarification);
  }

  /** The name to answer with. */
  public String term() {
    return clarification.term();
  }

  /** The question to the asker. */
  public String prompt() {
    return clarification.prompt();
  }

  /** The readings, in the order of their source. */
  public List<Option> options() {
    return clarification.options();
  }

  /** For each option, the statement that asks the same question with it chosen. */
  public List<String> askAgain() {
    return clarification.options().stream().map(Option::askAgain).toList();
  }
}
