package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Numbers about a list of results. Shares are 0–1, and 0 where there is nothing to share. */
record Scores(List<QuestionResult> results) {
  private static final int BUCKETS = 10;

  Scores {
    results = List.copyOf(results);
  }

  /**
   * One row of the calibration table.
   *
   * @param from lowest confidence of the bucket
   * @param to its upper bound
   * @param count answers in it
   * @param meanConfidence what the driver expected
   * @param accuracy what came true
   */
  record Bucket(double from, double to, int count, double meanConfidence, double accuracy) {}

  /** The same questions under a higher {@code nl2sql.minConfidence}. */
  Scores at(double minConfidence) {
    return new Scores(results.stream().map(r -> r.at(minConfidence)).toList());
  }

  int count() {
    return results.size();
  }

  int count(Predicate<QuestionResult> which) {
    return (int) results.stream().filter(which).count();
  }

  int count(Ending ending) {
    return count(r -> r.ending() == ending);
  }

  Map<Ending, Integer> endings() {
    Map<Ending, Integer> endings = new EnumMap<>(Ending.class);
    for (Ending ending : Ending.values()) {
      endings.put(ending, count(ending));
    }
    return endings;
  }

  /** Questions whose gold ran, so that they can be judged. */
  int judged() {
    return count() - count(Ending.GOLD_FAILED);
  }

  double accuracy() {
    return share(count(Ending.RIGHT), judged());
  }

  double strictAccuracy() {
    return share(count(QuestionResult::strict), judged());
  }

  double lenientAccuracy() {
    return share(count(QuestionResult::lenient), judged());
  }

  double coverage() {
    return share(count(r -> r.ending().isAnswered()), judged());
  }

  double accuracyWhenAnswered() {
    return share(count(Ending.RIGHT), count(r -> r.ending().isAnswered()));
  }

  double lenientAccuracyWhenAnswered() {
    return share(count(QuestionResult::lenient), count(r -> r.ending().isAnswered()));
  }

  int ambiguous() {
    return count(r -> r.question().isAmbiguous());
  }

  double clarificationRecall() {
    return share(count(QuestionResult::isFullyClarified), ambiguous());
  }

  int falseClarifications() {
    return count(QuestionResult::isFalselyClarified);
  }

  int questionsAsked() {
    return results.stream().mapToInt(r -> r.asked().size()).sum();
  }

  int silentlyWrong() {
    return count(QuestionResult::isSilentlyWrong);
  }

  /** Right, or asked back where the label says one must; the measure for a set without a user. */
  double rightOrRightlyClarified() {
    return share(
        count(
            r ->
                r.ending() == Ending.RIGHT
                    || (r.ending() == Ending.CLARIFIED && !r.isFalselyClarified())),
        judged());
  }

  List<Bucket> calibration() {
    List<Bucket> buckets = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      int bucket = i;
      List<QuestionResult> inside =
          results.stream()
              .filter(r -> r.ending().isAnswered() && r.confidence() >= 0)
              .filter(r -> Math.min(BUCKETS - 1, (int) (r.confidence() * BUCKETS)) == bucket)
              .toList();
      if (!inside.isEmpty()) {
        double mean = inside.stream().mapToDouble(QuestionResult::confidence).average().orElse(0);
        int right = new Scores(inside).count(Ending.RIGHT);
        buckets.add(
            new Bucket(
                i / (double) BUCKETS,
                (i + 1) / (double) BUCKETS,
                inside.size(),
                mean,
                share(right, inside.size())));
      }
    }
    return buckets;
  }

  /** Mean distance of expected and true accuracy over the buckets, weighted by their size. */
  double calibrationError() {
    List<Bucket> buckets = calibration();
    int all = buckets.stream().mapToInt(Bucket::count).sum();
    return buckets.stream()
        .mapToDouble(b -> Math.abs(b.meanConfidence() - b.accuracy()) * b.count() / all)
        .sum();
  }

  /** Milliseconds within which that share of the questions ended. */
  double latency(double share) {
    return Percentile.of(
        share, results.stream().mapToDouble(QuestionResult::milliseconds).toArray());
  }

  /** The stages any question passed, in their order. */
  List<String> stages() {
    Set<String> stages = new LinkedHashSet<>();
    results.forEach(r -> stages.addAll(r.told().stages().keySet()));
    return List.copyOf(stages);
  }

  /** Milliseconds within which a stage ended for that share of the questions that passed it. */
  double stageLatency(String stage, double share) {
    return Percentile.of(
        share,
        results.stream()
            .filter(r -> r.told().stages().containsKey(stage))
            .mapToDouble(r -> r.told().stages().get(stage))
            .toArray());
  }

  /** Share of the judged questions whose SQL agrees with the gold in a part. */
  double componentMatch(SqlComponents.Part part) {
    return share(count(r -> r.components().map(c -> c.same().get(part)).orElse(false)), judged());
  }

  double exactMatch() {
    return share(count(r -> r.components().map(ComponentMatch::isExact).orElse(false)), judged());
  }

  /** Questions that took more than one generation and were answered, of all that took more. */
  double repairSuccess() {
    return share(
        count(r -> r.told().attempts() > 1 && r.ending().isAnswered()),
        count(r -> r.told().attempts() > 1));
  }

  /** How many questions took how many generations. */
  Map<Integer, Long> attempts() {
    return results.stream()
        .collect(
            Collectors.groupingBy(r -> r.told().attempts(), TreeMap::new, Collectors.counting()));
  }

  long tokens() {
    return results.stream().mapToLong(r -> r.told().tokens()).sum();
  }

  Map<String, Long> errorsBySqlState() {
    return results.stream()
        .filter(r -> !r.sqlState().isEmpty())
        .collect(
            Collectors.groupingBy(QuestionResult::sqlState, TreeMap::new, Collectors.counting()));
  }

  /** How many questions failed in which way. */
  Map<String, Long> failures() {
    return results.stream()
        .map(FailureKind::of)
        .filter(kind -> !kind.isEmpty())
        .collect(Collectors.groupingBy(kind -> kind, TreeMap::new, Collectors.counting()));
  }

  Map<String, Scores> by(Function<LabelledQuestion, String> key) {
    Map<String, List<QuestionResult>> groups =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    r -> key.apply(r.question()), TreeMap::new, Collectors.toList()));
    Map<String, Scores> scores = new TreeMap<>();
    groups.forEach((name, group) -> scores.put(name, new Scores(group)));
    return scores;
  }

  Scores only(Predicate<LabelledQuestion> which) {
    return new Scores(results.stream().filter(r -> which.test(r.question())).toList());
  }

  static double share(int part, int whole) {
    return whole == 0 ? 0 : part / (double) whole;
  }
}
