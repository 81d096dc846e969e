package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
  @TempDir Path folder;

  @Test
  void everyFormHoldsTheQuestionAndNothingBreaksThePage() throws Exception {
    Run run =
        new Run(
            "sample",
            List.of(
                ScoresTest.result(Map.of(), Ending.WRONG, List.of(), 0.8, List.of("01NL6")),
                ScoresTest.result(Map.of(), Ending.RIGHT, List.of(), 0.9, List.of())),
            List.of(OperatingPoint.DEFAULT));
    StringWriter console = new StringWriter();

    new Reports(folder, new PrintWriter(console)).write(run);

    assertThat(console.toString()).contains("| right | 50.0 % |");
    assertThat(Files.readString(folder.resolve("sample.md")))
        .contains("SELECT 1", "SELECT 2", "01NL6");
    assertThat(Files.readString(folder.resolve("sample.html")))
        .contains("\\u003cb>\\\"how\\\" & 'many'\\u003c/b>", "<svg", "<script>")
        .doesNotContain("<b>\"how\"", "<b>\\\"how", "{{", "http");
    assertThat(Files.readAllLines(folder.resolve("sample.jsonl"))).hasSize(2);
    assertThat(ResultFile.read(folder.resolve("sample.jsonl"), 0).get("q").right()).isTrue();
    assertThat(ResultFile.read(folder.resolve("sample.jsonl"), 0.95).get("q").right()).isFalse();

    new Reports(folder, new PrintWriter(console)).write(run);

    Map<String, List<RunHistory.Entry>> history = new RunHistory(folder).read();
    assertThat(history).containsOnlyKeys("sample, minConfidence 0.70 (default)");
    assertThat(history.values().iterator().next())
        .hasSize(2)
        .allSatisfy(e -> assertThat(e.figures()).containsEntry("strict", 0.5));
    assertThat(RunHistory.text(history)).contains("| 50.0 % |");
    assertThat(RunHistory.html(history)).contains("<polyline");
  }
}
