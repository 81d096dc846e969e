package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The names a dialect allows in generated SQL, from resource files. Immutable. */
final class AllowList {
  private static final Set<String> KINDS =
      Set.of(
          "function",
          "table",
          "type",
          "unit",
          "unit-function",
          "time",
          "refused-name",
          "lexical",
          "policy-function",
          "policy-name",
          "aggregate",
          "collects",
          "cuts",
          "picks",
          "reduces",
          "repeats",
          "short",
          "no-table",
          "named");
  private static final String FACTOR = "factor";
  private static final Set<String> NUMBERED_KINDS =
      Set.of(
          "size",
          "format",
          "pattern",
          "pattern-or-number",
          "json-path",
          "exponent",
          "replaces",
          "separates",
          FACTOR);
  private static final String COMMON = "common.allow";
  private static final Map<String, AllowList> BY_DIALECT = new ConcurrentHashMap<>();
  private static final Set<String> NODES =
      lines("nodes.allow").stream()
          .filter(l -> !l.isBlank() && !l.startsWith("#"))
          .map(l -> "net.sf.jsqlparser." + l.strip())
          .collect(Collectors.toUnmodifiableSet());
  private final Map<String, Set<String>> names;
  private final Map<String, Map<String, Integer>> arguments;

  private AllowList(Map<String, Set<String>> names, Map<String, Map<String, Integer>> arguments) {
    this.names = names;
    this.arguments = arguments;
  }

  /** The list of a dialect; the common one alone for a dialect without a file of its own. */
  static AllowList of(Dialect dialect) {
    return BY_DIALECT.computeIfAbsent(dialect.name(), AllowList::read);
  }

  private static AllowList read(String dialect) {
    String own = dialect + ".allow";
    boolean described = AllowList.class.getResource(own) != null;
    return of(described ? Map.of(COMMON, lines(COMMON), own, lines(own)) : commonOnly());
  }

  private static Map<String, List<String>> commonOnly() {
    return Map.of(COMMON, lines(COMMON));
  }

  /** From the lines of files by name, for messages. */
  static AllowList of(Map<String, List<String>> files) {
    Map<String, Set<String>> names = new HashMap<>();
    Map<String, Map<String, Integer>> arguments = new HashMap<>();
    KINDS.forEach(k -> names.put(k, new HashSet<>()));
    NUMBERED_KINDS.forEach(k -> arguments.put(k, new HashMap<>()));
    files.forEach(
        (file, lines) ->
            lines.stream()
                .filter(l -> !l.isBlank() && !l.startsWith("#"))
                .forEach(l -> add(l, file, names, arguments)));
    return new AllowList(names, arguments);
  }

  private static void add(
      String line,
      String file,
      Map<String, Set<String>> names,
      Map<String, Map<String, Integer>> arguments) {
    int colon = line.indexOf(':');
    String kind = colon < 0 ? line : line.substring(0, colon);
    List<String> words = List.of(line.substring(colon + 1).strip().split("\\s+"));
    if (KINDS.contains(kind)) {
      names.get(kind).addAll(words);
    } else if (NUMBERED_KINDS.contains(kind)) {
      words.forEach(w -> addArgument(w, file, arguments.get(kind)));
    } else {
      throw new IllegalStateException(file + ": unknown kind in line: " + line);
    }
  }

  private static void addArgument(String word, String file, Map<String, Integer> positions) {
    if (!word.matches("[a-z0-9_]+=[1-9]")) {
      throw new IllegalStateException(
          file + ": expected function=number, the number from 1 to 9, found " + word);
    }
    int equals = word.indexOf('=');
    positions.put(word.substring(0, equals), word.charAt(equals + 1) - '0');
  }

  private static List<String> lines(String file) {
    try (InputStream in = AllowList.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + file);
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  boolean has(String kind, String name) {
    // A letter that only becomes one of ours in lower case is another letter to the engine.
    return isAscii(name) && names.get(kind).contains(name.toLowerCase(Locale.ROOT));
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Which argument of the function, counted from zero, is of that kind, if one is. */
  OptionalInt argument(String kind, String function) {
    Integer position = arguments.get(kind).get(function.toLowerCase(Locale.ROOT));
    return position == null ? OptionalInt.empty() : OptionalInt.of(position - 1);
  }

  /** How many times longer than its arguments the function's result may be. */
  int factor(String function) {
    return arguments.get(FACTOR).getOrDefault(function.toLowerCase(Locale.ROOT), 1);
  }

  static boolean hasNode(Class<?> type) {
    return NODES.contains(type.getName());
  }
}
