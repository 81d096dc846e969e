package dev.nl2sql.generate.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
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
  /** Far above any query with its reasons; a longer text is not looked into. */
  private static final int LONGEST_ANSWER = 200_000;

  private static final int LONGEST_SQL = 20_000;
  private static final int LONGEST_RATIONALE = 500;
  private static final int LONGEST_NAME = 80;
  private static final int MOST_TERMS = 5;
  private static final int MOST_READINGS = 10;
  private static final int DEEPEST = 50;

  /** Braces at which a JSON object is looked for: prose has few. */
  private static final int MOST_BRACES = 100;

  private static final Pattern FENCE =
      Pattern.compile("```[ \\t]*([A-Za-z]*)[ \\t]*\\R?(.*?)(?:```|\\z)", Pattern.DOTALL);

  /** Possessive, so that a million brackets need no stack. */
  private static final Pattern QUERY =
      Pattern.compile("(?i)\\s*+(?:\\(\\s*+)*+(?:SELECT|WITH|VALUES)\\b");

  /** Line ends, other control signs and signs that reorder or hide text. */
  private static final Pattern UNSEEN = Pattern.compile("[\\s\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  private static final Set<String> SQL_KEYS = Set.of("sql", "query", "statement");
  private static final Set<String> PLAN_KEYS = Set.of("plan", "from");

  /** Models write line breaks into strings and a comma too many. */
  private static final JsonMapper TOLERANT = mapper(true);

  /** The same, and no key may come twice. */
  private static final JsonMapper ONCE = mapper(false);

  private static JsonMapper mapper(boolean keysMayRepeat) {
    return JsonMapper.builder(
            JsonFactory.builder()
                .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                .build())
        .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
        .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
        .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
        .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, !keysMayRepeat)
        .build();
  }

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
    demandLength(text);
    List<JsonNode> objects = objects(text, SQL_KEYS);
    if (!objects.isEmpty()) {
      List<Read> read = objects.stream().map(Answers::fromObject).toList();
      if (read.stream().map(Read::sql).distinct().count() > 1) {
        throw new UnusableAnswerException("the answer has several queries");
      }
      return read.get(0);
    }
    if (looksLikeJson(text)) {
      throw new UnusableAnswerException("the answer is JSON that has no sql or is not whole");
    }
    return new Read(bare(text), Optional.empty(), "", List.of());
  }

  /**
   * Reads an answer with a plan.
   *
   * @throws UnusableAnswerException if there is no plan in it
   */
  static Read plan(String text) {
    demandLength(text);
    List<JsonNode> objects = objects(text, PLAN_KEYS);
    if (objects.isEmpty()) {
      throw new UnusableAnswerException("the answer has no plan in JSON that is whole");
    }
    if (objects.stream().distinct().count() > 1) {
      throw new UnusableAnswerException("the answer has several plans");
    }
    JsonNode node = objects.get(0);
    JsonNode plan = node.has("plan") ? node.get("plan") : node;
    boolean none = plan.isNull() || !plan.isObject() || plan.isEmpty() || !plan.has("from");
    return new Read(
        "",
        none ? Optional.empty() : Optional.of(plan),
        text(node, "rationale", LONGEST_RATIONALE),
        ambiguities(node.path("ambiguities")));
  }

  private static void demandLength(String text) {
    if (text.length() > LONGEST_ANSWER) {
      throw new UnusableAnswerException(
          "the answer has %d characters; expected at most %d"
              .formatted(text.length(), LONGEST_ANSWER));
    }
  }

  private static Read fromObject(JsonNode node) {
    List<String> queries =
        node.properties().stream()
            .filter(e -> SQL_KEYS.contains(e.getKey().toLowerCase(Locale.ROOT)))
            .map(e -> e.getValue())
            .filter(JsonNode::isTextual)
            .map(JsonNode::asText)
            .distinct()
            .toList();
    if (queries.size() != 1) {
      throw new UnusableAnswerException(
          queries.isEmpty()
              ? "the JSON of the answer has no sql"
              : "the answer has several queries");
    }
    String sql = queries.get(0);
    return new Read(
        sql.isBlank() ? "" : one(unfenced(sql)),
        Optional.empty(),
        text(node, "rationale", LONGEST_RATIONALE),
        ambiguities(node.path("ambiguities")));
  }

  private static String text(JsonNode node, String key, int longest) {
    String value = node.path(key).isTextual() ? node.path(key).asText() : "";
    String line = UNSEEN.matcher(value).replaceAll(" ").strip();
    return line.codePointCount(0, line.length()) <= longest
        ? line
        : line.substring(0, line.offsetByCodePoints(0, longest));
  }

  private static List<Ambiguity> ambiguities(JsonNode list) {
    List<Ambiguity> all = new ArrayList<>();
    for (JsonNode node : list) {
      List<Reading> readings = new ArrayList<>();
      for (JsonNode option : node.path("options")) {
        Reading reading =
            new Reading(
                text(option, "id", LONGEST_NAME),
                text(option, "label", LONGEST_NAME),
                text(option, "definition", LONGEST_RATIONALE));
        if (!reading.id().isEmpty() && !reading.definition().isEmpty()) {
          readings.add(reading);
        }
      }
      String term = text(node, "term", LONGEST_NAME);
      if (!term.isEmpty() && readings.size() > 1 && readings.size() <= MOST_READINGS) {
        all.add(new Ambiguity(term, text(node, "prompt", LONGEST_RATIONALE), readings));
      }
    }
    return all.subList(0, Math.min(all.size(), MOST_TERMS));
  }

  /**
   * The complete JSON objects of the text that have one of the keys, inside fences or prose.
   *
   * @throws UnusableAnswerException if one of them is cut off or has a key twice: its parts are not
   *     used
   */
  private static List<JsonNode> objects(String text, Set<String> keys) {
    List<JsonNode> found = new ArrayList<>();
    int at = text.indexOf('{');
    for (int tries = 0; at >= 0 && tries < MOST_BRACES; tries++) {
      String rest = text.substring(at);
      int length = 0;
      try (JsonParser parser = TOLERANT.getFactory().createParser(rest)) {
        JsonNode node = TOLERANT.readTree(parser);
        length = (int) parser.currentLocation().getCharOffset();
        if (hasKey(node, keys)) {
          found.add(node);
        }
      } catch (JsonEOFException e) {
        throw new UnusableAnswerException("the answer is JSON that is not whole");
      } catch (StreamConstraintsException e) {
        throw new UnusableAnswerException("the answer is JSON that is nested too deeply");
      } catch (IOException e) {
        // A brace of prose: the next one may begin an object.
        length = 0;
      }
      if (length > 0) {
        demandKeysOnce(rest.substring(0, length));
      }
      at = text.indexOf('{', at + Math.max(length, 1));
    }
    return found;
  }

  private static boolean hasKey(JsonNode node, Set<String> keys) {
    return node.properties().stream()
        .anyMatch(e -> keys.contains(e.getKey().toLowerCase(Locale.ROOT)));
  }

  private static void demandKeysOnce(String object) {
    try {
      ONCE.readTree(object);
    } catch (JsonProcessingException e) {
      throw new UnusableAnswerException("the answer is JSON in which a key comes twice");
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
      if (QUERY.matcher(fences.group(2)).lookingAt()) {
        found.add(one(fences.group(2)));
      }
    }
    if (found.stream().distinct().count() > 1) {
      throw new UnusableAnswerException("the answer has several queries");
    }
    if (!found.isEmpty()) {
      return found.get(0);
    }
    if (QUERY.matcher(text).lookingAt() && !text.contains("```")) {
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
