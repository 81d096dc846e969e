package dev.nl2sql.generate.embedded;

import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Two conditions that no row can meet at once: one column of one row has one value. */
record Contradiction(List<Sketch.Filter> first, List<Sketch.Filter> second) {

  /**
   * The first two of the conditions that exclude each other.
   *
   * @param own whether a row of what is asked has one value of the column
   */
  static Optional<Contradiction> in(List<List<Sketch.Filter>> filters, Predicate<Field> own) {
    for (int i = 0; i < filters.size(); i++) {
      for (int j = i + 1; j < filters.size(); j++) {
        boolean single = filters.get(i).size() == 1 && filters.get(j).size() == 1;
        if (single && exclude(filters.get(i).get(0), filters.get(j).get(0), own)) {
          return Optional.of(new Contradiction(filters.get(i), filters.get(j)));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether no row can be what the sketch asks for. */
  static boolean isIn(Sketch sketch) {
    return in(
            sketch.filters(),
            field ->
                sketch.shown().stream()
                    .limit(1)
                    .flatMap(term -> PlanBuilder.tableOf(term).stream())
                    .anyMatch(field.table()::equals))
        .isPresent();
  }

  private static boolean exclude(Sketch.Filter one, Sketch.Filter other, Predicate<Field> own) {
    if (one instanceof Sketch.OneOf a && other instanceof Sketch.OneOf b) {
      return a.field().equals(b.field())
          && own.test(a.field())
          && !a.negated()
          && !b.negated()
          && a.values().stream().noneMatch(b.values()::contains);
    }
    return one instanceof Sketch.Compare a
        && other instanceof Sketch.Compare b
        && a.field().equals(b.field())
        && own.test(a.field())
        && isApart(a, b);
  }

  private static boolean isApart(Sketch.Compare one, Sketch.Compare other) {
    Sketch.Compare low = isLower(one.operator()) ? one : other;
    Sketch.Compare high = low == one ? other : one;
    return isLower(low.operator())
        && isHigher(high.operator())
        && number(low)
            .filter(l -> number(high).filter(h -> h.compareTo(l) >= 0).isPresent())
            .isPresent();
  }

  private static boolean isLower(Operator operator) {
    return operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
  }

  private static boolean isHigher(Operator operator) {
    return operator == Operator.GREATER || operator == Operator.GREATER_OR_EQUAL;
  }

  private static Optional<BigDecimal> number(Sketch.Compare compare) {
    return compare.value() instanceof Expression.Literal l && l.value() instanceof Number n
        ? Optional.of(new BigDecimal(n.toString()))
        : Optional.empty();
  }
}
