package dev.nl2sql.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The dialects that have a resource file, read once. */
final class Dialects {
  private static final String FOLDER = "/dev/nl2sql/plan/dialects/";
  private static final List<String> NAMES =
      List.of(
          "ansi",
          "h2",
          "postgresql",
          "sqlite",
          "mysql",
          "duckdb",
          "sqlserver",
          "oracle",
          "trino",
          "snowflake",
          "bigquery");
  private static final Map<String, Dialect> BY_PRODUCT = new HashMap<>();
  private static final List<Dialect> ALL = readAll();

  private Dialects() {}

  private static List<Dialect> readAll() {
    Set<String> reserved = readWords(FOLDER + "reserved-words.txt");
    return NAMES.stream().map(n -> read(n, reserved)).toList();
  }

  private static Dialect read(String name, Set<String> reserved) {
    DialectFile facts = DialectFile.read(FOLDER + name + ".properties");
    Dialect dialect = new Dialect(name, facts, reserved);
    facts.products().forEach(p -> BY_PRODUCT.put(p.toLowerCase(Locale.ROOT), dialect));
    return dialect;
  }

  private static Set<String> readWords(String resource) {
    try (InputStream in = Dialect.class.getResourceAsStream(resource);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(l -> !l.startsWith("#"))
          .flatMap(l -> Stream.of(l.split("\\s+")))
          .filter(w -> !w.isEmpty())
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  static List<Dialect> all() {
    return ALL;
  }

  static Dialect forProduct(String productName) {
    return BY_PRODUCT.getOrDefault(productName.toLowerCase(Locale.ROOT), ALL.get(0));
  }
}
