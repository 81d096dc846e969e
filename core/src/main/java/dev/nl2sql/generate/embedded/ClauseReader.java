package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.resource.WordList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads a question clause by clause: what is asked, of which rows, under which conditions, in which
 * order. Names get their meaning from the clause they stand in. One reader serves one question.
 */
final class ClauseReader {
  private static final Set<String> COMPARING =
      Set.copyOf(WordList.read(ClauseReader.class, "comparing_words.txt"));
  private static final Set<String> QUANTITIES =
      Set.copyOf(WordList.read(ClauseReader.class, "quantity_words.txt"));
  private static final Set<String> NOW =
      Set.copyOf(WordList.read(ClauseReader.class, "now_words.txt"));

  private final Line line;
  private final Scope scope;
  private final Clauses clauses = new Clauses();
  private final AskedReader asked;
  private final ConditionReader conditions;
  private final RankReader ranks;

  /**
   * What is asked for, as one query or as two whose rows are combined.
   *
   * @param sketch the query, or the first of two
   * @param also the second
   * @param operator how the rows of two are combined
   */
  record Query(Sketch sketch, Optional<Sketch> also, QueryPlan.SetOperation.Operator operator) {
    Query(Sketch sketch) {
      this(sketch, Optional.empty(), QueryPlan.SetOperation.Operator.INTERSECT);
    }
  }

  ClauseReader(SchemaLexicon lexicon, JoinGraph graph, NameResolver names, Line line) {
    this.line = line;
    this.scope = new Scope(lexicon, graph, line);
    this.ranks = new RankReader(line, scope, names, clauses);
    this.asked = new AskedReader(line, scope, ranks, clauses);
    this.conditions = new ConditionReader(line, scope, names, ranks, asked, clauses);
  }

  /** Whether the question holds only what clauses are made of, and no terms of a glossary. */
  static boolean canRead(Line line) {
    boolean present =
        line.tokens().stream()
            .anyMatch(t -> NOW.contains(t.lower()) || COMPARING.contains(t.lower()));
    long periods = line.items().stream().filter(i -> i instanceof Item.Dated).count();
    return periods < 2
        && !present
        && !line.says(0, "when")
        && !saysQuantity(line)
        && line.items().stream()
            .noneMatch(
                i ->
                    i instanceof Item.Measured
                        || i instanceof Item.Ambiguous
                        || i instanceof Item.Settled
                        || i instanceof Item.Grained
                        || i instanceof Item.AskedUnit
                        || i instanceof Item.Undone
                        || i instanceof Item.Quantity
                        || i instanceof Item.Dated d && !isYears(d.period())
                        || i instanceof Item.Phrase p && p.is(WordClass.SHARE));
  }

  /** "total amount of bills": a quantity without a name of its own. */
  private static boolean saysQuantity(Line line) {
    return line.items().stream()
        .filter(i -> i instanceof Item.Phrase)
        .flatMap(i -> line.tokens().subList(i.first(), i.end()).stream())
        .anyMatch(t -> QUANTITIES.contains(t.lemma()));
  }

  /** Whether clauses can say what the sketch says. */
  static boolean canSay(Sketch sketch) {
    Stream<Sketch.Term> terms =
        Stream.concat(
            Stream.concat(sketch.shown().stream(), sketch.groups().stream()),
            sketch.orders().stream().map(Sketch.Order::term));
    return terms.noneMatch(
            t ->
                t instanceof Sketch.RatioOf
                    || t instanceof Sketch.ShareOf
                    || t instanceof Sketch.DateOf
                    || t instanceof Sketch.GrainOf)
        && sketch
            .allFilters()
            .noneMatch(
                f ->
                    f instanceof Sketch.Extreme
                        || f instanceof Sketch.Missing m && m.field().column().type().isTemporal()
                        || f instanceof Sketch.CompareFields c
                            && c.left().column().type().isTemporal());
  }

  private static boolean isYears(Period period) {
    return period.from().filter(day -> day.getDayOfYear() != 1).isEmpty()
        && period.to().filter(day -> day.getDayOfYear() != 1).isEmpty();
  }

  /** Reads the question; what no clause could use is told by {@link #unread()}. */
  Query read() {
    int at = 0;
    while (line.has(at)) {
      int after = at == 0 || opensSentence(at) ? asked.read(at) : at;
      at = after > at ? after : Math.max(at + 1, conditions.read(at)); // no word is read for ever
    }
    conditions.readBeforeNouns();
    finish();
    return clauses
        .contradiction()
        .map(this::both)
        .orElseGet(() -> new Query(sketch(clauses.filters)));
  }

  /** "countries with mountains above 5,600 and mountains below 5,200": no row is both. */
  private Query both(Contradiction two) {
    boolean rows =
        clauses.shown.stream().anyMatch(t -> t instanceof Sketch.OfEntity) && !saysBoth();
    if (clauses.isAggregated() || rows) {
      return new Query(sketch(clauses.merged(two)));
    }
    return new Query(
        sketch(clauses.without(two.second())),
        Optional.of(sketch(clauses.without(two.first()))),
        QueryPlan.SetOperation.Operator.INTERSECT);
  }

  private boolean saysBoth() {
    return line.tokens().stream().anyMatch(t -> t.lower().equals("both"));
  }

  private Sketch sketch(List<List<Sketch.Filter>> filters) {
    return new Sketch(
        List.copyOf(clauses.shown),
        List.copyOf(clauses.groups),
        List.copyOf(filters),
        List.copyOf(clauses.orders),
        clauses.limit,
        clauses.distinct,
        Optional.empty(),
        List.copyOf(clauses.doubts));
  }

  /** Things said that had no effect: names, values, numbers, unknown words. */
  List<String> unread() {
    return IntStream.range(0, line.size())
        .filter(line::isContent)
        .filter(at -> !clauses.read.get(at))
        .mapToObj(line::text)
        .toList();
  }

  List<Assumption> assumptions() {
    return List.copyOf(clauses.assumptions);
  }

  /** "Which city …? List its name": a command after the end of a sentence asks again. */
  private boolean opensSentence(int at) {
    return line.isSentenceEnd(at - 1)
        && (line.is(at, WordClass.COMMAND) || line.is(at, WordClass.QUESTION));
  }

  private void finish() {
    ranks.finish();
    asked.finish();
    conditions.finish();
  }
}
