package dev.nl2sql.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A statement of the caller's with questions in it: part, question, part, question, …, part.
 *
 * @param parts the caller's own SQL around the questions, one more than there are questions
 * @param questions the questions, each with its own binds
 * @param use what becomes of the statement
 */
public record InsideRequest(List<Part> parts, List<AskRequest> questions, Use use) {

  /**
   * A stretch of the caller's SQL.
   *
   * @param sql the text, unchanged
   * @param binds a value for each of its question marks
   */
  public record Part(String sql, List<Optional<Object>> binds) {
    public Part {
      Objects.requireNonNull(sql);
      binds = List.copyOf(binds);
    }
  }

  /** What becomes of the statement. */
  public enum Use {
    /** It is one query, and runs as a whole in the sandbox. */
    QUERY,
    /** It fills a table: its text is given back, for the caller's own rights decide. */
    FILLING
  }

  public InsideRequest {
    parts = List.copyOf(parts);
    questions = List.copyOf(questions);
    Objects.requireNonNull(use);
    if (questions.isEmpty() || parts.size() != questions.size() + 1) {
      throw new IllegalArgumentException(
          parts.size() + " parts around " + questions.size() + " questions");
    }
  }

  /** All texts and binds in order, each question replaced by what it became. */
  Assembled assembled(List<Assembled> answers) {
    StringBuilder sql = new StringBuilder();
    List<Optional<Object>> binds = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      sql.append(parts.get(i).sql());
      binds.addAll(parts.get(i).binds());
      if (i < answers.size()) {
        sql.append('(').append(answers.get(i).sql()).append(')');
        binds.addAll(answers.get(i).binds());
      }
    }
    return new Assembled(sql.toString(), binds);
  }

  /** SQL with a value for each of its question marks. */
  record Assembled(String sql, List<Optional<Object>> binds) {
    Assembled {
      binds = List.copyOf(binds);
    }
  }
}
