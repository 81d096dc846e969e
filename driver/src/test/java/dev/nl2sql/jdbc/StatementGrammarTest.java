package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Choice;
import dev.nl2sql.pipeline.AskRequest.Mode;
import dev.nl2sql.pipeline.Feedback;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementGrammarTest {
  private final StatementGrammar grammar = new StatementGrammar(List.of("ASK"), false);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ";",
        "-- ask how many",
        "/* ask how many",
        "/* ASK x */ SELECT 1",
        "SELECT * FROM ask",
        "SELECT 'ASK how many'",
        "asked 'x'",
        "ask_me",
        "ASK(1)",
        "ask.proc",
        "INSERT INTO ask VALUES ('ask x')",
        "EXPLAIN SELECT 1",
        "EXPLAIN ask",
        "EXPLAIN ASK ;",
        "EXPLAIN ask status",
        "EXPLAIN ANALYZE SELECT * FROM ask",
        "SHOW nl",
        "SHOW nl.setting",
        "SHOW TABLES",
        "(SELECT 1) UNION (SELECT 2)",
        "(ASK how many) UNION SELECT 1",
        "((SELECT 1))",
        "WITH ask AS (SELECT 1) SELECT * FROM ask",
        "SELECT AI customers",
        "CALL ask('x')",
        "{call ask('x')}"
      })
  void plainSqlIsNotRead(String sql) throws SQLException {
    if (sql.equals("EXPLAIN ask status")) {
      assertThat(new StatementGrammar(List.of("ASK"), true).read(sql)).isEmpty();
      return;
    }
    assertThat(grammar.read(sql)).isEmpty();
    assertThat(grammar.readPrepared(sql)).isEmpty();
  }

  static Stream<Arguments> questions() {
    return Stream.of(
        Arguments.of("ASK how many customers", "how many customers"),
        Arguments.of("ask how many customers?", "how many customers?"),
        Arguments.of("Ask\n\thow many\ncustomers", "how many\ncustomers"),
        Arguments.of("ASK 'how many customers'", "how many customers"),
        Arguments.of("ASK'how many customers'", "how many customers"),
        Arguments.of("ASK $$what's our turnover$$", "what's our turnover"),
        Arguments.of("ASK 'what''s our turnover' ;", "what's our turnover"),
        Arguments.of("ASK what's our turnover;", "what's our turnover"),
        Arguments.of("ASK 'a' or 'b' customers", "'a' or 'b' customers"),
        Arguments.of("ASK 'open end", "'open end"),
        Arguments.of("\uFEFFASK how many", "how many"),
        Arguments.of("-- remark\nASK how many", "how many"),
        Arguments.of("/* a /* nested */ b */ ASK how many", "how many"),
        Arguments.of("ASK how many -- remark", "how many"),
        Arguments.of("ASK how many /* remark */", "how many"),
        Arguments.of("ASK how many; -- remark", "how many"),
        Arguments.of("ASK how many;;  ", "how many"),
        Arguments.of("ASK 'how many' /* remark */ ;", "how many"),
        Arguments.of("(ASK how many)", "how many"),
        Arguments.of("( ( ASK 'how many' ) ) ;", "how many"),
        Arguments.of("(ASK how many (big) ones)", "how many (big) ones"),
        Arguments.of("ASK customers with (some) orders", "customers with (some) orders"),
        Arguments.of("ASK semi-annual -- no, yearly\nsales", "semi-annual -- no, yearly\nsales"));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void readsQuestions(String sql, String question) throws SQLException {
    assertThat(ask(sql).question().text()).isEqualTo(question);
    assertThat(ask(sql).mode()).isEqualTo(Mode.RUN);
  }

  static Stream<Arguments> choices() {
    return Stream.of(
        Arguments.of("ASK 'best' WITH (Best_Customer = Orders)"),
        Arguments.of("ASK best WITH (best_customer=orders)"),
        Arguments.of("ASK best with ( best_customer = orders ) ; -- x"));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void readsChoices(String sql) throws SQLException {
    assertThat(ask(sql).question().text()).isEqualTo("best");
    assertThat(ask(sql).question().choices())
        .containsExactly(new Choice("best_customer", "orders", Optional.empty()));
  }

  @Test
  void readsDefinitionsOfChoices() throws SQLException {
    assertThat(ask("ASK 'x' WITH (a = b 'it''s b', c = d)").question().choices())
        .containsExactly(
            new Choice("a", "b", Optional.of("it's b")), new Choice("c", "d", Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ASK",
        "ASK ;",
        "ASK ''",
        "ASK '  '",
        "ASK how many; SELECT 1",
        "ASK 'how many'; SELECT 1",
        "ASK 'how many'; DROP TABLE x",
        "ASK how \u0000 many",
        "ASK '\u0007'",
        "CHART ASK 'x'",
        "ASK @other how many",
        "ASK 'from ?' USING ?",
        "CLARIFY",
        "CLARIFY x",
        "CLARIFY a = b; SELECT 1",
        "NL",
        "NL SET",
        "NL SET maxRows",
        "NL FEEDBACK",
        "NL FEEDBACK FINE",
        "NL FEEDBACK FOR GOOD",
        "NL FEEDBACK GOOD 'SELECT 1'",
        "NL FEEDBACK BAD SELECT 1",
        "NL FEEDBACK BAD 'SELECT 1'; SELECT 2",
        "SHOW NL STATUS; SELECT 1"
      })
  void refusesWithNotUnderstood(String sql) {
    assertThatThrownBy(() -> grammar.read(sql))
        .isInstanceOf(java.sql.SQLSyntaxErrorException.class)
        .hasFieldOrPropertyWithValue("SQLState", "NL001")
        .hasFieldOrPropertyWithValue("errorCode", 9001)
        .hasMessageStartingWith("nl2sql: ");
  }

  @Test
  void refusesOverlongQuestions() throws SQLException {
    assertThat(ask("ASK " + "x".repeat(20_000)).question().text()).hasSize(20_000);
    assertThatThrownBy(() -> grammar.read("ASK " + "x".repeat(20_001)))
        .hasMessageContaining("20001");
  }

  static Stream<Arguments> binds() {
    return Stream.of(
        Arguments.of("ASK orders from ? since ?", 2),
        Arguments.of("ASK how many customers ?", 0),
        Arguments.of("ASK how many customers?", 0),
        Arguments.of("ASK how many orders of customer ? in ?", 2),
        Arguments.of("ASK customers ?", 1),
        Arguments.of("ASK 'orders from ? since ?' USING ?, ?", 2),
        Arguments.of("ASK 'how many customers?'", 0),
        Arguments.of("ASK 'how many customers ?'", 0));
  }

  @ParameterizedTest
  @MethodSource("binds")
  void countsParameters(String sql, int expected) throws SQLException {
    Command command = grammar.readPrepared(sql).orElseThrow();
    assertThat(((Command.Ask) command).parameters()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ASK 'from ?' USING ?, ?", "ASK 'from' USING ?"})
  void refusesUnequalNumbersOfParameters(String sql) {
    assertThatThrownBy(() -> grammar.readPrepared(sql))
        .hasFieldOrPropertyWithValue("SQLState", "NL001");
  }

  static Stream<Arguments> commands() {
    return Stream.of(
        Arguments.of("CLARIFY 2", new Command.ClarifyRow(2)),
        Arguments.of(
            "clarify a = b, c = d;",
            new Command.Clarify(
                List.of(
                    new Choice("a", "b", Optional.empty()),
                    new Choice("c", "d", Optional.empty())))),
        Arguments.of("SHOW NL STATUS", new Command.Show(Command.Show.Topic.STATUS)),
        Arguments.of("show nl pending ;", new Command.Show(Command.Show.Topic.PENDING)),
        Arguments.of("NL REFRESH", new Command.Refresh()),
        Arguments.of(
            "nl feedback good ;",
            new Command.Feedback(Optional.empty(), Feedback.Verdict.GOOD, Optional.empty())),
        Arguments.of(
            "NL FEEDBACK FOR 0a1b BAD",
            new Command.Feedback(Optional.of("0a1b"), Feedback.Verdict.BAD, Optional.empty())),
        Arguments.of(
            "NL FEEDBACK BAD 'SELECT 1' -- so",
            new Command.Feedback(Optional.empty(), Feedback.Verdict.BAD, Optional.of("SELECT 1"))),
        Arguments.of(
            "NL FEEDBACK FOR a-1 BAD $$SELECT 'x'$$;",
            new Command.Feedback(
                Optional.of("a-1"), Feedback.Verdict.BAD, Optional.of("SELECT 'x'"))),
        Arguments.of("NL SET maxRows = 5", new Command.Set("maxRows", "5")),
        Arguments.of(
            "nl set timeZone='Europe/Berlin';", new Command.Set("timeZone", "Europe/Berlin")),
        Arguments.of(
            "NL SET timeZone=Europe/Berlin ; -- x", new Command.Set("timeZone", "Europe/Berlin")),
        Arguments.of("NL SET asOfDate = 2026-01-02", new Command.Set("asOfDate", "2026-01-02")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void readsCommands(String sql, Command expected) throws SQLException {
    assertThat(grammar.read(sql)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXPLAIN ASK 'x'", "EXPLAIN ASK how many", "explain ask $$x$$"})
  void explains(String sql) throws SQLException {
    assertThat(ask(sql).mode()).isEqualTo(Mode.EXPLAIN);
  }

  @Test
  void narrates() throws SQLException {
    assertThat(ask("NARRATE ASK how many").mode()).isEqualTo(Mode.NARRATE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ASK x", "CLARIFY 1", "SHOW NL STATUS", "NL REFRESH", "EXPLAIN ASK 'x'"})
  void noMarkerMeansNoGrammar(String sql) throws SQLException {
    assertThat(new StatementGrammar(List.of(), false).read(sql)).isEmpty();
  }

  @Test
  void markersAreConfigurable() throws SQLException {
    StatementGrammar other = new StatementGrammar(List.of("FRAGE", "SELECT AI"), false);
    assertThat(other.read("frage wie viele")).isPresent();
    assertThat(other.read("SELECT AI how many")).isPresent();
    assertThat(other.read("SELECT 1")).isEmpty();
    assertThat(other.read("ASK x")).isEmpty();
  }

  private Command.Ask ask(String sql) throws SQLException {
    return (Command.Ask) grammar.read(sql).orElseThrow();
  }
}
