package dev.nl2sql.execute;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;

/**
 * Rows read in the sandbox, positioned before the first row. The result set is complete and stays
 * readable although its transaction is over: the real driver's own, or rows held in memory where
 * that one would end with the read-only form. From the pool of read-only credentials it is streamed
 * instead. Closing it frees what it holds.
 *
 * @param rows the rows, possibly more than may be shown: the reader must stop at {@code shown}
 * @param rowCount rows to be shown, -1 if that is known only when they have been read
 * @param shown how many rows may be shown, empty if all that come
 * @param truncated whether the cap cut rows off, as far as it is known
 * @param columns the labels
 * @param protection what kept the statement read-only, for the status, for example {@code BEGIN
 *     READ ONLY}
 * @param warnings what the caller must be told: protections that could not be had
 */
public record SandboxResult(
    ResultSet rows,
    long rowCount,
    OptionalLong shown,
    boolean truncated,
    List<String> columns,
    String protection,
    List<String> warnings) {
  public SandboxResult {
    columns = List.copyOf(columns);
    warnings = List.copyOf(warnings);
  }

  /** Rows that were counted, or cannot be. */
  static SandboxResult complete(
      ResultSet rows,
      long count,
      boolean truncated,
      List<String> columns,
      String protection,
      List<String> warnings) {
    OptionalLong shown = count < 0 ? OptionalLong.empty() : OptionalLong.of(count);
    return new SandboxResult(rows, count, shown, truncated, columns, protection, warnings);
  }

  /** Rows that are read while they are shown. */
  static SandboxResult streamed(
      ResultSet rows, long most, List<String> columns, String protection, List<String> warnings) {
    return new SandboxResult(rows, -1, OptionalLong.of(most), false, columns, protection, warnings);
  }

  /**
   * The same rows held in memory, within the same limits: nothing of the database's own is left,
   * not its statement either.
   */
  public SandboxResult held(SandboxLimits limits) throws SQLException {
    if (rows instanceof HeldResultSet) {
      return this;
    }
    long most = Math.min(limits.maximumRows(), shown.orElse(Long.MAX_VALUE));
    Statement made = rows.getStatement();
    try (made;
        ResultSet read = rows) {
      HeldRows held = HeldRows.read(read, most, limits.maximumBytes());
      boolean cut = truncated || (held.cut() && isStreamed());
      return complete(held.rows(), held.count(), cut, columns, protection, warnings);
    }
  }

  /** Held rows once more from their beginning, for another reader. */
  public SandboxResult again() {
    ResultSet fresh = ((HeldResultSet) rows).again();
    return new SandboxResult(fresh, rowCount, shown, truncated, columns, protection, warnings);
  }

  /** Whether more rows may come than may be shown. */
  public boolean isStreamed() {
    return rowCount < 0 && shown.isPresent();
  }

  /** The same without saying that it was cut. */
  public SandboxResult silently() {
    return new SandboxResult(rows, rowCount, shown, false, columns, protection, warnings);
  }

  /** The same with one more thing to tell. */
  public SandboxResult saying(String warning) {
    List<String> all = new java.util.ArrayList<>(warnings);
    all.add(warning);
    return new SandboxResult(rows, rowCount, shown, truncated, columns, protection, all);
  }

  /** Frees rows that came after whoever asked had given up. */
  void discardLate() {
    discard(new SQLException("nobody waits for these rows any more"));
  }

  /** Frees rows that nobody will get, because of what happened since. */
  public void discard(Throwable cause) {
    Rows.discard(rows, cause);
  }
}
