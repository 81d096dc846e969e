package dev.nl2sql;

import java.util.List;
import java.util.Optional;

/** How a question ended. Every question ends in exactly one of these. */
public sealed interface Outcome {

  /** Rows were returned. */
  record Answered() implements Outcome {}

  /** The question was explained and nothing was run. */
  record Explained() implements Outcome {}

  /** The question has several readings and the caller must choose. */
  record NeedsClarification(List<Clarification> clarifications) implements Outcome {
    public NeedsClarification {
      clarifications = List.copyOf(clarifications);
    }
  }

  /** The question, or enough of it, was not understood. */
  record NotUnderstood(String reason) implements Outcome {}

  /** The question cannot be answered by a query: a write, a forecast, small talk. */
  record NotAnswerable(String reason) implements Outcome {}

  /** The guard or a policy refused the SQL. */
  record Refused(String reason) implements Outcome {}

  /**
   * Something failed; the condition says what, the cause is the database's own exception if it had
   * one.
   */
  record Failed(Condition condition, String reason, Optional<Exception> cause) implements Outcome {}

  /** The caller cancelled, or its own time limit passed. */
  record Cancelled(Condition condition, String reason) implements Outcome {}
}
