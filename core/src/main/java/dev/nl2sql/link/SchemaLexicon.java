package dev.nl2sql.link;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of a catalog by the words that people may use for them. Immutable and thread-safe; made
 * once for a catalog and glossary.
 */
public final class SchemaLexicon {
  private static final double EXACT = 1.0;
  private static final double WITHOUT_TABLE = 0.95;
  private static final double SYNONYM = 0.85;
  private static final double PART = 0.7;
  private static final double LOWEST = 0.3;
  private static final double SAME = 0.75;
  private static final double GENERAL = 0.65;
  private static final double SPECIAL = 0.6;
  private static final int SHORTENED = 7;
  private static final int FEWEST_EDITS = 2;
  private static final int SHORTEST_STEM = 4;

  private final Language language;
  private final IdentifierWords identifiers;
  private final Map<String, Map<String, Candidate>> byKey = new HashMap<>();
  private final Map<TableName, TableProfile> profiles = new LinkedHashMap<>();
  private final Map<String, Set<ForeignKey>> references = new HashMap<>();
  private final CommonPrefix commonPrefix;
  private final Spelling spelling;
  private final Lazy<NearestKeys> nearestKeys = new Lazy<>(() -> new NearestKeys(byKey.keySet()));
  private final Set<String> nameWords = new HashSet<>();

  /** Words of names by what they are a kind of, for the dictionary. */
  private final Lazy<Map<String, List<String>>> kinds = new Lazy<>(this::kinds);

  private final List<String> displayNames;
  private final List<String> prefixes;

  public SchemaLexicon(Catalog catalog, Glossary glossary, Language language) {
    this.language = language;
    this.identifiers = new IdentifierWords(language);
    this.prefixes = WordList.read(SchemaLexicon.class, "table_prefixes.txt");
    this.displayNames = WordList.read(SchemaLexicon.class, "display_names.txt");
    this.commonPrefix = CommonPrefix.of(catalog.tables());
    for (Table table : catalog.tables()) {
      TableProfile profile = describe(table);
      profiles.put(table.name(), profile);
      addTable(profile);
      table.columns().forEach(column -> addColumn(profile, column, catalog));
    }
    catalog.foreignKeys().forEach(this::addReference);
    glossary.synonyms().forEach(this::addSynonym);
    this.spelling = new Spelling(language, nameWords, identifiers.abbreviations(), glossary);
  }

  /** What is known of a relation. */
  public TableProfile profile(Table table) {
    return profiles.get(table.name());
  }

  /** What the words may name, best first. */
  public List<Candidate> lookup(List<String> lemmas) {
    Map<String, Candidate> found = byKey.get(IdentifierWords.key(lemmas));
    return found == null ? List.of() : sorted(found);
  }

  /** What a word that is no name here may mean by a dictionary, best first. */
  public List<Candidate> related(String lemma) {
    WordNet nouns = WordNet.nouns();
    List<Candidate> found = new ArrayList<>();
    nouns.same(lemma).forEach(word -> addRelated(found, word, SAME));
    nouns.general(lemma).forEach(word -> addRelated(found, word, GENERAL));
    kinds.get().getOrDefault(lemma, List.of()).forEach(word -> addRelated(found, word, SPECIAL));
    return found.stream().sorted(Comparator.comparingDouble(Candidate::score).reversed()).toList();
  }

  private Map<String, List<String>> kinds() {
    Map<String, List<String>> words = new HashMap<>();
    for (String word : nameWords.stream().sorted().toList()) {
      for (String general : Set.copyOf(WordNet.nouns().general(word))) {
        words.computeIfAbsent(general, g -> new ArrayList<>()).add(word);
      }
    }
    return words;
  }

  private void addRelated(List<Candidate> found, String word, double factor) {
    lookup(List.of(language.lemma(word))).stream()
        .filter(c -> c.score() > PART)
        .forEach(c -> found.add(c.asRelated(factor)));
  }

  /** What a long word may name that the schema shortens: "prerequisite" as prereq. */
  public List<Candidate> shortened(String word) {
    if (word.length() < SHORTENED) {
      return List.of();
    }
    return nameWords.stream()
        .filter(name -> name.length() >= SHORTEST_STEM && name.length() + 2 < word.length())
        .filter(word::startsWith)
        .max(Comparator.comparingInt(String::length))
        .map(name -> lookup(List.of(name)))
        .orElse(List.of())
        .stream()
        .map(c -> c.asSynonym(SYNONYM))
        .toList();
  }

  /** The words that may be meant by a mistyped one. */
  public Spelling spelling() {
    return spelling;
  }

  /** Names of relations and columns nearest to a word, for "did you mean". */
  public List<String> nearestNames(String word, int limit) {
    int farthest = Math.max(FEWEST_EDITS, word.length() / 3);
    return nearestKeys.get().to(word, farthest).stream()
        .flatMap(key -> sorted(byKey.get(key)).stream().limit(1))
        .map(c -> c.column().map(Column::name).orElse(c.table().name().name()))
        .distinct()
        .limit(limit)
        .toList();
  }

  private List<String> words(String name) {
    return identifiers.of(commonPrefix.cut(name));
  }

  /** The dictionary words of a column's name. */
  public List<String> wordsOf(Column column) {
    return words(column.name());
  }

  /** The dictionary words of several names. */
  public List<String> wordsOf(List<String> names) {
    return names.stream().flatMap(n -> identifiers.of(n).stream()).toList();
  }

  private void addTable(TableProfile profile) {
    List<String> words = profile.words();
    nameWords.addAll(words);
    Column name = profile.display().get(0);
    if (!profile.key().contains(name)) {
      put(displayNames.get(0), new Candidate(profile.table(), Optional.of(name), PART));
    }
    add(words, new Candidate(profile.table(), Optional.empty(), EXACT));
    put(
        IdentifierWords.key(identifiers.of(profile.table().name().name())),
        new Candidate(profile.table(), Optional.empty(), EXACT));
    for (int from = 0; from < words.size(); from++) {
      for (int to = from + 1; to <= words.size(); to++) {
        if (to - from < words.size()) {
          double share = (to - from) / (double) words.size();
          double tail = to == words.size() ? 0.1 : 0;
          add(
              words.subList(from, to),
              new Candidate(profile.table(), Optional.empty(), 0.35 + 0.4 * share + tail));
        }
      }
    }
  }

  private void addColumn(TableProfile profile, Column column, Catalog catalog) {
    List<String> words = words(column.name());
    if (words.isEmpty()) {
      return;
    }
    nameWords.addAll(words);
    Table table = profile.table();
    double reference = catalog.isReference(table, column) ? 0.9 : 1;
    add(words, new Candidate(table, Optional.of(column), EXACT * reference));
    put(
        IdentifierWords.key(identifiers.of(column.name())),
        new Candidate(table, Optional.of(column), EXACT * reference));
    List<String> bare = withoutTable(words, profile.words());
    if (bare.size() < words.size()) {
      add(bare, new Candidate(table, Optional.of(column), WITHOUT_TABLE * reference));
    } else {
      List<String> qualified = new ArrayList<>(profile.words());
      qualified.addAll(words);
      add(qualified, new Candidate(table, Optional.of(column), EXACT * reference));
    }
    for (int from = 0; from < bare.size(); from++) {
      for (int to = from + 1; to <= bare.size(); to++) {
        if (to - from < bare.size()) {
          double share = (to - from) / (double) bare.size();
          add(
              bare.subList(from, to),
              new Candidate(table, Optional.of(column), (PART * share + 0.25) * reference));
        }
      }
    }
  }

  /** Adds the words, and the words with one of them replaced by a synonym. */
  private void add(List<String> words, Candidate candidate) {
    put(IdentifierWords.key(words), candidate);
    for (String synonym : language.synonymsOf(String.join(" ", words))) {
      nameWords.addAll(List.of(synonym.split("[ -]")));
      keep(key(synonym), candidate.asSynonym(SYNONYM)); // "information" means something here
    }
    if (words.size() < 2) {
      return;
    }
    for (int i = 0; i < words.size(); i++) {
      for (String synonym : language.synonymsOf(words.get(i))) {
        List<String> changed = new ArrayList<>(words);
        changed.set(i, synonym);
        put(key(String.join(" ", changed)), candidate.asSynonym(SYNONYM));
      }
    }
  }

  private void addReference(ForeignKey key) {
    Set<String> words = new HashSet<>(wordsOf(key.columns()));
    wordsOf(List.of(key.to().name())).forEach(words::remove);
    words.forEach(w -> references.computeIfAbsent(w, n -> new HashSet<>()).add(key));
  }

  /** The references with this word in a column's name, but not in that of what they refer to. */
  public Set<ForeignKey> referencesNamed(String lemma) {
    return Collections.unmodifiableSet(references.getOrDefault(lemma, Set.of()));
  }

  private String key(String phrase) {
    List<String> lemmas = new ArrayList<>();
    for (String word : phrase.split(" ")) {
      lemmas.add(language.lemma(word));
    }
    return IdentifierWords.key(lemmas);
  }

  private void addSynonym(String said, List<String> meant) {
    for (String target : meant) {
      Map<String, Candidate> found = byKey.get(key(target.replace('_', ' ')));
      if (found != null) {
        sorted(found).stream()
            .filter(c -> c.score() > WITHOUT_TABLE - 0.1)
            .forEach(c -> put(key(said), c));
      }
    }
  }

  private void put(String key, Candidate candidate) {
    if (saysSomething(key)) {
      keep(key, candidate);
    }
  }

  private void keep(String key, Candidate candidate) {
    if (!key.isEmpty() && candidate.score() >= LOWEST) {
      String id = candidate.table().name() + "." + candidate.column().map(Column::name).orElse("");
      keepBest(byKey.computeIfAbsent(key, k -> new LinkedHashMap<>()), id, candidate);
    }
  }

  /** "has" of a column has_parking must not be found in every "have". */
  private boolean saysSomething(String key) {
    return language.tokenize(key).stream().anyMatch(t -> !language.is(WordClass.STOP, t));
  }

  private static void keepBest(Map<String, Candidate> found, String id, Candidate candidate) {
    found.merge(id, candidate, SchemaLexicon::better);
  }

  /** The better score; what is a name as well as a synonym is a name. */
  private static Candidate better(Candidate one, Candidate other) {
    boolean name = one.fit() == Candidate.Fit.NAME || other.fit() == Candidate.Fit.NAME;
    Candidate.Fit fit = name ? Candidate.Fit.NAME : Candidate.Fit.SYNONYM;
    return new Candidate(one.table(), one.column(), Math.max(one.score(), other.score()), fit);
  }

  private static List<Candidate> sorted(Map<String, Candidate> found) {
    return found.values().stream()
        .sorted(Comparator.comparingDouble(Candidate::score).reversed())
        .toList();
  }

  private static List<String> withoutTable(List<String> words, List<String> tableWords) {
    int shared = 0;
    while (shared < tableWords.size()
        && shared < words.size() - 1
        && words.get(shared).equals(tableWords.get(shared))) {
      shared++;
    }
    if (shared == 0
        && words.size() > 1
        && !tableWords.isEmpty()
        && words.get(0).equals(tableWords.get(tableWords.size() - 1))) {
      shared = 1;
    }
    return words.subList(shared, words.size());
  }

  private TableProfile describe(Table table) {
    List<String> words = words(table.name().name());
    if (words.size() > 1 && prefixes.contains(words.get(0))) {
      words = words.subList(1, words.size());
    }
    List<Column> key = key(table);
    List<Column> dates = table.columns().stream().filter(c -> c.type().isTemporal()).toList();
    return new TableProfile(table, words, key, display(table, words, key), dates);
  }

  private static List<Column> key(Table table) {
    List<Column> key = table.primaryKey().stream().flatMap(n -> table.column(n).stream()).toList();
    return key.isEmpty() ? table.columns().subList(0, Math.min(1, table.columns().size())) : key;
  }

  private List<Column> display(Table table, List<String> tableWords, List<Column> key) {
    Map<String, Column> byName = new HashMap<>();
    for (Column column : table.columns()) {
      List<String> words = words(column.name());
      if (column.type() == ColumnType.TEXT && !words.isEmpty()) {
        byName.putIfAbsent(String.join(" ", withoutTable(words, tableWords)), column);
        byName.putIfAbsent(String.join(" ", words), column);
        if (words.equals(tableWords)) {
          byName.putIfAbsent("name", column);
        }
      }
    }
    for (String name : displayNames) {
      Column column = byName.get(name);
      if (column != null) {
        Column surname = byName.get("last name");
        return name.equals("first name") && surname != null
            ? List.of(column, surname)
            : List.of(column);
      }
    }
    for (Map.Entry<String, Column> entry : byName.entrySet()) {
      if (entry.getKey().endsWith(" name") && !entry.getKey().equals("first name")) {
        return List.of(entry.getValue());
      }
    }
    return key.isEmpty() ? List.of(table.columns().get(0)) : List.of(key.get(0));
  }
}
