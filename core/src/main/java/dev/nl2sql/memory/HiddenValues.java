package dev.nl2sql.memory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes values out of a statement before it is shown to others than its owner: a text that the
 * question does not contain came from the database.
 */
public final class HiddenValues {
  private static final String HIDDEN = "'…'";

  /** A day, which a period of the question was counted to. */
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}([ T][0-9:.+Z-]*)?");

  /** The signs of LIKE around what is looked for. */
  private static final Pattern PATTERN =
      Pattern.compile("(?s)(?<before>%*)(?<words>.*?)(?<after>%*)");

  private HiddenValues() {}

  /**
   * The statement with every text hidden that the question does not say in whole words; what it
   * says stands in the question's spelling, not in the stored one.
   */
  public static String of(String sql, String question) {
    StringBuilder shown = new StringBuilder();
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      int end = c == '\'' || c == '"' || c == '`' ? endOfQuoted(sql, at) : at + 1;
      String part = sql.substring(at, end);
      shown.append(c == '\'' ? shown(part, question) : part);
      at = end;
    }
    return shown.toString();
  }

  private static String shown(String literal, String question) {
    boolean ends = literal.length() > 1 && literal.endsWith("'");
    String text = literal.substring(1, literal.length() - (ends ? 1 : 0)).replace("''", "'");
    if (DATE.matcher(text).matches()) {
      return literal;
    }
    Matcher pattern = PATTERN.matcher(text);
    if (!pattern.matches()) {
      return HIDDEN;
    }
    String words = pattern.group("words");
    int said = placeOf(words, question);
    return said < 0
        ? HIDDEN
        : "'"
            + pattern.group("before")
            + question.substring(said, said + words.length()).replace("'", "''")
            + pattern.group("after")
            + "'";
  }

  private static int placeOf(String words, String question) {
    for (int at = 0; at + words.length() <= question.length(); at++) {
      int end = at + words.length();
      if (question.regionMatches(true, at, words, 0, words.length())
          && !isInWord(question, at)
          && !isInWord(question, end)) {
        return at;
      }
    }
    return -1;
  }

  /** Whether a word goes on at this place. */
  private static boolean isInWord(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isLetterOrDigit(text.charAt(at - 1))
        && Character.isLetterOrDigit(text.charAt(at));
  }

  private static int endOfQuoted(String sql, int start) {
    char quote = sql.charAt(start);
    int at = start + 1;
    while (at < sql.length()) {
      if (sql.charAt(at) == quote) {
        if (at + 1 < sql.length() && sql.charAt(at + 1) == quote) {
          at++;
        } else {
          return at + 1;
        }
      }
      at++;
    }
    return sql.length();
  }
}
