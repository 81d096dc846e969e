package dev.nl2sql.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads question sets in the layouts in which they are published: the JSON array of Spider ({@code
 * db_id}, {@code question}, {@code query}) and BIRD ({@code SQL}, {@code difficulty}), and CSV with
 * a head. Shapes are read from the databases, so Spider's {@code tables.json} is not needed.
 */
final class PublicSets {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PublicSets() {}

  /** Spider or BIRD, told apart by the name of the gold. */
  static List<LabelledQuestion> array(Path file) throws IOException {
    JsonNode array;
    try {
      array = JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new BadQuestionFileException(
          file.toString(), "expected a JSON array: " + e.getOriginalMessage());
    }
    if (array == null || !array.isArray()) {
      throw new BadQuestionFileException(file.toString(), "expected a JSON array of questions");
    }
    List<LabelledQuestion> questions = new ArrayList<>();
    for (JsonNode item : array) {
      int number = questions.size() + 1;
      String gold = item.path("SQL").asText(item.path("query").asText(""));
      String database = item.path("db_id").asText("");
      String question = item.path("question").asText("");
      if (gold.isBlank() || database.isBlank() || question.isBlank()) {
        throw new BadQuestionFileException(
            file.toString(),
            "question " + number + " needs 'db_id', 'question' and 'query' or 'SQL'");
      }
      String id = item.path("question_id").asText(Integer.toString(number));
      questions.add(question(id, database, question, gold, item.path("difficulty").asText("")));
    }
    return List.copyOf(questions);
  }

  /** CSV with columns question, query (or sql), db_name (or db) and, if it has one, difficulty. */
  static List<LabelledQuestion> csv(Path file) throws IOException {
    List<List<String>> records = CsvRecords.read(Files.readString(file));
    if (records.isEmpty()) {
      throw new BadQuestionFileException(file.toString(), "is empty; expected a head");
    }
    Map<String, Integer> head = new HashMap<>();
    for (String name : records.get(0)) {
      head.put(name.strip().toLowerCase(Locale.ROOT), head.size());
    }
    int question = place(file, head, "question");
    int gold = place(file, head, "query", "sql", "gold_sql");
    int database = place(file, head, "db_name", "db", "db_id");
    List<LabelledQuestion> questions = new ArrayList<>();
    for (List<String> row : records.subList(1, records.size())) {
      int number = questions.size() + 1;
      if (row.size() != head.size()) {
        throw new BadQuestionFileException(
            file.toString(),
            "question %d has %d fields, the head %d".formatted(number, row.size(), head.size()));
      }
      String difficulty = head.containsKey("difficulty") ? row.get(head.get("difficulty")) : "";
      questions.add(
          question(
              Integer.toString(number),
              row.get(database),
              row.get(question),
              row.get(gold),
              difficulty));
    }
    return List.copyOf(questions);
  }

  private static int place(Path file, Map<String, Integer> head, String... names) {
    for (String name : names) {
      if (head.containsKey(name)) {
        return head.get(name);
      }
    }
    throw new BadQuestionFileException(
        file.toString(), "has no column " + String.join(" or ", names) + " in its head");
  }

  private static LabelledQuestion question(
      String id, String database, String question, String gold, String difficulty) {
    return new LabelledQuestion(
        id,
        LabelledQuestion.Kind.CLEAR,
        question.strip(),
        Map.of(),
        List.of(gold.strip()),
        BenchmarkFiles.isOrdered(gold),
        false,
        database,
        difficulty,
        true);
  }
}
