package dev.nl2sql.generate.model;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which relations a question is likely to be about: those that share rare words with it come first,
 * then those that link them. Words of a table's name count more than words of its columns or
 * comments. Thread-safe.
 */
final class Relevance {
  private static final double NAME = 3;
  private static final double COLUMN = 1.5;
  private static final double COMMENT = 0.5;
  private static final double NEIGHBOUR = 0.2;
  private static final double LARGE_TABLE = 0.01;
  private static final int MOST_CATALOGS = 20;
  private static final Pattern CAMEL = Pattern.compile("(?<=[\\p{Ll}\\d])(?=\\p{Lu})");
  private static final Pattern SIGNS = Pattern.compile("[^\\p{L}\\p{N}]+");

  private final Language language;

  /** By identity: a catalog is read again when it changes. */
  private final Cache<Catalog, Words> words =
      Caffeine.newBuilder().weakKeys().maximumSize(MOST_CATALOGS).executor(Runnable::run).build();

  Relevance(Language language) {
    this.language = language;
  }

  /** For each relation its words with their weights, and how many relations have each word. */
  private record Words(Map<TableName, Map<String, Double>> byTable, Map<String, Integer> spread) {}

  /** All relations, the most relevant first; where nothing matches, in the order of the catalog. */
  List<Table> ordered(String question, Catalog catalog, Glossary glossary) {
    Words known = words.get(catalog, this::read);
    Set<String> asked = asked(question, glossary);
    Map<TableName, Double> own = new HashMap<>();
    for (Table table : catalog.tables()) {
      own.put(table.name(), score(asked, known.byTable().get(table.name()), known, table));
    }
    Map<TableName, Double> all = new HashMap<>();
    own.forEach((name, score) -> all.put(name, score + fromNeighbours(name, own, catalog)));
    Comparator<Table> order = Comparator.comparingDouble(t -> -all.get(t.name()));
    return catalog.tables().stream().sorted(order.thenComparing(t -> t.name().toString())).toList();
  }

  /** A table that links others which were named is needed although nobody names it. */
  private static double fromNeighbours(
      TableName name, Map<TableName, Double> own, Catalog catalog) {
    Set<TableName> neighbours = new HashSet<>();
    for (ForeignKey key : catalog.foreignKeysOf(name)) {
      neighbours.add(key.from().equals(name) ? key.to() : key.from());
    }
    List<Double> best =
        neighbours.stream()
            .map(n -> own.getOrDefault(n, 0.0))
            .sorted(Comparator.reverseOrder())
            .limit(2)
            .toList();
    double together = best.size() == 2 ? best.get(1) : 0;
    return NEIGHBOUR * best.stream().mapToDouble(Double::doubleValue).sum() + together;
  }

  private static double score(
      Set<String> asked, Map<String, Double> own, Words known, Table table) {
    double tables = known.byTable().size();
    double sum = 0;
    for (String word : asked) {
      double rarity = Math.log(1 + tables / known.spread().getOrDefault(word, 1));
      sum += own.getOrDefault(word, 0.0) * rarity;
    }
    return sum > 0 ? sum + LARGE_TABLE * Math.log1p(Math.max(0, table.rowEstimate())) : 0;
  }

  /** The words of the question, and those that the glossary says they stand for. */
  private Set<String> asked(String question, Glossary glossary) {
    Set<String> lemmas = new LinkedHashSet<>();
    for (Token token : language.tokenize(question)) {
      lemmas.add(token.lemma());
      lemmas.addAll(split(token.text()));
    }
    String lower = question.toLowerCase(Locale.ROOT);
    Stream<String> meant =
        glossary.synonyms().entrySet().stream()
            .filter(e -> lower.contains(e.getKey()))
            .flatMap(e -> e.getValue().stream());
    Stream<String> measured =
        glossary.metrics().stream()
            .filter(m -> lower.contains(m.name().toLowerCase(Locale.ROOT)))
            .flatMap(m -> m.tables().stream());
    Stream.concat(meant, measured).forEach(text -> lemmas.addAll(split(text)));
    return lemmas;
  }

  private Words read(Catalog catalog) {
    Map<TableName, Map<String, Double>> byTable = new HashMap<>();
    Map<String, Integer> spread = new HashMap<>();
    for (Table table : catalog.tables()) {
      Map<String, Double> own = new HashMap<>();
      add(own, split(table.name().name()), NAME);
      add(own, split(table.comment()), COMMENT);
      for (Column column : table.columns()) {
        add(own, split(column.name()), COLUMN);
        add(own, split(column.comment()), COMMENT);
      }
      own.keySet().forEach(word -> spread.merge(word, 1, Integer::sum));
      byTable.put(table.name(), own);
    }
    return new Words(byTable, spread);
  }

  private static void add(Map<String, Double> own, Collection<String> found, double weight) {
    found.forEach(word -> own.merge(word, weight, Math::max));
  }

  private List<String> split(String text) {
    List<String> lemmas = new ArrayList<>();
    String apart = CAMEL.matcher(text).replaceAll(" ");
    for (String word : SIGNS.split(apart)) {
      if (!word.isEmpty()) {
        lemmas.add(language.lemma(word.toLowerCase(Locale.ROOT)));
      }
    }
    return lemmas;
  }

  /** Relations whose names stand in a text of SQL, in the order of the catalog. */
  static List<Table> named(String sql, Catalog catalog) {
    Set<String> found =
        SIGNS
            .splitAsStream(sql.replace('_', 'x'))
            .map(w -> w.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return catalog.tables().stream()
        .filter(
            t -> {
              String name = t.name().name().replace('_', 'x').toLowerCase(Locale.ROOT);
              return SIGNS.splitAsStream(name).allMatch(found::contains);
            })
        .toList();
  }
}
