package dev.nl2sql.jdbc;

import java.util.Optional;

/**
 * A place in a statement's text, with the few moves the grammar needs: over blanks and comments,
 * words, literals.
 */
final class StatementReader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String text;
  private int position;
  private final int end;

  StatementReader(String text) {
    this(text, 0, text.length());
  }

  private StatementReader(String text, int position, int end) {
    this.text = text;
    this.position = position;
    this.end = end;
  }

  StatementReader copy() {
    return new StatementReader(text, position, end);
  }

  /** The same text, beginning elsewhere. */
  StatementReader from(int start) {
    return new StatementReader(text, start, end);
  }

  /** The same text, ending earlier. */
  StatementReader until(int earlierEnd) {
    return new StatementReader(text, position, earlierEnd);
  }

  int position() {
    return position;
  }

  int end() {
    return end;
  }

  boolean atEnd() {
    return position >= end;
  }

  char current() {
    return text.charAt(position);
  }

  String rest() {
    return text.substring(position, end);
  }

  /** Steps over blanks, byte-order marks and comments, nested block comments included. */
  StatementReader skipBlanks() {
    while (position < end) {
      char c = text.charAt(position);
      if (Character.isWhitespace(c) || c == BYTE_ORDER_MARK || c == '\u00A0') {
        position++;
      } else if (startsWith("--")) {
        skipLine();
      } else if (!startsWith("/*") || !skipBlock()) {
        break;
      }
    }
    return this;
  }

  /** Steps over the character if it is next after blanks. */
  boolean take(char expected) {
    skipBlanks();
    if (position < end && text.charAt(position) == expected) {
      position++;
      return true;
    }
    return false;
  }

  /** Steps over the word if it is next after blanks, in any case. */
  boolean takeWord(String expected) {
    skipBlanks();
    int after = position + expected.length();
    if (after <= end
        && text.regionMatches(true, position, expected, 0, expected.length())
        && (after == end || !Character.isJavaIdentifierPart(text.charAt(after)))) {
      position = after;
      return true;
    }
    return false;
  }

  /** A word of letters, digits, underscores, dots and hyphens. */
  Optional<String> word() {
    skipBlanks();
    int start = position;
    while (position < end && isWordPart(text.charAt(position))) {
      position++;
    }
    return position == start ? Optional.empty() : Optional.of(text.substring(start, position));
  }

  /** A literal in apostrophes or dollars; the position stays if there is none or it has no end. */
  Optional<String> literal() {
    skipBlanks();
    if (startsWith("$$")) {
      int close = text.indexOf("$$", position + 2);
      if (close < 0 || close + 2 > end) {
        return Optional.empty();
      }
      String content = text.substring(position + 2, close);
      position = close + 2;
      return Optional.of(content);
    }
    return atEnd() || current() != '\'' ? Optional.empty() : apostrophes();
  }

  private Optional<String> apostrophes() {
    StringBuilder content = new StringBuilder();
    for (int i = position + 1; i < end; i++) {
      char c = text.charAt(i);
      if (c != '\'') {
        content.append(c);
      } else if (i + 1 < end && text.charAt(i + 1) == '\'') {
        content.append(c);
        i++;
      } else {
        position = i + 1;
        return Optional.of(content.toString());
      }
    }
    return Optional.empty();
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
  }

  private boolean startsWith(String prefix) {
    return position + prefix.length() <= end && text.startsWith(prefix, position);
  }

  private void skipLine() {
    while (position < end && text.charAt(position) != '\n') {
      position++;
    }
  }

  private boolean skipBlock() {
    int depth = 0;
    for (int i = position; i + 1 < end; i++) {
      if (text.charAt(i) == '/' && text.charAt(i + 1) == '*') {
        depth++;
        i++;
      } else if (text.charAt(i) == '*' && text.charAt(i + 1) == '/') {
        depth--;
        i++;
        if (depth == 0) {
          position = i + 1;
          return true;
        }
      }
    }
    return false;
  }
}
