package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Measure;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which of several candidates words mean, by what else the question mentions. */
final class NameResolver {
  private static final double MENTIONED = 0.35;
  private static final Set<String> KEY_WORDS =
      Set.copyOf(WordList.read(NameResolver.class, "key_words.txt"));
  private static final double NEXT = 0.25;
  private static final double NEIGHBOUR = 0.1;
  private static final double SURE = 0.94;

  /** A view shows what relations hold, often not all of it. */
  private static final double COPIED = 0.4;

  private final Language language;
  private final SchemaLexicon lexicon;
  private final List<Item> items;
  private final JoinGraph joins;
  private final List<Glossary.Metric> metrics;
  private final Map<Table, Double> mentioned = new HashMap<>();
  private final Map<Table, Map<Table, Integer>> distances = new HashMap<>();
  private final Map<Table, Double> nearness = new HashMap<>();
  private final Map<Item, Candidate> decided = new HashMap<>();

  /** For every item, the relations that have a column surely meant by it. */
  private final List<Set<Table>> owners;

  NameResolver(
      Language language,
      SchemaLexicon lexicon,
      JoinGraph joins,
      List<Glossary.Metric> metrics,
      List<Item> items) {
    this.metrics = metrics;
    this.language = language;
    this.lexicon = lexicon;
    this.items = items;
    this.joins = joins;
    this.owners = items.stream().map(NameResolver::owners).toList();
    collectMentions();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Item.Named named) {
        decided.put(named, decide(named, i));
      }
    }
  }

  /** What the name means here. */
  Candidate meaning(Item.Named named) {
    return decided.get(named);
  }

  /** Relations named by the question itself. */
  Set<Table> mentionedTables() {
    Set<Table> tables = new HashSet<>();
    items.forEach(
        i -> {
          if (i instanceof Item.Named named && meaning(named).isTable()) {
            tables.add(meaning(named).table());
          }
        });
    return tables;
  }

  /** The relation whose rows are people, if there is exactly one. */
  Optional<Table> person() {
    return new People(lexicon).relation();
  }

  /** Whether each row of one relation has at most one partner in the other. */
  boolean isToOne(Table from, Table to) {
    return joins.isToOne(from, to);
  }

  /** The measure by which the glossary counts rows of a relation when one of its words is said. */
  Optional<Glossary.Metric> countedBy(Table table, List<Token> tokens) {
    return metrics.stream()
        .filter(m -> m.isCountOf(table.name().name()))
        .filter(m -> tokens.stream().anyMatch(t -> m.isCountedWhen(t.lower(), t.lemma())))
        .findFirst();
  }

  /** Whether a column refers to rows of a relation, and the question does not ask for its key. */
  boolean isReferenceSaid(Field field, List<Token> tokens) {
    boolean key = tokens.stream().anyMatch(t -> KEY_WORDS.contains(t.lower()));
    return !key && target(field).isPresent();
  }

  /** The relation that a column refers to. */
  Optional<Table> target(Field field) {
    return joins.hops(field.table()).stream()
        .filter(h -> h.reference().from().equals(field.table().name()))
        .filter(h -> h.reference().columns().equals(List.of(field.column().name())))
        .map(JoinGraph.Hop::to)
        .findFirst();
  }

  /** Relations of which one row may have many. */
  Set<Table> dependants(Table table) {
    return joins.hops(table).stream()
        .filter(hop -> !hop.toOne())
        .map(JoinGraph.Hop::to)
        .filter(t -> t.kind() == Table.Kind.TABLE)
        .collect(Collectors.toSet());
  }

  /** The only column of any relation that an adjective of degree measures by its full name. */
  Optional<Ranked> measuredAnywhere(Token adjective) {
    for (Measure measure : language.measuresOf(adjective)) {
      for (String word : measure.measures()) {
        List<Ranked> found =
            lexicon.lookup(lemmas(word)).stream()
                .filter(c -> !c.isTable() && c.score() > SURE)
                .filter(c -> isOrdered(c.column().orElseThrow()))
                .map(c -> new Ranked(c.field(), measure.high()))
                .toList();
        if (!found.isEmpty()) {
          return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** Which of the places where a value is stored is meant; one column, best first. */
  StoredValue place(List<StoredValue> values, Optional<Field> named) {
    return values.stream().max(Comparator.comparingDouble(v -> placeScore(v, named))).orElseThrow();
  }

  private double placeScore(StoredValue value, Optional<Field> named) {
    double score = 0;
    Field here = new Field(value.table(), value.column());
    if (named.isPresent() && named.get().equals(here)) {
      score += 2;
    }
    if (named.isPresent() && named.get().column().name().equalsIgnoreCase(value.column().name())) {
      score += 1;
    }
    for (Item item : items) {
      if (item instanceof Item.Named name
          && name.candidates().stream().anyMatch(c -> !c.isTable() && c.field().equals(here))) {
        score += 0.7;
      }
    }
    score += mentioned.getOrDefault(value.table(), 0.0);
    score += 0.3 * nearness(value.table());
    if (lexicon.profile(value.table()).display().contains(value.column())) {
      score += 0.05;
    }
    boolean key = value.table().primaryKey().contains(value.column().name());
    boolean copied = value.table().kind() != Table.Kind.TABLE;
    return score - (key ? 0.05 : 0) - (copied ? COPIED : 0);
  }

  /** Every candidate of every name asks, so a distance is found once for a question. */
  private int distance(Table from, Table to) {
    if (!joins.areConnected(from, to)) {
      return -1;
    }
    return distances
        .computeIfAbsent(from, t -> new HashMap<>())
        .computeIfAbsent(to, t -> joins.distance(from, t));
  }

  private double nearness(Table table) {
    return nearness.computeIfAbsent(table, this::nearnessToMentioned);
  }

  private double nearnessToMentioned(Table table) {
    double best = 0;
    for (Map.Entry<Table, Double> entry : mentioned.entrySet()) {
      int distance = distance(entry.getKey(), table);
      best = Math.max(best, distance < 0 ? 0 : entry.getValue() / (1 + distance));
    }
    return best;
  }

  /** Numeric or temporal columns that an adjective of degree measures, with the direction. */
  Optional<Ranked> measured(Token adjective, List<Table> tables) {
    for (Measure measure : language.measuresOf(adjective)) {
      for (String word : measure.measures()) {
        List<String> lemmas = lemmas(word);
        for (Table table : tables) {
          Optional<Candidate> found =
              lexicon.lookup(lemmas).stream()
                  .filter(c -> !c.isTable() && c.table().equals(table) && c.score() > 0.55)
                  .filter(c -> isOrdered(c.column().orElseThrow()))
                  .findFirst();
          if (found.isPresent()) {
            return Optional.of(new Ranked(found.get().field(), measure.high()));
          }
        }
      }
    }
    return byOnlyDate(adjective, tables);
  }

  /** As {@link #measured}, for a comparative: "older than". */
  Optional<Ranked> measuredByWord(Token comparative, List<Table> tables) {
    Token superlative = superlative(comparative);
    return measured(superlative, tables)
        .or(() -> measured(comparative, tables))
        .or(() -> measuredAnywhere(superlative));
  }

  private static Token superlative(Token comparative) {
    String word = comparative.lower().replaceFirst("er$", "est");
    return new Token(
        comparative.index(),
        word,
        word,
        word,
        Token.Kind.WORD,
        comparative.start(),
        comparative.end());
  }

  /** "latest payments": the only date, whatever it is called. */
  private Optional<Ranked> byOnlyDate(Token adjective, List<Table> tables) {
    for (Measure measure : language.measuresOf(adjective)) {
      if (measure.measures().contains("date") && !tables.isEmpty()) {
        List<Column> dates = lexicon.profile(tables.get(0)).dates();
        return dates.size() == 1
            ? Optional.of(new Ranked(new Field(tables.get(0), dates.get(0)), measure.high()))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Whether an adjective of degree alone means high values; empty for one that means neither. */
  Optional<Boolean> directionOf(Token adjective) {
    return language.measuresOf(adjective).stream().findFirst().map(Measure::high);
  }

  /** Whether an adjective of degree has no measure of its own: "popular", "common". */
  boolean isFrequency(Token adjective) {
    List<Measure> measures = language.measuresOf(adjective);
    return !measures.isEmpty() && measures.stream().allMatch(m -> m.measures().isEmpty());
  }

  /** A column and whether its high values are meant. */
  record Ranked(Field field, boolean high) {}

  static boolean isOrdered(Column column) {
    return column.type().isNumeric() || column.type().isTemporal();
  }

  private List<String> lemmas(String phrase) {
    List<String> lemmas = new ArrayList<>();
    for (String word : phrase.split(" ")) {
      lemmas.add(language.lemma(word));
    }
    return lemmas;
  }

  private void collectMentions() {
    for (Item item : items) {
      if (item instanceof Item.Named named) {
        double best = named.candidates().get(0).score();
        for (Candidate candidate : named.candidates()) {
          if (candidate.isTable() && candidate.score() >= best - 0.1) {
            mentioned.merge(candidate.table(), candidate.score(), Math::max);
          }
        }
      }
    }
    for (Item item : items) {
      if (item instanceof Item.Stored stored) {
        Set<Table> tables = new HashSet<>();
        stored.values().stream()
            .map(StoredValue::table)
            .filter(t -> t.kind() == Table.Kind.TABLE)
            .forEach(tables::add);
        if (tables.size() == 1) {
          mentioned.merge(tables.iterator().next(), 0.4, Math::max);
        }
      }
      if (item instanceof Item.Named named && named.candidates().get(0).score() > 0.9) {
        Set<Table> tables = new HashSet<>();
        named.candidates().forEach(c -> tables.add(c.table()));
        if (tables.size() == 1) {
          mentioned.merge(tables.iterator().next(), 0.4, Math::max);
        }
      }
    }
  }

  private Candidate decide(Item.Named named, int at) {
    return named.candidates().stream()
        .max(Comparator.comparingDouble(c -> score(c, at)))
        .orElseThrow();
  }

  private double score(Candidate candidate, int at) {
    Table table = candidate.table();
    boolean copied =
        table.kind() != Table.Kind.TABLE && (!candidate.isTable() || candidate.score() < SURE);
    double score = candidate.score() - (copied ? COPIED : 0);
    if (candidate.isTable()) {
      boolean owned = followedBy(at, null);
      boolean ownColumn =
          items.get(at) instanceof Item.Named named
              && named.candidates().stream()
                  .anyMatch(c -> !c.isTable() && c.table().equals(table) && c.score() > 0.9);
      return score + 0.3 + (ownColumn ? 0.3 : 0) - (owned && hasField(at) ? 0.45 : 0);
    }
    boolean identifies =
        candidate.column().orElseThrow().name().toLowerCase(java.util.Locale.ROOT).endsWith("id");
    if (identifies
        && items.get(at) instanceof Item.Named named
        && named.candidates().stream().anyMatch(c -> c.isTable() && c.score() > 0.6)) {
      score -= 0.3;
    }
    if (mentioned.containsKey(table)) {
      score += MENTIONED * mentioned.get(table);
    } else {
      score += 0.15 * nearness(table);
    }
    if (followedBy(at, table)) {
      score += NEXT;
    }
    if (sharedNeighbour(at, table)) {
      score += NEIGHBOUR;
    }
    return score;
  }

  private boolean hasField(int at) {
    return items.get(at) instanceof Item.Named named
        && named.candidates().stream()
            .anyMatch(
                c ->
                    !c.isTable()
                        && c.table().kind() == Table.Kind.TABLE
                        && mentioned.containsKey(c.table())
                        && c.score() > 0.65);
  }

  /** "… of <relation>": the next name within a few words is the relation. */
  private boolean followedBy(int at, Table table) {
    for (int i = at + 1; i < Math.min(items.size(), at + 9); i++) {
      Item item = items.get(i);
      if (item instanceof Item.Phrase p && p.is(WordClass.COUNT)
          || item instanceof Item.Stored
          || item instanceof Item.Quoted) {
        return false;
      }
      if (item instanceof Item.Named next
          && (table == null || next.candidates().stream().anyMatch(Candidate::isTable))) {
        return next.candidates().stream()
            .anyMatch(
                c -> c.isTable() && c.score() > 0.6 && (table == null || c.table().equals(table)));
      }
    }
    return false;
  }

  private static Set<Table> owners(Item item) {
    return item instanceof Item.Named named
        ? named.candidates().stream()
            .filter(c -> !c.isTable() && c.score() > 0.85)
            .map(Candidate::table)
            .collect(Collectors.toSet())
        : Set.of();
  }

  private boolean sharedNeighbour(int at, Table table) {
    for (int i = Math.max(0, at - 3); i < Math.min(items.size(), at + 4); i++) {
      if (i != at && owners.get(i).contains(table)) {
        return true;
      }
    }
    return false;
  }
}
