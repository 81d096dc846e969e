package dev.nl2sql.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * SQL cut into words, literals, names and signs, without blanks and comments. Only statements that
 * may hold a question are cut.
 */
final class SqlTokens {
  private final String text;
  private final SqlLexis lexis;
  private final List<Token> tokens = new ArrayList<>();
  private int position;

  /** What a piece of SQL is. */
  enum Kind {
    WORD,
    QUOTED_NAME,
    LITERAL,
    PARAMETER,
    SIGN
  }

  /**
   * A piece of SQL.
   *
   * @param word the word in upper case, or the sign; empty for all others
   * @param start where it begins
   * @param end behind its last character
   */
  record Token(Kind kind, String word, int start, int end) {
    boolean is(String expected) {
      return word.equals(expected);
    }
  }

  private SqlTokens(String text, SqlLexis lexis) {
    this.text = text;
    this.lexis = lexis;
  }

  /** The tokens; empty if a literal, a name or a comment has no end. */
  static Optional<List<Token>> read(String text, SqlLexis lexis) {
    SqlTokens reader = new SqlTokens(text, lexis);
    while (reader.position < text.length()) {
      if (!reader.step()) {
        return Optional.empty();
      }
    }
    return Optional.of(reader.tokens);
  }

  private boolean step() {
    char c = text.charAt(position);
    if (Character.isWhitespace(c) || c == '\uFEFF' || c == '\u00A0') {
      position++;
      return true;
    }
    if (text.startsWith("--", position) || (c == '#' && lexis.hashComments())) {
      int line = text.indexOf('\n', position);
      position = line < 0 ? text.length() : line;
      return true;
    }
    if (text.startsWith("/*", position)) {
      return skipComment();
    }
    if (c == '\'') {
      return quoted(Kind.LITERAL, position, '\'', lexis.backslashes());
    }
    if (c == '"' || c == '`' || (c == '[' && lexis.brackets())) {
      boolean literal = c == '"' && lexis.backslashes();
      return quoted(
          literal ? Kind.LITERAL : Kind.QUOTED_NAME, position, c == '[' ? ']' : c, literal);
    }
    if (c == '$' && lexis.dollarQuotes() && tag(position) > 0) {
      return dollars();
    }
    return Character.isLetter(c) || c == '_' ? word() : sign(c);
  }

  private boolean word() {
    int start = position;
    while (position < text.length() && isWordPart(text.charAt(position))) {
      position++;
    }
    String word = text.substring(start, position);
    boolean escapes =
        word.equalsIgnoreCase("E") && position < text.length() && text.charAt(position) == '\'';
    if (escapes) {
      return quoted(Kind.LITERAL, start, '\'', true);
    }
    add(Kind.WORD, word.toUpperCase(Locale.ROOT), start);
    return true;
  }

  private boolean sign(char c) {
    int start = position++;
    if (Character.isDigit(c)) {
      while (position < text.length() && isWordPart(text.charAt(position))) {
        position++;
      }
      add(Kind.LITERAL, "", start);
      return true;
    }
    if (c != '?') {
      add(Kind.SIGN, String.valueOf(c), start);
    } else if (position < text.length() && text.charAt(position) == '?') {
      position++;
      add(Kind.SIGN, "??", start);
    } else {
      add(Kind.PARAMETER, "", start);
    }
    return true;
  }

  private void add(Kind kind, String word, int start) {
    tokens.add(new Token(kind, word, start, position));
  }

  private boolean quoted(Kind kind, int start, char close, boolean backslashes) {
    for (int i = position + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && backslashes) {
        i++;
      } else if (c == close && i + 1 < text.length() && text.charAt(i + 1) == close) {
        i++;
      } else if (c == close) {
        position = i + 1;
        add(kind, "", start);
        return true;
      }
    }
    return false;
  }

  /** Length of the dollar tag that begins here, 0 if there is none. */
  private int tag(int start) {
    int end = start + 1;
    while (end < text.length() && text.charAt(end) != '$' && isWordPart(text.charAt(end))) {
      end++;
    }
    boolean digit = end > start + 1 && Character.isDigit(text.charAt(start + 1));
    return end < text.length() && text.charAt(end) == '$' && !digit ? end + 1 - start : 0;
  }

  private boolean dollars() {
    int start = position;
    int length = tag(start);
    int close = text.indexOf(text.substring(start, start + length), start + length);
    if (close < 0) {
      return false;
    }
    position = close + length;
    add(Kind.LITERAL, "", start);
    return true;
  }

  private boolean skipComment() {
    int depth = 0;
    for (int i = position; i + 1 < text.length(); i++) {
      if (text.startsWith("/*", i) && (depth == 0 || lexis.nestedComments())) {
        depth++;
        i++;
      } else if (text.startsWith("*/", i) && --depth == 0) {
        position = i + 2;
        return true;
      } else if (text.startsWith("*/", i)) {
        i++;
      }
    }
    return false;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }
}
