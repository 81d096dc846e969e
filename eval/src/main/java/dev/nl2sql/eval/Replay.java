package dev.nl2sql.eval;

import dev.nl2sql.Answer;
import dev.nl2sql.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks recorded questions again and lists what ends otherwise: in another state, or by another
 * statement. Records are JSON, one object a line, with {@code question}, {@code sql} and {@code
 * state} (or {@code sqlstate}), as history has them and as result files of this module do.
 */
final class Replay {
  private static final String OPTIONS_SHOWN = "01NL1";
  private static final String TO_BE_CLARIFIED = "NL002";

  private final Connection connection;

  Replay(Connection connection) {
    this.connection = connection;
  }

  /**
   * A question as it ended once.
   *
   * @param state SQLState of the error; empty if it was answered
   * @param sql what ran; empty if nothing did
   */
  record Recorded(String question, String state, String sql) {}

  /** A question that ends otherwise. */
  record Difference(Recorded before, Recorded now) {
    String text() {
      return "- %s%n  - before: %s%n  - now: %s"
          .formatted(before.question(), ended(before), ended(now));
    }

    private static String ended(Recorded recorded) {
      return recorded.state().isEmpty() ? "`" + recorded.sql() + "`" : recorded.state();
    }
  }

  static List<Recorded> read(Path file) throws IOException {
    List<Recorded> records = new ArrayList<>();
    int number = 0;
    for (String text : Files.readAllLines(file)) {
      number++;
      if (!text.isBlank()) {
        QuestionFile.Line line = QuestionFile.Line.parse(file.toString(), number, text);
        String state =
            line.json().has("state") ? line.textOrEmpty("state") : line.textOrEmpty("sqlstate");
        records.add(new Recorded(line.text("question"), state, line.textOrEmpty("sql")));
      }
    }
    return List.copyOf(records);
  }

  /**
   * The questions of a history, oldest first, each as it ended last. What was only explained is
   * left out.
   *
   * @param connection one of ours, whose store holds the history
   */
  static List<Recorded> ofHistory(Connection connection) throws SQLException {
    Map<String, Recorded> newest = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW NL HISTORY")) {
      while (rows.next()) {
        String question = rows.getString("question");
        if (!rows.getString("outcome").equals("explained")) {
          String state = rows.getString("state");
          newest.putIfAbsent(
              question,
              new Recorded(
                  question,
                  state.equals(OPTIONS_SHOWN) ? TO_BE_CLARIFIED : state,
                  Objects.requireNonNullElse(rows.getString("sql"), "")));
        }
      }
    }
    List<Recorded> oldestFirst = new ArrayList<>(newest.values());
    Collections.reverse(oldestFirst);
    return List.copyOf(oldestFirst);
  }

  List<Difference> differences(List<Recorded> records) throws SQLException {
    List<Difference> differences = new ArrayList<>();
    for (Recorded record : records) {
      again(record).map(now -> new Difference(record, now)).ifPresent(differences::add);
    }
    return List.copyOf(differences);
  }

  /** How it ends now, if otherwise. A statement that did not run is not compared. */
  private Optional<Recorded> again(Recorded record) throws SQLException {
    Recorded now = ask(record.question());
    boolean same =
        now.state().equals(record.state())
            && (!now.state().isEmpty() || now.sql().equals(record.sql()));
    return same ? Optional.empty() : Optional.of(now);
  }

  /** The quoted form; the readings that history shows behind a question stand behind it again. */
  private static String asked(String question) {
    int with = question.endsWith(")") ? question.lastIndexOf(" WITH (") : -1;
    String words = with < 0 ? question : question.substring(0, with);
    return "ASK '" + words.replace("'", "''") + "'" + question.substring(words.length());
  }

  private Recorded ask(String question) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute(asked(question));
      } catch (SQLException e) {
        return new Recorded(question, String.valueOf(e.getSQLState()), "");
      }
      Answer answer = statement.unwrap(Answer.class);
      return answer.outcome() instanceof Outcome.NeedsClarification
          ? new Recorded(question, TO_BE_CLARIFIED, "")
          : new Recorded(question, "", answer.sql().orElse(""));
    }
  }
}
