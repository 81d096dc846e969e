package dev.nl2sql.eval;

import java.util.List;

/**
 * The results of one set in one configuration.
 *
 * @param name what was run, for example {@code shop-engine}
 * @param results one a question, as asked
 * @param points what figures are printed for; the first is what the questions were asked with
 */
record Run(String name, List<QuestionResult> results, List<OperatingPoint> points) {
  Run {
    results = List.copyOf(results);
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a run has at least one operating point");
    }
  }

  /** As asked. */
  Scores scores() {
    return new Scores(results);
  }

  Scores scores(OperatingPoint point) {
    return scores().at(point.minConfidence());
  }
}
