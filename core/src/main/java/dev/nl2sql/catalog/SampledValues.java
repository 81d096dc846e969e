package dev.nl2sql.catalog;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Sampled values in memory. Phrases and values are compared without regard to case, accents and
 * repeated blanks. Thread-safe; a table is added once, as a whole.
 */
public final class SampledValues implements ValueIndex {
  private static final int SHORTEST_TYPO = 5;

  /** Values of a table, by their normal form. */
  private final Map<TableName, Map<String, List<StoredValue>>> tables = new ConcurrentHashMap<>();

  /** Whether the table's values are here. */
  public boolean holds(Table table) {
    return tables.containsKey(table.name());
  }

  /** Adds the values of a table. */
  public void add(Table table, Map<Column, List<String>> values) {
    Map<String, List<StoredValue>> byForm = new HashMap<>();
    values.forEach(
        (column, texts) -> {
          Map<String, List<String>> variants = new LinkedHashMap<>();
          texts.forEach(t -> variants.computeIfAbsent(normal(t), n -> new ArrayList<>()).add(t));
          variants.forEach(
              (form, spellings) ->
                  byForm
                      .computeIfAbsent(form, f -> new ArrayList<>())
                      .add(new StoredValue(table, column, spellings)));
        });
    tables.put(table.name(), byForm);
  }

  @Override
  public List<StoredValue> exact(String phrase, Collection<Table> among) {
    String form = normal(phrase);
    return among.stream()
        .flatMap(
            t -> tables.getOrDefault(t.name(), Map.of()).getOrDefault(form, List.of()).stream())
        .toList();
  }

  @Override
  public List<StoredValue> similar(String phrase, Collection<Table> among, int limit) {
    String form = normal(phrase);
    if (form.length() < 3) {
      return List.of();
    }
    List<String> words = Arrays.asList(form.split(" "));
    record Near(int distance, StoredValue value) {}
    List<Near> near = new ArrayList<>();
    for (Table table : among) {
      tables
          .getOrDefault(table.name(), Map.of())
          .forEach(
              (stored, values) -> {
                int distance = distance(form, words, stored);
                if (distance >= 0) {
                  values.forEach(v -> near.add(new Near(distance, v)));
                }
              });
    }
    return near.stream()
        .sorted(
            Comparator.comparingInt(Near::distance)
                .thenComparing(n -> n.value().variants().get(0).length())
                .thenComparing(n -> n.value().variants().get(0)))
        .limit(limit)
        .map(Near::value)
        .toList();
  }

  /** 0 when the value holds all words, else the number of letters that differ; -1 if too many. */
  private static int distance(String form, List<String> words, String stored) {
    if (Arrays.asList(stored.split(" ")).containsAll(words)) {
      return 0;
    }
    if (form.length() < SHORTEST_TYPO || Math.abs(form.length() - stored.length()) > 2) {
      return -1;
    }
    int limit = form.length() < 8 ? 1 : 2;
    return new LevenshteinDistance(limit).apply(form, stored);
  }

  /** Lower case, without accents, blanks folded. */
  public static String normal(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT)
        .strip()
        .replaceAll("\\s+", " ");
  }
}
