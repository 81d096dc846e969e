package dev.nl2sql.pipeline;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.execute.Sandbox;
import dev.nl2sql.execute.SandboxLimits;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs the guarded statement in the sandbox, in the session's database phase. */
final class ExecuteStage implements AutoCloseable {
  private final Sandbox sandbox = new Sandbox();

  SandboxResult run(Inquiry inquiry, Translation translation, GuardedSql sql) throws SQLException {
    List<Optional<Object>> given = inquiry.request().binds();
    List<Optional<Object>> binds = translation.parameters().stream().map(given::get).toList();
    SandboxResult result =
        inquiry
            .session()
            .inDatabasePhase(
                connection ->
                    sandbox.run(connection, sql, binds, limits(inquiry), inquiry.cancellation()));
    return isCutByCaller(inquiry) ? silently(result) : result;
  }

  /**
   * Whether a statement of our own has any row.
   *
   * @param parameters for each parameter of the statement the bind it stands for
   * @param timeout time in the database at most
   */
  boolean hasRows(Inquiry inquiry, GuardedSql sql, List<Integer> parameters, Duration timeout)
      throws SQLException {
    List<Optional<Object>> binds = parameters.stream().map(inquiry.request().binds()::get).toList();
    SandboxLimits limits = limits(inquiry);
    Duration time = limits.timeout().compareTo(timeout) < 0 ? limits.timeout() : timeout;
    SandboxLimits one = new SandboxLimits(1, limits.maximumBytes(), time, limits.strict());
    return inquiry
        .session()
        .inDatabasePhase(
            connection -> {
              SandboxResult result =
                  sandbox.run(connection, sql, binds, one, inquiry.cancellation());
              try (ResultSet rows = result.rows()) {
                return rows.next();
              }
            });
  }

  private static SandboxLimits limits(Inquiry inquiry) {
    Settings settings = inquiry.settings();
    long own = settings.count(Setting.MAX_ROWS);
    return new SandboxLimits(
        Math.min(own, inquiry.request().callerMaxRows().orElse(own)),
        settings.bytes(Setting.MAX_BYTES),
        settings.duration(Setting.STATEMENT_TIMEOUT).orElseThrow(),
        settings.text(Setting.SANDBOX).equals("strict"));
  }

  private static boolean isCutByCaller(Inquiry inquiry) {
    long own = inquiry.settings().count(Setting.MAX_ROWS);
    return inquiry.request().callerMaxRows().orElse(Long.MAX_VALUE) <= own;
  }

  /** The caller asked for no more rows, so it need not be told that there are. */
  private static SandboxResult silently(SandboxResult result) {
    return new SandboxResult(
        result.rows(),
        result.rowCount(),
        false,
        result.columns(),
        result.protection(),
        result.warnings());
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
