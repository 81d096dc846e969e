package dev.nl2sql.generate.model;

import dev.nl2sql.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A prompt as it stands in its file: the system message and the user message with places to fill.
 * Immutable and thread-safe.
 */
public final class Prompts {
  private static final String SEPARATOR = "=== data ===";
  private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]*)\\}\\}");

  private final String instructions;
  private final String data;

  private Prompts(String instructions, String data) {
    this.instructions = instructions;
    this.data = data;
  }

  /** The two messages, filled. */
  public record Filled(String instructions, String data) {}

  /**
   * Reads and checks the file of a task.
   *
   * @param task the name of the file, without ending
   * @param places the names of all places the file must have, and may have
   * @throws ConfigurationException if it has others, or lacks one, or has no data part
   */
  public static Prompts named(String task, Set<String> places) {
    String file = task + ".txt";
    String text = resource(file);
    int at = text.indexOf(SEPARATOR);
    if (at < 0) {
      throw new ConfigurationException(
          "%s has no line '%s'; expected instructions, this line, data".formatted(file, SEPARATOR));
    }
    check(file, text, places);
    return new Prompts(
        text.substring(0, at).strip(), text.substring(at + SEPARATOR.length()).strip());
  }

  /** Puts texts into the places; what is put in is never looked into for further places. */
  public Filled with(Map<String, String> texts) {
    return new Filled(fill(instructions, texts), fill(data, texts));
  }

  /** A resource of this package without its comment lines. */
  static String resource(String file) {
    try (InputStream stream = Prompts.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new ConfigurationException("prompt file " + file + " is missing from the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.joining("\n"))
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private static void check(String file, String text, Set<String> places) {
    Set<String> found = new TreeSet<>();
    PLACE.matcher(text).results().map(m -> m.group(1)).forEach(found::add);
    for (String name : found) {
      if (!places.contains(name)) {
        throw new ConfigurationException(
            "%s has the place {{%s}}; expected one of %s"
                .formatted(file, name, new TreeSet<>(places)));
      }
    }
    for (String name : new TreeSet<>(places)) {
      if (!found.contains(name)) {
        throw new ConfigurationException("%s has no place {{%s}}".formatted(file, name));
      }
    }
  }

  private static String fill(String template, Map<String, String> texts) {
    return PLACE
        .matcher(template)
        .replaceAll((MatchResult place) -> Matcher.quoteReplacement(texts.get(place.group(1))));
  }
}
