package dev.nl2sql.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Words in column names that say the values must not be looked at. */
final class SecretNames {
  private static final String FILE = "secret-names.txt";

  private final List<String> words;

  private SecretNames(List<String> words) {
    this.words = List.copyOf(words);
  }

  static SecretNames standard() {
    try (InputStream stream =
            Objects.requireNonNull(SecretNames.class.getResourceAsStream(FILE), FILE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return new SecretNames(
          reader
              .lines()
              .map(String::strip)
              .filter(l -> !l.isEmpty() && !l.startsWith("#"))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(FILE, e);
    }
  }

  boolean looksSecret(String columnName) {
    String plain = columnName.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return words.stream().anyMatch(plain::contains);
  }
}
