package dev.nl2sql.execute;

import dev.nl2sql.Cancellation;
import dev.nl2sql.guard.GuardedSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs guarded SQL in the caller's session and leaves the session as it was found: under the
 * engine's own read-only form, with limits on rows, bytes and time, always rolled back. The rows
 * are complete when it returns. Thread-safe; one question at a time on a connection.
 */
public final class Sandbox {
  private static final int COLUMN_OVERHEAD = 16;
  private final Watchdog watchdog = new Watchdog();

  /**
   * Runs a statement.
   *
   * @param connection the real connection
   * @param sql what the guard accepted
   * @param binds a value for each parameter, empty for NULL
   * @param limits what it may use
   * @param cancellation fires when the caller gives up
   * @throws BudgetSpentException if the time or the bytes were used up
   * @throws StatementCancelledException if the caller gave up
   * @throws ConnectionBrokenException if a cancelled statement did not end
   * @throws SandboxRefusedException if the statement may be more than one, the engine says that it
   *     writes, or nothing beyond the guard holds and {@code strict} is set
   * @throws SQLException the database's own error, unchanged
   */
  public SandboxResult run(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Cancellation cancellation)
      throws SQLException {
    if (binds.size() != sql.parameters()) {
      throw new IllegalArgumentException(
          sql.parameters() + " values are needed, not " + binds.size());
    }
    OneStatement.require(sql.sql());
    ReadOnlyForm form = ReadOnlyForms.of(connection);
    if (limits.strict() && !form.holds()) {
      throw new SandboxRefusedException(
          "nothing beyond the guard keeps this database from writing here, and sandbox=strict");
    }
    Watchdog.Watch watch = watchdog.watch(limits.timeout(), cancellation);
    return watch.guard(
        () -> inForm(connection, sql, binds, limits, form, watch), SandboxResult::discardLate);
  }

  private static SandboxResult inForm(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      ReadOnlyForm form,
      Watchdog.Watch watch)
      throws SQLException {
    ReadOnlyForm.Begun begun = form.begin(connection, limits);
    Executed executed;
    try {
      form.admit(begun.connection(), sql.sql());
      executed = execute(begun.connection(), sql, binds, limits, form, watch);
    } catch (SQLException | RuntimeException | Error e) {
      SessionSql.undo(begun, e);
      throw e;
    }
    try {
      begun.end();
      return result(executed, form);
    } catch (SQLException | RuntimeException e) {
      Rows.discard(executed.rows(), e);
      throw e;
    }
  }

  /** Rows as read, how many of them may be shown, and whether there are more. */
  private record Executed(ResultSet rows, long count, boolean cut) {}

  private static Executed execute(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      ReadOnlyForm form,
      Watchdog.Watch watch)
      throws SQLException {
    Fit fit = fit(connection, sql, binds, limits, watch);
    long cap = fit.rows() + 1;
    boolean counted = fit.isKnown() && form.rowsOutliveIt();
    PreparedStatement statement =
        counted
            ? scrollable(connection, sql.withRowCap(cap))
            : connection.prepareStatement(sql.withRowCap(cap));
    try {
      statement.setFetchSize(counted ? 0 : PieceByPiece.fetchSize(connection));
      statement.setMaxRows((int) Math.min(cap, Integer.MAX_VALUE));
      bind(statement, binds);
      return counted
          ? buffered(statement, fit.rows(), watch)
          : held(statement, fit.rows(), limits.maximumBytes(), watch);
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  /** The real driver's own result set, which it has read to its end. */
  private static Executed buffered(PreparedStatement statement, long shown, Watchdog.Watch watch)
      throws SQLException {
    ResultSet rows = watch.during(statement, statement::executeQuery);
    statement.closeOnCompletion();
    long count = count(rows);
    return new Executed(rows, Math.min(count, shown), count > shown);
  }

  private static Executed held(
      PreparedStatement statement, long shown, long bytes, Watchdog.Watch watch)
      throws SQLException {
    try {
      HeldRows held =
          watch.during(
              statement, () -> heldRows(statement, statement.executeQuery(), shown, bytes));
      return new Executed(held.rows(), held.count(), held.cut());
    } finally {
      PieceByPiece.close(statement);
    }
  }

  private static HeldRows heldRows(
      PreparedStatement statement, ResultSet rows, long shown, long bytes) throws SQLException {
    boolean toTheEnd = false;
    try {
      HeldRows held = HeldRows.read(rows, shown, bytes);
      toTheEnd = !held.cut();
      return held;
    } finally {
      if (!toTheEnd) {
        PieceByPiece.leave(statement);
      }
    }
  }

  private static PreparedStatement scrollable(Connection connection, String sql)
      throws SQLException {
    try {
      return connection.prepareStatement(
          sql,
          ResultSet.TYPE_SCROLL_INSENSITIVE,
          ResultSet.CONCUR_READ_ONLY,
          ResultSet.HOLD_CURSORS_OVER_COMMIT);
    } catch (SQLException unsupported) {
      // Some drivers know forward-only results only; a real error comes again.
      return connection.prepareStatement(sql);
    }
  }

  private static void bind(PreparedStatement statement, List<Optional<Object>> binds)
      throws SQLException {
    for (int i = 0; i < binds.size(); i++) {
      if (binds.get(i).isPresent()) {
        statement.setObject(i + 1, binds.get(i).get());
      } else {
        statement.setNull(i + 1, Types.NULL);
      }
    }
  }

  /**
   * How many rows fit the byte limit.
   *
   * @param isKnown whether it was told by declared widths or measured in the database; if not, the
   *     bytes must be counted while rows are read
   */
  private record Fit(long rows, boolean isKnown) {}

  private static Fit fit(
      Connection connection,
      GuardedSql sql,
      List<Optional<Object>> binds,
      SandboxLimits limits,
      Watchdog.Watch watch)
      throws SQLException {
    long wanted = limits.maximumRows();
    List<ColumnWidths.WideColumn> wide = new ArrayList<>();
    long width = 0;
    int columns;
    try (PreparedStatement statement = connection.prepareStatement(sql.sql())) {
      ResultSetMetaData shape = statement.getMetaData();
      if (shape == null) {
        return new Fit(wanted, false);
      }
      columns = shape.getColumnCount();
      for (int i = 1; i <= columns; i++) {
        long declared = declaredBytes(shape, i);
        width += Math.min(declared, Integer.MAX_VALUE) + COLUMN_OVERHEAD;
        if (declared > ColumnWidths.NARROW_BYTES) {
          wide.add(new ColumnWidths.WideColumn(i, shape.getColumnType(i)));
        }
      }
    }
    if (wide.isEmpty() || width * wanted <= limits.maximumBytes()) {
      return new Fit(wanted, true);
    }
    Optional<String> measure =
        ColumnWidths.measure(connection, sql.withRowCap(wanted + 1), columns, wide);
    if (measure.isEmpty()) {
      return new Fit(wanted, false);
    }
    try (PreparedStatement statement = connection.prepareStatement(measure.get())) {
      bind(statement, binds);
      try (ResultSet rows = watch.during(statement, statement::executeQuery)) {
        return rows.next()
            ? new Fit(affordable(rows.getLong(1), rows.getLong(2), rows.getLong(3), limits), true)
            : new Fit(wanted, false);
      }
    }
  }

  private static long affordable(long rows, long bytes, long widest, SandboxLimits limits)
      throws BudgetSpentException {
    if (bytes <= limits.maximumBytes()) {
      return limits.maximumRows();
    }
    long fit = Math.min(limits.maximumRows(), limits.maximumBytes() / Math.max(1, widest) - 1);
    if (fit < 1) {
      throw new BudgetSpentException(
          rows
              + " rows of "
              + bytes
              + " bytes do not fit into nl2sql.maxBytes = "
              + limits.maximumBytes());
    }
    return fit;
  }

  private static long declaredBytes(ResultSetMetaData shape, int column) throws SQLException {
    return ColumnWidths.declaredBytes(
        shape.getColumnType(column), shape.getColumnDisplaySize(column));
  }

  private static SandboxResult result(Executed executed, ReadOnlyForm form) throws SQLException {
    ResultSet rows = executed.rows();
    List<String> labels = new ArrayList<>();
    ResultSetMetaData shape = rows.getMetaData();
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      labels.add(shape.getColumnLabel(i));
    }
    return SandboxResult.complete(
        rows, executed.count(), executed.cut(), labels, form.protection(), form.warnings());
  }

  private static long count(ResultSet rows) throws SQLException {
    if (rows.getType() == ResultSet.TYPE_FORWARD_ONLY) {
      return -1;
    }
    long count = rows.last() ? rows.getRow() : 0;
    rows.beforeFirst();
    return count;
  }

  /** Frees the watching threads. Idempotent. */
  public void close() {
    watchdog.close();
  }
}
