package dev.nl2sql.link;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Keys by their distance of edits to a word, for "did you mean". Immutable and thread-safe. */
final class NearestKeys {
  private record Key(String text, long letters) {}

  private final List<Key> keys;

  NearestKeys(Collection<String> texts) {
    keys = texts.stream().map(text -> new Key(text, letters(text))).toList();
  }

  /**
   * The keys at most so many edits away, nearest first, those equally near by the alphabet.
   *
   * @param farthest the number of letters to insert, delete or replace, from 0
   */
  List<String> to(String word, int farthest) {
    LevenshteinDistance distance = new LevenshteinDistance(farthest);
    long letters = letters(word);
    return keys.stream()
        .filter(key -> Math.abs(key.text().length() - word.length()) <= farthest)
        .filter(key -> Long.bitCount(key.letters() ^ letters) <= 2 * farthest)
        .map(key -> Map.entry(distance.apply(key.text(), word), key.text()))
        .filter(near -> near.getKey() >= 0)
        .sorted(Map.Entry.<Integer, String>comparingByKey().thenComparing(Map.Entry::getValue))
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * The letters that occur, one bit each: an edit takes at most one away and brings at most one, so
   * most keys need not be measured.
   */
  private static long letters(String text) {
    return text.chars().mapToLong(c -> 1L << (c & 63)).reduce(0, (all, one) -> all | one);
  }
}
