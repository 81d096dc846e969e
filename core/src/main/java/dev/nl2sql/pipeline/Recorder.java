package dev.nl2sql.pipeline;

import dev.nl2sql.Answer;
import dev.nl2sql.Outcome;

/** Told of every question when it has ended. Thread-safe. */
@FunctionalInterface
interface Recorder {
  /** Never waits for anything. */
  void record(Inquiry inquiry, Answer answer);

  /** For parts of a whole that is told itself: only those that ended the whole. */
  default Recorder ofFailures() {
    return (inquiry, answer) -> {
      if (!(answer.outcome() instanceof Outcome.Answered)) {
        record(inquiry, answer);
      }
    };
  }
}
