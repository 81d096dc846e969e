package dev.nl2sql.jdbc;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Hears all that is logged below a logger, at every level, until it is closed. Thread-safe. */
final class Listening implements AutoCloseable {
  private final Logger logger;
  private final Level before;
  private final Handler handler = new Ear();
  private final List<String> silent;
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  private Listening(String logger, List<String> silent) {
    this.logger = Logger.getLogger(logger);
    this.before = this.logger.getLevel();
    this.silent = List.copyOf(silent);
    handler.setLevel(Level.ALL);
    this.logger.setLevel(Level.ALL);
    this.logger.addHandler(handler);
  }

  /** Every logger there is. */
  static Listening toAll() {
    return new Listening("", List.of());
  }

  /** Every logger but those whose name begins so. */
  static Listening toAllBut(List<String> silent) {
    return new Listening("", silent);
  }

  /** One logger and those below it. */
  static Listening to(String logger) {
    return new Listening(logger, List.of());
  }

  /** What was logged, formatted. */
  List<String> logged() {
    return List.copyOf(logged);
  }

  /** The loggers that logged it. */
  Set<String> names() {
    return Set.copyOf(names);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setLevel(before);
  }

  private final class Ear extends Handler {
    @Override
    public void publish(LogRecord entry) {
      String name = String.valueOf(entry.getLoggerName());
      if (silent.stream().noneMatch(name::startsWith)) {
        names.add(name);
        logged.add(new SimpleFormatter().format(entry));
      }
    }

    @Override
    public void flush() {
      // nothing waits
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
