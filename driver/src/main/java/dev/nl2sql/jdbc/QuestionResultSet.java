package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rows the database gave for a question, with the question's own answer. */
class QuestionResultSet extends WrappedResultSet implements ResultSet {
  private final Answer answer;
  private final QuestionStatement<?> owner;
  private final Statement statement;

  QuestionResultSet(ResultSet real, Answer answer, QuestionStatement<?> owner) {
    super(real, owner.self(), owner.gate);
    this.answer = answer;
    this.owner = owner;
    this.statement = owner.self();
  }

  @Override
  public Statement getStatement() {
    return statement;
  }

  /** Closes the statement that was made for this question as well: nobody else holds it. */
  @Override
  public void close() throws SQLException {
    Statement made = real.isClosed() ? null : real.getStatement();
    real.close();
    if (made != null) {
      made.close();
    }
    owner.resultClosed(this);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type == Answer.class ? type.cast(answer) : super.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type == Answer.class || super.isWrapperFor(type);
  }
}
