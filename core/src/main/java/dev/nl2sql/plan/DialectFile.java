package dev.nl2sql.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts of one dialect, checked when read: every key known, present and well formed. */
final class DialectFile {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
  private static final Map<String, Set<String>> CHOICES =
      Map.of(
          "quote", Set.of("double", "backtick"),
          "folding", Set.of("upper", "lower", "insensitive", "unknown"),
          "setOperand", Set.of("parenthesis", "derived"),
          "nullsLast", Set.of("native", "case", "isNull"),
          "literal.midnight", Set.of("timestamp", "date"),
          "literal.backslash", Set.of("plain", "double"),
          "limitPlace", Set.of("end", "top"),
          "tableAlias", Set.of("AS", "bare"),
          "likeEscape", Set.of("!", "backslash"),
          "percentile.byRank", Set.of("yes", "no"));
  private static final Set<String> OPTIONAL_PREFIXES = Set.of("periodStart.", "datePart.");
  private static final Set<String> OPTIONAL =
      Set.of("products", "reserved", "textTypes", "percentile");
  private static final Map<String, Set<String>> PLACEHOLDERS = placeholders();
  private final Map<String, String> facts;

  private DialectFile(Map<String, String> facts) {
    this.facts = Map.copyOf(facts);
  }

  static DialectFile read(String resource) {
    Properties properties = new Properties();
    try (InputStream in = Dialect.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + resource);
      }
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
    return of(properties, resource);
  }

  static DialectFile of(Properties properties, String source) {
    Map<String, String> facts = new HashMap<>();
    properties.stringPropertyNames().forEach(k -> facts.put(k, properties.getProperty(k).strip()));
    Set<String> known = PLACEHOLDERS.keySet();
    for (String key : facts.keySet()) {
      require(known.contains(key), source, "unknown key " + key);
    }
    for (String key : known) {
      require(facts.containsKey(key), source, "missing key " + key);
      check(key, facts.get(key), source);
    }
    return new DialectFile(facts);
  }

  private static void check(String key, String value, String source) {
    require(!value.isEmpty() || isOptional(key), source, "no value for " + key);
    Set<String> choices = CHOICES.get(key);
    require(choices == null || choices.contains(value), source, key + " cannot be " + value);
    Set<String> found =
        PLACEHOLDER.matcher(value).results().map(r -> r.group(1)).collect(Collectors.toSet());
    boolean complete = found.equals(PLACEHOLDERS.get(key));
    require(complete || value.isEmpty(), source, key + " must hold " + PLACEHOLDERS.get(key));
  }

  private static boolean isOptional(String key) {
    return OPTIONAL.contains(key) || OPTIONAL_PREFIXES.stream().anyMatch(key::startsWith);
  }

  private static void require(boolean condition, String source, String problem) {
    if (!condition) {
      throw new IllegalStateException(source + ": " + problem);
    }
  }

  private static Map<String, Set<String>> placeholders() {
    Map<String, Set<String>> all = new HashMap<>();
    Stream.of(
            "products",
            "quote",
            "folding",
            "reserved",
            "textTypes",
            "setOperand",
            "nullsLast",
            "literal.midnight",
            "literal.true",
            "literal.false",
            "literal.backslash",
            "limitPlace",
            "tableAlias",
            "likeEscape",
            "percentile.byRank",
            "setOperator.union",
            "setOperator.intersect",
            "setOperator.except")
        .forEach(k -> all.put(k, Set.of()));
    List.of("text", "integer", "decimal", "boolean", "date", "time", "timestamp")
        .forEach(t -> all.put("cast." + t, Set.of()));
    all.put("cast.timestampWithZone", Set.of());
    List.of("date", "time", "timestamp", "timestampWithZone")
        .forEach(t -> all.put("literal." + t, Set.of("value")));
    for (Expression.CalendarUnit unit : Expression.CalendarUnit.values()) {
      boolean dayOfWeek = unit == Expression.CalendarUnit.DAY_OF_WEEK;
      String key = dayOfWeek ? "dayOfWeek" : unit.name().toLowerCase(Locale.ROOT);
      all.put("datePart." + key, Set.of("argument"));
      if (!dayOfWeek) {
        all.put("periodStart." + key, Set.of("argument"));
      }
    }
    all.put("limit", Set.of("count"));
    all.put("isTrue", Set.of("argument"));
    all.put("isFalse", Set.of("argument"));
    all.put("average", Set.of("distinct", "argument"));
    all.put("percentile", Set.of("argument", "fraction"));
    all.put("divide", Set.of("left", "right"));
    all.put("textLength", Set.of("argument"));
    all.put("textMatch", Set.of("argument", "pattern"));
    return Map.copyOf(all);
  }

  boolean has(String key) {
    return !text(key).isEmpty();
  }

  String text(String key) {
    String value = facts.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no fact " + key);
    }
    return value;
  }

  Set<String> words(String key) {
    return Stream.of(text(key).split("\\s+"))
        .filter(w -> !w.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Product names, separated by commas. */
  List<String> products() {
    return Stream.of(text("products").split(",")).map(String::strip).toList();
  }

  <T extends Enum<T>> T choice(String key, Class<T> type) {
    String constant = text(key).replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    return Enum.valueOf(type, constant);
  }

  String fill(String key, Map<String, String> parts) {
    String template = text(key);
    if (template.isEmpty()) {
      throw new NotInDialectException(key);
    }
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(m -> Matcher.quoteReplacement(parts.get(m.group(1))));
  }
}
