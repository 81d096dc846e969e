package dev.nl2sql.execute;

import java.sql.SQLException;

/** {@code sandbox=strict} and nothing beyond the guard would keep the statement read-only. */
public final class SandboxRefusedException extends SQLException {
  public SandboxRefusedException(String message) {
    super(message);
  }
}
