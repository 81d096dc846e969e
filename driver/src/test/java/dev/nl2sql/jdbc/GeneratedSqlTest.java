package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * SQL that is full of the words of questions, made at random from the grammar of many dialects: it
 * is never taken for a question, and a question in any dress always is.
 */
class GeneratedSqlTest {
  private static final int STATEMENTS = 20_000;

  private static final List<String> NAMES =
      List.of(
          "ask",
          "ASK",
          "Ask",
          "nl",
          "clarify",
          "narrate",
          "chart",
          "explain",
          "ai",
          "asked",
          "ask_",
          "_ask",
          "ask1",
          "\"ASK\"",
          "\"ask 'x'\"",
          "`ask`",
          "[ask]",
          "\"nl2sql('x')\"",
          "s.ask",
          "ask.ask",
          "#ask",
          "@ask",
          ":ask",
          "nl2sql");

  private static final List<String> LITERALS =
      List.of(
          "'ASK how many'",
          "'it''s ASK'",
          "'('",
          "'-- ASK x'",
          "'/* ASK'",
          "$$ASK x$$",
          "$q$ASK 'x'$q$",
          "E'ASK \\' x'",
          "N'ASK'",
          "U&'ASK'",
          "X'4153'",
          "1",
          "?",
          "'nl2sql(''x'')'",
          "'FROM (ASK ''x'')'");

  private static final List<String> BLANKS =
      List.of(
          " ",
          "\n",
          "\t ",
          "\r\n",
          " /* ASK 'x' */ ",
          " -- ASK x\n",
          "/* (ASK 'x') /* nested */ FROM nl2sql('x') */ ",
          "\n--ASK\n");

  private final Random random = new Random(20_261_130);

  @Test
  void sqlIsNeverTakenForAQuestion() throws SQLException {
    for (boolean explainDescribes : List.of(true, false)) {
      StatementGrammar grammar = new StatementGrammar(List.of("ASK"), explainDescribes);
      for (int i = 0; i < STATEMENTS; i++) {
        String sql = statement(2);
        assertThat(grammar.read(sql)).as(sql).isEmpty();
        assertThat(grammar.readPrepared(sql)).as(sql).isEmpty();
      }
    }
  }

  @Test
  void aQuestionIsAlwaysTakenForOne() throws SQLException {
    StatementGrammar grammar = new StatementGrammar(List.of("ASK"), true);
    for (int i = 0; i < STATEMENTS / 10; i++) {
      String sql =
          blanks() + oneOf(List.of("ASK ", "ask\n", "Ask\t")) + blank() + "'how many " + i + "'";
      assertThat(grammar.read(sql)).as(sql).isPresent();
    }
  }

  private String statement(int depth) {
    String body =
        switch (random.nextInt(12)) {
          case 0 -> words("INSERT", "INTO", name(), "(" + name() + ")", values());
          case 1 -> words("UPDATE", name(), "SET", name(), "=", expression(depth), where(depth));
          case 2 -> words("DELETE", "FROM", name(), where(depth));
          case 3 -> words("CREATE", "TABLE", name(), "(" + name() + " INT)");
          case 4 -> words("WITH", name(), "AS", "(" + select(depth) + ")", select(depth));
          case 5 -> words("EXPLAIN", select(depth));
          case 6 -> words("CALL", name() + "(" + literal() + ")");
          case 7 -> "{call " + name() + "(" + literal() + ")}";
          case 8 -> "(" + select(depth) + ")" + blank() + "UNION" + blank() + select(depth);
          case 9 -> words("SET", name(), "=", literal());
          case 10 -> words("VALUES", "(" + literal() + ", " + literal() + ")");
          default -> select(depth);
        };
    return blanks() + body + oneOf(List.of("", ";", " ;", " -- ASK x", "; -- ASK x"));
  }

  private String values() {
    return random.nextBoolean() ? words("VALUES", "(" + literal() + ")") : select(1);
  }

  private String select(int depth) {
    return words("SELECT", expression(depth), "AS", name(), "FROM", source(depth), where(depth));
  }

  private String source(int depth) {
    return switch (random.nextInt(depth > 0 ? 4 : 2)) {
      case 0 -> name();
      case 1 -> words(name(), "JOIN", name(), "ON", "1 = 1");
      case 2 -> words("(" + select(depth - 1) + ")", name());
      default -> name() + ", " + name();
    };
  }

  private String where(int depth) {
    return random.nextBoolean()
        ? ""
        : words("WHERE", expression(depth), "=", expression(Math.max(0, depth - 1)));
  }

  private String expression(int depth) {
    return switch (random.nextInt(depth > 0 ? 5 : 3)) {
      case 0 -> literal();
      case 1 -> name();
      case 2 -> "(" + name() + ")";
      case 3 -> "(" + select(depth - 1) + ")";
      default -> "COALESCE(" + expression(depth - 1) + ", " + literal() + ")";
    };
  }

  private String words(String... parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(text.isEmpty() || part.isEmpty() ? "" : blank()).append(part);
    }
    return text.toString();
  }

  private String name() {
    return oneOf(NAMES);
  }

  private String literal() {
    return oneOf(LITERALS);
  }

  private String blank() {
    return random.nextInt(4) > 0 ? " " : oneOf(BLANKS);
  }

  private String blanks() {
    return random.nextInt(3) > 0 ? "" : "\uFEFF".repeat(random.nextInt(2)) + blank() + blank();
  }

  private String oneOf(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}
