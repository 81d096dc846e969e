package dev.nl2sql.eval;

import java.util.Locale;
import java.util.Map;

/** One run as one self-contained page: numbers, plots and a table of questions with a filter. */
final class HtmlReport {
  private static final Map<Ending, String> COLOURS =
      Map.of(
          Ending.RIGHT, "#2e8b57",
          Ending.WRONG, "#c0392b",
          Ending.CLARIFIED, "#2f6fb0",
          Ending.NOT_UNDERSTOOD, "#8a8a8a",
          Ending.REFUSED, "#b9770e",
          Ending.ERROR, "#7d3c98",
          Ending.GOLD_FAILED, "#d5d5d5");
  private static final int WIDTH = 640;

  private final Run run;
  private final Scores scores;
  private final StringBuilder page = new StringBuilder();

  private HtmlReport(Run run) {
    this.run = run;
    this.scores = run.scores();
  }

  static String of(Run run) {
    HtmlReport report = new HtmlReport(run);
    report.write();
    return report.page.toString();
  }

  private void write() {
    page.append(HEAD.formatted(escape(run.name()), escape(run.name())));
    measures();
    page.append("<h2>How questions ended</h2>");
    bars(Map.of("all", scores));
    bars(scores.by(LabelledQuestion::difficulty));
    bars(scores.by(LabelledQuestion::database));
    page.append("<h2>Confidence and truth</h2>");
    calibration();
    page.append("<h2>Latency</h2>");
    latency();
    questions();
    page.append(FOOT);
  }

  private void measures() {
    page.append("<table class=\"measures\">");
    for (String[] measure : TextReport.measures(scores)) {
      page.append(
          "<tr><th>%s</th><td>%s</td></tr>\n".formatted(escape(measure[0]), escape(measure[1])));
    }
    page.append("</table>\n");
  }

  /** A stacked bar a group. */
  private void bars(Map<String, Scores> groups) {
    if (groups.keySet().stream().allMatch(String::isEmpty)) {
      return;
    }
    int height = 22 * groups.size() + 4;
    page.append("<svg width=\"%d\" height=\"%d\" role=\"img\">".formatted(WIDTH + 260, height));
    int y = 2;
    for (Map.Entry<String, Scores> group : groups.entrySet()) {
      page.append(
          "<text x=\"190\" y=\"%d\" text-anchor=\"end\">%s (%d)</text>"
              .formatted(y + 14, escape(group.getKey()), group.getValue().count()));
      double x = 200;
      for (Ending ending : Ending.values()) {
        int count = group.getValue().count(ending);
        double width = WIDTH * Scores.share(count, group.getValue().count());
        page.append(
            "<rect x=\"%s\" y=\"%d\" width=\"%s\" height=\"18\" fill=\"%s\"><title>%s: %d</title></rect>"
                .formatted(
                    number(x), y, number(width), COLOURS.get(ending), ending.words(), count));
        x += width;
      }
      y += 22;
    }
    page.append("</svg>\n");
    legend();
  }

  private void legend() {
    page.append("<p class=\"legend\">");
    for (Ending ending : Ending.values()) {
      page.append(
          "<span style=\"background:%s\"></span>%s "
              .formatted(COLOURS.get(ending), ending.words()));
    }
    page.append("</p>\n");
  }

  private void calibration() {
    int side = 300;
    page.append(
        "<svg width=\"%d\" height=\"%d\" role=\"img\"><g transform=\"translate(40,10)\">"
            .formatted(side + 60, side + 50));
    page.append(
        "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>".formatted(side, side));
    page.append(
        "<line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"0\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>"
            .formatted(side, side));
    for (Scores.Bucket bucket : scores.calibration()) {
      page.append(
          ("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"#2f6fb0\" fill-opacity=\"0.7\">"
                  + "<title>%d answers, expected %s, right %s</title></circle>")
              .formatted(
                  number(bucket.meanConfidence() * side),
                  number(side - bucket.accuracy() * side),
                  number(3 + Math.sqrt(bucket.count())),
                  bucket.count(),
                  TextReport.percent(bucket.meanConfidence()),
                  TextReport.percent(bucket.accuracy())));
    }
    page.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">confidence</text>"
            .formatted(side / 2, side + 25));
    page.append("<text x=\"-8\" y=\"12\" text-anchor=\"end\">right</text></g></svg>\n");
  }

  /** A curve of the share of questions ended within a time, on a logarithmic axis. */
  private void latency() {
    int height = 160;
    double longest = Math.max(10, scores.latency(1));
    StringBuilder points = new StringBuilder();
    for (int percent = 1; percent <= 100; percent++) {
      double milliseconds = Math.max(1, scores.latency(percent / 100.0));
      points.append(
          "%s,%s "
              .formatted(
                  number(WIDTH * Math.log(milliseconds) / Math.log(longest)),
                  number(height - height * percent / 100.0)));
    }
    page.append(
        "<svg width=\"%d\" height=\"%d\" role=\"img\"><g transform=\"translate(40,10)\">"
            .formatted(WIDTH + 80, height + 50));
    page.append(
        "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>"
            .formatted(WIDTH, height));
    for (double tick = 1; tick <= longest; tick *= 10) {
      page.append(
          "<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%.0f ms</text>"
              .formatted(number(WIDTH * Math.log(tick) / Math.log(longest)), height + 20, tick));
    }
    page.append(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"#2f6fb0\" stroke-width=\"2\"/></g></svg>\n"
            .formatted(points.toString().strip()));
  }

  private void questions() {
    page.append(TABLE_HEAD);
    for (Ending ending : Ending.values()) {
      for (QuestionResult result : run.results()) {
        if (result.ending() == ending) {
          question(result);
        }
      }
    }
    page.append("</tbody></table>\n");
  }

  private void question(QuestionResult result) {
    LabelledQuestion question = result.question();
    page.append(
        "<tr data-ending=\"%s\"><td>%s<br>%s<br>%s</td><td><b>%s</b></td>"
            .formatted(
                result.ending().words(),
                escape(question.id()),
                escape(question.database()),
                escape(question.difficulty()),
                result.ending().words()));
    page.append(
        "<td>%s<br><i>%s</i></td>"
            .formatted(
                escape(question.question()),
                question.intended().isEmpty() ? "" : escape(question.intended().toString())));
    page.append(
        "<td><code>%s</code><hr><code>%s</code><br>%s %s %s</td>"
            .formatted(
                escape(question.gold()),
                escape(result.sql()),
                result.confidence() < 0 ? "" : "confidence %.2f".formatted(result.confidence()),
                escape(String.join(" ", result.warnings())),
                escape((result.sqlState() + " " + result.message()).strip())));
    page.append(
        "<td><pre>%s</pre><hr><pre>%s</pre></td></tr>\n"
            .formatted(escape(result.goldRows()), escape(result.answerRows())));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>%s</title>
      <style>
      body{font:14px/1.4 sans-serif;margin:2em;max-width:1400px;color:#222}
      table{border-collapse:collapse}
      th,td{border:1px solid #ddd;padding:4px 8px;vertical-align:top;text-align:left}
      svg text{font:12px sans-serif}
      code,pre{font:12px monospace;white-space:pre-wrap;margin:0}
      .legend span{display:inline-block;width:12px;height:12px;margin:0 4px 0 12px}
      </style></head><body><h1>%s</h1>
      """;

  private static final String TABLE_HEAD =
      """
      <h2>Questions</h2>
      <p><select id="ending"><option value="">all endings</option><option>right</option>
      <option>wrong</option><option>clarified</option><option>not understood</option>
      <option>refused</option><option>error</option><option>gold failed</option></select>
      <input id="words" placeholder="words in the row" size="40"> <span id="shown"></span></p>
      <table id="questions"><thead><tr><th>id</th><th>ended</th><th>question</th>
      <th>gold, generated</th><th>rows: gold, shown</th></tr></thead><tbody>
      """;

  private static final String FOOT =
      """
      <script>
      const ending = document.getElementById('ending'), words = document.getElementById('words');
      const rows = [...document.querySelectorAll('#questions tbody tr')];
      function filter() {
        let shown = 0;
        for (const row of rows) {
          const fits = (!ending.value || row.dataset.ending === ending.value)
            && row.textContent.toLowerCase().includes(words.value.toLowerCase());
          row.style.display = fits ? '' : 'none';
          if (fits) shown++;
        }
        document.getElementById('shown').textContent = shown + ' of ' + rows.length;
      }
      ending.addEventListener('change', filter);
      words.addEventListener('input', filter);
      filter();
      </script></body></html>
      """;
}
