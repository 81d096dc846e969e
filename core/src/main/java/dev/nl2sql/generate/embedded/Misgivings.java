package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.PlanWalk;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.resource.WordList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is wrong with a query that both readers may come to: it says something that means nothing,
 * or leaves out what the question says. Each becomes a doubt of the reading.
 */
record Misgivings(Line line, Mentions mentions, SchemaLexicon lexicon) {
  private static final Set<String> COUNTING =
      Set.copyOf(WordList.read(Misgivings.class, "counting_words.txt"));

  /** The reading with the doubts that apply to it. */
  Reading of(Reading reading) {
    Map<String, Predicate<Reading>> all = new LinkedHashMap<>(inShape());
    all.putAll(new TimeMisgivings(line, mentions, lexicon).all());
    all.putAll(new RowMisgivings(line, mentions, lexicon).all());
    all.putAll(new ConditionMisgivings(line, mentions, lexicon).all());
    Reading doubted = reading;
    for (Map.Entry<String, Predicate<Reading>> misgiving : all.entrySet()) {
      if (misgiving.getValue().test(reading)) {
        doubted = doubted.doubting(misgiving.getKey());
      }
    }
    return doubted;
  }

  private Map<String, Predicate<Reading>> inShape() {
    Map<String, Predicate<Reading>> all = new LinkedHashMap<>();
    all.put("rows can be connected in another way", r -> mentions.isTied(r.plan()));
    all.put("rows are connected by a third only", r -> mentions.goesOverTop(r.plan()));
    all.put("each group has one row", this::countsSingleRows);
    all.put("a value is counted, not compared", this::countsMeasure);
    all.put("an average has no effect", this::dropsAverage);
    all.put("one value is ordered", Misgivings::ordersOneValue);
    all.put("two questions in one", r -> asksTwice());
    all.put("a count has no effect", this::dropsCount);
    all.put("what was done, or a command", r -> commandsInThePast());
    all.put("a negation of the first few", this::deniesFirst);
    all.put("numbers are counted", r -> countsNumbers());
    all.put("the number is stored as well", this::countsWhatIsStored);
    return all;
  }

  /** "the most common color": colors are listed once, so what has the color must be counted. */
  private boolean countsSingleRows(Reading reading) {
    QueryPlan.Select outer = outer(reading);
    Table root = outer.from().root().table();
    boolean counted =
        outer.orderBy().stream().anyMatch(o -> isCountOfRows(o.expression()))
            && outer.from().joins().isEmpty();
    boolean referredTo =
        mentions.graph().hops(root).stream().anyMatch(h -> h.reference().to().equals(root.name()));
    return counted && referredTo && outer.groupBy().stream().allMatch(e -> tellsRow(e, root));
  }

  /** Whether the expression is a key or the name of a row. */
  private boolean tellsRow(Expression expression, Table table) {
    return expression instanceof Expression.ColumnReference c
        && lexicon.profile(table).tellsRow(c.column());
  }

  private static boolean isCountOfRows(Expression expression) {
    return expression instanceof Expression.Aggregate a
        && a.function() == Function.COUNT
        && a.argument().isEmpty();
  }

  /** "types whose average price is above the average": two averages are said. */
  private boolean dropsAverage(Reading reading) {
    long said =
        IntStream.range(0, line.size()).filter(at -> line.is(at, WordClass.AVERAGE)).count();
    long averages =
        PlanWalk.aggregates(reading.plan()).stream().filter(f -> f == Function.AVG).count();
    long ratios =
        reading.sketch().shown().stream().filter(t -> t instanceof Sketch.RatioOf).count();
    return said > averages + ratios;
  }

  private static boolean ordersOneValue(Reading reading) {
    QueryPlan.Select outer = outer(reading);
    return outer.groupBy().isEmpty()
        && !outer.orderBy().isEmpty()
        && reading.sketch().shown().stream().allMatch(PlanBuilder::isAggregate);
  }

  /** "Where does Linda live? And what is her email?" */
  private boolean asksTwice() {
    return line.is(0, WordClass.QUESTION)
        && IntStream.range(2, line.size())
            .filter(at -> line.isSentenceEnd(at - 1) || line.isSentenceEnd(at - 2))
            .anyMatch(at -> line.is(at, WordClass.QUESTION) && !line.says(at, "who", "that"));
  }

  /** The relation the rows of the query are of. */
  static Table root(Reading reading) {
    return outer(reading).from().root().table();
  }

  static QueryPlan.Select outer(Reading reading) {
    return PlanWalk.selects(reading.plan()).get(0);
  }

  /** "listed books": books that somebody listed. */
  private boolean commandsInThePast() {
    return line.is(0, WordClass.COMMAND) && line.text(0).endsWith("ed");
  }

  /** "types and number of them". */
  private boolean dropsCount(Reading reading) {
    boolean counts =
        reading.sketch().allFilters().anyMatch(f -> f instanceof Sketch.Counted)
            || reading.sketch().shown().stream().anyMatch(t -> !isPlain(t))
            || reading.sketch().orders().stream().anyMatch(o -> !isPlain(o.term()))
            || outer(reading).having().isPresent();
    boolean stored =
        PlanWalk.columns(reading.plan()).stream()
            .flatMap(c -> lexicon.wordsOf(c.column()).stream())
            .anyMatch(COUNTING::contains);
    boolean said =
        IntStream.range(0, line.size())
            .anyMatch(at -> line.is(at, WordClass.COUNT) && line.named(at - 1).isEmpty());
    return said && !counts && !stored;
  }

  private static boolean isPlain(Sketch.Term term) {
    return term instanceof Sketch.OfField
        || term instanceof Sketch.OfEntity
        || term instanceof Sketch.AllOf;
  }

  /** "who do not work on the project with the most hours". */
  private boolean deniesFirst(Reading reading) {
    boolean negated = line.has(WordClass.NEGATION);
    return negated && outer(reading).limit().isPresent();
  }

  /** "the numbers of all flights": how many, or what they are called? */
  private boolean countsNumbers() {
    return IntStream.range(0, line.size())
        .anyMatch(at -> line.is(at, WordClass.COUNT) && line.text(at).contains("numbers of"));
  }

  /** "the party with the most hosts", where parties have a number of hosts. */
  private boolean countsWhatIsStored(Reading reading) {
    return countedTables(reading.sketch())
        .anyMatch(
            counted ->
                mentions.said().stream()
                    .filter(t -> !t.equals(counted))
                    .flatMap(t -> t.columns().stream())
                    .filter(c -> c.type().isNumeric())
                    .map(lexicon::wordsOf)
                    .anyMatch(
                        words ->
                            words.stream().anyMatch(COUNTING::contains)
                                && words.containsAll(
                                    lexicon.wordsOf(List.of(counted.name().name())))));
  }

  private static Stream<Table> countedTables(Sketch sketch) {
    Stream<Sketch.Term> terms =
        Stream.concat(sketch.shown().stream(), sketch.orders().stream().map(Sketch.Order::term));
    return terms.flatMap(
        t -> t instanceof Sketch.CountOf c ? Stream.of(c.table()) : Stream.empty());
  }

  /** "which employee earns the most": not the salary that most of them have. */
  private boolean countsMeasure(Reading reading) {
    QueryPlan.Select outer = outer(reading);
    return outer.limit().isPresent()
        && outer.orderBy().stream().anyMatch(o -> isCountOfRows(o.expression()))
        && !outer.groupBy().isEmpty()
        && outer.groupBy().stream().allMatch(e -> isMeasure(e))
        && IntStream.range(0, line.size())
            .anyMatch(
                at ->
                    (line.is(at, WordClass.MOST) || line.is(at, WordClass.FEWEST))
                        && line.named(at - 1).isPresent());
  }

  private boolean isMeasure(Expression expression) {
    return expression instanceof Expression.ColumnReference c
        && c.column().type().isNumeric()
        && !lexicon.profile(c.table().table()).tellsRow(c.column());
  }
}
