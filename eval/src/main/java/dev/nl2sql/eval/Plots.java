package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Plots as SVG text that stands in a page. */
final class Plots {
  private static final Map<Ending, String> COLOURS =
      Map.of(
          Ending.RIGHT, "#2e8b57",
          Ending.WRONG, "#c0392b",
          Ending.CLARIFIED, "#2f6fb0",
          Ending.NOT_UNDERSTOOD, "#9a9a9a",
          Ending.REFUSED, "#b9770e",
          Ending.ERROR, "#7d3c98",
          Ending.GOLD_FAILED, "#d5d5d5");
  private static final List<String> LINES =
      List.of("#2f6fb0", "#c0392b", "#2e8b57", "#b9770e", "#7d3c98", "#16a2a2");
  private static final int WIDTH = 640;
  private static final int LABELS = 250;
  private static final int BAR = 22;
  private static final int SIDE = 300;

  private Plots() {}

  static String colour(Ending ending) {
    return COLOURS.get(ending);
  }

  /** A stacked bar a group. */
  static String endings(Map<String, Scores> groups) {
    int height = BAR * groups.size() + 4;
    StringBuilder svg =
        new StringBuilder(
            "<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">"
                .formatted(WIDTH + LABELS + 70, height));
    int y = 2;
    for (Map.Entry<String, Scores> group : groups.entrySet()) {
      bar(svg, y, group.getKey(), group.getValue());
      y += BAR;
    }
    return svg.append("</svg>\n").toString();
  }

  private static void bar(StringBuilder svg, int y, String label, Scores scores) {
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s (%d)</text>"
            .formatted(LABELS - 10, y + 14, HtmlReport.escape(label), scores.count()));
    double x = LABELS;
    for (Ending ending : Ending.values()) {
      int count = scores.count(ending);
      double width = WIDTH * Scores.share(count, scores.count());
      if (count > 0) {
        svg.append(
            "<rect x=\"%s\" y=\"%d\" width=\"%s\" height=\"18\" fill=\"%s\"><title>%s: %d</title></rect>"
                .formatted(
                    number(x), y, number(width), COLOURS.get(ending), ending.words(), count));
      }
      x += width;
    }
    svg.append(
        "<text x=\"%d\" y=\"%d\">%s</text>"
            .formatted(LABELS + WIDTH + 8, y + 14, TextReport.percent(scores.accuracy())));
  }

  /** What the colours of the bars mean. */
  static String legend() {
    StringBuilder html = new StringBuilder("<p class=\"legend\">");
    for (Ending ending : Ending.values()) {
      html.append(
          "<span style=\"background:%s\"></span>%s "
              .formatted(COLOURS.get(ending), ending.words()));
    }
    return html.append("</p>\n").toString();
  }

  /** What the confidence promised against what came true; the size of a dot is its answers. */
  static String reliability(Scores scores) {
    StringBuilder svg = square("confidence", "right");
    svg.append(
        "<line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"0\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>"
            .formatted(SIDE, SIDE));
    for (Scores.Bucket bucket : scores.calibration()) {
      svg.append(
          ("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"#2f6fb0\" fill-opacity=\"0.7\">"
                  + "<title>%d answers, expected %s, right %s</title></circle>")
              .formatted(
                  number(bucket.meanConfidence() * SIDE),
                  number(SIDE - bucket.accuracy() * SIDE),
                  number(3 + Math.sqrt(bucket.count()) / 2),
                  bucket.count(),
                  TextReport.percent(bucket.meanConfidence()),
                  TextReport.percent(bucket.accuracy())));
    }
    return svg.append("</g></svg>\n").toString();
  }

  /** Right when answered against coverage, over all values of minConfidence. */
  static String coverage(Run run) {
    StringBuilder svg = square("coverage", "right when answered");
    List<QuestionResult> answers = new ArrayList<>(run.results());
    answers.removeIf(r -> !r.ending().isAnswered());
    answers.sort(Comparator.comparingDouble(QuestionResult::confidence).reversed());
    StringBuilder points = new StringBuilder();
    int right = 0;
    for (int i = 0; i < answers.size(); i++) {
      right += answers.get(i).ending() == Ending.RIGHT ? 1 : 0;
      boolean last =
          i == answers.size() - 1 || answers.get(i).confidence() > answers.get(i + 1).confidence();
      if (last) {
        double coverage = Scores.share(i + 1, run.scores().judged());
        points
            .append(number(coverage * SIDE))
            .append(',')
            .append(number(SIDE - Scores.share(right, i + 1) * SIDE))
            .append(' ');
      }
    }
    svg.append(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"#2f6fb0\" stroke-width=\"2\"/>"
            .formatted(points.toString().strip()));
    for (OperatingPoint point : run.points()) {
      Scores scores = run.scores(point);
      double x = scores.coverage() * SIDE;
      double y = SIDE - scores.accuracyWhenAnswered() * SIDE;
      svg.append(
          "<circle cx=\"%s\" cy=\"%s\" r=\"5\" fill=\"#c0392b\"/><text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%.2f: %s of %s</text>"
              .formatted(
                  number(x),
                  number(y),
                  number(x < SIDE / 2.0 ? x + 9 : x - 9),
                  number(y + 18),
                  x < SIDE / 2.0 ? "start" : "end",
                  point.minConfidence(),
                  TextReport.percent(scores.accuracyWhenAnswered()),
                  TextReport.percent(scores.coverage())));
    }
    return svg.append("</g></svg>\n").toString();
  }

  private static StringBuilder square(String across, String up) {
    StringBuilder svg =
        new StringBuilder(
            ("<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">"
                    + "<g transform=\"translate(45,25)\">")
                .formatted(SIDE + 70, SIDE + 70));
    svg.append(
        "<rect width=\"%1$d\" height=\"%1$d\" fill=\"none\" stroke=\"#999\"/>".formatted(SIDE));
    for (int tick = 0; tick <= 4; tick++) {
      double share = tick / 4.0;
      svg.append(
          "<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%.2f</text>"
              .formatted(number(share * SIDE), SIDE + 16, share));
      svg.append(
          "<text x=\"-6\" y=\"%s\" text-anchor=\"end\">%.2f</text>"
              .formatted(number(SIDE - share * SIDE + 4), share));
    }
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text><text x=\"0\" y=\"-8\">%s</text>"
            .formatted(SIDE / 2, SIDE + 36, across, up));
    return svg;
  }

  /** The share of questions that ended within a time, on a logarithmic axis. */
  static String latency(Scores scores) {
    int height = 200;
    double longest = Math.max(10, scores.latency(1));
    double scale = WIDTH / Math.log10(longest);
    StringBuilder points = new StringBuilder();
    for (int thousandth = 1; thousandth <= 1000; thousandth += 3) {
      double share = thousandth / 1000.0;
      points.append(
          "%s,%s "
              .formatted(
                  number(scale * Math.log10(Math.max(1, scores.latency(share)))),
                  number(height - height * share)));
    }
    StringBuilder svg =
        new StringBuilder(
            ("<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">"
                    + "<g transform=\"translate(45,10)\">")
                .formatted(WIDTH + 80, height + 50));
    svg.append(
        "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>"
            .formatted(WIDTH, height));
    for (double tick = 1; tick <= longest; tick *= 10) {
      svg.append(
          ("<line x1=\"%1$s\" x2=\"%1$s\" y1=\"0\" y2=\"%2$d\" stroke=\"#eee\"/>"
                  + "<text x=\"%1$s\" y=\"%3$d\" text-anchor=\"middle\">%4$.0f ms</text>")
              .formatted(number(scale * Math.log10(tick)), height, height + 18, tick));
    }
    for (int percent = 0; percent <= 100; percent += 25) {
      svg.append(
          "<text x=\"-6\" y=\"%s\" text-anchor=\"end\">%d %%</text>"
              .formatted(number(height - height * percent / 100.0 + 4), percent));
    }
    return svg.append(
            "<polyline points=\"%s\" fill=\"none\" stroke=\"#2f6fb0\" stroke-width=\"2\"/></g></svg>\n"
                .formatted(points.toString().strip()))
        .toString();
  }

  /**
   * Lines over runs, one a figure.
   *
   * @param labels of the runs, left to right
   * @param lines a share a run, by the figure's name
   */
  static String trend(List<String> labels, Map<String, List<Double>> lines) {
    int height = 240;
    double step = labels.size() < 2 ? 0 : WIDTH / (labels.size() - 1.0);
    StringBuilder svg =
        new StringBuilder(
            ("<svg width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">"
                    + "<g transform=\"translate(45,10)\">")
                .formatted(WIDTH + 260, height + 40));
    svg.append(
        "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>"
            .formatted(WIDTH, height));
    int line = 0;
    for (Map.Entry<String, List<Double>> entry : lines.entrySet()) {
      String colour = LINES.get(line % LINES.size());
      List<Double> values = entry.getValue();
      String points =
          java.util.stream.IntStream.range(0, values.size())
              .mapToObj(i -> number(i * step) + "," + number(height - height * values.get(i)))
              .collect(Collectors.joining(" "));
      svg.append(
          "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>"
              .formatted(points, colour));
      for (int i = 0; i < values.size(); i++) {
        svg.append(
            "<circle cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"%s\"><title>%s: %s</title></circle>"
                .formatted(
                    number(i * step),
                    number(height - height * values.get(i)),
                    colour,
                    HtmlReport.escape(labels.get(i)),
                    TextReport.percent(values.get(i))));
      }
      svg.append(
          "<text x=\"%d\" y=\"%d\" style=\"fill:%s\">%s</text>"
              .formatted(WIDTH + 10, 14 + 18 * line, colour, HtmlReport.escape(entry.getKey())));
      line++;
    }
    for (int percent = 0; percent <= 100; percent += 25) {
      svg.append(
          "<text x=\"-6\" y=\"%s\" text-anchor=\"end\">%d %%</text>"
              .formatted(number(height - height * percent / 100.0 + 4), percent));
    }
    return svg.append("</g></svg>\n").toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
