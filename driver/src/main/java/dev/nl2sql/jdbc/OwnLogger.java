package dev.nl2sql.jdbc;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the one jar off the console. It logs with the JDK's own means, under {@code dev.nl2sql},
 * and those print to the console of whoever has configured nothing. Whoever gives that logger a
 * level sees everything.
 */
final class OwnLogger {
  private static final String NAME = "dev.nl2sql";

  /** Held, for the JDK forgets the level of a logger that nobody holds. */
  private static final Logger LOGGER = Logger.getLogger(NAME);

  private OwnLogger() {}

  /** Turns the logger off if it belongs to the one jar and has no level yet. */
  static void beSilentUnlessAsked() {
    boolean isOneJar = LoggerFactory.class.getName().startsWith(NAME);
    if (isOneJar && LOGGER.getLevel() == null) {
      LOGGER.setLevel(Level.OFF);
    }
  }
}
