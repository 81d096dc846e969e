package dev.nl2sql.memory;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Takes values out of a statement before it is shown to others than its owner: a text that the
 * question does not contain came from the database.
 */
public final class HiddenValues {
  private static final String HIDDEN = "'…'";

  /** A day, which a period of the question was counted to. */
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}([ T][0-9:.+Z-]*)?");

  private HiddenValues() {}

  /** The statement with every text that is not part of the question hidden. */
  public static String of(String sql, String question) {
    String said = question.toLowerCase(Locale.ROOT);
    StringBuilder shown = new StringBuilder();
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      int end = c == '\'' || c == '"' || c == '`' ? endOfQuoted(sql, at) : at + 1;
      String part = sql.substring(at, end);
      shown.append(c == '\'' && !isSaid(part, said) ? HIDDEN : part);
      at = end;
    }
    return shown.toString();
  }

  private static boolean isSaid(String literal, String said) {
    boolean ends = literal.length() > 1 && literal.endsWith("'");
    String text = literal.substring(1, literal.length() - (ends ? 1 : 0)).replace("''", "'");
    return DATE.matcher(text).matches()
        || said.contains(text.replace("%", "").toLowerCase(Locale.ROOT));
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
