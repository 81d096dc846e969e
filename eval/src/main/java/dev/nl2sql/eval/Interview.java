package dev.nl2sql.eval;

import dev.nl2sql.Answer;
import dev.nl2sql.Clarification;
import dev.nl2sql.Option;
import dev.nl2sql.Outcome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts a question to the driver and answers its clarifications as a user would who knows what was
 * meant: by running the {@code ask_again} statement of the intended option.
 */
final class Interview {
  private static final int MOST_ROUNDS = 6;
  private static final int SECONDS = 60;

  private final Connection connection;

  Interview(Connection connection) {
    this.connection = connection;
  }

  /**
   * What came of it.
   *
   * @param rows the rows shown; empty if the driver still asks or refused
   * @param asked terms asked about
   * @param answered terms the user answered
   * @param told what the driver told beside the rows
   * @param failure the exception it ended with, if any
   * @param message what is still asked
   */
  record Transcript(
      Optional<Rows> rows,
      List<String> asked,
      List<String> answered,
      Told told,
      Optional<SQLException> failure,
      String message) {}

  Transcript hold(LabelledQuestion question) throws SQLException {
    String statementText = "ASK '" + question.question().replace("'", "''") + "'";
    Set<String> asked = new LinkedHashSet<>();
    List<String> answered = new ArrayList<>();
    Told told = Told.NOTHING;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(SECONDS);
        try {
          statement.execute(statementText);
        } catch (SQLException e) {
          told = told(statement, told);
          return new Transcript(
              Optional.empty(), List.copyOf(asked), answered, told, Optional.of(e), "");
        }
        told = told(statement, told);
        try (ResultSet result = statement.getResultSet()) {
          Answer answer = result.unwrap(Answer.class);
          if (!(answer.outcome() instanceof Outcome.NeedsClarification asking)) {
            Rows rows = Rows.read(result);
            return new Transcript(
                Optional.of(rows), List.copyOf(asked), answered, told, Optional.empty(), "");
          }
          asking.clarifications().forEach(c -> asked.add(c.term()));
          Optional<Choice> choice = choose(asking.clarifications(), question.intended(), answered);
          if (choice.isEmpty()) {
            String open = prompts(asking.clarifications());
            return new Transcript(
                Optional.empty(), List.copyOf(asked), answered, told, Optional.empty(), open);
          }
          answered.add(choice.get().term());
          statementText = choice.get().option().askAgain();
        }
      }
    }
    throw new SQLException("still asking after " + MOST_ROUNDS + " rounds", "EVAL1");
  }

  private static Told told(Statement statement, Told before) throws SQLException {
    return statement.isWrapperFor(Answer.class)
        ? Told.of(statement.unwrap(Answer.class), statement, before)
        : before;
  }

  private record Choice(String term, Option option) {}

  private static Optional<Choice> choose(
      List<Clarification> open, Map<String, String> intended, List<String> answered) {
    Set<String> done = new HashSet<>(answered);
    for (Clarification clarification : open) {
      String wanted = intended.get(clarification.term());
      if (wanted == null || done.contains(clarification.term())) {
        continue;
      }
      for (Option option : clarification.options()) {
        if (option.id().equals(wanted)) {
          return Optional.of(new Choice(clarification.term(), option));
        }
      }
    }
    return Optional.empty();
  }

  private static String prompts(List<Clarification> open) {
    List<String> prompts = new ArrayList<>();
    for (Clarification clarification : open) {
      prompts.add(
          clarification.term()
              + ": "
              + clarification.prompt()
              + " "
              + clarification.options().stream().map(Option::id).toList());
    }
    return String.join("; ", prompts);
  }
}
