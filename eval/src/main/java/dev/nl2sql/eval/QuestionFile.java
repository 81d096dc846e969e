package dev.nl2sql.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads question sets: JSON, one object a line. What is wrong is told with file and line. */
final class QuestionFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> LABELLED_FIELDS =
      Set.of(
          "id",
          "kind",
          "question",
          "intended",
          "gold_sql",
          "gold_alternatives",
          "ordered",
          "accept_extra_columns",
          "db",
          "difficulty");

  private QuestionFile() {}

  /** Makes a question of one line, or of none if the line is not wanted. */
  interface LineReader {
    Optional<LabelledQuestion> read(Line line);
  }

  /** A set in the format of the built-in sets; unknown fields are refused. */
  static List<LabelledQuestion> labelled(Path file) {
    return read(file, QuestionFile::labelledQuestion);
  }

  /** A built-in set. */
  static List<LabelledQuestion> builtIn(String resource) {
    try (InputStream stream = QuestionFile.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new BadQuestionFileException(resource, "there is no such built-in set");
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return parse(resource, text.lines().toList(), QuestionFile::labelledQuestion);
    } catch (IOException e) {
      throw new BadQuestionFileException(resource, "cannot be read: " + e.getMessage());
    }
  }

  static List<LabelledQuestion> read(Path file, LineReader reader) {
    try {
      return parse(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8), reader);
    } catch (CharacterCodingException e) {
      throw new BadQuestionFileException(file.toString(), "is not UTF-8 text");
    } catch (IOException e) {
      throw new BadQuestionFileException(file.toString(), "cannot be read: " + e);
    }
  }

  private static List<LabelledQuestion> parse(String file, List<String> lines, LineReader reader) {
    List<LabelledQuestion> questions = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).isBlank()) {
        continue;
      }
      Line line = Line.parse(file, i + 1, lines.get(i));
      Optional<LabelledQuestion> question = reader.read(line);
      if (question.isPresent() && !ids.add(question.get().id())) {
        throw line.wrong("the id '" + question.get().id() + "' stands here a second time");
      }
      question.ifPresent(questions::add);
    }
    if (questions.isEmpty()) {
      throw new BadQuestionFileException(file, "holds no question that was asked for");
    }
    return List.copyOf(questions);
  }

  private static Optional<LabelledQuestion> labelledQuestion(Line line) {
    line.refuseFieldsBeyond(LABELLED_FIELDS);
    Map<String, String> intended = line.texts("intended");
    LabelledQuestion.Kind kind = kind(line);
    if (kind == LabelledQuestion.Kind.AMBIGUOUS == intended.isEmpty()) {
      throw line.wrong(
          "'intended' must name a reading for ambiguous questions and be empty for clear ones");
    }
    return Optional.of(
        new LabelledQuestion(
            line.text("id"),
            kind,
            line.text("question"),
            intended,
            line.golds(),
            line.flag("ordered"),
            line.flag("accept_extra_columns"),
            line.textOrEmpty("db"),
            line.textOrEmpty("difficulty"),
            true));
  }

  private static LabelledQuestion.Kind kind(Line line) {
    String kind = line.text("kind");
    return switch (kind.toLowerCase(Locale.ROOT)) {
      case "clear" -> LabelledQuestion.Kind.CLEAR;
      case "ambiguous" -> LabelledQuestion.Kind.AMBIGUOUS;
      default ->
          throw line.wrong("'kind' must be \"clear\" or \"ambiguous\", not \"" + kind + "\"");
    };
  }

  /** One line of a question file. */
  record Line(String file, int number, JsonNode json) {

    static Line parse(String file, int number, String text) {
      JsonNode json;
      try {
        json = JSON.readTree(text);
      } catch (JsonProcessingException e) {
        throw new BadQuestionFileException(
            file, number, "expected one JSON object: " + e.getOriginalMessage());
      }
      if (!json.isObject()) {
        throw new BadQuestionFileException(file, number, "expected one JSON object");
      }
      return new Line(file, number, json);
    }

    BadQuestionFileException wrong(String problem) {
      return new BadQuestionFileException(file, number, problem);
    }

    void refuseFieldsBeyond(Set<String> known) {
      for (Map.Entry<String, JsonNode> field : json.properties()) {
        if (!known.contains(field.getKey())) {
          throw wrong("unknown field '" + field.getKey() + "'");
        }
      }
    }

    String text(String field) {
      JsonNode value = json.path(field);
      if (!value.isTextual() || value.textValue().isBlank()) {
        throw wrong("'" + field + "' must be a text that is not blank");
      }
      return value.textValue();
    }

    String textOrEmpty(String field) {
      return json.path(field).asText("");
    }

    boolean flag(String field) {
      JsonNode value = json.path(field);
      if (!value.isBoolean()) {
        throw wrong("'" + field + "' must be true or false");
      }
      return value.booleanValue();
    }

    boolean flagOr(String field, boolean missing) {
      return json.path(field).asBoolean(missing);
    }

    Map<String, String> texts(String field) {
      JsonNode value = json.path(field);
      if (!value.isObject()) {
        throw wrong("'" + field + "' must be an object of texts");
      }
      Map<String, String> texts = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        if (!entry.getValue().isTextual()) {
          throw wrong("'" + field + "." + entry.getKey() + "' must be a text");
        }
        texts.put(entry.getKey(), entry.getValue().textValue());
      }
      return texts;
    }

    List<String> golds() {
      List<String> golds = new ArrayList<>();
      golds.add(text("gold_sql"));
      for (JsonNode other : json.path("gold_alternatives")) {
        golds.add(other.asText());
      }
      return golds;
    }
  }
}
