package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Field;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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

  /** What is asked for, if that is a text and no name of rows: "publishers" of catalogs. */
  Optional<Field> onlyNames() {
    return shown.size() == 1
            && shown.get(0) instanceof Sketch.OfField f
            && f.field().column().type() == ColumnType.TEXT
            && !f.field().column().name().toLowerCase(Locale.ROOT).contains("name")
        ? Optional.of(f.field())
        : Optional.empty();
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

  /** "red and blue": a row that has one value in a column cannot have another. */
  Optional<Contradiction> contradiction() {
    return Contradiction.in(filters, field -> subject.filter(field.table()::equals).isPresent());
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
