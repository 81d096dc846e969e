package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.WordClass;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * "holders with policies but no claims": that there are policies is demanded as well, though the
 * absence of claims speaks of the same rows.
 */
record PresenceBesideAbsence(Line line) {

  /** The sketch with the absence as a condition of its own, where nothing more is said of it. */
  Sketch of(Sketch sketch) {
    Optional<Sketch.Related> found =
        absentAfterPresent(sketch).filter(r -> isPlain(sketch, r.table()));
    if (found.isEmpty()) {
      return sketch;
    }
    List<Sketch.Filter> absent = List.of(found.get());
    List<Sketch.Filter> alone = List.of(new Sketch.Without(found.get().table(), List.of()));
    UnaryOperator<List<Sketch.Filter>> replaced = any -> any.equals(absent) ? alone : any;
    return sketch.withFilters(sketch.filters().stream().map(replaced).toList());
  }

  /** Whether more is said of the absent rows, so that the presence is lost in a query. */
  boolean isLost(Sketch sketch) {
    return absentAfterPresent(sketch).filter(r -> !isPlain(sketch, r.table())).isPresent();
  }

  private Optional<Sketch.Related> absentAfterPresent(Sketch sketch) {
    List<Sketch.Related> related =
        sketch.filters().stream()
            .filter(any -> any.size() == 1 && any.get(0) instanceof Sketch.Related)
            .map(any -> (Sketch.Related) any.get(0))
            .toList();
    return related.stream()
        .filter(Sketch.Related::negated)
        .filter(absent -> related.stream().anyMatch(r -> isBefore(r, absent.table())))
        .findFirst();
  }

  /** Whether the question says that there are some before it denies the others. */
  private boolean isBefore(Sketch.Related present, Table absent) {
    return !present.negated()
        && !present.table().equals(absent)
        && IntStream.range(0, line.size())
            .filter(at -> line.is(at, WordClass.NEGATION))
            .anyMatch(
                at -> line.names(present.table(), 0, at) && line.names(absent, at, line.size()));
  }

  /** Whether no other condition may be about the absent rows. */
  private static boolean isPlain(Sketch sketch, Table absent) {
    return sketch
        .allFilters()
        .filter(f -> !f.equals(new Sketch.Related(absent, true)))
        .noneMatch(
            f ->
                f instanceof Sketch.Within
                    || PlanBuilder.tableOf(f).filter(absent::equals).isPresent());
  }
}
