package dev.nl2sql.catalog;

import java.util.Collection;
import java.util.List;

/**
 * Looks phrases up among sampled text values. Implementations are thread-safe, keep values in
 * memory only and may load a table's values at the first call that names the table.
 */
public interface ValueIndex {

  /** Values equal to the phrase when case, accents and repeated blanks are ignored. */
  List<StoredValue> exact(String phrase, Collection<Table> tables);

  /** Values that contain all words of the phrase or differ by a few letters, best first. */
  List<StoredValue> similar(String phrase, Collection<Table> tables, int limit);

  /** An index without values. */
  static ValueIndex empty() {
    return new ValueIndex() {
      @Override
      public List<StoredValue> exact(String phrase, Collection<Table> tables) {
        return List.of();
      }

      @Override
      public List<StoredValue> similar(String phrase, Collection<Table> tables, int limit) {
        return List.of();
      }
    };
  }
}
