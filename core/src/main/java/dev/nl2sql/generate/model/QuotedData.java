package dev.nl2sql.generate.model;

import java.util.regex.Pattern;

/**
 * Foreign text on its way into a prompt: cut to a length and written as a JSON string, so that it
 * has one line, visible ends and nothing that could pass for the text around it.
 */
public final class QuotedData {
  private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");
  private static final char FIRST_PRINTABLE = ' ';

  private QuotedData() {}

  /** The text between quotes; what is too long ends with an ellipsis. */
  public static String of(String text, int limit) {
    boolean tooLong = text.codePointCount(0, text.length()) > limit;
    String kept = tooLong ? text.substring(0, text.offsetByCodePoints(0, limit)) + "…" : text;
    StringBuilder quoted = new StringBuilder("\"");
    kept.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  /** A name as it is, if it is a plain one, else quoted as text. */
  static String name(String name) {
    return PLAIN_NAME.matcher(name).matches() ? name : of(name, name.length());
  }

  private static void append(StringBuilder quoted, int c) {
    boolean invisible =
        c < FIRST_PRINTABLE
            || Character.isISOControl(c)
            || Character.getType(c) == Character.FORMAT
            || Character.getType(c) == Character.LINE_SEPARATOR
            || Character.getType(c) == Character.PARAGRAPH_SEPARATOR
            || Character.getType(c) == Character.SURROGATE;
    if (c == '"' || c == '\\') {
      quoted.append('\\').appendCodePoint(c);
    } else if (invisible && Character.isBmpCodePoint(c)) {
      quoted.append(String.format("\\u%04x", c));
    } else if (!invisible) {
      quoted.appendCodePoint(c);
    }
  }
}
