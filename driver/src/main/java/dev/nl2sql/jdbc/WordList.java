package dev.nl2sql.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

/** Words of a resource file, one a line; a line that begins with {@code #} is a remark. */
final class WordList {
  private final Set<String> words;

  private WordList(Set<String> words) {
    this.words = Set.copyOf(words);
  }

  static WordList read(String resource) {
    try (InputStream stream = WordList.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        return new WordList(
            reader
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .collect(Collectors.toSet()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean contains(String word) {
    return words.contains(word);
  }
}
