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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The names a dialect allows in generated SQL, from resource files. Immutable. */
final class AllowList {
  private static final Set<String> KINDS =
      Set.of("function", "table", "type", "unit", "unit-function", "time", "refused-name");
  private static final Map<String, AllowList> BY_DIALECT = new ConcurrentHashMap<>();
  private static final Set<String> NODES =
      lines("nodes.allow").stream()
          .filter(l -> !l.isBlank() && !l.startsWith("#"))
          .map(l -> "net.sf.jsqlparser." + l.strip())
          .collect(Collectors.toUnmodifiableSet());
  private final Map<String, Set<String>> names;

  private AllowList(Map<String, Set<String>> names) {
    this.names = names;
  }

  static AllowList of(Dialect dialect) {
    return BY_DIALECT.computeIfAbsent(dialect.name(), AllowList::read);
  }

  private static AllowList read(String dialect) {
    Map<String, Set<String>> names = new HashMap<>();
    KINDS.forEach(k -> names.put(k, new HashSet<>()));
    for (String file : List.of("common.allow", dialect + ".allow")) {
      for (String line : lines(file)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          add(line, file, names);
        }
      }
    }
    return new AllowList(names);
  }

  private static void add(String line, String file, Map<String, Set<String>> names) {
    int colon = line.indexOf(':');
    String kind = colon < 0 ? line : line.substring(0, colon);
    if (!KINDS.contains(kind)) {
      throw new IllegalStateException(file + ": unknown kind in line: " + line);
    }
    names.get(kind).addAll(List.of(line.substring(colon + 1).strip().split("\\s+")));
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
    return names.get(kind).contains(name.toLowerCase(Locale.ROOT));
  }

  static boolean hasNode(Class<?> type) {
    return NODES.contains(type.getName());
  }
}
