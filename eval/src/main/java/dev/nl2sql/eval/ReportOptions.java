package dev.nl2sql.eval;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Options every run has. */
final class ReportOptions {
  @Option(
      names = "--reports",
      defaultValue = "eval/target/evaluation",
      description = "folder of the reports (default: ${DEFAULT-VALUE})")
  private Path reports;

  @Option(
      names = {"--sample", "--limit"},
      defaultValue = "1000000",
      description = "take only so many questions, always the same, spread evenly over the set")
  private int sample;

  @Option(
      names = "--threads",
      defaultValue = "1",
      description = "databases asked at a time; latencies are true with one only")
  private int threads;

  @Option(
      names = "--setting",
      description = "a connection property, for example nl2sql.minConfidence=0.5")
  private Map<String, String> settings = new LinkedHashMap<>();

  Path reports() {
    return reports;
  }

  int threads() {
    return threads;
  }

  Map<String, String> settings(Map<String, String> defaults) {
    Map<String, String> all = new LinkedHashMap<>(defaults);
    all.putAll(settings);
    return all;
  }

  List<LabelledQuestion> sampled(List<LabelledQuestion> questions) {
    return spread(questions, sample);
  }

  /** So many of the questions, always the same, spread evenly over all. */
  static List<LabelledQuestion> spread(List<LabelledQuestion> questions, int count) {
    if (questions.size() <= count) {
      return questions;
    }
    double step = questions.size() / (double) count;
    return IntStream.range(0, count).mapToObj(i -> questions.get((int) (i * step))).toList();
  }
}
