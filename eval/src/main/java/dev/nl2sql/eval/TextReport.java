package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The summary of a run as Markdown, which reads well on a console too. */
final class TextReport {
  private final Run run;
  private final Scores scores;
  private final StringBuilder text = new StringBuilder();

  private TextReport(Run run) {
    this.run = run;
    this.scores = run.scores();
  }

  /** Headline numbers, endings, calibration. */
  static String summary(Run run) {
    TextReport report = new TextReport(run);
    report.headline();
    report.endings();
    return report.text.toString();
  }

  /** The summary, the groups and every question that did not end right. */
  static String full(Run run) {
    TextReport report = new TextReport(run);
    report.headline();
    report.endings();
    report.calibration();
    report.latency();
    report.failureKinds();
    report.group("difficulty", LabelledQuestion::difficulty);
    report.group("database", LabelledQuestion::database);
    report.failures();
    return report.text.toString();
  }

  /** The headline numbers, name and value. */
  static List<String[]> measures(Scores scores) {
    List<String[]> rows = new ArrayList<>();
    rows.add(row("questions", scores.judged()));
    rows.add(row("right", percent(scores.accuracy())));
    rows.add(row("same rows, strict", percent(scores.strictAccuracy())));
    rows.add(row("same rows, lenient", percent(scores.lenientAccuracy())));
    rows.add(row("exact match", percent(scores.exactMatch())));
    rows.add(row("component match " + partNames(), partShares(scores)));
    rows.add(row("answered (coverage)", percent(scores.coverage())));
    rows.add(row("right when answered", percent(scores.accuracyWhenAnswered())));
    rows.add(row("lenient when answered", percent(scores.lenientAccuracyWhenAnswered())));
    for (Map.Entry<String, Scores> kind :
        scores.by(q -> q.kind().name().toLowerCase(Locale.ROOT)).entrySet()) {
      rows.add(row("right, " + kind.getKey() + " questions", ratio(kind.getValue())));
    }
    rows.add(row("right or rightly asked back", percent(scores.rightOrRightlyClarified())));
    rows.add(row("clarification recall", percent(scores.clarificationRecall())));
    rows.add(row("false clarifications", scores.falseClarifications()));
    rows.add(row("questions asked back", scores.questionsAsked()));
    rows.add(row("wrong, no doubt shown", scores.silentlyWrong()));
    rows.add(
        row("wrong, no warning at all", scores.count(QuestionResult::isWrongWithoutAnyWarning)));
    rows.add(row("calibration error", "%.3f".formatted(scores.calibrationError())));
    rows.add(
        row(
            "latency ms p50 / p95 / p99 / max",
            "%.1f / %.1f / %.1f / %.1f"
                .formatted(
                    scores.latency(0.5),
                    scores.latency(0.95),
                    scores.latency(0.99),
                    scores.latency(1))));
    rows.add(row("errors by SQLState", scores.errorsBySqlState()));
    rows.add(row("questions by generations tried", scores.attempts()));
    rows.add(row("repaired, of those that took more than one", percent(scores.repairSuccess())));
    rows.add(row("tokens", scores.tokens()));
    return rows;
  }

  /**
   * The headline numbers as columns: names, then one column an operating point, for all questions
   * and, where some golds are in doubt, for the others alone.
   */
  static List<List<String>> columns(Run run) {
    List<List<String>> columns = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of("measure"));
    measures(run.scores()).forEach(m -> names.add(m[0]));
    columns.add(names);
    boolean hasDoubtful = run.results().stream().anyMatch(r -> !r.question().clean());
    for (OperatingPoint point : run.points()) {
      columns.add(column(point.label(), run.scores(point)));
    }
    for (OperatingPoint point : hasDoubtful ? run.points() : List.<OperatingPoint>of()) {
      Scores clean = run.scores(point).only(LabelledQuestion::clean);
      columns.add(column("clean golds, " + point.label(), clean));
    }
    return columns;
  }

  private static List<String> column(String title, Scores scores) {
    List<String> column = new ArrayList<>(List.of(title));
    measures(scores).forEach(m -> column.add(m[1]));
    return column;
  }

  private static String[] row(String name, Object value) {
    return new String[] {name, String.valueOf(value)};
  }

  private static String partNames() {
    return Arrays.stream(SqlComponents.Part.values())
        .map(p -> p.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" / "));
  }

  private static String partShares(Scores scores) {
    return Arrays.stream(SqlComponents.Part.values())
        .map(p -> percent(scores.componentMatch(p)))
        .collect(Collectors.joining(" / "));
  }

  private static String ratio(Scores scores) {
    return scores.count(Ending.RIGHT) + " of " + scores.judged();
  }

  static String percent(double share) {
    return "%.1f %%".formatted(100 * share);
  }

  private void headline() {
    text.append("## ").append(run.name()).append("\n\n");
    List<List<String>> columns = columns(run);
    for (int row = 0; row < columns.get(0).size(); row++) {
      for (List<String> column : columns) {
        text.append("| ").append(column.get(row)).append(' ');
      }
      text.append("|\n").append(row == 0 ? "|---".repeat(columns.size()) + "|\n" : "");
    }
  }

  private void endings() {
    text.append("\n| ended | questions | share |\n|---|---|---|\n");
    scores
        .endings()
        .forEach(
            (ending, count) ->
                text.append(
                    "| %s | %d | %s |\n"
                        .formatted(
                            ending.words(), count, percent(Scores.share(count, scores.count())))));
  }

  private void calibration() {
    text.append("\n| confidence | answers | expected | right |\n|---|---|---|---|\n");
    for (Scores.Bucket bucket : scores.calibration()) {
      text.append(
          "| %.1f–%.1f | %d | %s | %s |\n"
              .formatted(
                  bucket.from(),
                  bucket.to(),
                  bucket.count(),
                  percent(bucket.meanConfidence()),
                  percent(bucket.accuracy())));
    }
  }

  private void latency() {
    text.append("\n| stage, ms | p50 | p95 | p99 | max |\n|---|---|---|---|---|\n");
    for (String stage : scores.stages()) {
      text.append(
          "| %s | %.2f | %.2f | %.2f | %.2f |\n"
              .formatted(
                  stage,
                  scores.stageLatency(stage, 0.5),
                  scores.stageLatency(stage, 0.95),
                  scores.stageLatency(stage, 0.99),
                  scores.stageLatency(stage, 1)));
    }
  }

  private void failureKinds() {
    text.append("\n| kind of failure | questions |\n|---|---|\n");
    scores.failures().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(e -> text.append("| %s | %d |\n".formatted(e.getKey(), e.getValue())));
  }

  private void group(String name, Function<LabelledQuestion, String> key) {
    Map<String, Scores> groups = scores.by(key);
    if (groups.size() < 2) {
      return;
    }
    text.append("\n| ").append(name);
    text.append(" | questions | right | wrong | clarified | not understood | refused | error |\n");
    text.append("|---|---|---|---|---|---|---|---|\n");
    groups.forEach(
        (label, group) ->
            text.append(
                "| %s | %d | %s | %d | %d | %d | %d | %d |\n"
                    .formatted(
                        label,
                        group.judged(),
                        percent(group.accuracy()),
                        group.count(Ending.WRONG),
                        group.count(Ending.CLARIFIED),
                        group.count(Ending.NOT_UNDERSTOOD),
                        group.count(Ending.REFUSED),
                        group.count(Ending.ERROR))));
  }

  private void failures() {
    for (Ending ending : Ending.values()) {
      List<QuestionResult> results =
          run.results().stream().filter(r -> r.ending() == ending).toList();
      if (ending == Ending.RIGHT || results.isEmpty()) {
        continue;
      }
      text.append("\n### ").append(ending.words()).append('\n');
      for (QuestionResult result : results) {
        failure(result);
      }
    }
  }

  private void failure(QuestionResult result) {
    LabelledQuestion question = result.question();
    text.append(
        "\n- **%s** %s `%s`\n".formatted(question.id(), question.question(), question.database()));
    if (!question.intended().isEmpty()) {
      text.append("  - meant: %s\n".formatted(question.intended()));
    }
    text.append("  - gold: `%s`\n".formatted(line(question.gold())));
    if (!result.told().sql().isEmpty()) {
      text.append(
          "  - generated (%.2f): `%s`\n".formatted(result.confidence(), line(result.told().sql())));
    }
    if (!result.message().isEmpty()) {
      text.append("  - said: %s %s\n".formatted(result.sqlState(), line(result.message())));
    }
    if (result.ending() == Ending.WRONG) {
      text.append("  - gold rows: %s\n".formatted(rows(result.goldRows())));
      text.append("  - rows: %s\n".formatted(rows(result.answerRows())));
      text.append("  - warnings: %s\n".formatted(result.told().states()));
    }
  }

  private static String rows(String head) {
    return line(head.replace("\n", " ⏎ "));
  }

  private static String line(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
