package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.HeldResultSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Rows made by the driver itself, read-only and scrollable. Not thread-safe, as is usual. */
final class RowTableResultSet extends HeldResultSet implements ResultSet {
  private final Optional<Answer> answer;
  private final QuestionStatement<?> owner;

  RowTableResultSet(RowTable table, Optional<Answer> answer, QuestionStatement<?> owner) {
    super(table.rows(), new RowTableMetaData(table.columns()));
    this.answer = answer;
    this.owner = owner;
  }

  @Override
  public Statement getStatement() throws SQLException {
    demandOpen();
    return owner.self();
  }

  @Override
  public void close() throws SQLException {
    if (!isClosed()) {
      super.close();
      owner.resultClosed(this);
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type == Answer.class && answer.isPresent()
        ? type.cast(answer.get())
        : super.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return (type == Answer.class && answer.isPresent()) || super.isWrapperFor(type);
  }
}
