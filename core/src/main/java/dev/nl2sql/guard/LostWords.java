package dev.nl2sql.guard;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tells whether a printed statement still has every literal, number and key word of the one that
 * was read. The parser passes over words that it can make nothing of ({@code count(PRIOR id)}):
 * what it then prints is harmless, but it is not what was asked.
 */
final class LostWords {
  /** Words that say what is so without them. */
  private static final Set<String> MEANINGLESS = Set.of("all", "asc");

  /** FETCH FIRST n ROWS ONLY becomes LIMIT n. */
  private static final Set<String> FETCH = Set.of("fetch", "first", "next", "row", "rows", "only");

  private LostWords() {}

  /**
   * Whether nothing of the first text is missing in the second.
   *
   * @param renamed names, in lower case, that others may stand for
   */
  static boolean none(String read, String printed, Set<String> renamed, PlainWords words) {
    Map<String, Integer> left = new HashMap<>();
    for (SqlToken token : SqlToken.all(printed)) {
      left.merge(key(token), 1, Integer::sum);
    }
    boolean limited = left.containsKey("limit");
    List<SqlToken> tokens = SqlToken.all(read);
    for (int i = 0; i < tokens.size(); i++) {
      String key = key(tokens.get(i));
      boolean qualifier = i + 1 < tokens.size() && tokens.get(i + 1).is(".");
      boolean free = qualifier || renamed.contains(key) || (limited && FETCH.contains(key));
      if (!free && matters(tokens.get(i), words) && left.merge(key, -1, Integer::sum) < 0) {
        return false;
      }
    }
    return true;
  }

  // Names may be spelled anew and qualifiers left out, and what they mean was resolved.
  private static boolean matters(SqlToken token, PlainWords words) {
    if (token.isName()) {
      return !token.isQuoted() && !MEANINGLESS.contains(key(token)) && !words.isPlain(token.text());
    }
    return Character.isDigit(token.text().charAt(0)) || token.text().charAt(0) == '\'';
  }

  private static String key(SqlToken token) {
    String text = token.text();
    boolean quoted = token.isQuoted();
    return (quoted ? text.substring(1, text.length() - 1) : text).toLowerCase(Locale.ROOT);
  }
}
