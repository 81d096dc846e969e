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
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Sampled values in memory. Phrases and values are compared without regard to case, accents and
 * repeated blanks. Thread-safe; a table is added once, as a whole.
 */
public final class SampledValues implements ValueIndex {
  private static final int SHORTEST_PHRASE = 3;
  private static final int SHORTEST_TYPO = 5;
  private static final int LONG = 8;

  private final Map<TableName, TableValues> tables = new ConcurrentHashMap<>();

  /** Of all tables, because most phrases are the value of none. */
  private final Map<String, List<StoredValue>> byForm = new ConcurrentHashMap<>();

  private volatile Places last = new Places(List.of(), Map.of());

  /** The place of each relation in a collection. */
  private record Places(Collection<Table> among, Map<TableName, Integer> byName) {}

  /** Whether the table's values are here. */
  public boolean holds(Table table) {
    return tables.containsKey(table.name());
  }

  /** Whether no table's values are here. */
  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** Adds the values of a table; a second time changes nothing. */
  public synchronized void add(Table table, Map<Column, List<String>> values) {
    if (holds(table)) {
      return;
    }
    Map<String, List<StoredValue>> forms = new LinkedHashMap<>();
    values.forEach(
        (column, texts) -> {
          Map<String, List<String>> variants = new LinkedHashMap<>();
          texts.forEach(t -> variants.computeIfAbsent(normal(t), n -> new ArrayList<>()).add(t));
          variants.forEach(
              (form, spellings) ->
                  forms
                      .computeIfAbsent(form, f -> new ArrayList<>())
                      .add(new StoredValue(table, column, spellings)));
        });
    forms.forEach((form, found) -> byForm.merge(form, List.copyOf(found), SampledValues::joined));
    tables.put(table.name(), new TableValues(forms));
  }

  private static List<StoredValue> joined(List<StoredValue> one, List<StoredValue> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  @Override
  public List<StoredValue> exact(String phrase, Collection<Table> among) {
    List<StoredValue> found = byForm.get(normal(phrase));
    if (found == null) {
      return List.of();
    }
    Map<TableName, Integer> places = places(among);
    return found.stream()
        .filter(v -> places.containsKey(v.table().name()))
        .sorted(Comparator.comparingInt(v -> places.get(v.table().name())))
        .toList();
  }

  /** The place of each relation; calls are mostly about the same ones as the call before. */
  private Map<TableName, Integer> places(Collection<Table> among) {
    Places known = last;
    if (known.among() == among && known.byName().size() == among.size()) {
      return known.byName();
    }
    Map<TableName, Integer> byName = new HashMap<>();
    among.forEach(t -> byName.putIfAbsent(t.name(), byName.size()));
    last = new Places(among, byName);
    return byName;
  }

  @Override
  public List<StoredValue> similar(String phrase, Collection<Table> among, int limit) {
    String form = normal(phrase);
    if (form.length() < SHORTEST_PHRASE) {
      return List.of();
    }
    return of(among)
        .flatMap(t -> t.similar(form))
        .sorted(
            Comparator.comparingInt(Near::distance)
                .thenComparing(n -> n.value().variants().get(0).length())
                .thenComparing(n -> n.value().variants().get(0)))
        .limit(limit)
        .map(Near::value)
        .toList();
  }

  @Override
  public List<String> nearest(String text, Table table, Column column, int limit) {
    TableValues values = tables.get(table.name());
    return values == null ? List.of() : values.nearest(normal(text), column, limit);
  }

  private Stream<TableValues> of(Collection<Table> among) {
    return among.stream().map(t -> tables.get(t.name())).filter(Objects::nonNull);
  }

  /** Lower case, without accents, blanks folded. */
  public static String normal(String text) {
    return isPlain(text) ? text.toLowerCase(Locale.ROOT) : folded(text);
  }

  /** Most texts have nothing to fold, and looking is cheaper than folding. */
  private static boolean isPlain(String text) {
    boolean afterBlank = true;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      boolean blank = letter == ' ';
      if (letter >= 0x7f || letter < ' ' || blank && afterBlank) {
        return false;
      }
      afterBlank = blank;
    }
    return !afterBlank || text.isEmpty();
  }

  private static String folded(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT)
        .strip()
        .replaceAll("\\s+", " ");
  }

  /** A value and how far it is from what was asked; 0 if it holds every word as it is. */
  private record Near(int distance, StoredValue value) {}

  /** A stored form with its words in the singular. */
  private record Entry(String form, List<String> words, List<StoredValue> values) {}

  /** The values of one table, found by form, by word and by length. Immutable. */
  private static final class TableValues {
    private final Map<String, List<StoredValue>> byForm;
    private final Map<String, List<Entry>> byWord = new HashMap<>();
    private final NavigableMap<Integer, List<Entry>> byLength = new TreeMap<>();

    TableValues(Map<String, List<StoredValue>> byForm) {
      this.byForm = byForm;
      byForm.forEach((form, values) -> index(new Entry(form, singulars(form), values)));
    }

    private void index(Entry entry) {
      byLength.computeIfAbsent(entry.form().length(), n -> new ArrayList<>()).add(entry);
      entry.words().stream()
          .distinct()
          .forEach(w -> byWord.computeIfAbsent(w, n -> new ArrayList<>()).add(entry));
    }

    Stream<Near> similar(String form) {
      Map<StoredValue, Integer> found = new LinkedHashMap<>();
      misspelled(form).forEach(n -> found.merge(n.value(), n.distance(), Math::min));
      holding(form).forEach(n -> found.merge(n.value(), n.distance(), Math::min));
      return found.entrySet().stream().map(e -> new Near(e.getValue(), e.getKey()));
    }

    /** Values of a column by letters that differ, those that hold the text or stand in it first. */
    List<String> nearest(String form, Column column, int limit) {
      record Spelled(int distance, String value) {}
      LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
      List<Spelled> found = new ArrayList<>();
      byForm.forEach(
          (stored, values) -> {
            boolean holds = stored.contains(form) || form.contains(stored);
            int letters = holds ? 0 : distance.apply(form, stored);
            values.stream()
                .filter(v -> v.column().equals(column))
                .forEach(v -> found.add(new Spelled(letters, v.variants().get(0))));
          });
      return found.stream()
          .sorted(Comparator.comparingInt(Spelled::distance).thenComparing(Spelled::value))
          .limit(limit)
          .map(Spelled::value)
          .toList();
    }

    /** Values that hold all words of the phrase, be they singular or plural. */
    private Stream<Near> holding(String form) {
      List<String> words = singulars(form);
      List<String> asSaid = words(form);
      if (words.isEmpty()) {
        return Stream.empty();
      }
      return byWord.getOrDefault(words.get(0), List.of()).stream()
          .filter(e -> e.words().containsAll(words))
          .flatMap(
              e -> {
                int distance = words(e.form()).containsAll(asSaid) ? 0 : 1;
                return e.values().stream().map(v -> new Near(distance, v));
              });
    }

    /** Values that differ from the phrase by one letter, or by two where it is long. */
    private Stream<Near> misspelled(String form) {
      if (form.length() < SHORTEST_TYPO) {
        return Stream.empty();
      }
      int allowed = form.length() < LONG ? 1 : 2;
      LevenshteinDistance distance = new LevenshteinDistance(allowed);
      return byLength
          .subMap(form.length() - allowed, true, form.length() + allowed, true)
          .values()
          .stream()
          .flatMap(List::stream)
          .flatMap(
              e -> {
                int letters = distance.apply(form, e.form());
                return letters < 0
                    ? Stream.<Near>empty()
                    : e.values().stream().map(v -> new Near(letters, v));
              });
    }

    private static List<String> words(String form) {
      return Arrays.stream(form.split("[ _/-]+", -1)).filter(w -> !w.isEmpty()).toList();
    }

    private static List<String> singulars(String form) {
      return words(form).stream().map(TableValues::singular).toList();
    }

    /** The same for singular and plural; not always a word. */
    private static String singular(String word) {
      if (word.length() <= SHORTEST_PHRASE || word.endsWith("ss")) {
        return word;
      }
      if (word.endsWith("ies")) {
        return word.substring(0, word.length() - 3) + "y";
      }
      boolean hissing = word.matches(".*(?:s|x|z|ch|sh)es");
      return word.endsWith("s") ? word.substring(0, word.length() - (hissing ? 2 : 1)) : word;
    }
  }
}
