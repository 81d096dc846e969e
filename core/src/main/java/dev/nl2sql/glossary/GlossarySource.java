package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The glossary at a location, read at the first question and again when the file has changed. A
 * file that became unreadable or wrong leaves the last good glossary in force. Thread-safe.
 */
public final class GlossarySource {
  private static final String CLASSPATH = "classpath:";

  private final Optional<String> location;
  private final AtomicReference<State> state = new AtomicReference<>();

  /**
   * @param glossary the last good glossary
   * @param modified time stamp of the file when it was last looked at
   * @param fault why the newest version could not be used
   */
  private record State(Glossary glossary, FileTime modified, Optional<String> fault) {}

  /**
   * @param location a path or {@code classpath:} name; empty means no glossary
   */
  public GlossarySource(Optional<String> location) {
    this.location = location;
  }

  /**
   * The glossary in force.
   *
   * @throws ConfigurationException if it was never readable
   */
  public Glossary current() {
    if (location.isEmpty()) {
      return Glossary.empty();
    }
    FileTime modified = modified(location.get());
    State known = state.get();
    if (known == null) {
      known = new State(load(location.get()), modified, Optional.empty());
      state.set(known);
    } else if (!known.modified().equals(modified)) {
      known = reloaded(known, modified);
      state.set(known);
    }
    return known.glossary();
  }

  /** Why the newest version of the file is not in force, if it is not. */
  public Optional<String> fault() {
    return Optional.ofNullable(state.get()).flatMap(State::fault);
  }

  private State reloaded(State known, FileTime modified) {
    try {
      return new State(load(location.orElseThrow()), modified, Optional.empty());
    } catch (ConfigurationException e) {
      return new State(known.glossary(), modified, Optional.of(e.getMessage()));
    }
  }

  private static FileTime modified(String location) {
    try {
      return location.startsWith(CLASSPATH)
          ? FileTime.fromMillis(0)
          : Files.getLastModifiedTime(Path.of(location));
    } catch (IOException | InvalidPathException e) {
      return FileTime.fromMillis(-1);
    }
  }

  private static Glossary load(String location) {
    try {
      String text =
          location.startsWith(CLASSPATH)
              ? resource(location.substring(CLASSPATH.length()))
              : Files.readString(Path.of(location));
      return GlossaryReader.read(text, location);
    } catch (IOException | InvalidPathException e) {
      throw new ConfigurationException(
          "%s: the glossary cannot be read (%s); expected a readable UTF-8 file, or classpath:name"
              .formatted(location, e.getClass().getSimpleName() + ": " + e.getMessage()),
          e);
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream = open(name)) {
      if (stream == null) {
        throw new IOException("no such resource on the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String name) {
    if (name.isBlank() || name.endsWith("/")) {
      return null;
    }
    InputStream own = GlossarySource.class.getClassLoader().getResourceAsStream(name);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return own != null || context == null ? own : context.getResourceAsStream(name);
  }
}
