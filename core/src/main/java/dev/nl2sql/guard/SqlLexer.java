package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a statement as the engine would, before the parser sees it. Comments and the final
 * semicolon are dropped, white space becomes single blanks, and every text literal is replaced by a
 * harmless placeholder, so that no difference between two lexers can hide anything: what is sent is
 * printed from what was read here.
 */
final class SqlLexer {
  static final int MAXIMUM_LENGTH = 20_000;
  static final int MAXIMUM_DEPTH = 32;
  private static final Pattern NUMBER = Pattern.compile("\\d+([eE]\\d{1,3})?");
  private final String sql;
  private final Dialect dialect;
  private final AllowList allowed;
  private final char placeholder;
  private final int firstPlaceholder;
  private final StringBuilder out = new StringBuilder();
  private final List<String> literals = new ArrayList<>();
  private int position;
  private int depth;
  private int cases;
  private int parameters;
  private boolean ended;

  /**
   * @param text the statement with placeholders
   * @param literals the values of the literals, by placeholder number
   * @param parameters how many question marks
   */
  record Lexed(String text, List<String> literals, int parameters) {}

  private SqlLexer(String sql, Dialect dialect, char placeholder, int firstPlaceholder) {
    this.sql = sql;
    this.dialect = dialect;
    this.allowed = AllowList.of(dialect);
    this.placeholder = placeholder;
    this.firstPlaceholder = firstPlaceholder;
  }

  static Lexed read(String sql, Dialect dialect) {
    return read(sql, dialect, 'q', 0);
  }

  /** Reads with placeholders of another letter, numbered from another number. */
  static Lexed read(String sql, Dialect dialect, char placeholder, int firstPlaceholder) {
    if (sql.length() > MAXIMUM_LENGTH) {
      throw refusal("the statement is longer than " + MAXIMUM_LENGTH + " characters");
    }
    return new SqlLexer(sql, dialect, placeholder, firstPlaceholder).read();
  }

  /** Whether a name can be written in a statement. */
  static boolean isPlainName(String name) {
    return !name.isEmpty()
        && name.chars().noneMatch(c -> c < ' ' || c == '\\' || c == 0x7f || c == '`' || c == '"');
  }

  private boolean has(String fact) {
    return allowed.has("lexical", fact);
  }

  private Lexed read() {
    while (position < sql.length()) {
      step(sql.charAt(position));
    }
    if (depth != 0) {
      throw refusal("parentheses do not match");
    }
    return new Lexed(out.toString().strip(), List.copyOf(literals), parameters);
  }

  private void step(char c) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      blank();
      position++;
    } else if (c < ' ' || c == 0x7f || isOddSpace(c)) {
      throw refusal("a control character stands in the statement");
    } else if (sql.startsWith("--", position)) {
      lineComment();
    } else if (sql.startsWith("/*", position)) {
      blockComment();
    } else if (c == '#' && has("hash-comments")) {
      toEndOfLine();
    } else if (ended) {
      throw refusal("text follows the end of the statement");
    } else {
      token(c);
    }
  }

  private static boolean isOddSpace(char c) {
    int type = Character.getType(c);
    return c > 0x7f
        && (Character.isSpaceChar(c)
            || Character.isISOControl(c)
            || type == Character.FORMAT
            || type == Character.PRIVATE_USE
            || type == Character.UNASSIGNED);
  }

  private void token(char c) {
    if (c == '\'') {
      text();
    } else if (c == '"' || c == '`' || c == '[') {
      quotedOrBracket(c);
    } else if (Character.isLetterOrDigit(c) || c == '_') {
      word();
    } else {
      symbol(c);
    }
  }

  private void lineComment() {
    int next = position + 2;
    boolean spaced = next >= sql.length() || Character.isWhitespace(sql.charAt(next));
    if (!spaced && !commentsNeedNoBlank()) {
      throw refusal("a comment must begin with two dashes and a blank");
    }
    toEndOfLine();
  }

  private void toEndOfLine() {
    while (position < sql.length() && sql.charAt(position) != '\n') {
      char c = sql.charAt(position);
      if (c == '\r' || (c < ' ' && c != '\t')) {
        break;
      }
      position++;
    }
    blank();
  }

  private boolean commentsNeedNoBlank() {
    return has("unspaced-line-comments");
  }

  private void blockComment() {
    int end = sql.indexOf("*/", position + 2);
    if (end < 0) {
      throw refusal("a comment does not end");
    }
    String content = sql.substring(position + 2, end);
    boolean special =
        content.startsWith("!")
            || content.regionMatches(true, 0, "M!", 0, 2)
            || content.startsWith("+");
    if (special || content.contains("/*")) {
      throw refusal("nested and executable comments are not allowed");
    }
    position = end + 2;
    blank();
  }

  private void text() {
    StringBuilder value = new StringBuilder();
    position++;
    while (true) {
      if (position >= sql.length()) {
        throw refusal("a text literal does not end");
      }
      char c = sql.charAt(position++);
      if (c == '\'') {
        if (position < sql.length() && sql.charAt(position) == '\'') {
          position++;
        } else {
          break;
        }
      } else if (c == '\\' && backslashMayEscape()) {
        throw refusal("a backslash stands in a text literal");
      } else if (c == 0) {
        throw refusal("a control character stands in a text literal");
      }
      value.append(c);
    }
    out.append('\'').append(placeholder).append(firstPlaceholder + literals.size()).append('\'');
    literals.add(value.toString());
    refuseAttached();
  }

  // Two literals on separate lines are one to some engines, and a letter after a literal is a
  // suffix.
  private void refuseAttached() {
    int next = position;
    while (next < sql.length() && Character.isWhitespace(sql.charAt(next))) {
      next++;
    }
    if (next < sql.length() && sql.charAt(next) == '\'') {
      throw refusal("two text literals follow each other");
    }
  }

  private boolean backslashMayEscape() {
    return dialect.backslashEscapes() || !has("plain-backslash");
  }

  private void quotedOrBracket(char open) {
    if (open == '[') {
      if (!has("bracket-names")) {
        symbol(open);
        return;
      }
      bracketName();
      return;
    }
    boolean read = has(open == '`' ? "backtick-names" : "double-quoted-names");
    if (!read) {
      throw refusal("the quotation mark " + open + " is not used for names here");
    }
    StringBuilder name = new StringBuilder();
    position++;
    while (true) {
      if (position >= sql.length()) {
        throw refusal("a quoted name does not end");
      }
      char c = sql.charAt(position++);
      if (c == open) {
        if (position >= sql.length() || sql.charAt(position) != open) {
          break;
        }
        position++;
      }
      name.append(c);
    }
    emitName(name.toString());
  }

  private void bracketName() {
    int end = sql.indexOf(']', position);
    if (end < 0) {
      throw refusal("a quoted name does not end");
    }
    String name = sql.substring(position + 1, end);
    position = end + 1;
    emitName(name);
  }

  private void emitName(String name) {
    if (!isPlainName(name)) {
      throw refusal("a quoted name holds a character that is not allowed");
    }
    out.append(dialect.quoted(name));
  }

  private void word() {
    int start = position;
    while (position < sql.length() && isWordPart(sql.charAt(position))) {
      position++;
    }
    String word = sql.substring(start, position);
    char next = position < sql.length() ? sql.charAt(position) : ' ';
    boolean number = Character.isDigit(word.charAt(0));
    if (next == '\'' || (next == '&' && word.equalsIgnoreCase("u")) || next == '$') {
      throw refusal("a prefix stands before a literal: " + word);
    }
    if (next == '"' || (number && !NUMBER.matcher(word).matches())) {
      throw refusal("not a number or name: " + word);
    }
    if (word.equalsIgnoreCase("case")) {
      cases++;
      requireDepth(cases);
    } else if (word.equalsIgnoreCase("end")) {
      cases--;
    }
    out.append(word);
  }

  private static void requireDepth(int depth) {
    if (depth > MAXIMUM_DEPTH) {
      throw refusal("the statement is nested more than " + MAXIMUM_DEPTH + " deep");
    }
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c)
        || c == '_'
        || Character.getType(c) == Character.NON_SPACING_MARK;
  }

  private void symbol(char c) {
    position++;
    switch (c) {
      case '(', '[' -> {
        depth++;
        requireDepth(depth);
        out.append(c);
      }
      case ')', ']' -> {
        depth--;
        if (depth < 0) {
          throw refusal("parentheses do not match");
        }
        out.append(c);
      }
      case ';' -> {
        ended = true;
        blank();
      }
      case '?' -> {
        parameter();
      }
      case '@' -> containment();
      case '#' -> jsonPath();
      case '/' -> {
        if (position < sql.length() && sql.charAt(position) == '/') {
          throw refusal("the operator // is not allowed");
        }
        out.append(c);
      }
      case '+', '-', '*', '%', '=', '<', '>', '!', ',', '.', ':', '|', '^', '~' -> out.append(c);
      default -> throw refusal("the character " + c + " is not allowed here");
    }
  }

  private void parameter() {
    char next = position < sql.length() ? sql.charAt(position) : ' ';
    if ("?|&:".indexOf(next) >= 0 || Character.isLetterOrDigit(next)) {
      throw refusal("the operator ?" + next + " is not allowed");
    }
    parameters++;
    out.append('?');
  }

  private void containment() {
    boolean postgres = has("json-operators");
    char before = out.length() == 0 ? ' ' : out.charAt(out.length() - 1);
    if (postgres && position < sql.length() && sql.charAt(position) == '>') {
      position++;
      out.append(" @> ");
    } else if (postgres && before == '<') {
      out.setLength(out.length() - 1);
      out.append(" <@ ");
    } else {
      throw refusal("the character @ is not allowed");
    }
  }

  private void jsonPath() {
    if (!has("json-operators") || position >= sql.length() || sql.charAt(position) != '>') {
      throw refusal("the character # is not allowed");
    }
    position++;
    boolean asText = position < sql.length() && sql.charAt(position) == '>';
    position += asText ? 1 : 0;
    out.append(asText ? " #>> " : " #> ");
  }

  private void blank() {
    if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.LEXER, reason);
  }
}
