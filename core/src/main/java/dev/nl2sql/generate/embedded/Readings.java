package dev.nl2sql.generate.embedded;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The readings of one question that make a query: which is the most probable, and how far it is to
 * be trusted.
 */
final class Readings {
  private static final Ranking RANKING = new Ranking();

  /** Where two readers agree without a doubt, about this share of answers is right, or more. */
  private static final double AGREED = 0.75;

  private static final double LIKELY = 0.4;
  private static final double MOST_UNREAD = 0.45;

  /** Where a reader had a doubt, or left something unread, its answer is not to be trusted. */
  private static final double MOST_DOUBTED = 0.65;

  /** From here on a reading by one reader alone explains the question. */
  static final double EXPLAINED = 0.7;

  private final Line line;
  private final NameResolver names;
  private final List<Reading> all;
  private final boolean ranked;
  private final Map<Reading, Map<String, Double>> features = new LinkedHashMap<>();
  private final Features told;

  /**
   * @param all the readings, at least one
   * @param ranked whether the learned weights may judge
   */
  Readings(Line line, Mentions mentions, NameResolver names, List<Reading> all, boolean ranked) {
    this.line = line;
    this.names = names;
    this.all = List.copyOf(all);
    this.ranked = ranked;
    this.told = new Features(line, mentions, this.all);
  }

  List<Reading> all() {
    return all;
  }

  /** What is told of a reading to those who rank it; found once. */
  Map<String, Double> features(Reading reading) {
    return features.computeIfAbsent(reading, told::of);
  }

  /** The most probable reading; one without doubts before those with doubts. */
  Reading best() {
    return all.stream()
        .max(
            Comparator.comparing(Features::isSure)
                .thenComparingDouble(r -> RANKING.probability(features(r))))
        .orElseThrow();
  }

  /** How probable it is that the reading is right, 0–1. */
  double confidence(Reading reading) {
    if (!ranked) {
      return unexplained(reading);
    }
    double learned = RANKING.confidence(features(reading));
    if (told.isAgreed(reading) && unexplained(reading) >= EXPLAINED && learned >= LIKELY) {
      return Math.max(AGREED, learned);
    }
    boolean unread = all.stream().allMatch(r -> !r.unread().isEmpty());
    boolean doubted =
        !Features.isSure(reading) || all.stream().anyMatch(r -> isReasonToDoubt(r, reading));
    return Math.min(learned, unread ? MOST_UNREAD : doubted ? MOST_DOUBTED : 1);
  }

  /**
   * Whether another reading makes this one less sure. Words that the reader by zones left unread do
   * not, if it came to the same query and the clauses had a use for them.
   */
  private static boolean isReasonToDoubt(Reading other, Reading reading) {
    boolean agrees =
        other.doubts().isEmpty()
            && other.reader() == Reading.Reader.ZONES
            && other.plan().equals(reading.plan());
    return !Features.isSure(other) && !agrees;
  }

  /** Another reading without doubts that comes to another query. */
  Optional<Reading> contradicting(Reading best) {
    return all.stream()
        .filter(r -> r != best && Features.isSure(r) && !r.plan().equals(best.plan()))
        .findFirst();
  }

  private double unexplained(Reading reading) {
    return Confidence.of(
        line.items(), names, reading.sketch(), reading.unread().size(), reading.doubts().size());
  }
}
