package dev.nl2sql.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Words in column names that say the values are rates, indexes, percentages or averages. */
final class NonAdditiveNames {
  private static final String FILE = "non-additive-names.txt";

  /** Read once for all plans; never changes. */
  private static final NonAdditiveNames STANDARD = read();

  private final Set<String> words;

  private NonAdditiveNames(Set<String> words) {
    this.words = Set.copyOf(words);
  }

  static NonAdditiveNames standard() {
    return STANDARD;
  }

  private static NonAdditiveNames read() {
    try (InputStream stream =
            Objects.requireNonNull(NonAdditiveNames.class.getResourceAsStream(FILE), FILE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return new NonAdditiveNames(
          reader
              .lines()
              .map(String::strip)
              .filter(l -> !l.isEmpty() && !l.startsWith("#"))
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(FILE, e);
    }
  }

  /** Whether one of the words of a column's name is listed. */
  boolean matches(String columnName) {
    String spaced = columnName.replaceAll("(\\p{Ll})(\\p{Lu})", "$1 $2").toLowerCase(Locale.ROOT);
    return Arrays.stream(spaced.split("[^\\p{L}\\p{N}%]+")).anyMatch(words::contains);
  }
}
