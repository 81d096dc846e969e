package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.PlanWalk;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.resource.WordList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is wrong with a query that both readers may come to: it says something that means nothing,
 * or leaves out what the question says. Each becomes a doubt of the reading.
 */
record Misgivings(Line line, Mentions mentions, SchemaLexicon lexicon) {
  private static final Set<String> COUNTING =
      Set.copyOf(WordList.read(Misgivings.class, "counting_words.txt"));
  private static final Set<String> ALL =
      Set.copyOf(WordList.read(Misgivings.class, "all_words.txt"));
  private static final Set<String> TIMES =
      Set.copyOf(WordList.read(Misgivings.class, "time_words.txt"));
  private static final Set<String> PEOPLE =
      Stream.of("person_words.txt", "people_words.txt", "role_words.txt")
          .flatMap(words -> WordList.read(Misgivings.class, words).stream())
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> ABSENCE =
      Set.copyOf(WordList.read(Misgivings.class, "absence_words.txt"));

  /** The reading with the doubts that apply to it. */
  Reading of(Reading reading) {
    Map<String, Predicate<Reading>> all = new LinkedHashMap<>();
    all.put("rows can be connected in another way", r -> mentions.isTied(r.plan()));
    all.put("rows are connected by a third only", r -> mentions.goesOverTop(r.plan()));
    all.put("each group has one row", this::countsSingleRows);
    all.put("an average has no effect", this::dropsAverage);
    all.put("one value is ordered", Misgivings::ordersOneValue);
    all.put("'never' may speak of all rows of a kind", this::deniesRowsOfKind);
    all.put("one number for all, or one for each", this::mayMeanEach);
    all.put("a place is asked for", this::leavesPlaceOut);
    all.put("when it happened is not shown", this::leavesTimeOut);
    all.put("the time is not that of what happened", this::takesOtherTime);
    all.put("no people are shown", this::showsNoPeople);
    all.put("one row, or all of its kind", this::ranksRowsOfKind);
    all.put("conditions exclude each other", this::deniesMissing);
    all.put("rows that are named are not used", r -> !mentions.leftOut(r.plan()).isEmpty());
    all.put("the time may be that of another row", this::mayBeOtherRow);
    all.put("two questions in one", r -> asksTwice());
    all.put("a count has no effect", this::dropsCount);
    all.put("all of them may be meant", this::mayMeanAll);
    all.put("what was done, or a command", r -> commandsInThePast());
    all.put("rows are counted, not the different ones", this::countsLinks);
    all.put("a negation of the first few", this::deniesFirst);
    all.put("numbers are counted", r -> countsNumbers());
    all.put("the number is stored as well", this::countsWhatIsStored);
    Reading doubted = reading;
    for (Map.Entry<String, Predicate<Reading>> misgiving : all.entrySet()) {
      if (misgiving.getValue().test(reading)) {
        doubted = doubted.doubting(misgiving.getKey());
      }
    }
    return doubted;
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
    return expression instanceof Expression.ColumnReference c && tellsRow(c.column(), table);
  }

  private boolean tellsRow(Column column, Table table) {
    return lexicon.profile(table).key().contains(column)
        || lexicon.profile(table).display().contains(column);
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

  /** "studios that never worked with X": a studio of another film may have worked with X too. */
  private boolean deniesRowsOfKind(Reading reading) {
    QueryPlan.Select outer = outer(reading);
    return outer.distinct()
        && line.tokens().stream().anyMatch(t -> ABSENCE.contains(t.lower()))
        && reading.sketch().shown().get(0) instanceof Sketch.OfField shown
        && reading.sketch().filters().stream()
            .flatMap(List::stream)
            .anyMatch(
                f ->
                    f instanceof Sketch.OneOf one
                        && one.negated()
                        && one.field().table().equals(shown.field().table())
                        && !one.field().equals(shown.field()));
  }

  /** "the average age of male and female students". */
  private boolean mayMeanEach(Reading reading) {
    return reading.sketch().groups().isEmpty()
        && reading.sketch().shown().stream().allMatch(PlanBuilder::isAggregate)
        && IntStream.range(1, line.size())
            .anyMatch(
                at ->
                    line.says(at, "and")
                        && line.at(at - 1) instanceof Item.Stored one
                        && line.at(at + 1) instanceof Item.Stored other
                        && one.values().get(0).column().equals(other.values().get(0).column()));
  }

  /** "where is the club …": something must be shown that is no name. */
  private boolean leavesPlaceOut(Reading reading) {
    return line.says(0, "where")
        && reading.sketch().shown().stream().allMatch(t -> t instanceof Sketch.OfEntity);
  }

  /** "names of members and when they joined": a time must be shown as well. */
  private boolean leavesTimeOut(Reading reading) {
    boolean asked =
        IntStream.range(0, line.size())
            .filter(
                at -> at == 0 || line.isConjunction(at - 1) || line.is(at - 1, WordClass.COMMAND))
            .anyMatch(at -> line.says(at, "when"));
    return asked
        && outer(reading).projections().stream()
            .map(QueryPlan.Projection::expression)
            .flatMap(shown -> PlanWalk.columns(shown).stream())
            .noneMatch(c -> c.column().type().isTemporal() || isYear(c.column()));
  }

  private boolean isYear(Column column) {
    return lexicon.wordsOf(column).stream().anyMatch(TIMES::contains);
  }

  /** "when was the Golf rented", "who rented in 2023": the rentals tell when, and nothing else. */
  private boolean takesOtherTime(Reading reading) {
    Set<Table> dated =
        PlanWalk.columns(reading.plan()).stream()
            .filter(c -> c.column().type().isTemporal() || isYear(c.column()))
            .map(c -> c.table().table())
            .collect(Collectors.toSet());
    return !dated.isEmpty()
        && line.items().stream()
            .filter(item -> item instanceof Item.Filler)
            .map(item -> ((Item.Filler) item).hints())
            .filter(hints -> !hints.isEmpty() && hints.stream().allMatch(Misgivings::tellsWhen))
            .map(hints -> hints.stream().map(Candidate::table).toList())
            .filter(tables -> tables.stream().anyMatch(t -> !lexicon.profile(t).dates().isEmpty()))
            .anyMatch(tables -> tables.stream().noneMatch(dated::contains));
  }

  private static boolean tellsWhen(Candidate hint) {
    return hint.column().filter(c -> !c.type().isTemporal()).isEmpty();
  }

  /** "when did Ann rent the Golf", where other rows have times too, or she rented other cars. */
  private boolean mayBeOtherRow(Reading reading) {
    boolean guessed =
        reading.sketch().shown().stream()
            .anyMatch(t -> t instanceof Sketch.DateOf d && d.function().isEmpty());
    if (!guessed) {
      return false;
    }
    List<QueryPlan.Select> selects = PlanWalk.selects(reading.plan());
    Set<Table> dated =
        selects.get(0).projections().stream()
            .flatMap(shown -> PlanWalk.columns(shown.expression()).stream())
            .map(c -> c.table().table())
            .collect(Collectors.toSet());
    boolean twice = selects.stream().skip(1).flatMap(Misgivings::tables).anyMatch(dated::contains);
    boolean others =
        selects.stream()
            .flatMap(Misgivings::tables)
            .anyMatch(table -> !dated.contains(table) && tellsWhen(table));
    return twice || others;
  }

  private static Stream<Table> tables(QueryPlan.Select select) {
    return Mentions.tablesOf(PlanWalk.usesOf(select)).stream();
  }

  private boolean tellsWhen(Table table) {
    return lexicon.profile(table).dates().stream()
        .anyMatch(date -> DateChoice.tellsWhen(lexicon, date));
  }

  /** "who rented the Golf", answered by cars. */
  private boolean showsNoPeople(Reading reading) {
    boolean named = line.says(1, "is", "are") && line.named(2).isPresent();
    boolean asked =
        line.token(0).lower().equals("who") && !named && !line.says(0, "who are", "who is");
    return asked
        && outer(reading).projections().stream()
            .map(QueryPlan.Projection::expression)
            .flatMap(shown -> PlanWalk.columns(shown).stream())
            .noneMatch(c -> isOfPeople(c.table().table(), c.column()));
  }

  private boolean isOfPeople(Table table, Column shown) {
    List<String> words = lexicon.profile(table).words();
    List<String> own = lexicon.wordsOf(shown);
    boolean people =
        lexicon.profile(table).display().size() > 1
            || !words.isEmpty() && isPerson(words.get(words.size() - 1));
    return people && tellsRow(shown, table) || own.stream().anyMatch(Misgivings::isPerson);
  }

  private static boolean isPerson(String word) {
    return PEOPLE.contains(word);
  }

  /** "which genre has the most followers": of the artist with most, or of all in the genre. */
  private boolean ranksRowsOfKind(Reading reading) {
    QueryPlan.Select outer = outer(reading);
    boolean most =
        IntStream.range(0, line.size())
            .anyMatch(at -> line.is(at, WordClass.MOST) || line.is(at, WordClass.FEWEST));
    return most
        && outer.limit().isPresent()
        && outer.groupBy().isEmpty()
        && outer.orderBy().stream()
            .anyMatch(o -> o.expression() instanceof Expression.ColumnReference)
        && outer.projections().stream().allMatch(p -> isKind(p.expression()));
  }

  /** Whether different rows may well have the same: a text that rows are not called by. */
  private boolean isKind(Expression shown) {
    return shown instanceof Expression.ColumnReference c
        && c.column().type() == ColumnType.TEXT
        && !tellsRow(c.column(), c.table().table());
  }

  /** "not hired in 2016", made of no date at all and a date in 2016. */
  private boolean deniesMissing(Reading reading) {
    List<Sketch.Filter> all = reading.sketch().filters().stream().flatMap(List::stream).toList();
    return all.stream()
        .filter(f -> f instanceof Sketch.Missing m && !m.negated())
        .map(f -> ((Sketch.Missing) f).field())
        .anyMatch(
            missing ->
                all.stream().anyMatch(f -> f instanceof Sketch.Within)
                        && missing.column().type().isTemporal()
                    || all.stream()
                        .anyMatch(f -> f instanceof Sketch.Compare c && c.field().equals(missing)));
  }

  /** "Where does Linda live? And what is her email?" */
  private boolean asksTwice() {
    return line.is(0, WordClass.QUESTION)
        && IntStream.range(2, line.size())
            .filter(at -> line.isSentenceEnd(at - 1) || line.isSentenceEnd(at - 2))
            .anyMatch(at -> line.is(at, WordClass.QUESTION) && !line.says(at, "who", "that"));
  }

  private static QueryPlan.Select outer(Reading reading) {
    return PlanWalk.selects(reading.plan()).get(0);
  }

  /** "members who loaned all books". */
  private boolean mayMeanAll(Reading reading) {
    return IntStream.range(1, line.size())
        .filter(at -> ALL.contains(line.text(at - 1)))
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .map(named -> named.candidates().get(0))
        .filter(Candidate::isTable)
        .anyMatch(
            c ->
                reading.sketch().filters().stream()
                    .flatMap(List::stream)
                    .anyMatch(
                        f ->
                            f instanceof Sketch.Related r
                                && !r.negated()
                                && r.table().equals(c.table())));
  }

  /** "listed books": books that somebody listed. */
  private boolean commandsInThePast() {
    return line.is(0, WordClass.COMMAND) && line.text(0).endsWith("ed");
  }

  /** "types and number of them". */
  private boolean dropsCount(Reading reading) {
    boolean counts =
        reading.sketch().filters().stream()
                .flatMap(List::stream)
                .anyMatch(f -> f instanceof Sketch.Counted)
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

  /** "different affected regions", where rows say which storm affected which region. */
  private boolean countsLinks(Reading reading) {
    boolean different =
        IntStream.range(0, line.size()).anyMatch(at -> line.is(at, WordClass.DISTINCT));
    return different
        && reading.sketch().shown().stream()
            .anyMatch(
                t ->
                    t instanceof Sketch.CountOf c
                        && c.distinct().isEmpty()
                        && c.table().primaryKey().size() != 1);
  }

  /** "who do not work on the project with the most hours". */
  private boolean deniesFirst(Reading reading) {
    boolean negated =
        IntStream.range(0, line.size()).anyMatch(at -> line.is(at, WordClass.NEGATION));
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
}
