package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The read-only form for an engine and a state of its session. */
final class ReadOnlyForms {
  private static final String GUARD_ONLY =
      "this database has no read-only form here: only the guard keeps the statement read-only";

  private ReadOnlyForms() {}

  static ReadOnlyForm of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    boolean autoCommit = connection.getAutoCommit();
    return switch (product.toLowerCase(Locale.ROOT)) {
      case "postgresql" -> autoCommit ? new PostgresTransaction() : postgresInside(connection);
      case "sqlite" -> new SqliteQueryOnly();
      case "mysql", "mariadb" ->
          autoCommit ? new Transaction("START TRANSACTION READ ONLY") : new GuardOnly(GUARD_ONLY);
      case "duckdb" ->
          autoCommit ? new Transaction("BEGIN TRANSACTION READ ONLY") : new GuardOnly(GUARD_ONLY);
      case "h2" -> autoCommit ? new H2Transaction() : new GuardOnly();
      default -> new GuardOnly(GUARD_ONLY);
    };
  }

  private static ReadOnlyForm postgresInside(Connection connection) throws SQLException {
    boolean serializable =
        connection.getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE;
    return new PostgresSavepoint(
        serializable
            ? List.of(
                "the transaction is serializable: the question's reads take part in its conflict checks")
            : List.of());
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String timeout(SandboxLimits limits) {
    long millis = Math.max(1, Math.min(limits.timeout().toMillis(), Integer.MAX_VALUE));
    return "SET LOCAL statement_timeout = " + millis;
  }

  // Sent as SQL, not through setAutoCommit, so that no flag of the connection changes.
  private record PostgresTransaction() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "BEGIN READ ONLY";
    }

    @Override
    public List<String> warnings() {
      return List.of();
    }

    @Override
    public boolean holds() {
      return true;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      execute(connection, "BEGIN READ ONLY");
      Begun begun = () -> execute(connection, "ROLLBACK");
      return prepared(begun, () -> execute(connection, timeout(limits)));
    }
  }

  private record PostgresSavepoint(List<String> warnings) implements ReadOnlyForm {
    @Override
    public String protection() {
      return "SAVEPOINT, SET TRANSACTION READ ONLY";
    }

    @Override
    public boolean holds() {
      return true;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      String name = "nl2sql_" + UUID.randomUUID().toString().replace("-", "");
      execute(connection, "SAVEPOINT " + name);
      Begun begun =
          () -> {
            execute(connection, "ROLLBACK TO SAVEPOINT " + name);
            execute(connection, "RELEASE SAVEPOINT " + name);
          };
      return prepared(
          begun,
          () -> {
            execute(connection, "SET TRANSACTION READ ONLY");
            execute(connection, timeout(limits));
          });
    }
  }

  private record SqliteQueryOnly() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "PRAGMA query_only";
    }

    @Override
    public List<String> warnings() {
      return List.of();
    }

    @Override
    public boolean holds() {
      return true;
    }

    // SQLite gives rows one by one, and the pragma invalidates every statement that is not at its
    // end: one that opens a table again for its next row then fails with SQLITE_ABORT_ROLLBACK.
    @Override
    public boolean rowsOutliveIt() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      boolean before;
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("PRAGMA query_only")) {
        before = rows.next() && rows.getBoolean(1);
      }
      execute(connection, "PRAGMA query_only = 1");
      return () -> execute(connection, "PRAGMA query_only = " + (before ? 1 : 0));
    }
  }

  private record Transaction(String protection) implements ReadOnlyForm {
    @Override
    public List<String> warnings() {
      return List.of();
    }

    @Override
    public boolean holds() {
      return true;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      execute(connection, protection);
      return () -> execute(connection, "ROLLBACK");
    }
  }

  private record H2Transaction() implements ReadOnlyForm {
    @Override
    public String protection() {
      return "guard, rolled back";
    }

    @Override
    public List<String> warnings() {
      return List.of();
    }

    @Override
    public boolean holds() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) throws SQLException {
      connection.setAutoCommit(false);
      return () -> {
        try {
          connection.rollback();
        } finally {
          connection.setAutoCommit(true);
        }
      };
    }
  }

  private record GuardOnly(List<String> warnings) implements ReadOnlyForm {
    GuardOnly(String... warnings) {
      this(List.of(warnings));
    }

    @Override
    public String protection() {
      return "guard";
    }

    @Override
    public boolean holds() {
      return false;
    }

    @Override
    public Begun begin(Connection connection, SandboxLimits limits) {
      return () -> {};
    }
  }

  /** A step of beginning a form. */
  private interface Step {
    void run() throws SQLException;
  }

  // A form that began but could not be completed is undone at once.
  private static ReadOnlyForm.Begun prepared(ReadOnlyForm.Begun begun, Step rest)
      throws SQLException {
    try {
      rest.run();
      return begun;
    } catch (SQLException e) {
      try {
        begun.end();
      } catch (SQLException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }
}
