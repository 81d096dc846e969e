package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** The read-only form for an engine and a state of its session. */
final class ReadOnlyForms {
  private static final String GUARD_ONLY =
      "this database has no read-only form here: only the guard keeps the statement read-only";

  private ReadOnlyForms() {}

  static ReadOnlyForm of(Connection connection) throws SQLException {
    return switch (product(connection)) {
      case "postgresql" -> PostgresForms.of(connection);
      case "sqlite" -> new SqliteForm();
      case "mysql", "mariadb" -> MySqlForms.of(connection);
      case "duckdb" -> DuckDbForms.of(connection);
      case "h2" ->
          connection.getAutoCommit()
              ? new RolledBack("guard, rolled back")
              : new Undone("guard, rolled back to a savepoint", List.of());
      default -> new GuardOnly(List.of(GUARD_ONLY));
    };
  }

  static String product(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
  }

  /** A transaction of our own that is rolled back; the engine does not refuse writes in it. */
  record RolledBack(String protection) implements ReadOnlyForm {
    @Override
    public boolean holds() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      connection.setAutoCommit(false);
      return new Begun(
          connection,
          () -> {
            try {
              connection.rollback();
            } finally {
              connection.setAutoCommit(true);
            }
          });
    }
  }

  /** Inside the caller's transaction: what the statement wrote would be undone, not refused. */
  record Undone(String protection, List<String> warnings) implements ReadOnlyForm {
    @Override
    public boolean holds() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      String name = SessionSql.randomName();
      SessionSql.execute(connection, "SAVEPOINT " + name);
      return new Begun(
          connection,
          () -> {
            SessionSql.execute(connection, "ROLLBACK TO SAVEPOINT " + name);
            SessionSql.execute(connection, "RELEASE SAVEPOINT " + name);
          });
    }
  }

  /** Engines nobody has described: rows may be read piece by piece, so they are held by us. */
  record GuardOnly(List<String> warnings) implements ReadOnlyForm {
    @Override
    public String protection() {
      return "guard";
    }

    @Override
    public boolean holds() {
      return false;
    }

    @Override
    public boolean rowsOutliveIt() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) {
      return new Begun(connection, () -> {});
    }
  }
}
