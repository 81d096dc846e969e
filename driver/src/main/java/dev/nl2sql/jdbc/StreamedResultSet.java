package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows that are read while they are shown: whether the cap cuts them is known at the cap only. */
final class StreamedResultSet extends QuestionResultSet implements ResultSet {
  private final QuestionStatement<?> owner;
  private final long limit;
  private long shown;
  private boolean ended;

  StreamedResultSet(ResultSet real, Answer answer, QuestionStatement<?> owner, long limit) {
    super(real, answer, owner);
    this.owner = owner;
    this.limit = limit;
  }

  @Override
  public boolean next() throws SQLException {
    if (ended) {
      return false;
    }
    ended = !real.next();
    if (!ended && shown == limit) {
      ended = true;
      owner.say(
          new Notice(
              Condition.TRUNCATED,
              "the result was cut at %d rows; there are more".formatted(limit)));
      while (real.next()) {
        // the rows behind the cap are stepped over, so that no getter shows one of them
      }
    }
    shown++;
    return !ended;
  }
}
