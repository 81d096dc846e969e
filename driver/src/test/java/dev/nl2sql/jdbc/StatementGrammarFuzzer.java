package dev.nl2sql.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * What coverage-guided fuzzing (Jazzer, profile {@code fuzz}) asks of the statement grammar: any
 * text is plain SQL, a question, a command or an {@link SQLException}, and a text without any of
 * our words is plain SQL.
 */
public final class StatementGrammarFuzzer {
  private static final StatementGrammar GRAMMAR = new StatementGrammar(List.of("ASK"), false);
  private static final List<String> WORDS = List.of("ask", "nl", "clarify");

  private StatementGrammarFuzzer() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    boolean plain = isPlain(text, false);
    boolean prepared = isPlain(text, true);
    String lower = text.toLowerCase(Locale.ROOT);
    if (WORDS.stream().noneMatch(lower::contains) && !(plain && prepared)) {
      throw new IllegalStateException("plain SQL is read as one of our statements: " + text);
    }
  }

  /** Whether the text is passed on as it is. */
  static boolean isPlain(String text, boolean prepared) {
    try {
      return (prepared ? GRAMMAR.readPrepared(text) : GRAMMAR.read(text)).isEmpty();
    } catch (SQLException e) {
      return false;
    }
  }
}
