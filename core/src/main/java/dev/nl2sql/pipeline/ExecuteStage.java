package dev.nl2sql.pipeline;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.execute.ReadOnlyPool;
import dev.nl2sql.execute.ReadOnlyProbe;
import dev.nl2sql.execute.RealConnections;
import dev.nl2sql.execute.Sandbox;
import dev.nl2sql.execute.SandboxLimits;
import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs the guarded statement in the sandbox, in the session's database phase; with read-only
 * credentials of its own on a connection of their pool instead.
 */
final class ExecuteStage implements AutoCloseable {
  private static final String COMMITTED_ONLY =
      "answered by the read-only account, which does not see what this transaction has not"
          + " committed";

  private final Sandbox sandbox = new Sandbox();
  private final Optional<Credentials> credentials;
  private final RealConnections connections;
  private final ResultCache results;
  private ReadOnlyPool pool;

  /** An account that may only read. */
  private record Credentials(String url, String user, String password) {
    static Optional<Credentials> of(Settings settings) {
      String user = settings.text(Setting.READONLY_USER);
      Optional<String> url = settings.optional(Setting.READONLY_URL);
      if (url.isEmpty() && !user.isEmpty()) {
        throw new ConfigurationException(
            "setting 'nl2sql.readonly.user' needs 'nl2sql.readonly.url', the JDBC URL on which"
                + " that account connects");
      }
      return url.map(u -> new Credentials(u, user, settings.text(Setting.READONLY_PASSWORD)));
    }
  }

  ExecuteStage(Settings settings, RealConnections connections) {
    this.credentials = Credentials.of(settings);
    this.connections = connections;
    this.results = new ResultCache(settings.duration(Setting.CACHE_TTL).orElseThrow());
  }

  SandboxResult run(Inquiry inquiry, SessionView view, Translation translation, GuardedSql sql)
      throws SQLException {
    List<Optional<Object>> given = inquiry.request().binds();
    return run(inquiry, view, translation.parameters().stream().map(given::get).toList(), sql);
  }

  SandboxResult run(Inquiry inquiry, SessionView view, List<Optional<Object>> binds, GuardedSql sql)
      throws SQLException {
    boolean keeps =
        inquiry.settings().flag(Setting.CACHE_RESULTS)
            && inquiry.session().inDatabasePhase(Connection::getAutoCommit);
    if (!keeps) {
      return shown(inquiry, now(inquiry, view, binds, sql));
    }
    ResultCache.Key key = new ResultCache.Key(sql.sql(), binds, view.facts(), limits(inquiry));
    Optional<ResultCache.Kept> known = results.find(key);
    if (known.isPresent()) {
      inquiry.draft().readAt(known.get().readAt());
      return known.get().rows().again();
    }
    SandboxResult held = now(inquiry, view, binds, sql).held(limits(inquiry));
    results.put(key, held);
    return held;
  }

  /** Where SQL is hidden no statement of the database's may be reached through the rows. */
  private static SandboxResult shown(Inquiry inquiry, SandboxResult result) throws SQLException {
    return inquiry.draft().exposesSql() ? result : result.held(limits(inquiry));
  }

  /** Forgets rows. */
  void forget() {
    results.clear();
  }

  private SandboxResult now(
      Inquiry inquiry, SessionView view, List<Optional<Object>> binds, GuardedSql sql)
      throws SQLException {
    SandboxResult result =
        credentials.isPresent()
            ? onPool(inquiry, view, sql, binds)
            : inquiry
                .session()
                .inDatabasePhase(
                    connection ->
                        sandbox.run(
                            connection, sql, binds, limits(inquiry), inquiry.cancellation()));
    return isCutByCaller(inquiry) ? result.silently() : result;
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

  private SandboxResult onPool(
      Inquiry inquiry, SessionView view, GuardedSql sql, List<Optional<Object>> binds)
      throws SQLException {
    boolean free = inquiry.session().inDatabasePhase(Connection::getAutoCommit);
    SandboxResult result =
        pool().run(view.facts().product(), sql, binds, limits(inquiry), inquiry.cancellation());
    return free ? result : result.saying(COMMITTED_ONLY);
  }

  /** What keeps a question of this session read-only; the engine is asked. */
  ReadOnlyProbe.Result protection(Session session) throws SQLException {
    return credentials.isPresent() ? pool().probe() : session.inDatabasePhase(ReadOnlyProbe::probe);
  }

  private synchronized ReadOnlyPool pool() {
    if (pool == null) {
      Credentials account = credentials.orElseThrow();
      pool = new ReadOnlyPool(account.url(), account.user(), account.password(), connections);
    }
    return pool;
  }

  static SandboxLimits limits(Inquiry inquiry) {
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

  @Override
  public synchronized void close() {
    sandbox.close();
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }
}
