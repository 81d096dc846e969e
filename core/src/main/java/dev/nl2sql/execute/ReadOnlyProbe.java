package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Asks the engine itself whether the read-only form holds. */
public final class ReadOnlyProbe {
  private static final SandboxLimits LIMITS =
      new SandboxLimits(1, 1_000, Duration.ofSeconds(5), false);

  private ReadOnlyProbe() {}

  /**
   * What protects a question on this connection now.
   *
   * @param protection the form
   * @param holds whether the engine confirms that it refuses writes
   */
  public record Result(String protection, boolean holds) {}

  /** Begins the form, asks, and undoes it. */
  public static Result probe(Connection connection) throws SQLException {
    ReadOnlyForm form = ReadOnlyForms.of(connection);
    ReadOnlyForm.Begun begun = form.begin(connection, LIMITS);
    try {
      return new Result(form.protection(), form.holds() && form.isConfirmed(begun));
    } finally {
      begun.end();
    }
  }
}
