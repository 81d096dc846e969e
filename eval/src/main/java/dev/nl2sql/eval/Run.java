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

  /** What a reader must know about where the figures are from. */
  String subtitle() {
    return "%d questions on %d databases, asked at %s"
        .formatted(
            results.size(),
            results.stream().map(r -> r.question().database()).distinct().count(),
            points.get(0).label());
  }

  /** As asked. */
  Scores scores() {
    return new Scores(results);
  }

  Scores scores(OperatingPoint point) {
    return scores().at(point.minConfidence());
  }
}
