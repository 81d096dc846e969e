package dev.nl2sql.generate;

import dev.nl2sql.Assumption;
import dev.nl2sql.Clarification;
import dev.nl2sql.Notice;
import dev.nl2sql.plan.QueryPlan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a generator made of a question. */
public sealed interface Generation {

  /**
   * A query.
   *
   * @param plan the query as a tree
   * @param confidence probability that it is what was asked, 0–1
   * @param interpretation the question as it was understood, one sentence
   * @param assumptions what the question left open
   * @param notices further things to say: unsafe aggregates, fan-out, alternatives
   */
  record Planned(
      QueryPlan plan,
      double confidence,
      String interpretation,
      List<Assumption> assumptions,
      List<Notice> notices)
      implements Generation {
    public Planned {
      Objects.requireNonNull(plan);
      Objects.requireNonNull(interpretation);
      assumptions = List.copyOf(assumptions);
      notices = List.copyOf(notices);
    }
  }

  /** SQL written as text, by a model. It is parsed, checked and printed anew by the guard. */
  record Written(
      String sql,
      double confidence,
      String interpretation,
      List<Assumption> assumptions,
      List<Notice> notices)
      implements Generation {
    public Written {
      Objects.requireNonNull(sql);
      Objects.requireNonNull(interpretation);
      assumptions = List.copyOf(assumptions);
      notices = List.copyOf(notices);
    }

    public Written(
        String sql, double confidence, String interpretation, List<Assumption> assumptions) {
      this(sql, confidence, interpretation, assumptions, List.of());
    }
  }

  /** Several readings fit and the caller must choose. */
  record Ambiguous(List<Clarification> clarifications) implements Generation {
    public Ambiguous {
      clarifications = List.copyOf(clarifications);
    }
  }

  /**
   * The question, or a part that matters, was not understood.
   *
   * @param reason which words, and what to try; nearest names where there are any
   * @param bestGuess the best plan all the same, shown but never run
   */
  record NotUnderstood(String reason, Optional<Planned> bestGuess) implements Generation {
    public NotUnderstood {
      Objects.requireNonNull(reason);
      Objects.requireNonNull(bestGuess);
    }
  }

  /** No query can answer this: a write, a forecast, small talk. */
  record NotAnswerable(String reason) implements Generation {
    public NotAnswerable {
      Objects.requireNonNull(reason);
    }
  }

  /** A question about the schema itself, answered from the catalog. */
  record SchemaQuestion(Optional<dev.nl2sql.catalog.Table> table) implements Generation {}
}
