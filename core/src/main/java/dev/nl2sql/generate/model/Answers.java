package dev.nl2sql.generate.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a model wrote. Models wrap their answers in fences and prose and forget keys; what can
 * be read without guessing is read, what was cut off is not.
 */
final class Answers {
  private static final int LONGEST_SQL = 20_000;
  private static final int LONGEST_RATIONALE = 500;
  private static final Pattern FENCE =
      Pattern.compile("```[ \\t]*([A-Za-z]*)[ \\t]*\\R?(.*?)(?:```|\\z)", Pattern.DOTALL);
  private static final Pattern QUERY =
      Pattern.compile("(?i)^\\s*(?:\\(\\s*)*(?:SELECT|WITH|VALUES)\\b.*", Pattern.DOTALL);
  private static final Set<String> SQL_KEYS = Set.of("sql", "query", "statement");

  /** Models write line breaks into strings, a comma too many and names without quotes. */
  private static final JsonMapper TOLERANT =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .build();

  private Answers() {}

  /** A reading that a model offers. */
  record Reading(String id, String label, String definition) {}

  /** Words of the question with several readings. */
  record Ambiguity(String term, String prompt, List<Reading> readings) {
    Ambiguity {
      readings = List.copyOf(readings);
    }
  }

  /**
   * An answer that could be read.
   *
   * @param sql the query as written, without a last semicolon; empty if the model has none
   * @param plan the query as a tree, if that is what was asked for
   * @param rationale how the question was understood, empty if it does not say
   */
  record Read(String sql, Optional<JsonNode> plan, String rationale, List<Ambiguity> ambiguities) {
    Read {
      ambiguities = List.copyOf(ambiguities);
    }
  }

  /**
   * Reads an answer with SQL.
   *
   * @throws UnusableAnswerException if there is no query in it, or more than one
   */
  static Read sql(String text) {
    Optional<JsonNode> object = object(text);
    if (object.isPresent()) {
      return fromObject(object.get());
    }
    if (looksLikeJson(text)) {
      throw new UnusableAnswerException("the answer is JSON that is not whole");
    }
    return new Read(bare(text), Optional.empty(), "", List.of());
  }

  /**
   * Reads an answer with a plan.
   *
   * @throws UnusableAnswerException if there is no plan in it
   */
  static Read plan(String text) {
    JsonNode node =
        object(text)
            .orElseThrow(() -> new UnusableAnswerException("the answer has no JSON that is whole"));
    JsonNode plan = node.has("plan") ? node.get("plan") : node;
    boolean none = plan.isNull() || !plan.isObject() || plan.isEmpty() || !plan.has("from");
    return new Read(
        "",
        none ? Optional.empty() : Optional.of(plan),
        text(node, "rationale"),
        ambiguities(node.path("ambiguities")));
  }

  private static Read fromObject(JsonNode node) {
    String sql =
        node.properties().stream()
            .filter(e -> SQL_KEYS.contains(e.getKey().toLowerCase(Locale.ROOT)))
            .map(e -> e.getValue())
            .filter(JsonNode::isTextual)
            .map(JsonNode::asText)
            .findFirst()
            .orElseThrow(() -> new UnusableAnswerException("the JSON of the answer has no sql"));
    return new Read(
        sql.isBlank() ? "" : one(unfenced(sql)),
        Optional.empty(),
        text(node, "rationale"),
        ambiguities(node.path("ambiguities")));
  }

  private static String text(JsonNode node, String key) {
    String value = node.path(key).isTextual() ? node.path(key).asText().strip() : "";
    String line = value.replaceAll("\\s+", " ");
    return line.substring(0, Math.min(line.length(), LONGEST_RATIONALE));
  }

  private static List<Ambiguity> ambiguities(JsonNode list) {
    List<Ambiguity> all = new ArrayList<>();
    for (JsonNode node : list) {
      List<Reading> readings = new ArrayList<>();
      for (JsonNode option : node.path("options")) {
        Reading reading =
            new Reading(text(option, "id"), text(option, "label"), text(option, "definition"));
        if (!reading.id().isEmpty() && !reading.definition().isEmpty()) {
          readings.add(reading);
        }
      }
      String term = text(node, "term");
      if (!term.isEmpty() && readings.size() > 1) {
        all.add(new Ambiguity(term, text(node, "prompt"), readings));
      }
    }
    return all;
  }

  /** The first complete JSON object of the text, inside a fence or prose. */
  private static Optional<JsonNode> object(String text) {
    for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      Optional<JsonNode> node = read(text.substring(at));
      if (node.isPresent()) {
        return node;
      }
    }
    return Optional.empty();
  }

  private static Optional<JsonNode> read(String text) {
    try {
      // Reads one value and leaves what follows it.
      JsonNode node = TOLERANT.readTree(text);
      return Optional.ofNullable(node).filter(n -> n.isObject() && !n.isEmpty());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static boolean looksLikeJson(String text) {
    return text.contains("\"sql\"") || text.strip().startsWith("{");
  }

  /** A query in fences, or the whole text. */
  private static String bare(String text) {
    List<String> found = new ArrayList<>();
    Matcher fences = FENCE.matcher(text);
    while (fences.find()) {
      if (QUERY.matcher(fences.group(2)).matches()) {
        found.add(one(fences.group(2)));
      }
    }
    if (found.stream().distinct().count() > 1) {
      throw new UnusableAnswerException("the answer has several queries");
    }
    if (!found.isEmpty()) {
      return found.get(0);
    }
    if (QUERY.matcher(text).matches() && !text.contains("```")) {
      return one(text);
    }
    throw new UnusableAnswerException("the answer has neither JSON nor a query");
  }

  private static String unfenced(String sql) {
    Matcher fence = FENCE.matcher(sql);
    return sql.contains("```") && fence.find() ? fence.group(2) : sql;
  }

  /** Without blanks and the semicolon at the end; the guard refuses any other. */
  private static String one(String sql) {
    String stripped = sql.strip();
    while (stripped.endsWith(";")) {
      stripped = stripped.substring(0, stripped.length() - 1).strip();
    }
    if (stripped.isEmpty() || stripped.length() > LONGEST_SQL) {
      throw new UnusableAnswerException(
          "the answer has a query of %d characters".formatted(stripped.length()));
    }
    return stripped;
  }
}
