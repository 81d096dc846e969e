package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Words of the calendar, each with its role: {@code <word> <role> [value]} a line. */
final class CalendarWords {
  private static final Set<String> ROLES =
      Set.of(
          "unit",
          "month",
          "weekday",
          "grain",
          "this",
          "previous",
          "next",
          "today",
          "yesterday",
          "tomorrow",
          "todate",
          "in",
          "from",
          "to",
          "between",
          "and",
          "ago",
          "filler",
          "fiscal",
          "half",
          "each",
          "ordinal",
          "span",
          "joint",
          "listed",
          "onwards",
          "later",
          "earlier",
          "edge",
          "same",
          "article",
          "count",
          "lastpart",
          "now",
          "few",
          "inexact",
          "aligned",
          "with",
          "without");

  private static final int MOST_FILLERS = 3;
  private static final BigDecimal LARGEST_COUNT = new BigDecimal("1000000");

  private final Map<String, Map<String, String>> roles = new HashMap<>();

  CalendarWords(List<ResourceLines.Line> lines) {
    for (ResourceLines.Line line : lines) {
      String[] parts = line.text().split("\\s+");
      if (parts.length < 2 || !ROLES.contains(parts[1])) {
        throw line.wrong("a word, one of the roles " + ROLES + " and a value");
      }
      roles
          .computeIfAbsent(parts[1], r -> new HashMap<>())
          .put(parts[0], parts.length > 2 ? parts[2] : "");
    }
  }

  Set<String> words() {
    return roles.values().stream()
        .flatMap(words -> words.keySet().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  boolean is(String role, Token token) {
    return value(role, token).isPresent();
  }

  /** The value of a word in a role, also of its possessive form. */
  Optional<String> value(String role, Token token) {
    return value(role, token.lower());
  }

  private Optional<String> value(String role, String word) {
    Map<String, String> values = roles.getOrDefault(role, Map.of());
    String found = values.get(word);
    return Optional.ofNullable(found != null ? found : values.get(withoutPossessive(word)));
  }

  /** Whether a word of the role stands in the range. */
  boolean anyIs(String role, List<Token> tokens, int from, int to) {
    return tokens.subList(from, to).stream().anyMatch(t -> is(role, t));
  }

  private static String withoutPossessive(String word) {
    int length = word.length();
    if (word.endsWith("'s") || word.endsWith("’s")) {
      return word.substring(0, length - 2);
    }
    return word.endsWith("'") || word.endsWith("’") ? word.substring(0, length - 1) : word;
  }

  Optional<CalendarUnit> unit(Token token) {
    return value("unit", token).map(v -> CalendarUnit.valueOf(v.toUpperCase(Locale.ROOT)));
  }

  /** Whether the word speaks of several units: "days", and not "day" or "day's". */
  static boolean isPlural(Token unit) {
    return unit.lower().endsWith("s") && withoutPossessive(unit.lower()).equals(unit.lower());
  }

  Optional<CalendarUnit> grain(Token token) {
    return value("grain", token).map(v -> CalendarUnit.valueOf(v.toUpperCase(Locale.ROOT)));
  }

  Optional<Integer> month(Token token) {
    return month(token.lower());
  }

  Optional<Integer> month(String word) {
    return value("month", word).map(Integer::parseInt);
  }

  /** One for Monday to seven for Sunday. */
  Optional<Integer> weekday(Token token) {
    return value("weekday", token).map(Integer::parseInt);
  }

  Optional<Integer> ordinal(Token token) {
    return value("ordinal", token).map(Integer::parseInt);
  }

  /** Index of the first token from the start that is more than padding. */
  int skipFillers(List<Token> tokens, int start) {
    int at = start;
    while (at < Math.min(tokens.size(), start + MOST_FILLERS) && is("filler", tokens.get(at))) {
      at++;
    }
    return at;
  }

  /** How many units: "30", "twenty five", "a couple of". */
  Optional<NumberPhrase> count(NumberParser numbers, List<Token> tokens, int start) {
    int at = start + 1 < tokens.size() && is("article", tokens.get(start)) ? start + 1 : start;
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    Optional<String> word = value("count", tokens.get(at));
    if (word.isPresent()) {
      boolean of = at + 1 < tokens.size() && tokens.get(at + 1).lower().equals("of");
      return Optional.of(new NumberPhrase(start, of ? at + 2 : at + 1, new BigDecimal(word.get())));
    }
    return numbers.at(tokens, start).filter(CalendarWords::isCount);
  }

  private static boolean isCount(NumberPhrase number) {
    return number.value().scale() <= 0
        && number.value().signum() > 0
        && number.value().compareTo(LARGEST_COUNT) <= 0;
  }
}
