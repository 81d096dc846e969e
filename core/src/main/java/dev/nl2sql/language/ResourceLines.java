package dev.nl2sql.language;

import dev.nl2sql.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a word file: one entry a line, {@code #} begins a comment, blank lines count for nothing.
 */
final class ResourceLines {

  /** A line with its place, for messages. */
  record Line(String file, int number, String text) {
    ConfigurationException wrong(String expected) {
      return new ConfigurationException(
          "%s:%d: found '%s', expected %s".formatted(file, number, text, expected));
    }
  }

  private ResourceLines() {}

  static List<Line> read(String file) {
    try (InputStream stream = ResourceLines.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new ConfigurationException("word file " + file + " is missing from the class path");
      }
      return lines(file, stream);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private static List<Line> lines(String file, InputStream stream) throws IOException {
    List<Line> lines = new ArrayList<>();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    int number = 0;
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      number++;
      int comment = text.indexOf('#');
      String entry = (comment < 0 ? text : text.substring(0, comment)).strip();
      if (!entry.isEmpty()) {
        lines.add(new Line(file, number, entry));
      }
    }
    return lines;
  }
}
