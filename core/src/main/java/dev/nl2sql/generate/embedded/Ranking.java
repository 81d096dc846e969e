package dev.nl2sql.generate.embedded;

import dev.nl2sql.resource.WordList;
import java.util.HashMap;
import java.util.Map;

/**
 * How probably a reading is right: a log-linear model over its {@link Features}, with weights
 * learned from public questions by the command that {@code ranking_weights.txt} names. Thread-safe.
 */
final class Ranking {
  private static final double MARGIN = 0.92;

  private final Map<String, Double> weights = new HashMap<>();

  /**
   * Reads the weights.
   *
   * @throws IllegalStateException if a line is no name with a number, with its text
   */
  Ranking() {
    for (String entry : WordList.read(Ranking.class, "ranking_weights.txt")) {
      String[] parts = entry.split("\\s+");
      if (parts.length != 2 || !parts[1].matches("-?\\d+(\\.\\d+)?")) {
        throw new IllegalStateException(
            "ranking_weights.txt: a line needs a name and a number, found: " + entry);
      }
      weights.put(parts[0], Double.valueOf(parts[1]));
    }
  }

  /** The probability that a reading with these features is right, 0–1. */
  double probability(Map<String, Double> features) {
    double sum = 0;
    for (Map.Entry<String, Double> feature : features.entrySet()) {
      sum += weights.getOrDefault(feature.getKey(), 0.0) * feature.getValue();
    }
    return 1 / (1 + Math.exp(-sum));
  }

  /**
   * As {@link #probability}, with a margin: questions and schemas met in use differ from those that
   * the weights were learned on, and an answer is given only from {@code minConfidence} on.
   */
  double confidence(Map<String, Double> features) {
    return MARGIN * probability(features);
  }
}
