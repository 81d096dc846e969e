package dev.nl2sql.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a question into tokens. Reads any script and never fails. */
final class Tokenizer {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<quoted>\"[^\"]*\"|“[^”]*”|«[^»]*»|‘[^’]*’|(?<![\\p{L}\\p{N}])'(?:[^']|'(?=[\\p{L}\\p{N}]))*'(?![\\p{L}\\p{N}]))"
              + "|(?<date>\\d{4}-\\d{1,2}(?:-\\d{1,2})?|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4})(?![\\p{L}\\p{N}])"
              + "|(?<number>[$€£₹¥]?[+-]?(?<![\\p{L}\\p{N}]-)\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:%|(?:k|m|bn|K|M)(?![\\p{L}\\p{N}]))?)(?![\\p{L}\\p{N}_])"
              + "|(?<word>[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_]*(?:['’&.@-](?=[\\p{L}\\p{N}])[\\p{L}\\p{M}\\p{N}_]+)*(?:['’](?=\\s|$|[\\p{Punct}]))?)"
              + "|(?<other>\\S)");

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
      String content = found.substring(1, found.length() - 1);
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
