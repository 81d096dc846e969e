package dev.nl2sql.execute;

import java.util.Set;

/**
 * A second look, apart from the guard's: no statement may ride along behind another. Most drivers
 * run all of them, and the second could end the read-only form of the first. A text is refused if
 * it holds a separator outside of quotes, read with or without backslash as an escape. What could
 * hide a quote from this reader is refused as well: comments and dollar quotes, which the guard
 * never prints.
 */
final class OneStatement {
  private static final Set<Character> QUOTES = Set.of('\'', '"', '`');

  private OneStatement() {}

  /**
   * @throws SandboxRefusedException if the text may be more than one statement
   */
  static void require(String sql) throws SandboxRefusedException {
    if (isSeparated(sql, false) || isSeparated(sql, true) || sql.indexOf('\0') >= 0) {
      throw new SandboxRefusedException("the text holds more than one statement");
    }
  }

  private static boolean isSeparated(String sql, boolean backslashEscapes) {
    char open = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (open == 0) {
        if (c == ';' || c == '$' || isComment(sql, i)) {
          return true;
        }
        open = QUOTES.contains(c) ? c : 0;
      } else if (c == '\\' && backslashEscapes) {
        i++;
      } else if (c == open) {
        open = 0;
      }
    }
    return false;
  }

  private static boolean isComment(String sql, int position) {
    return sql.startsWith("--", position) || sql.startsWith("/*", position);
  }
}
