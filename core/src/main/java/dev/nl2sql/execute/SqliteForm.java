package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * SQLite tells of each statement whether it writes: its program, which EXPLAIN shows and does not
 * run, asks for a write transaction or not. That is what {@code PRAGMA query_only} looks at while a
 * statement runs. The pragma itself would do harm: setting it invalidates every statement of the
 * connection, and a cursor that the caller has read half-way fails as soon as it opens a table
 * again.
 */
record SqliteForm() implements ReadOnlyForm {
  private static final String WRITE_WANTED = "Transaction";

  /** Steps that change a database or the session without a write transaction. */
  private static final Set<String> CHANGING_STEPS =
      Set.of("AutoCommit", "Checkpoint", "Expire", "JournalMode", "Savepoint", "Vacuum");

  private static final String WRITE_TO_ASK_ABOUT = "CREATE TEMP TABLE nl2sql_asked (x)";

  @Override
  public String protection() {
    return "the statement's own program is read-only";
  }

  // SQLite gives rows one by one, so they are read to the end before the caller gets them.
  @Override
  public boolean rowsOutliveIt() {
    return false;
  }

  @Override
  public Begun begin(Connection connection, SandboxLimits limits) {
    return new Begun(connection, () -> {});
  }

  @Override
  public void admit(Connection connection, String sql) throws SQLException {
    if (writes(connection, sql)) {
      throw new SandboxRefusedException("SQLite says that the statement is not read-only");
    }
  }

  @Override
  public boolean isConfirmed(Begun begun) throws SQLException {
    return writes(begun.connection(), WRITE_TO_ASK_ABOUT)
        && !writes(begun.connection(), "SELECT 1");
  }

  /** Whether the program of a statement writes; a statement without a program counts as one. */
  private static boolean writes(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet steps = statement.executeQuery("EXPLAIN " + sql)) {
      boolean any = false;
      while (steps.next()) {
        any = true;
        String step = steps.getString("opcode");
        if (CHANGING_STEPS.contains(step)
            || (step.equals(WRITE_WANTED) && steps.getInt("p2") != 0)) {
          return true;
        }
      }
      return !any;
    }
  }
}
