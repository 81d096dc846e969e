package dev.nl2sql.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says a condition in words, for people who read messages and not SQL. */
public final class PredicateText {
  private static final int LONGEST = 200;

  private PredicateText() {}

  /** The condition, cut where it is long. */
  public static String of(Predicate predicate) {
    String text = words(predicate);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  private static String words(Predicate predicate) {
    if (predicate instanceof Predicate.Comparison c) {
      return words(c.left()) + " " + operator(c.operator()) + " " + words(c.right());
    }
    if (predicate instanceof Predicate.InList in) {
      String values =
          in.values().stream().map(PredicateText::words).collect(Collectors.joining(" or "));
      return words(in.argument()) + (in.negated() ? " is not " : " is ") + values;
    }
    if (predicate instanceof Predicate.TextMatch match) {
      return "%s %s '%s'".formatted(words(match.argument()), matching(match), match.text());
    }
    if (predicate instanceof Predicate.IsNull isNull) {
      return words(isNull.argument()) + (isNull.negated() ? " is given" : " is missing");
    }
    if (predicate instanceof Predicate.IsTrue isTrue) {
      return (isTrue.negated() ? "not " : "") + words(isTrue.argument());
    }
    if (predicate instanceof Predicate.And and) {
      return joined(and.operands(), " and ");
    }
    if (predicate instanceof Predicate.Or or) {
      return joined(or.operands(), " or ");
    }
    return predicate instanceof Predicate.Not not
        ? "not (" + words(not.operand()) + ")"
        : nested(predicate);
  }

  private static String nested(Predicate predicate) {
    if (predicate instanceof Predicate.Exists exists) {
      return (exists.negated() ? "there is no " : "there is a ") + rows(exists.plan());
    }
    Predicate.InSubquery in = (Predicate.InSubquery) predicate;
    return words(in.argument())
        + (in.negated() ? " is not among those of " : " is among those of ")
        + rows(in.plan());
  }

  /** The relation that a nested query reads, with the conditions that are its own. */
  private static String rows(QueryPlan plan) {
    if (!(plan instanceof QueryPlan.Select select)) {
      return "row of a combination";
    }
    Optional<String> conditions =
        select.where().map(PredicateText::own).filter(text -> !text.isEmpty());
    return "row of "
        + select.from().root().table().name().name()
        + conditions.map(text -> " where " + text).orElse("");
  }

  /** Without the comparisons that only tie a nested query to the one around it. */
  private static String own(Predicate predicate) {
    List<Predicate> all =
        predicate instanceof Predicate.And and ? and.operands() : List.of(predicate);
    return all.stream()
        .filter(p -> !isLink(p))
        .map(PredicateText::words)
        .collect(Collectors.joining(" and "));
  }

  /** Whether a condition only compares columns, as those do that tie a query to another. */
  public static boolean isLink(Predicate predicate) {
    return predicate instanceof Predicate.Comparison c
        && c.left() instanceof Expression.ColumnReference
        && c.right() instanceof Expression.ColumnReference;
  }

  private static String joined(List<Predicate> operands, String word) {
    return operands.stream().map(PredicateText::words).collect(Collectors.joining(word));
  }

  private static String matching(Predicate.TextMatch match) {
    String verb =
        switch (match.match()) {
          case CONTAINS -> "contain";
          case STARTS_WITH -> "start with";
          case ENDS_WITH -> "end with";
        };
    return (match.negated() ? "does not " : "does ") + verb;
  }

  private static String operator(Predicate.Comparison.Operator operator) {
    return switch (operator) {
      case EQUAL -> "is";
      case NOT_EQUAL -> "is not";
      case LESS -> "is less than";
      case LESS_OR_EQUAL -> "is at most";
      case GREATER -> "is more than";
      case GREATER_OR_EQUAL -> "is at least";
    };
  }

  private static String words(Expression expression) {
    if (expression instanceof Expression.ColumnReference reference) {
      return reference.table().table().name().name() + "." + reference.column().name();
    }
    if (expression instanceof Expression.Literal literal) {
      return literal.value() instanceof String text ? "'" + text + "'" : literal.value().toString();
    }
    if (expression instanceof Expression.Parameter) {
      return "the value given";
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      String name = aggregate.function().name().toLowerCase(Locale.ROOT);
      return aggregate.argument().map(a -> name + " of " + words(a)).orElse("the number of rows");
    }
    if (expression instanceof Expression.ScalarSubquery) {
      return "the value of all";
    }
    List<Expression> parts = PlanWalk.children(expression);
    return parts.isEmpty()
        ? "a computed value"
        : parts.stream().map(PredicateText::words).collect(Collectors.joining(" and "));
  }
}
