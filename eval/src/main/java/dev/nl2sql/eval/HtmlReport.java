package dev.nl2sql.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One run as one self-contained page: figures, plots, and all questions behind a filter. The page's
 * frame, style and script are the resource {@code report.html}.
 */
final class HtmlReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String DERIVED =
      "The questions were asked once, with the lowest minConfidence; the other figures follow from"
          + " the confidence, because the driver decides by it alone whether a plan is run.";

  private final Run run;

  private HtmlReport(Run run) {
    this.run = run;
  }

  static String of(Run run) {
    HtmlReport report = new HtmlReport(run);
    Map<String, String> places =
        Map.of(
            "name", escape(run.name()),
            "subtitle", escape(run.subtitle()),
            "figures", table(TextReport.columns(run)),
            "derived", run.points().size() > 1 ? DERIVED : "",
            "endings", report.endings(),
            "confidence", report.confidence(),
            "latency", report.latency(),
            "data", report.data());
    Matcher place = PLACE.matcher(frame());
    return place.replaceAll(found -> Matcher.quoteReplacement(places.get(found.group(1))));
  }

  private static String frame() {
    try (InputStream stream = HtmlReport.class.getResourceAsStream("report.html")) {
      if (stream == null) {
        throw new IllegalStateException("the resource report.html is missing");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String endings() {
    StringBuilder html = new StringBuilder();
    Map<String, Scores> wholes = new LinkedHashMap<>();
    for (OperatingPoint point : run.points()) {
      wholes.put(point.label(), run.scores(point));
    }
    html.append(Plots.legend()).append(Plots.endings(wholes));
    for (OperatingPoint point : run.points()) {
      Scores scores = run.scores(point);
      html.append(group("difficulty", point, scores.by(LabelledQuestion::difficulty)));
    }
    for (OperatingPoint point : run.points()) {
      Scores scores = run.scores(point);
      html.append(group("database", point, scores.by(LabelledQuestion::database)));
    }
    for (OperatingPoint point : run.points()) {
      html.append(counts("SQLState", point, run.scores(point).errorsBySqlState()));
      html.append(counts("kind of failure", point, run.scores(point).failures()));
    }
    return html.toString();
  }

  /** Bars and figures of groups, folded away where there are many. */
  private static String group(String name, OperatingPoint point, Map<String, Scores> groups) {
    if (groups.size() < 2) {
      return "";
    }
    return "<details%s><summary>by %s, %s</summary>%s%s</details>\n"
        .formatted(
            groups.size() < 8 ? " open" : "",
            escape(name),
            escape(point.label()),
            Plots.endings(groups),
            table(GroupTable.columns(name, groups)));
  }

  private static String counts(String name, OperatingPoint point, Map<String, Long> counts) {
    if (counts.isEmpty()) {
      return "";
    }
    List<String> names = new ArrayList<>(List.of(name + ", " + point.label()));
    List<String> values = new ArrayList<>(List.of("questions"));
    counts.forEach(
        (key, value) -> {
          names.add(key);
          values.add(value.toString());
        });
    return "<p></p>" + table(List.of(names, values));
  }

  private String confidence() {
    Scores scores = run.scores();
    List<String> buckets = new ArrayList<>(List.of("confidence"));
    List<String> answers = new ArrayList<>(List.of("answers"));
    List<String> expected = new ArrayList<>(List.of("expected"));
    List<String> right = new ArrayList<>(List.of("right"));
    for (Scores.Bucket bucket : scores.calibration()) {
      buckets.add(String.format(Locale.ROOT, "%.1f–%.1f", bucket.from(), bucket.to()));
      answers.add(Integer.toString(bucket.count()));
      expected.add(TextReport.percent(bucket.meanConfidence()));
      right.add(TextReport.percent(bucket.accuracy()));
    }
    return "<div>"
        + Plots.reliability(scores)
        + "<p class=\"note\">expected calibration error %.3f</p></div><div>"
            .formatted(scores.calibrationError())
        + Plots.coverage(run)
        + "<p class=\"note\">right when answered, as minConfidence falls</p></div><div>"
        + table(List.of(buckets, answers, expected, right))
        + "</div>";
  }

  private String latency() {
    Scores scores = run.scores();
    List<List<String>> columns = new ArrayList<>();
    columns.add(new ArrayList<>(List.of("stage, ms")));
    columns.get(0).addAll(scores.stages());
    columns.get(0).add("whole question");
    for (Map.Entry<String, Double> percentile : Percentile.USUAL.entrySet()) {
      List<String> column = new ArrayList<>(List.of(percentile.getKey()));
      for (String stage : scores.stages()) {
        column.add(milliseconds(scores.stageLatency(stage, percentile.getValue())));
      }
      column.add(milliseconds(scores.latency(percentile.getValue())));
      columns.add(column);
    }
    return "<div>" + Plots.latency(scores) + "</div><div>" + table(columns) + "</div>";
  }

  private static String milliseconds(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Everything about all questions, as JSON that cannot end the script it stands in. */
  private String data() {
    ObjectNode data = JSON.createObjectNode();
    ArrayNode points = data.putArray("points");
    for (OperatingPoint point : run.points()) {
      points.addObject().put("label", point.label()).put("minConfidence", point.minConfidence());
    }
    ArrayNode colours = data.putArray("colours");
    for (Ending ending : Ending.values()) {
      colours.addObject().put("ending", ending.words()).put("colour", Plots.colour(ending));
    }
    ArrayNode parts = data.putArray("parts");
    for (SqlComponents.Part part : SqlComponents.Part.values()) {
      parts.add(part.name());
    }
    ArrayNode questions = data.putArray("questions");
    run.results().forEach(r -> questions.add(ResultFile.json(r)));
    try {
      return JSON.writeValueAsString(data).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A table given by columns, whose first cells are its head. */
  static String table(List<List<String>> columns) {
    StringBuilder html = new StringBuilder("<table><thead><tr>");
    html.append(cells(columns, 0, c -> "<th>" + escape(c) + "</th>"))
        .append("</tr></thead><tbody>");
    for (int row = 1; row < columns.get(0).size(); row++) {
      html.append("<tr><th>").append(escape(columns.get(0).get(row))).append("</th>");
      html.append(
          cells(
              columns.subList(1, columns.size()),
              row,
              c -> "<td class=\"number\">" + escape(c) + "</td>"));
      html.append("</tr>\n");
    }
    return html.append("</tbody></table>\n").toString();
  }

  private static String cells(List<List<String>> columns, int row, Function<String, String> cell) {
    return columns.stream().map(c -> cell.apply(c.get(row))).collect(Collectors.joining());
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
