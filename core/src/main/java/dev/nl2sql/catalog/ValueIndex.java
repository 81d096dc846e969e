package dev.nl2sql.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Looks phrases up among sampled text values. Implementations are thread-safe, keep values in
 * memory only and may load a table's values at the first call that names the table.
 */
public interface ValueIndex {

  /** Values equal to the phrase when case, accents and repeated blanks are ignored. */
  List<StoredValue> exact(String phrase, Collection<Table> tables);

  /** Values that contain all words of the phrase or differ by a few letters, best first. */
  List<StoredValue> similar(String phrase, Collection<Table> tables, int limit);

  /**
   * The values of one column that are spelled most like a text, best first; empty where the rules
   * about values leave the column none. They are for the caller alone: never for a store, a log or
   * a model.
   */
  default List<String> nearest(String text, Table table, Column column, int limit) {
    return List.of();
  }

  /**
   * Between which values the numbers or times of a column lie; empty where the rules about values
   * leave the column none, or it cannot be read in time.
   */
  default Optional<ValueRange> range(Table table, Column column) {
    return Optional.empty();
  }

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
