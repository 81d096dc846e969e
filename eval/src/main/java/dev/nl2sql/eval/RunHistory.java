package dev.nl2sql.eval;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of every run in a folder, one JSON object a run and operating point and line. */
final class RunHistory {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "runs.jsonl";

  private final Path file;

  RunHistory(Path folder) {
    this.file = folder.resolve(FILE);
  }

  /**
   * A run that was.
   *
   * @param name the set and how it was asked
   * @param at when it ended
   * @param point the operating point's label
   * @param figures shares 0–1 by name
   */
  record Entry(String name, Instant at, String point, Map<String, Double> figures) {}

  void add(Run run) throws IOException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    List<String> lines = new ArrayList<>();
    for (OperatingPoint point : run.points()) {
      Scores scores = run.scores(point);
      ObjectNode json = JSON.createObjectNode();
      json.put("name", run.name());
      json.put("at", now.toString());
      json.put("point", point.label());
      json.put("questions", scores.judged());
      ObjectNode figures = json.putObject("figures");
      figures(scores).forEach(figures::put);
      lines.add(JSON.writeValueAsString(json));
    }
    Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static Map<String, Double> figures(Scores scores) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("strict", scores.strictAccuracy());
    figures.put("lenient", scores.lenientAccuracy());
    figures.put("exact match", scores.exactMatch());
    figures.put("coverage", scores.coverage());
    figures.put("right when answered", scores.accuracyWhenAnswered());
    return figures;
  }

  /** All runs, the oldest first, by name and operating point. */
  Map<String, List<Entry>> read() throws IOException {
    Map<String, List<Entry>> entries = new TreeMap<>();
    int number = 0;
    for (String text : Files.readAllLines(file)) {
      number++;
      QuestionFile.Line line = QuestionFile.Line.parse(file.toString(), number, text);
      Map<String, Double> figures = new LinkedHashMap<>();
      line.json()
          .path("figures")
          .properties()
          .forEach(f -> figures.put(f.getKey(), f.getValue().asDouble()));
      Entry entry =
          new Entry(line.text("name"), Instant.parse(line.text("at")), line.text("point"), figures);
      entries
          .computeIfAbsent(entry.name() + ", " + entry.point(), n -> new ArrayList<>())
          .add(entry);
    }
    return entries;
  }

  /** The runs as Markdown, a table a set. */
  static String text(Map<String, List<Entry>> runs) {
    StringBuilder text = new StringBuilder();
    runs.forEach(
        (name, entries) -> {
          List<String> figures = List.copyOf(entries.get(0).figures().keySet());
          text.append("## ").append(name).append("\n\n| at | ");
          text.append(String.join(" | ", figures)).append(" |\n|---");
          text.append("|---".repeat(figures.size())).append("|\n");
          for (Entry entry : entries) {
            text.append("| ").append(entry.at()).append(" |");
            for (String figure : figures) {
              text.append(' ')
                  .append(TextReport.percent(entry.figures().getOrDefault(figure, 0.0)))
                  .append(" |");
            }
            text.append('\n');
          }
          text.append('\n');
        });
    return text.toString();
  }

  /** The runs as one page of lines. */
  static String html(Map<String, List<Entry>> runs) {
    StringBuilder html =
        new StringBuilder(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Trend</title>"
                + "<style>body{font:14px system-ui,sans-serif;margin:2em}</style></head><body>\n");
    runs.forEach(
        (name, entries) -> {
          Map<String, List<Double>> lines = new LinkedHashMap<>();
          for (String figure : entries.get(0).figures().keySet()) {
            lines.put(
                figure, entries.stream().map(e -> e.figures().getOrDefault(figure, 0.0)).toList());
          }
          html.append("<h2>").append(HtmlReport.escape(name)).append("</h2>\n");
          html.append(Plots.trend(entries.stream().map(e -> e.at().toString()).toList(), lines));
        });
    return html.append("</body></html>\n").toString();
  }
}
