package dev.nl2sql.eval;

import dev.nl2sql.Answer;
import dev.nl2sql.Clarification;
import dev.nl2sql.Option;
import dev.nl2sql.Outcome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
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
   * @param rows the rows shown; empty if the driver still asks
   * @param asked terms asked about
   * @param answered terms the user answered
   * @param sql what ran
   * @param confidence -1 if not told
   * @param warnings SQLStates
   * @param message what is still asked
   */
  record Transcript(
      Optional<Rows> rows,
      List<String> asked,
      List<String> answered,
      String sql,
      double confidence,
      List<String> warnings,
      String message) {}

  Transcript hold(LabelledQuestion question) throws SQLException {
    String statementText = "ASK '" + question.question().replace("'", "''") + "'";
    Set<String> asked = new java.util.LinkedHashSet<>();
    List<String> answered = new ArrayList<>();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(SECONDS);
        statement.execute(statementText);
        try (ResultSet result = statement.getResultSet()) {
          Answer answer = result.unwrap(Answer.class);
          List<String> warnings = states(statement.getWarnings());
          if (!(answer.outcome() instanceof Outcome.NeedsClarification asking)) {
            return new Transcript(
                Optional.of(Rows.read(result)),
                List.copyOf(asked),
                answered,
                answer.sql().orElse(""),
                answer.confidence(),
                warnings,
                "");
          }
          asking.clarifications().forEach(c -> asked.add(c.term()));
          Optional<Choice> choice = choose(asking.clarifications(), question.intended(), answered);
          if (choice.isEmpty()) {
            return new Transcript(
                Optional.empty(),
                List.copyOf(asked),
                answered,
                answer.sql().orElse(""),
                answer.confidence(),
                warnings,
                prompts(asking.clarifications()));
          }
          answered.add(choice.get().term());
          statementText = choice.get().option().askAgain();
        }
      }
    }
    throw new SQLException("still asking after " + MOST_ROUNDS + " rounds", "EVAL1");
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

  private static List<String> states(SQLWarning first) {
    List<String> states = new ArrayList<>();
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      states.add(String.valueOf(warning.getSQLState()));
    }
    return states;
  }
}
