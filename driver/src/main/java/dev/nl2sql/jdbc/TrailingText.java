package dev.nl2sql.jdbc;

/** Takes comments off the end of free text, where they are not part of a question. */
final class TrailingText {
  private TrailingText() {}

  /** The text without blanks around it and without comments at its end. */
  static String strip(String text) {
    String stripped = text.strip();
    while (true) {
      int length = lengthWithoutComment(stripped);
      if (length == stripped.length()) {
        return stripped;
      }
      stripped = stripped.substring(0, length).strip();
    }
  }

  /** The length without the last comment, if the text ends with one. */
  static int lengthWithoutComment(String text) {
    String stripped = text.stripTrailing();
    if (stripped.endsWith("*/")) {
      int open = stripped.lastIndexOf("/*");
      return open < 0 ? text.length() : open;
    }
    int line = stripped.lastIndexOf('\n') + 1;
    int dashes = stripped.indexOf("--", line);
    boolean begins =
        dashes == line || (dashes > line && Character.isWhitespace(stripped.charAt(dashes - 1)));
    boolean quoted =
        dashes > 0 && stripped.substring(0, dashes).chars().filter(c -> c == '\'').count() % 2 == 1;
    return begins && !quoted ? dashes : text.length();
  }
}
