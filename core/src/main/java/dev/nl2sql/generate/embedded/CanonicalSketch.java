package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One form for sketches that say the same, so that readings can be compared. */
final class CanonicalSketch {
  private CanonicalSketch() {}

  /**
   * The sketch with values of one column in one condition, nothing said twice, no mention of rows
   * that another condition speaks of anyway, and the conditions in a fixed order.
   */
  static Sketch of(Sketch sketch) {
    Set<List<Sketch.Filter>> filters = new LinkedHashSet<>();
    sketch.filters().stream()
        .map(CanonicalSketch::merged)
        .sorted(Comparator.comparing(Object::toString))
        .forEach(filters::add);
    List<List<Sketch.Filter>> needed =
        filters.stream().filter(any -> !isSaidAnyway(any, filters)).toList();
    return new Sketch(
        sketch.shown(),
        sketch.groups(),
        needed,
        List.copyOf(new LinkedHashSet<>(sketch.orders())),
        sketch.limit(),
        sketch.distinct(),
        sketch.dateReading(),
        sketch.doubts());
  }

  /** "Sweden or Ireland": alternatives in one column are one list. */
  private static List<Sketch.Filter> merged(List<Sketch.Filter> any) {
    Set<Field> fields = new HashSet<>();
    List<String> values = new ArrayList<>();
    for (Sketch.Filter filter : any) {
      if (!(filter instanceof Sketch.OneOf o) || o.negated()) {
        return any;
      }
      fields.add(o.field());
      values.addAll(o.values());
    }
    return any.size() > 1 && fields.size() == 1
        ? List.of(new Sketch.OneOf(fields.iterator().next(), values, false))
        : any;
  }

  private static boolean isSaidAnyway(List<Sketch.Filter> any, Set<List<Sketch.Filter>> all) {
    if (any.size() != 1 || !(any.get(0) instanceof Sketch.Related r) || r.negated()) {
      return false;
    }
    return all.stream()
        .filter(other -> other != any && other.size() == 1)
        .map(other -> other.get(0))
        .anyMatch(f -> speaksOf(f).filter(r.table()::equals).isPresent());
  }

  /** The relation of which a condition needs a row. */
  private static Optional<Table> speaksOf(Sketch.Filter filter) {
    boolean positive =
        filter instanceof Sketch.OneOf o && !o.negated()
            || filter instanceof Sketch.Compare
            || filter instanceof Sketch.Like l && !l.negated();
    return positive ? PlanBuilder.tableOf(filter) : Optional.empty();
  }
}
