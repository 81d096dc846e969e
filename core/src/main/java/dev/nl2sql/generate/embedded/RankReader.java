package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads what rows are ranked and ordered by: superlatives, "top 3", "ordered by". */
final class RankReader {
  private static final Set<String> BY = Set.of("by", "in terms of", "based on", "according to");

  private final Line line;
  private final Scope scope;
  private final NameResolver names;
  private final Clauses clauses;
  private Optional<Pending> pending = Optional.empty();
  private Optional<Long> expected = Optional.empty();

  private boolean reversed;
  private boolean directionSaid;

  /** A ranking whose measure has not been said yet. */
  private record Pending(int at, boolean descending, long count) {}

  RankReader(Line line, Scope scope, NameResolver names, Clauses clauses) {
    this.line = line;
    this.scope = scope;
    this.names = names;
    this.clauses = clauses;
  }

  // ---- words of degree

  /** Whether the item is a superlative, or a word of degree after one. */
  boolean isDegree(int at) {
    if (line.is(at, WordClass.ORDER) || line.is(at, WordClass.COMPARE_AT_LEAST)) {
      return false;
    }
    boolean plain =
        line.is(at, WordClass.LIMIT_TOP)
            || line.is(at, WordClass.LIMIT_BOTTOM)
            || line.is(at, WordClass.MOST)
            || line.is(at, WordClass.FEWEST)
            || line.is(at, WordClass.MAXIMUM)
            || line.is(at, WordClass.MINIMUM);
    return plain || line.at(at) instanceof Item.Degree && isSuperlative(at);
  }

  private boolean isSuperlative(int at) {
    String word = line.text(at);
    return word.endsWith("est")
        || word.equals("last")
        || word.equals("first")
        || word.equals("worst")
        || line.is(at - 1, WordClass.MOST)
        || line.is(at - 1, WordClass.FEWEST)
        || line.is(at - 1, WordClass.MINIMUM);
  }

  /** Whether the highest comes first; empty where the word alone does not tell. */
  Optional<Boolean> direction(int at) {
    if (line.is(at, WordClass.FEWEST)
        || line.is(at, WordClass.MINIMUM)
        || line.is(at, WordClass.LIMIT_BOTTOM) && !line.says(at, "last")) {
      return Optional.of(false);
    }
    if (line.at(at) instanceof Item.Degree) {
      return names.directionOf(line.token(at));
    }
    return Optional.of(true);
  }

  private boolean descending(List<Integer> degrees) {
    int first = degrees.get(0);
    boolean least = line.is(first, WordClass.FEWEST) || line.is(first, WordClass.MINIMUM);
    return !least && direction(first).orElse(true);
  }

  /** A number before a noun that is not ranked yet: "3 products with the highest price". */
  void expectCount(int at) {
    if (line.at(at) instanceof Item.Number number) {
      expected = Optional.of(number.number().value().longValue());
      clauses.mark(at);
    }
  }

  private long count(int numberAt) {
    long count = expected.orElse(1L);
    if (line.at(numberAt) instanceof Item.Number number) {
      clauses.mark(numberAt);
      count = number.number().value().longValue();
    }
    expected = Optional.empty();
    return Math.max(1, count);
  }

  // ---- superlatives before nouns

  /** "the 3 oldest students", "the most common name", "top 5 customers". */
  void ofNoun(AskedReader.Noun noun, Sketch.Term term) {
    List<Integer> degrees = noun.ranks();
    degrees.forEach(clauses::mark);
    long count = count(noun.number());
    boolean descending = descending(degrees);
    int last = degrees.get(degrees.size() - 1);
    Token word = line.token(last);
    Table table = PlanBuilder.tableOf(term).orElseThrow();
    boolean inverted = degrees.size() > 1 && !descending;
    if (term instanceof Sketch.OfField && isOfFrequency(last)) {
      clauses.rank(new Sketch.CountOf(table, Optional.empty()), descending, count);
      return;
    }
    Optional<NameResolver.Ranked> measured =
        isOfFrequency(last) ? Optional.empty() : names.measured(word, List.of(table));
    if (measured.isPresent()) {
      boolean high = measured.get().high() != inverted;
      clauses.rank(new Sketch.OfField(measured.get().field()), high, count);
      return;
    }
    pending = Optional.of(new Pending(last, descending, count));
  }

  private boolean isOfFrequency(int at) {
    return line.is(at, WordClass.MOST)
        || line.is(at, WordClass.FEWEST)
        || line.at(at) instanceof Item.Degree && names.isFrequency(line.token(at));
  }

  // ---- superlatives in conditions

  /** "with the highest price", "has the most customers", "by total sales". */
  int read(int from, AskedReader asked) {
    List<Integer> degrees = new ArrayList<>();
    int at = from;
    while (isDegree(at)) {
      degrees.add(at);
      at++;
    }
    degrees.forEach(clauses::mark);
    boolean descending = descending(degrees);
    int number = line.at(at) instanceof Item.Number ? at : from - 1;
    at = number == at ? at + 1 : at;
    Pending rank = new Pending(degrees.get(degrees.size() - 1), descending, count(number));
    return measure(at, rank, degrees.size() > 1, asked);
  }

  /** Whether a ranking waits for what it is by, and that follows here. */
  boolean continues(int at) {
    return pending.isPresent() && (BY.contains(line.text(at)) || line.says(at, "with"));
  }

  int readMeasure(int at, AskedReader asked) {
    Pending rank = pending.orElseThrow();
    pending = Optional.empty();
    int next = at + 1;
    if (isDegree(line.afterDeterminers(next))) {
      next = line.afterDeterminers(next);
      boolean descending = direction(next).orElse(rank.descending());
      clauses.mark(next);
      return measure(next + 1, new Pending(next, descending, rank.count()), false, asked);
    }
    return measure(next, rank, false, asked);
  }

  private int measure(int from, Pending rank, boolean inverted, AskedReader asked) {
    int at = line.afterDeterminers(from);
    boolean counted = line.text(rank.at()).contains("number");
    Optional<Function> function = Optional.empty();
    while (line.is(at, WordClass.COUNT) || asked.isFunction(at) || line.says(at, "of", "in")) {
      counted = counted || line.is(at, WordClass.COUNT);
      if (!line.is(at, WordClass.COUNT)) {
        function = asked.function(at);
      }
      clauses.mark(at);
      at = line.afterDeterminers(at + 1);
    }
    if (line.at(at) instanceof Item.Filler && line.named(at + 1).isPresent()) {
      at++; // "by total invoiced amount"
    }
    Optional<AskedReader.Noun> noun = asked.noun(at).filter(n -> n.ranks().isEmpty());
    if (noun.isEmpty()) {
      return withoutNoun(from, rank, inverted);
    }
    clauses.mark(noun.get().at());
    noun.get().owner().flatMap(scope::rows).ifPresent(scope::enter);
    pending = Optional.empty();
    Optional<NameResolver.Ranked> measured = measuredRows(noun.get(), rank, counted);
    if (measured.isPresent()) {
      boolean high = measured.get().high() != inverted;
      clauses.rank(new Sketch.OfField(measured.get().field()), high, rank.count());
      return noun.get().end();
    }
    Sketch.Term term = term(noun.get(), rank, counted, function);
    clauses.rank(term, rank.descending(), rank.count());
    return noun.get().end();
  }

  /** "has the oldest player": the adjective says what of the rows is compared. */
  private Optional<NameResolver.Ranked> measuredRows(
      AskedReader.Noun noun, Pending rank, boolean counted) {
    Optional<Table> rows = scope.rows(noun.name());
    boolean adjective = line.at(rank.at()) instanceof Item.Degree && !counted;
    return adjective && rows.isPresent()
        ? names.measured(line.token(rank.at()), List.of(rows.get()))
        : Optional.empty();
  }

  private Sketch.Term term(
      AskedReader.Noun noun, Pending rank, boolean counted, Optional<Function> function) {
    boolean many =
        counted || line.is(rank.at(), WordClass.MOST) || line.is(rank.at(), WordClass.FEWEST);
    Candidate meaning =
        scope.meaning(
            noun.name(), many && function.isEmpty() ? Scope.Want.ANYTHING : Scope.Want.NUMBER);
    if (meaning.isTable()) {
      return new Sketch.CountOf(meaning.table(), Optional.empty());
    }
    Field field = meaning.field();
    if (function.isPresent()) {
      return new Sketch.AggregateOf(function.get(), field);
    }
    boolean number = NameResolver.isOrdered(field.column()) && !Scope.isKeyLike(field.column());
    if (counted && !number || many && !number) {
      return new Sketch.CountOf(
          field.table(), noun.distinct() ? Optional.of(field) : Optional.empty());
    }
    return new Sketch.OfField(field);
  }

  /** "most often", "is the oldest": the word itself, or the number of rows, decides. */
  private int withoutNoun(int at, Pending rank, boolean inverted) {
    Optional<Table> table = clauses.subject.or(scope::innermost);
    Optional<NameResolver.Ranked> measured =
        isOfFrequency(rank.at())
            ? Optional.empty()
            : names.measured(line.token(rank.at()), scope.tables());
    if (measured.isPresent()) {
      clauses.rank(
          new Sketch.OfField(measured.get().field()),
          measured.get().high() != inverted,
          rank.count());
    } else if (table.isPresent() && isOfFrequency(rank.at())) {
      clauses.rank(
          new Sketch.CountOf(frequent(table.get()), Optional.empty()),
          rank.descending(),
          rank.count());
    } else {
      pending = Optional.of(rank);
    }
    return at;
  }

  /** What happens often: the relation spoken of last, else the rows themselves. */
  private Table frequent(Table subject) {
    Table last = subject;
    for (Table table : clauses.related) {
      last = table;
    }
    return last;
  }

  // ---- order

  /** "in reverse alphabetical order": the word may stand before the order or after it. */
  void noteDirection(boolean descending) {
    reversed = descending;
    directionSaid = true;
  }

  /** "ordered by age and name in descending order". */
  int order(int from, AskedReader asked) {
    boolean descending = isDescending(from) || reversed;
    boolean alphabetical =
        line.text(from).contains("alphabet") || line.text(from).contains("lexico");
    int at = from + 1;
    int before = clauses.orders.size();
    clauses.mark(from);
    while (line.has(at)) {
      if (line.is(at, WordClass.DESCENDING)
          || line.is(at, WordClass.ASCENDING)
          || line.is(at, WordClass.ORDER)) {
        descending = descending || isDescending(at);
        at++;
      } else if (isKeyFollowing(at, asked)
          && (clauses.orders.size() == before || line.isConjunction(at - 1))) {
        at = key(line.afterDeterminers(at), asked);
      } else if (line.isConjunction(at)
          || line.says(
              at,
              "by",
              "of",
              "from",
              "the",
              "their",
              "in",
              "order",
              "each",
              "on",
              "according to",
              "based on")) {
        at++;
      } else {
        break;
      }
    }
    if (clauses.orders.size() == before) {
      defaultKey(alphabetical).ifPresent(t -> clauses.orders.add(new Sketch.Order(t, false)));
    }
    if (descending) {
      for (int i = before; i < clauses.orders.size(); i++) {
        clauses.orders.set(i, new Sketch.Order(clauses.orders.get(i).term(), true));
      }
    }
    return at;
  }

  private boolean isDescending(int at) {
    String text = line.text(at);
    return line.is(at, WordClass.DESCENDING)
        || text.contains("descending")
        || text.contains("decreasing")
        || text.contains("reverse");
  }

  private boolean isKeyFollowing(int from, AskedReader asked) {
    int at = line.afterDeterminers(from);
    boolean counted = line.is(at, WordClass.COUNT) || asked.isFunction(at);
    return counted || asked.noun(at).filter(n -> n.modifiers().isEmpty()).isPresent();
  }

  private int key(int from, AskedReader asked) {
    AskedReader.Aggregation aggregation = asked.aggregation(from);
    int at = aggregation.end();
    boolean counted = aggregation.counted();
    Optional<AskedReader.Noun> noun = asked.noun(at);
    if (noun.isEmpty()) {
      defaultKey(false).ifPresent(t -> clauses.orders.add(new Sketch.Order(t, false)));
      return Math.max(at, from + 1);
    }
    clauses.mark(noun.get().at());
    Candidate meaning =
        scope.meaning(noun.get().name(), counted ? Scope.Want.ROWS : Scope.Want.COLUMN);
    boolean rows =
        counted && (meaning.isTable() || !NameResolver.isOrdered(meaning.column().orElseThrow()));
    Sketch.Term term =
        rows
            ? new Sketch.CountOf(meaning.table(), Optional.empty())
            : meaning.isTable()
                ? new Sketch.OfEntity(meaning.table())
                : aggregation
                    .function()
                    .<Sketch.Term>map(f -> new Sketch.AggregateOf(f, meaning.field()))
                    .orElse(new Sketch.OfField(meaning.field()));
    clauses.orders.add(new Sketch.Order(term, false));
    int end = noun.get().end();
    if (line.says(end, "of") && asked.noun(end + 1).isPresent()) {
      AskedReader.Noun owner = asked.noun(end + 1).get();
      clauses.mark(owner.at());
      return owner.end();
    }
    return end;
  }

  private Optional<Sketch.Term> defaultKey(boolean alphabetical) {
    return clauses.shown.stream()
        .filter(t -> alphabetical != (PlanBuilder.isAggregate(t) || isNumber(t)))
        .findFirst()
        .or(() -> clauses.shown.stream().findFirst());
  }

  private static boolean isNumber(Sketch.Term term) {
    return term instanceof Sketch.OfField f && NameResolver.isOrdered(f.field().column());
  }

  // ---- end

  void finish() {
    if (directionSaid && clauses.orders.isEmpty()) {
      defaultKey(false).ifPresent(t -> clauses.orders.add(new Sketch.Order(t, reversed)));
    } else if (reversed && !clauses.orders.isEmpty()) {
      Sketch.Order first = clauses.orders.get(0);
      clauses.orders.set(0, new Sketch.Order(first.term(), true));
    }
    if (pending.isPresent()) {
      finishPending(pending.get());
    }
    if (expected.isPresent()) {
      clauses.doubts.add("a number without effect");
    }
  }

  /** "top 3 customers": by what was not said; the only number shown, if there is one. */
  private void finishPending(Pending rank) {
    List<Sketch.Term> numbers =
        clauses.shown.stream().filter(t -> PlanBuilder.isAggregate(t) || isNumber(t)).toList();
    if (numbers.size() == 1) {
      clauses.rank(numbers.get(0), rank.descending(), rank.count());
    } else if (line.says(rank.at(), "first", "last", "top") && rank.count() > 1) {
      if (clauses.limit.isEmpty()) {
        clauses.limit = OptionalLong.of(rank.count());
      }
      if (clauses.orders.isEmpty()) {
        clauses.doubts.add("a ranking without a measure");
      }
    } else {
      clauses.doubts.add("a ranking without a measure");
    }
  }
}
