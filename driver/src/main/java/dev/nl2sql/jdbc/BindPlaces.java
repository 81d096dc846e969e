package dev.nl2sql.jdbc;

import dev.nl2sql.resource.WordList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Where a question mark of a bare question is a JDBC parameter. */
enum BindPlaces {
  /** Nowhere: a plain statement has no parameters. */
  NONE,
  /** Where it stands alone between blanks. */
  STAND_ALONE;

  /** Read when the first bare question is, for plain SQL needs no words. */
  private static final class Words {
    static final Set<String> ASKING =
        Set.copyOf(WordList.read(BindPlaces.class, "asking-words.txt"));
    static final Set<String> BEFORE_VALUE =
        Set.copyOf(WordList.read(BindPlaces.class, "words-before-value.txt"));
  }

  /** Question marks that stand alone. */
  static int count(String text) {
    return (int) Arrays.stream(text.strip().split("\\s+")).filter("?"::equals).count();
  }

  /**
   * Question marks that are parameters. One at the very end is punctuation if the sentence asks
   * something and the word before it does not call for a value.
   */
  static int countInBareQuestion(String text) {
    List<String> words = Arrays.asList(text.strip().toLowerCase(Locale.ROOT).split("\\s+"));
    int count = count(text);
    int last = words.size() - 1;
    boolean punctuation =
        last > 0
            && words.get(last).equals("?")
            && Words.ASKING.contains(words.get(0))
            && !Words.BEFORE_VALUE.contains(words.get(last - 1));
    return punctuation ? count - 1 : count;
  }
}
