package dev.nl2sql.pipeline;

import dev.nl2sql.Outcome;
import dev.nl2sql.answer.Narration;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.SandboxResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Answers NARRATE ASK: one column, one row, the result in sentences. */
final class Narrator {
  private Narrator() {}

  static Reply reply(Inquiry inquiry, SandboxResult result) throws SQLException {
    try (ResultSet rows = result.rows()) {
      long limit = result.rowCount() < 0 ? Long.MAX_VALUE : result.rowCount();
      String text =
          Narration.tell(
              inquiry.draft().interpretation(), rows, result.columns(), limit, result.truncated());
      RowTable table = RowTable.ofTexts(List.of("answer"), List.of(List.of(text)));
      return new Reply(inquiry.draft().toAnswer(new Outcome.Answered()), new Reply.OwnRows(table));
    }
  }
}
