package dev.nl2sql.eval;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The nearest-rank percentile: a value that was seen, with so much of all at or below it. */
final class Percentile {
  /** The ones that are reported, by their names. */
  static final Map<String, Double> USUAL = usual();

  private Percentile() {}

  private static Map<String, Double> usual() {
    Map<String, Double> usual = new LinkedHashMap<>();
    usual.put("p50", 0.5);
    usual.put("p95", 0.95);
    usual.put("p99", 0.99);
    usual.put("max", 1.0);
    return Collections.unmodifiableMap(usual);
  }

  /**
   * @param share 0–1
   * @return 0 where there are no values
   */
  static double of(double share, double[] values) {
    if (values.length == 0) {
      return 0;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
