package dev.nl2sql.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes results as JSON, one object a question and line, and reads what a comparison needs. */
final class ResultFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ResultFile() {}

  static void write(Path file, Run run) throws IOException {
    List<String> lines = new ArrayList<>();
    for (QuestionResult result : run.results()) {
      lines.add(JSON.writeValueAsString(json(result)));
    }
    Files.write(file, lines);
  }

  /** What a calibration learns from: a line for every answer that has a confidence. */
  static void writeConfidences(Path file, Run run) throws IOException {
    List<String> lines = new ArrayList<>();
    for (QuestionResult result : run.results()) {
      if (result.ending().isAnswered() && result.confidence() >= 0) {
        ObjectNode json = JSON.createObjectNode();
        json.put("id", result.question().id());
        json.put("db", result.question().database());
        json.put("difficulty", result.question().difficulty());
        json.put("clean", result.question().clean());
        json.put("confidence", result.confidence());
        json.put("right", result.ending() == Ending.RIGHT);
        json.put("strict", result.strict());
        json.put("lenient", result.lenient());
        lines.add(JSON.writeValueAsString(json));
      }
    }
    Files.write(file, lines);
  }

  static ObjectNode json(QuestionResult result) {
    LabelledQuestion question = result.question();
    ObjectNode json = JSON.createObjectNode();
    json.put("id", question.id());
    json.put("db", question.database());
    json.put("difficulty", question.difficulty());
    json.put("clean", question.clean());
    json.put("question", question.question());
    json.set("intended", JSON.valueToTree(question.intended()));
    json.put("ending", result.ending().words());
    json.put("strict", result.strict());
    json.put("lenient", result.lenient());
    json.put("confidence", result.confidence());
    json.set("asked", JSON.valueToTree(result.asked()));
    json.set("warnings", JSON.valueToTree(result.told().warnings()));
    json.put("failure", FailureKind.of(result));
    json.put("sqlstate", result.sqlState());
    json.put("message", result.message());
    json.put("milliseconds", result.milliseconds());
    json.set("stages", JSON.valueToTree(result.told().stages()));
    json.put("attempts", result.told().attempts());
    json.put("tokens", result.told().tokens());
    json.put("trace", result.told().traceId());
    json.put("interpretation", result.told().interpretation());
    result
        .components()
        .ifPresent(
            c -> {
              json.put("exact", c.isExact());
              json.set("components", JSON.valueToTree(c.same()));
            });
    json.put("gold_sql", question.gold());
    json.put("sql", result.told().sql());
    json.put("gold_rows", result.goldRows());
    json.put("rows", result.answerRows());
    return json;
  }

  /**
   * What a comparison needs of one result.
   *
   * @param right whether it ended right
   * @param question its text
   * @param sql what ran
   */
  record Recorded(boolean right, String question, String sql) {}

  /**
   * The results by question id.
   *
   * @param minConfidence answers below it are taken back
   */
  static Map<String, Recorded> read(Path file, double minConfidence) throws IOException {
    Map<String, Recorded> results = new LinkedHashMap<>();
    int number = 0;
    for (String text : Files.readAllLines(file)) {
      number++;
      QuestionFile.Line line = QuestionFile.Line.parse(file.toString(), number, text);
      JsonNode json = line.json();
      if (!json.path("id").isTextual() || !json.path("ending").isTextual()) {
        throw line.wrong("expected a result with 'id' and 'ending'");
      }
      double confidence = json.path("confidence").asDouble(Told.NO_CONFIDENCE);
      boolean kept = confidence < 0 || confidence >= minConfidence;
      results.put(
          json.path("id").textValue(),
          new Recorded(
              kept && json.path("ending").textValue().equals(Ending.RIGHT.words()),
              line.textOrEmpty("question"),
              line.textOrEmpty("sql")));
    }
    return results;
  }
}
