package dev.nl2sql.jdbc;

import java.time.Duration;

/** Runs something later. */
interface Delay {
  /** Runs the action after the time, unless it is called off before. */
  Scheduled after(Duration time, Runnable action);

  /** Calls off everything and ends the thread. */
  void stop();

  /** An action that waits for its time. */
  @FunctionalInterface
  interface Scheduled extends AutoCloseable {
    /** Calls the action off. */
    @Override
    void close();
  }
}
