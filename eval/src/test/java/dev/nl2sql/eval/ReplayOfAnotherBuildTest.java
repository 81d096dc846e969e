package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.Outcome;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.h2.tools.RunScript;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A history that another build recorded: this one reads it, asks it again and lists the rest. */
@Timeout(180)
class ReplayOfAnotherBuildTest {
  private static final String STORE = "store-of-18fb326.sql";
  private static final String DAY = "2026-10-15";

  /** Not understood by that build, and answered since. */
  private static final List<String> UNDERSTOOD_SINCE =
      List.of("rows of customers", "name and email of each customer");

  private final String store = "jdbc:h2:mem:" + UUID.randomUUID();
  private Connection keeper;

  /** As the table of that build holds it, read without any code of ours. */
  private record Row(String question, String with, String state, String sql) {}

  @BeforeEach
  void load() throws Exception {
    keeper = DriverManager.getConnection(store);
    try (InputStreamReader script =
        new InputStreamReader(
            Objects.requireNonNull(getClass().getResourceAsStream(STORE), STORE),
            StandardCharsets.UTF_8)) {
      RunScript.execute(keeper, script);
    }
  }

  @AfterEach
  void close() throws SQLException {
    keeper.close();
  }

  @Test
  void theCommandListsExactlyWhatEndsOtherwise() throws SQLException {
    List<Row> recorded = recorded();
    StringWriter out = new StringWriter();
    int status =
        EvaluationCommand.commandLine()
            .setOut(new PrintWriter(out))
            .execute(
                "replay",
                "--url",
                Nl2SqlConnections.DEMO_SHOP,
                "--history",
                store,
                "--setting",
                "asOfDate=" + DAY,
                "--setting",
                "timeBudget=60s");
    assertThat(status).isZero();
    List<String> lines = out.toString().lines().toList();
    List<String> listed =
        lines.stream().filter(l -> l.startsWith("- ")).map(l -> l.substring(2)).toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(endOtherwise(recorded));
    assertThat(listed).containsAll(UNDERSTOOD_SINCE).hasSizeLessThan(recorded.size());
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(recorded.size() + " questions, " + listed.size() + " end otherwise");
    for (String question : UNDERSTOOD_SINCE) {
      int at = lines.indexOf("- " + question);
      assertThat(lines.get(at + 1)).isEqualTo("  - before: NL001");
      assertThat(lines.get(at + 2)).startsWith("  - now: `SELECT ");
    }
  }

  /** What that build's users said is known to this one. */
  @Test
  void praiseGivenToThatBuildStillAnswers() throws SQLException {
    assertThat(answer("memory").source()).as("the control").isEqualTo("generated");
    Answer answer = answer(store);
    assertThat(answer.source()).isEqualTo("verified");
    assertThat(answer.sql().orElse("")).isEqualTo(praised());
  }

  private static Answer answer(String keptIn) throws SQLException {
    Map<String, String> settings =
        Map.of("nl2sql.store", keptIn, "nl2sql.asOfDate", DAY, "nl2sql.timeBudget", "60s");
    try (Connection connection = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, settings);
        Statement statement = connection.createStatement()) {
      statement.execute("ASK 'How many orders are there?'");
      return statement.unwrap(Answer.class);
    }
  }

  private String praised() throws SQLException {
    try (Statement statement = keeper.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT sql_text FROM nl2sql_pair WHERE kind = 'confirmed'")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private List<Row> recorded() throws SQLException {
    List<Row> all = new ArrayList<>();
    try (Statement statement = keeper.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT question, choices, state, ran_sql FROM nl2sql_history h
                WHERE at_millis = (SELECT MAX(at_millis) FROM nl2sql_history o
                  WHERE o.question = h.question AND o.choices = h.choices)
                """)) {
      while (rows.next()) {
        String choices = rows.getString("choices");
        String with = choices.isEmpty() ? "" : " WITH (" + choices.replace("\t", " = ") + ")";
        all.add(
            new Row(
                rows.getString("question"),
                with,
                rows.getString("state"),
                Objects.requireNonNullElse(rows.getString("ran_sql"), "")));
      }
    }
    return all;
  }

  /** Asked through JDBC, as any user would. */
  private static List<String> endOtherwise(List<Row> recorded) throws SQLException {
    Map<String, String> settings =
        Map.of("nl2sql.asOfDate", DAY, "nl2sql.timeBudget", "60s", "nl2sql.clarify", "ask");
    List<String> otherwise = new ArrayList<>();
    try (Connection connection = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, settings);
        Statement statement = connection.createStatement()) {
      for (Row row : recorded) {
        String asked = "ASK '" + row.question().replace("'", "''") + "'" + row.with();
        if (!ending(statement, asked).equals(row.state() + row.sql())) {
          otherwise.add(row.question() + row.with());
        }
      }
    }
    return otherwise;
  }

  private static String ending(Statement statement, String asked) {
    try {
      statement.execute(asked);
      Answer answer = statement.unwrap(Answer.class);
      return answer.outcome() instanceof Outcome.NeedsClarification
          ? "01NL1"
          : answer.sql().orElse("");
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }
}
