package dev.nl2sql.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * The look that every statement is given: whether it may be, or hold, something of the driver's
 * own. What passes is still to be read. Immutable and thread-safe.
 */
final class QuestionLook {
  /** The function that may stand for a question inside SQL. */
  static final String FUNCTION = "NL2SQL";

  private static final List<String> FIRST_WORDS =
      List.of("EXPLAIN", "NARRATE", "CHART", "CLARIFY", "SHOW", "NL");

  private final boolean off;
  private final FirstLetters beginnings;
  private final List<String> single;

  /**
   * @param markers words that begin a question; none switches everything off
   */
  QuestionLook(List<String> markers) {
    this.off = markers.isEmpty();
    List<String> words = new ArrayList<>(FIRST_WORDS);
    List<String> alone = new ArrayList<>();
    for (String marker : markers) {
      words.add(marker.strip());
      // A marker of several words may be the beginning of a query in parentheses.
      if (!marker.strip().contains(" ")) {
        alone.add(marker);
      }
    }
    this.beginnings = FirstLetters.of(words);
    this.single = List.copyOf(alone);
  }

  /** The words our statements begin with, without the markers. */
  static List<String> firstWords() {
    return FIRST_WORDS;
  }

  /** The markers that may stand inside SQL. */
  List<String> inside() {
    return single;
  }

  /** Whether it is plain SQL, now and later. */
  boolean isPlain(String text) {
    return off || text == null || (!mayBegin(text) && !mayHold(text));
  }

  /** Whether the whole may be one of our statements. */
  boolean mayBegin(String text) {
    return beginnings.mayBegin(text);
  }

  /** Whether there may be a question inside. */
  boolean mayHold(String text) {
    for (int i = text.indexOf('('); i >= 0; i = text.indexOf('(', i + 1)) {
      if (endsWithFunction(text, i) || beginsWithMarker(text, i + 1)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWithFunction(String text, int end) {
    int last = end;
    while (last > 0 && Character.isWhitespace(text.charAt(last - 1))) {
      last--;
    }
    return last >= FUNCTION.length()
        && text.regionMatches(true, last - FUNCTION.length(), FUNCTION, 0, FUNCTION.length());
  }

  private boolean beginsWithMarker(String text, int start) {
    int first = start;
    while (first < text.length() && Character.isWhitespace(text.charAt(first))) {
      first++;
    }
    if (first == text.length()) {
      return false;
    }
    char c = text.charAt(first);
    if (c == '-' || c == '/' || c == '#') {
      // '#' begins a comment in some databases only; which one this is, is looked up later.
      return c == '#' || text.startsWith("--", first) || text.startsWith("/*", first);
    }
    for (String marker : single) {
      int after = first + marker.length();
      if (text.regionMatches(true, first, marker, 0, marker.length())
          && after < text.length()
          && !Character.isJavaIdentifierPart(text.charAt(after))) {
        return true;
      }
    }
    return false;
  }
}
