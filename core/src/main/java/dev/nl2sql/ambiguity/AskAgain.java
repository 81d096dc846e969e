package dev.nl2sql.ambiguity;

import dev.nl2sql.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the statement that asks a question again with one more reading chosen. */
public final class AskAgain {
  /** Ends a line in some texts, and Java takes it for no blank. */
  private static final char NEXT_LINE = '\u0085';

  private AskAgain() {}

  /**
   * The quoted form on one line, choices already made included.
   *
   * @param questionText the question
   * @param choices choices made so far; one for the same term is replaced
   * @param term the term now chosen for
   * @param option the option chosen
   */
  public static String statement(
      String questionText, List<Choice> choices, String term, String option) {
    return statement(questionText, choices, new Choice(term, option, Optional.empty()));
  }

  /** The same for an option that carries its own definition. */
  public static String statement(String questionText, List<Choice> choices, Choice chosen) {
    List<String> all = new ArrayList<>();
    choices.stream().filter(c -> !c.term().equals(chosen.term())).forEach(c -> all.add(clause(c)));
    all.add(clause(chosen));
    return "ASK "
        + quoted(questionText)
        + all.stream().collect(Collectors.joining(", ", " WITH (", ")"));
  }

  private static String clause(Choice choice) {
    return choice.term()
        + " = "
        + choice.option()
        + choice.definition().map(d -> " " + quoted(d)).orElse("");
  }

  private static String quoted(String text) {
    return "'" + onOneLine(text).replace("'", "''") + "'";
  }

  /** Blanks folded outside quotes; inside them only line breaks become blanks. */
  private static String onOneLine(String text) {
    StringBuilder line = new StringBuilder();
    String stripped = text.strip();
    char quote = 0;
    for (int i = 0; i < stripped.length(); i++) {
      char c = stripped.charAt(i);
      boolean blank = Character.isWhitespace(c) || c == NEXT_LINE;
      boolean isLineBreak = blank && c != ' ' && c != '\t';
      if (!blank || quote != 0) {
        line.append(isLineBreak ? ' ' : c);
      } else if (line.charAt(line.length() - 1) != ' ') {
        line.append(' ');
      }
      if (c == '"' || c == '\'' && !isApostrophe(stripped, i)) {
        quote = quote == 0 ? c : quote == c ? 0 : quote;
      }
    }
    return line.toString();
  }

  /** Between two letters, as in "Ann's", it quotes nothing. */
  private static boolean isApostrophe(String text, int at) {
    boolean after = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
    boolean before = at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
    return after && before;
  }
}
