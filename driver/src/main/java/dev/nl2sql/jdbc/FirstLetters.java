package dev.nl2sql.jdbc;

import java.util.Collection;

/**
 * A first look at a statement, for every statement is given one: whether its first letters are
 * those of a word that matters. What passes is still to be read. Immutable and thread-safe.
 */
final class FirstLetters {
  private static final int ANY = -1;
  private static final int KINDS = 32;
  private static final int ASCII = 128;

  // For each first letter the second and third letters there may be, a bit for each. Letters are
  // counted by their last five bits, which are the same for both cases.
  private final int[] second = new int[KINDS];
  private final int[] third = new int[KINDS];

  private FirstLetters() {}

  /** Lets through what begins with one of the words, in any case. */
  static FirstLetters of(Collection<String> words) {
    FirstLetters letters = new FirstLetters();
    for (String word : words) {
      letters.add(word);
    }
    return letters;
  }

  private void add(String word) {
    if (!isLetter(word, 0)) {
      for (int i = 0; i < KINDS; i++) {
        second[i] = ANY;
        third[i] = ANY;
      }
      return;
    }
    int first = word.charAt(0) % KINDS;
    second[first] |= isLetter(word, 1) ? bit(word.charAt(1)) : ANY;
    third[first] |= isLetter(word, 1) && isLetter(word, 2) ? bit(word.charAt(2)) : ANY;
  }

  /** Whether the text may begin with one of the words, behind blanks, comments and brackets. */
  boolean mayBegin(String text) {
    int end = text.length();
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c >= ASCII || c == '-' || c == '/') {
        return true;
      }
      if (c > ' ' && c != '(') {
        return mayBeWord(text, i, end);
      }
    }
    return false;
  }

  private boolean mayBeWord(String text, int start, int end) {
    int first = text.charAt(start) % KINDS;
    return second[first] != 0
        && (start + 1 >= end || (second[first] & bit(text.charAt(start + 1))) != 0)
        && (start + 2 >= end || (third[first] & bit(text.charAt(start + 2))) != 0);
  }

  private static int bit(char letter) {
    return 1 << letter % KINDS;
  }

  private static boolean isLetter(String word, int index) {
    return index < word.length()
        && word.charAt(index) < ASCII
        && Character.isLetter(word.charAt(index));
  }
}
