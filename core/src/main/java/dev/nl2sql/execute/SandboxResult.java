package dev.nl2sql.execute;

import java.sql.ResultSet;
import java.util.List;

/**
 * Rows read in the sandbox. The result set is complete, positioned before the first row, and stays
 * readable although its transaction is over: the real driver's own, or rows held in memory where
 * that one would end with the read-only form. Closing it frees its statement.
 *
 * @param rows the rows, possibly one or more beyond the cap: the reader must stop at {@code
 *     rowCount}
 * @param rowCount rows to be shown, -1 if the engine cannot count without reading
 * @param truncated whether the cap cut rows off
 * @param columns the labels
 * @param protection what kept the statement read-only, for the status, for example {@code BEGIN
 *     READ ONLY}
 * @param warnings what the caller must be told: protections that could not be had
 */
public record SandboxResult(
    ResultSet rows,
    long rowCount,
    boolean truncated,
    List<String> columns,
    String protection,
    List<String> warnings) {
  public SandboxResult {
    columns = List.copyOf(columns);
    warnings = List.copyOf(warnings);
  }

  /** Frees rows that nobody will get, because of what happened since. */
  public void discard(Throwable cause) {
    Rows.discard(rows, cause);
  }
}
