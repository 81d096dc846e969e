package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Words of the calendar, each with its role: {@code <word> <role> [value]}. Roles are unit, month,
 * grain, this, previous, next, today, yesterday, tomorrow, todate, since, after, before, until, in,
 * span, from, to, between, and, ago, filler, fiscal, half, each, ordinal.
 */
final class CalendarWords {
  private static final Set<String> ROLES =
      Set.of(
          "unit",
          "month",
          "grain",
          "this",
          "previous",
          "rolling",
          "next",
          "today",
          "yesterday",
          "tomorrow",
          "todate",
          "since",
          "after",
          "before",
          "until",
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
          "span");

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
    return roles.getOrDefault(role, Map.of()).containsKey(token.lower());
  }

  Optional<String> value(String role, Token token) {
    return Optional.ofNullable(roles.getOrDefault(role, Map.of()).get(token.lower()));
  }

  Optional<CalendarUnit> unit(Token token) {
    return value("unit", token).map(v -> CalendarUnit.valueOf(v.toUpperCase(Locale.ROOT)));
  }

  Optional<CalendarUnit> grain(Token token) {
    return value("grain", token).map(v -> CalendarUnit.valueOf(v.toUpperCase(Locale.ROOT)));
  }

  Optional<Integer> month(Token token) {
    return value("month", token).map(Integer::parseInt);
  }

  Optional<Integer> ordinal(Token token) {
    return value("ordinal", token).map(Integer::parseInt);
  }
}
