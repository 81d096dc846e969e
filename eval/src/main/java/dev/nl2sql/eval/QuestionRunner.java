package dev.nl2sql.eval;

import dev.nl2sql.eval.Interview.Transcript;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the questions of one database through one connection of the driver and judges the rows. */
final class QuestionRunner {
  private static final int HEAD = 5;
  private static final int GOLD_SECONDS = 60;

  private final Connection connection;
  private final Consumer<QuestionResult> listener;
  private TableColumns schema;

  QuestionRunner(Connection connection) {
    this(connection, result -> {});
  }

  /**
   * @param listener hears of every question that ended
   */
  QuestionRunner(Connection connection, Consumer<QuestionResult> listener) {
    this.connection = connection;
    this.listener = listener;
  }

  List<QuestionResult> run(List<LabelledQuestion> questions) {
    List<QuestionResult> results = new ArrayList<>();
    for (LabelledQuestion question : questions) {
      QuestionResult result = run(question);
      results.add(result);
      listener.accept(result);
    }
    return results;
  }

  QuestionResult run(LabelledQuestion question) {
    List<Rows> golds = new ArrayList<>();
    try {
      for (String gold : question.golds()) {
        golds.add(rows(connection, gold));
      }
    } catch (SQLException e) {
      return failed(question, Ending.GOLD_FAILED, e, 0, "");
    }
    String goldHead = golds.get(0).head(HEAD);
    long start = System.nanoTime();
    try {
      Transcript transcript = new Interview(connection).hold(question);
      return judge(question, golds, transcript, milliseconds(start));
    } catch (SQLException e) {
      return failed(question, ending(e), e, milliseconds(start), goldHead);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      SQLException crash = new SQLException("crashed: " + e, "EVAL2", e);
      return failed(question, Ending.ERROR, crash, milliseconds(start), goldHead);
    }
  }

  static Rows rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(GOLD_SECONDS);
      try (ResultSet result = statement.executeQuery(sql)) {
        return Rows.read(result);
      }
    }
  }

  private QuestionResult judge(
      LabelledQuestion question, List<Rows> golds, Transcript transcript, double milliseconds) {
    Optional<Rows> answer = transcript.rows();
    boolean strict = answer.isPresent() && strict(question, golds, answer.get());
    boolean lenient = strict || (answer.isPresent() && lenient(question, golds, answer.get()));
    boolean right = question.acceptExtraColumns() ? lenient : strict;
    Ending ending =
        transcript
            .failure()
            .map(QuestionRunner::ending)
            .orElse(answer.isEmpty() ? Ending.CLARIFIED : right ? Ending.RIGHT : Ending.WRONG);
    return new QuestionResult(
        question,
        ending,
        strict,
        lenient,
        answer.isPresent() ? components(question, transcript.told().sql()) : Optional.empty(),
        transcript.asked(),
        transcript.answered(),
        transcript.told(),
        transcript.failure().map(e -> String.valueOf(e.getSQLState())).orElse(""),
        transcript.failure().map(e -> String.valueOf(e.getMessage())).orElse(transcript.message()),
        milliseconds,
        golds.get(0).head(HEAD),
        answer.map(r -> r.head(HEAD)).orElse(""));
  }

  /** Of all golds the one that most parts agree with. */
  private Optional<ComponentMatch> components(LabelledQuestion question, String sql) {
    return question.golds().stream()
        .flatMap(gold -> ComponentMatch.of(gold, sql, schema()).stream())
        .max(Comparator.comparingInt(ComponentMatch::count));
  }

  private TableColumns schema() {
    if (schema == null) {
      try {
        schema = TableColumns.read(connection);
      } catch (SQLException e) {
        schema = TableColumns.UNKNOWN;
      }
    }
    return schema;
  }

  private static boolean strict(LabelledQuestion question, List<Rows> golds, Rows answer) {
    RowComparison comparison = new RowComparison(question.ordered(), false);
    return golds.stream().anyMatch(g -> comparison.sameUpToTies(question.gold(), g, answer));
  }

  private static boolean lenient(LabelledQuestion question, List<Rows> golds, Rows answer) {
    RowComparison comparison = new RowComparison(question.ordered(), true);
    Rows rounded = answer.roundedToCents();
    return golds.stream()
        .anyMatch(g -> comparison.sameUpToTies(question.gold(), g.roundedToCents(), rounded));
  }

  private static Ending ending(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return switch (state) {
      case "NL001" -> Ending.NOT_UNDERSTOOD;
      case "NL002" -> Ending.CLARIFIED;
      case "NL003", "NL004", "NL009" -> Ending.REFUSED;
      default -> Ending.ERROR;
    };
  }

  private static QuestionResult failed(
      LabelledQuestion question,
      Ending ending,
      SQLException e,
      double milliseconds,
      String goldRows) {
    return new QuestionResult(
        question,
        ending,
        false,
        false,
        Optional.empty(),
        List.of(),
        List.of(),
        Told.NOTHING,
        String.valueOf(e.getSQLState()),
        String.valueOf(e.getMessage()),
        milliseconds,
        goldRows,
        "");
  }

  private static double milliseconds(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}
