package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows of a question that end at the cap although the database has one more. */
final class LimitedResultSet extends QuestionResultSet implements ResultSet {
  private final long limit;
  private long shown;
  private boolean ended;

  LimitedResultSet(ResultSet real, Answer answer, QuestionStatement<?> owner, long limit) {
    super(real, answer, owner);
    this.limit = limit;
  }

  @Override
  public boolean next() throws SQLException {
    if (!ended && shown < limit && real.next()) {
      shown++;
      return true;
    }
    while (!ended && real.next()) {
      // the rows behind the cap are stepped over, so that no getter shows one of them
    }
    ended = true;
    return false;
  }

  @Override
  public int getType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getRow() {
    return ended ? 0 : (int) shown;
  }

  @Override
  public boolean isAfterLast() {
    return ended && shown > 0;
  }

  @Override
  public boolean isLast() throws SQLException {
    return !ended && shown > 0 && (shown == limit || real.isLast());
  }

  @Override
  public boolean absolute(int row) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly();
  }

  private static SQLException forwardOnly() {
    return Conditions.exception(
        Condition.MISPLACED, "an answer that was cut at the row cap can only be read forwards");
  }
}
