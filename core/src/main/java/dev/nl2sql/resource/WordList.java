package dev.nl2sql.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a resource with one entry a line; lines that begin with # are comments. */
public final class WordList {
  private WordList() {}

  /**
   * The entries in order.
   *
   * @throws IllegalStateException if there is no such resource beside the class
   */
  public static List<String> read(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + name);
      }
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      List<String> entries = new ArrayList<>();
      reader
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .forEach(entries::add);
      return List.copyOf(entries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
