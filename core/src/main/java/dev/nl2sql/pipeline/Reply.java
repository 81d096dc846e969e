package dev.nl2sql.pipeline;

import dev.nl2sql.Answer;
import dev.nl2sql.answer.RowTable;
import java.sql.ResultSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a question ended, and its rows if it has any.
 *
 * @param answer the whole answer, with outcome and notices
 * @param rows rows of the database, of the driver itself (options, explanation), or none
 */
public record Reply(Answer answer, Rows rows) {

  /** Where the rows are. */
  public sealed interface Rows {}

  /** No rows: the question ended otherwise. */
  public record NoRows() implements Rows {}

  /**
   * The real driver's result set; the reader must stop after {@code limit} rows if one is given.
   */
  public record DatabaseRows(ResultSet resultSet, java.util.OptionalLong limit) implements Rows {}

  /**
   * Rows that are read from the database while they are shown; the reader must stop after {@code
   * limit} of them, tell if there are more, and close them.
   */
  public record StreamedRows(ResultSet resultSet, long limit) implements Rows {}

  /**
   * A statement that fills a table, to be run by the caller as its own.
   *
   * @param binds a value for each of its question marks, empty for NULL
   */
  public record ToRun(String sql, List<Optional<Object>> binds) implements Rows {
    public ToRun {
      Objects.requireNonNull(sql);
      binds = List.copyOf(binds);
    }
  }

  /** Rows made by the driver. */
  public record OwnRows(RowTable table) implements Rows {}

  public Reply {
    Objects.requireNonNull(answer);
    Objects.requireNonNull(rows);
  }
}
