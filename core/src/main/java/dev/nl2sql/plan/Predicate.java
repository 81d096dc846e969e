package dev.nl2sql.plan;

import java.util.List;
import java.util.Objects;

/** A condition. */
public sealed interface Predicate {

  /** A comparison of two values. */
  record Comparison(Operator operator, Expression left, Expression right) implements Predicate {
    /** The six comparisons. */
    public enum Operator {
      EQUAL,
      NOT_EQUAL,
      LESS,
      LESS_OR_EQUAL,
      GREATER,
      GREATER_OR_EQUAL;

      /** What holds of two values where this does not. */
      public Operator negated() {
        return switch (this) {
          case EQUAL -> NOT_EQUAL;
          case NOT_EQUAL -> EQUAL;
          case LESS -> GREATER_OR_EQUAL;
          case LESS_OR_EQUAL -> GREATER;
          case GREATER -> LESS_OR_EQUAL;
          case GREATER_OR_EQUAL -> LESS;
        };
      }
    }

    public Comparison {
      Objects.requireNonNull(operator);
      Objects.requireNonNull(left);
      Objects.requireNonNull(right);
    }
  }

  /** Membership in a list of values. */
  record InList(Expression argument, List<Expression> values, boolean negated)
      implements Predicate {
    public InList {
      Objects.requireNonNull(argument);
      values = List.copyOf(values);
    }
  }

  /** Membership in the result of a one-column plan. */
  record InSubquery(Expression argument, QueryPlan plan, boolean negated) implements Predicate {
    public InSubquery {
      Objects.requireNonNull(argument);
      Objects.requireNonNull(plan);
    }
  }

  /** Whether a plan, usually one that refers to the outer query, has rows. */
  record Exists(QueryPlan plan, boolean negated) implements Predicate {
    public Exists {
      Objects.requireNonNull(plan);
    }
  }

  /**
   * A text pattern, compared without regard to case.
   *
   * @param text the literal text searched for; the renderer escapes wildcards in it
   * @param match where the text must stand
   */
  record TextMatch(Expression argument, String text, Match match, boolean negated)
      implements Predicate {
    /** Where the text must stand. */
    public enum Match {
      CONTAINS,
      STARTS_WITH,
      ENDS_WITH
    }

    public TextMatch {
      Objects.requireNonNull(argument);
      Objects.requireNonNull(text);
      Objects.requireNonNull(match);
    }
  }

  /** A test for NULL. */
  record IsNull(Expression argument, boolean negated) implements Predicate {
    public IsNull {
      Objects.requireNonNull(argument);
    }
  }

  /** A boolean column or expression used as a condition. */
  record IsTrue(Expression argument, boolean negated) implements Predicate {
    public IsTrue {
      Objects.requireNonNull(argument);
    }
  }

  /** All conditions hold. */
  record And(List<Predicate> operands) implements Predicate {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** At least one condition holds. */
  record Or(List<Predicate> operands) implements Predicate {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /** The condition does not hold. */
  record Not(Predicate operand) implements Predicate {
    public Not {
      Objects.requireNonNull(operand);
    }
  }

  /** The conjunction of several conditions, flattened. */
  static Predicate all(List<Predicate> operands) {
    return operands.size() == 1 ? operands.get(0) : new And(operands);
  }
}
