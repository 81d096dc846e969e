package dev.nl2sql.generate.embedded;

import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import java.util.List;

/** Estimates how probably a reading is what was asked, from what it leaves unexplained. */
final class Confidence {
  private static final double BASE = 0.8;
  private static final double UNEXPLAINED_WORD = 0.45;
  private static final double DOUBT = 0.7;
  private static final double UNUSED_NAME = 0.7;
  private static final double WEAK_NAME = 0.9;
  private static final double CORRECTED_WORD = 0.94;
  private static final double WEAK = 0.66;
  private static final double RELATED_NAME = 0.8;

  private Confidence() {}

  static double of(
      List<Item> items, NameResolver names, Sketch sketch, int unexplained, int doubts) {
    double confidence = BASE;
    confidence *= Math.pow(UNEXPLAINED_WORD, unexplained);
    confidence *= Math.pow(DOUBT, doubts);
    for (Item item : items) {
      if (item instanceof Item.Named named) {
        Candidate meaning = names.meaning(named);
        if (meaning.fit() == Candidate.Fit.RELATED) {
          confidence *= RELATED_NAME;
        }
        if (meaning.score() < WEAK) {
          confidence *= WEAK_NAME;
        }
        if (!meaning.isTable()
            && !meaning.field().column().type().isTemporal()
            && !isUsed(meaning.field(), sketch)) {
          confidence *= UNUSED_NAME;
        }
      }
    }
    return confidence;
  }

  /** The share that is left when words had to be corrected. */
  static double ofCorrections(int corrections) {
    return Math.pow(CORRECTED_WORD, corrections);
  }

  private static boolean isUsed(Field field, Sketch sketch) {
    return sketch.shown().stream().anyMatch(t -> uses(t, field))
        || sketch.groups().stream().anyMatch(t -> uses(t, field))
        || sketch.orders().stream().anyMatch(o -> uses(o.term(), field))
        || sketch
            .allFilters()
            .anyMatch(
                f ->
                    PlanBuilder.tableOf(f).filter(field.table()::equals).isPresent()
                        || f instanceof Sketch.GroupCompare);
  }

  private static boolean uses(Sketch.Term term, Field field) {
    return term instanceof Sketch.OfEntity e && e.table().equals(field.table())
        || term instanceof Sketch.OfField f && f.field().equals(field)
        || term instanceof Sketch.AggregateOf a && a.field().equals(field)
        || term instanceof Sketch.CountOf c && c.distinct().filter(field::equals).isPresent();
  }
}
