package dev.nl2sql.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a question into tokens. Reads any script and never fails. */
final class Tokenizer {
  /** A mark without its partner within 1000 characters is only a sign. */
  private static final String QUOTED =
      "\"[^\"]{0,1000}+\"|“[^”]{0,1000}+”|«[^»]{0,1000}+»|‘[^’]{0,1000}+’"
          + "|(?<![\\p{L}\\p{N}'])'(?:[^']|''|'(?=[\\p{L}\\p{N}])){0,1000}+'(?![\\p{L}\\p{N}])";

  private static final String DATE =
      "(?:\\d{4}-\\d{1,2}-\\d{1,2}T\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?Z?"
          + "|\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}|\\d{4}-\\d{1,2}(?!-\\d)"
          + "|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4}|\\d{1,2}-\\p{L}{3,9}-\\d{4})(?![\\p{L}\\p{N}_])";
  private static final String NUMBER =
      "[$€£₹¥]?(?:(?<![\\p{L}\\p{N}])[+-])?"
          + "(?:\\d{1,2}(?:,\\d{2}){1,9},\\d{3}(?!,?\\d)|\\d{1,3}(?:,\\d{3}){1,9}(?!,?\\d)|\\d++)"
          + "(?:\\.\\d++)?(?:%|(?:k|m|bn|K|M)(?![\\p{L}\\p{N}]))?(?![\\p{L}\\p{N}_]|['’]s(?![\\p{L}\\p{N}]))"
          + "|(?<![\\p{L}\\p{N}.])\\.\\d++(?![\\p{L}\\p{N}_])";
  private static final String WORD =
      "[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_]*+"
          + "(?:['’&.@-](?=[\\p{L}\\p{N}])[\\p{L}\\p{M}\\p{N}_]++)*+(?:['’](?=\\s|$|\\p{Punct}))?";
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<quoted>"
              + QUOTED
              + ")|(?<date>"
              + DATE
              + ")|(?<number>"
              + NUMBER
              + ")|(?<word>"
              + WORD
              + ")|(?<other>\\S)");

  private final UnaryOperator<String> lemmas;

  Tokenizer(UnaryOperator<String> lemmas) {
    this.lemmas = lemmas;
  }

  List<Token> tokenize(String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(token(text, matcher, tokens.size()));
    }
    return List.copyOf(tokens);
  }

  private Token token(String text, Matcher matcher, int index) {
    String found = matcher.group();
    int start = matcher.start();
    int end = matcher.end();
    if (matcher.group("quoted") != null) {
      String inner = found.substring(1, found.length() - 1);
      String content = found.charAt(0) == '\'' ? inner.replace("''", "'") : inner;
      String lower = content.toLowerCase(Locale.ROOT);
      return new Token(index, content, lower, lower, Token.Kind.QUOTED, start, end);
    }
    String lower = found.toLowerCase(Locale.ROOT);
    if (matcher.group("date") != null || matcher.group("number") != null) {
      return new Token(index, found, lower, lower, Token.Kind.NUMBER, start, end);
    }
    if (matcher.group("word") != null) {
      return new Token(index, found, lower, lemmas.apply(lower), Token.Kind.WORD, start, end);
    }
    boolean bind = found.equals("?") && standsAlone(text, start, end);
    Token.Kind kind = bind ? Token.Kind.BIND : Token.Kind.PUNCTUATION;
    return new Token(index, found, lower, lower, kind, start, end);
  }

  private static boolean standsAlone(String text, int start, int end) {
    boolean before = start == 0 || Character.isWhitespace(text.charAt(start - 1));
    boolean after = end == text.length() || Character.isWhitespace(text.charAt(end));
    return before && after;
  }
}
