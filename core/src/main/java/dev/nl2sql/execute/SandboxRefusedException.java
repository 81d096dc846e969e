package dev.nl2sql.execute;

import java.sql.SQLException;

/**
 * The sandbox does not run the statement: the engine says that it writes, it may be more than one,
 * or nothing beyond the guard would keep it read-only and {@code sandbox=strict} is set.
 */
public final class SandboxRefusedException extends SQLException {
  public SandboxRefusedException(String message) {
    super(message);
  }
}
