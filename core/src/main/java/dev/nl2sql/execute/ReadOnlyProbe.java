package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/** Asks the engine itself whether the read-only form holds. */
public final class ReadOnlyProbe {
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
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    SandboxLimits limits = new SandboxLimits(1, 1_000, Duration.ofSeconds(5), false);
    ReadOnlyForm.Begun begun = form.begin(connection, limits);
    try {
      boolean holds =
          switch (product) {
            case "postgresql" -> answers(connection, "SHOW transaction_read_only", "on");
            case "sqlite" -> answers(connection, "PRAGMA query_only", "1");
            default -> form.holds();
          };
      return new Result(form.protection(), holds);
    } finally {
      begun.end();
    }
  }

  private static boolean answers(Connection connection, String sql, String expected)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && expected.equals(rows.getString(1));
    }
  }
}
