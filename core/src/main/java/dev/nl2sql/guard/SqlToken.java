package dev.nl2sql.guard;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a statement: a word or number, a name in quotation marks, a text literal, or one sign.
 *
 * @param text as written, quotation marks included
 * @param glued whether no blank stands before it
 */
record SqlToken(String text, boolean glued) {
  private static final String LOOSE = "(),";

  /** The tokens of a statement without comments. */
  static List<SqlToken> all(String sql) {
    List<SqlToken> tokens = new ArrayList<>(sql.length() / 4);
    boolean glued = false;
    int position = 0;
    while (position < sql.length()) {
      if (sql.charAt(position) == ' ' || sql.charAt(position) == '\n') {
        glued = false;
        position++;
      } else {
        int end = end(sql, position);
        tokens.add(new SqlToken(sql.substring(position, end), glued));
        glued = true;
        position = end;
      }
    }
    return tokens;
  }

  private static int end(String sql, int start) {
    char first = sql.charAt(start);
    if (first == '\'' || first == '"' || first == '`') {
      int close = sql.indexOf(first, start + 1);
      return close < 0 ? sql.length() : close + 1;
    }
    int end = start + 1;
    if (isWordPart(first)) {
      while (end < sql.length() && isWordPart(sql.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c)
        || c == '_'
        || Character.getType(c) == Character.NON_SPACING_MARK;
  }

  boolean is(String word) {
    return text.equalsIgnoreCase(word);
  }

  boolean isQuoted() {
    return text.charAt(0) == '"' || text.charAt(0) == '`';
  }

  /** Whether it can be the name of something. */
  boolean isName() {
    char first = text.charAt(0);
    return isQuoted() || (isWordPart(first) && !Character.isDigit(first));
  }

  /** Whether blanks around it mean nothing. */
  boolean isLoose() {
    return text.length() == 1 && LOOSE.indexOf(text.charAt(0)) >= 0;
  }

  /** Whether it is the same but for the case of a word. */
  boolean isSame(SqlToken other) {
    return text.equals(other.text)
        || (isAsciiWord() && other.isAsciiWord() && text.equalsIgnoreCase(other.text));
  }

  private boolean isAsciiWord() {
    return isWordPart(text.charAt(0)) && text.chars().allMatch(c -> c < 0x80);
  }

  /** Whether it is the same in the same place, the blank before the first of several left aside. */
  boolean isExactly(SqlToken other, boolean first) {
    return text.equals(other.text) && (first || glued == other.glued);
  }
}
