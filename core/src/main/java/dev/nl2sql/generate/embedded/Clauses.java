package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What the clauses of one question have said so far. */
final class Clauses {
  final List<Sketch.Term> shown = new ArrayList<>();
  final List<Sketch.Term> groups = new ArrayList<>();
  final List<List<Sketch.Filter>> filters = new ArrayList<>();
  final List<Sketch.Order> orders = new ArrayList<>();
  final List<String> doubts = new ArrayList<>();
  final List<Assumption> assumptions = new ArrayList<>();
  final Set<Table> related = new LinkedHashSet<>();
  final BitSet read = new BitSet();
  OptionalLong limit = OptionalLong.empty();
  boolean distinct;
  Optional<Table> subject = Optional.empty();

  private boolean alternative;

  /** The next condition is an alternative to the last one. */
  void expectAlternative() {
    alternative = !filters.isEmpty();
  }

  /** A condition that must hold beside the others, or instead of the last one. */
  void add(Sketch.Filter filter) {
    if (alternative && !filters.isEmpty()) {
      List<Sketch.Filter> any = new ArrayList<>(filters.remove(filters.size() - 1));
      any.add(filter);
      filters.add(any);
    } else {
      filters.add(List.of(filter));
    }
    alternative = false;
  }

  void forgetAlternative() {
    alternative = false;
  }

  Optional<Sketch.Filter> last() {
    if (filters.isEmpty()) {
      return Optional.empty();
    }
    List<Sketch.Filter> any = filters.get(filters.size() - 1);
    return Optional.of(any.get(any.size() - 1));
  }

  void replaceLast(Sketch.Filter filter) {
    List<Sketch.Filter> any = new ArrayList<>(filters.remove(filters.size() - 1));
    any.set(any.size() - 1, filter);
    filters.add(any);
  }

  void mark(int at) {
    read.set(at);
  }

  void show(Sketch.Term term) {
    if (!shown.contains(term)) {
      shown.add(term);
    }
  }

  boolean isAggregated() {
    return shown.stream().anyMatch(PlanBuilder::isAggregate);
  }

  void rank(Sketch.Term term, boolean descending, long count) {
    orders.add(new Sketch.Order(term, descending));
    if (limit.isEmpty()) {
      limit = OptionalLong.of(count);
    }
  }

  /** Two conditions on one column that no row can meet at once. */
  record Contradiction(List<Sketch.Filter> first, List<Sketch.Filter> second) {}

  /** "red and blue": a row that has one value in a column cannot have another. */
  Optional<Contradiction> contradiction() {
    for (int i = 0; i < filters.size(); i++) {
      for (int j = i + 1; j < filters.size(); j++) {
        boolean single = filters.get(i).size() == 1 && filters.get(j).size() == 1;
        if (single && exclude(filters.get(i).get(0), filters.get(j).get(0))) {
          return Optional.of(new Contradiction(filters.get(i), filters.get(j)));
        }
      }
    }
    return Optional.empty();
  }

  private boolean exclude(Sketch.Filter one, Sketch.Filter other) {
    if (one instanceof Sketch.OneOf a && other instanceof Sketch.OneOf b) {
      return a.field().equals(b.field())
          && isOwn(a.field())
          && !a.negated()
          && !b.negated()
          && a.values().stream().noneMatch(b.values()::contains);
    }
    return one instanceof Sketch.Compare a
        && other instanceof Sketch.Compare b
        && a.field().equals(b.field())
        && isOwn(a.field())
        && isApart(a, b);
  }

  private boolean isOwn(Field field) {
    return subject.filter(field.table()::equals).isPresent();
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

  /** The conditions but one. */
  List<List<Sketch.Filter>> without(List<Sketch.Filter> left) {
    return filters.stream().filter(any -> any != left).toList();
  }

  /** The conditions, of two that exclude each other either. */
  List<List<Sketch.Filter>> merged(Contradiction two) {
    List<List<Sketch.Filter>> all = new ArrayList<>(without(two.second()));
    List<Sketch.Filter> either = new ArrayList<>(two.first());
    either.addAll(two.second());
    all.set(all.indexOf(two.first()), either);
    return all;
  }
}
