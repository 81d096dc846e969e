package dev.nl2sql.guard;

import dev.nl2sql.testing.GuardCorpus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Our own statements, attacks and legitimate ones, from resource files. */
final class StatementLists {
  /** One statement for one dialect. */
  record Entry(String dialect, String sql) {}

  private StatementLists() {}

  static List<Entry> attacks() {
    return read("attacks.txt");
  }

  static List<Entry> allowed() {
    return read("allowed.txt");
  }

  static List<Entry> attacksByKind() {
    return read("attacks-by-kind.txt");
  }

  static List<Entry> allowedByDialect() {
    return read("allowed-by-dialect.txt");
  }

  /** Harmless statements that are refused. */
  static List<Entry> limits() {
    return read("limits.txt");
  }

  private static List<Entry> read(String file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                StatementLists.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(l -> !l.isBlank() && !l.startsWith("#"))
          .map(GuardCorpus::expand)
          .map(l -> new Entry(l.substring(0, l.indexOf('|')), l.substring(l.indexOf('|') + 1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
