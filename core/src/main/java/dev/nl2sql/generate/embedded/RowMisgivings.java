package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
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

/** Doubts about which rows a query shows, and of whom. */
record RowMisgivings(Line line, Mentions mentions, SchemaLexicon lexicon) {
  private static final double HARDLY = 0.6;
  private static final double WELL = 0.75;
  private static final Set<String> ALL =
      Set.copyOf(WordList.read(RowMisgivings.class, "all_words.txt"));
  private static final Set<String> PEOPLE =
      Stream.of("person_words.txt", "people_words.txt", "role_words.txt")
          .flatMap(words -> WordList.read(RowMisgivings.class, words).stream())
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> EACH =
      Set.copyOf(WordList.read(RowMisgivings.class, "each_words.txt"));

  Map<String, Predicate<Reading>> all() {
    Map<String, Predicate<Reading>> all = new LinkedHashMap<>();
    all.put("'never' may speak of all rows of a kind", this::deniesRowsOfKind);
    all.put("one number for all, or one for each", this::mayMeanEach);
    all.put("a place is asked for", this::leavesPlaceOut);
    all.put("no people are shown", this::showsNoPeople);
    all.put("people do it to themselves", this::showsTheSamePeople);
    all.put("somebody else may have done it", this::takesAnybody);
    all.put("one row, or all of its kind", this::ranksRowsOfKind);
    all.put("the largest one, or all together", this::ranksByOneOfMany);
    all.put("a word hardly fits what is shown", this::fitsHardly);
    all.put("what is shown is of other rows", this::showsOfOthers);
    all.put("a number of rows nobody spoke of", this::comparesUnnamed);
    all.put("what was done is not used", this::leavesDeedOut);
    all.put("it may be that of other rows", this::showsSomething);
    all.put("what is shown was said", this::showsWhatWasSaid);
    all.put("one for each, or one for all", this::leavesEachOut);
    all.put("all of them may be meant", this::mayMeanAll);
    all.put("rows are counted, not the different ones", this::countsLinks);
    all.put("rows that are named are not used", r -> !mentions.leftOut(r.plan()).isEmpty());
    return all;
  }

  /** "studios that never worked with X": a studio of another film may have worked with X too. */
  private boolean deniesRowsOfKind(Reading reading) {
    QueryPlan.Select outer = Misgivings.outer(reading);
    return outer.distinct()
        && line.saysAbsence()
        && reading.sketch().shown().get(0) instanceof Sketch.OfField shown
        && reading
            .sketch()
            .allFilters()
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

  /** "who rented the Golf", answered by cars. */
  private boolean showsNoPeople(Reading reading) {
    boolean named = line.says(1, "is", "are") && line.named(2).isPresent();
    boolean asked =
        line.token(0).lower().equals("who") && !named && !line.says(0, "who are", "who is");
    return asked
        && Misgivings.outer(reading).projections().stream()
            .map(QueryPlan.Projection::expression)
            .flatMap(shown -> PlanWalk.columns(shown).stream())
            .noneMatch(c -> isOfPeople(c.table().table(), c.column()));
  }

  private boolean isOfPeople(Table table, Column shown) {
    boolean people = hasNamesOfPeople(table) || arePeople(table);
    return people && lexicon.profile(table).tellsRow(shown)
        || shown.type() == ColumnType.TEXT
            && lexicon.wordsOf(shown).stream().anyMatch(RowMisgivings::isPerson);
  }

  /** Rows that are called by two texts have a first and a last name. */
  private boolean hasNamesOfPeople(Table table) {
    List<Column> display = lexicon.profile(table).display();
    return display.size() > 1 && display.stream().allMatch(c -> c.type() == ColumnType.TEXT);
  }

  private boolean arePeople(Table table) {
    List<String> words = lexicon.profile(table).words();
    return !words.isEmpty() && isPerson(words.get(words.size() - 1));
  }

  private static boolean isPerson(String word) {
    return PEOPLE.contains(word);
  }

  /** "which genre has the most followers": of the artist with most, or of all in the genre. */
  private boolean ranksRowsOfKind(Reading reading) {
    QueryPlan.Select outer = Misgivings.outer(reading);
    boolean most = line.has(WordClass.MOST) || line.has(WordClass.FEWEST);
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
        && !lexicon.profile(c.table().table()).tellsRow(c.column());
  }

  /** "members who loaned all books". */
  private boolean mayMeanAll(Reading reading) {
    return IntStream.range(1, line.size())
        .filter(at -> ALL.contains(line.text(at - 1)))
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .map(Item.Named::best)
        .filter(Candidate::isTable)
        .anyMatch(
            c ->
                reading
                    .sketch()
                    .allFilters()
                    .anyMatch(
                        f ->
                            f instanceof Sketch.Related r
                                && !r.negated()
                                && r.table().equals(c.table())));
  }

  /** "different affected regions", where rows say which storm affected which region. */
  private boolean countsLinks(Reading reading) {
    boolean different = line.has(WordClass.DISTINCT);
    return different
        && reading.sketch().shown().stream()
            .anyMatch(
                t ->
                    t instanceof Sketch.CountOf c
                        && c.distinct().isEmpty()
                        && c.table().primaryKey().size() != 1);
  }

  /** "who manages Ann", "doctors under Ann": answered by Ann, where rows refer to each other. */
  private boolean showsTheSamePeople(Reading reading) {
    return reading
        .sketch()
        .allFilters()
        .flatMap(f -> f instanceof Sketch.OneOf one ? Stream.of(one) : Stream.empty())
        .filter(this::isName)
        .map(Sketch.OneOf::field)
        .filter(named -> showsOrCounts(reading.sketch(), named.table()))
        .anyMatch(named -> isDoneTo(named.table()));
  }

  /** Whether the column holds names, or the value looks like that of a person. */
  private boolean isName(Sketch.OneOf named) {
    Field field = named.field();
    return lexicon.profile(field.table()).display().contains(field.column())
        || lexicon.wordsOf(field.column()).contains("name")
        || named.values().get(0).matches("\\p{Lu}\\S*( \\p{Lu}\\S*)+");
  }

  private static boolean showsOrCounts(Sketch sketch, Table table) {
    return sketch.shown().stream()
        .anyMatch(
            t ->
                t.equals(new Sketch.OfEntity(table))
                    || t instanceof Sketch.CountOf c && c.table().equals(table));
  }

  /** Whether a verb or preposition stands between "who" or the relation and a value. */
  private boolean isDoneTo(Table table) {
    boolean refersToItself =
        mentions.graph().hops(table).stream().anyMatch(hop -> hop.to().equals(table));
    int value =
        IntStream.range(1, line.size())
            .filter(at -> line.at(at) instanceof Item.Stored)
            .findFirst()
            .orElse(0);
    boolean byVerb =
        IntStream.range(1, value)
            .filter(at -> !line.isDeterminer(at) && line.named(at).isEmpty())
            .anyMatch(at -> !Line.isNaming(line.token(at)));
    boolean column =
        IntStream.range(0, value).anyMatch(at -> line.named(at).filter(this::isColumn).isPresent());
    return byVerb && !column && (refersToItself || line.token(0).lower().equals("who"));
  }

  private boolean isColumn(Item.Named named) {
    return !named.candidates().get(0).isTable();
  }

  /** "who took the most samples", where owners have pets of which samples were taken. */
  private boolean takesAnybody(Reading reading) {
    if (!line.token(0).lower().equals("who") || !(line.at(1) instanceof Item.Filler verb)) {
      return false;
    }
    List<Table> people =
        line.named(0).stream()
            .flatMap(who -> who.candidates().stream())
            .map(Candidate::table)
            .toList();
    List<Table> done = verb.hints().stream().map(Candidate::table).toList();
    return !people.isEmpty()
        && Mentions.tablesOf(PlanWalk.tableUses(reading.plan())).stream()
            .filter(t -> !people.contains(t) && !done.contains(t))
            .anyMatch(t -> !mentions.said().contains(t));
  }

  /** "which artist sold the most copies", "top 3 artists by copies": of one album, or of all. */
  private boolean ranksByOneOfMany(Reading reading) {
    QueryPlan.Select outer = Misgivings.outer(reading);
    boolean many =
        outer.limit().orElse(0) > 1 || line.has(WordClass.MOST) || line.has(WordClass.FEWEST);
    Set<Table> shown =
        outer.projections().stream()
            .flatMap(p -> PlanWalk.columns(p.expression()).stream())
            .map(c -> c.table().table())
            .collect(Collectors.toSet());
    return many
        && outer.limit().isPresent()
        && outer.groupBy().isEmpty()
        && outer.orderBy().stream()
            .map(QueryPlan.Ordering::expression)
            .flatMap(e -> e instanceof Expression.ColumnReference c ? Stream.of(c) : Stream.empty())
            .map(c -> c.table().table())
            .filter(ordered -> !shown.contains(ordered))
            .anyMatch(
                ordered -> shown.stream().anyMatch(t -> mentions.graph().hasMany(t, ordered)));
  }

  /** "address of the branches", shown by their numbers. */
  private boolean fitsHardly(Reading reading) {
    return reading.sketch().shown().stream()
        .anyMatch(
            t ->
                t instanceof Sketch.OfField shown
                    && lexicon.profile(shown.field().table()).tellsRow(shown.field().column())
                    && line.items().stream()
                            .filter(item -> item instanceof Item.Named)
                            .flatMap(item -> ((Item.Named) item).candidates().stream())
                            .filter(c -> isOf(c, shown.field()))
                            .mapToDouble(Candidate::score)
                            .max()
                            .orElse(1)
                        < HARDLY);
  }

  /** "names of cars", where cars have none and their branches do. */
  private boolean showsOfOthers(Reading reading) {
    return IntStream.range(1, line.size() - 1)
        .filter(at -> line.says(at, "of") && line.named(at - 1).isPresent())
        .anyMatch(
            at ->
                line.named(line.afterDeterminers(at + 1))
                    .map(n -> n.candidates().get(0))
                    .filter(Candidate::isTable)
                    .filter(owner -> showsOf(reading, line.named(at - 1).get(), owner.table()))
                    .isPresent());
  }

  private boolean showsOf(Reading reading, Item.Named column, Table owner) {
    List<Table> shown =
        reading.sketch().shown().stream()
            .filter(t -> t instanceof Sketch.OfField)
            .map(t -> ((Sketch.OfField) t).field())
            .filter(f -> column.candidates().stream().anyMatch(c -> isOf(c, f)))
            .map(Field::table)
            .toList();
    return !shown.isEmpty()
        && reading.sketch().filters().contains(List.of(new Sketch.Related(owner, false)))
        && shown.stream().noneMatch(t -> t.equals(owner) || isKind(owner, t));
  }

  /** Whether rows of the one are rows of the other: entrepreneurs have the names of people. */
  private boolean isKind(Table table, Table other) {
    return arePeople(table) && arePeople(other) || mentions.graph().isKind(table, other);
  }

  private static boolean isOf(Candidate candidate, Field field) {
    return !candidate.isTable() && candidate.field().equals(field);
  }

  /** "cars with more than 50000 km", where rentals have a number of kilometres. */
  private boolean comparesUnnamed(Reading reading) {
    return reading
        .sketch()
        .allFilters()
        .anyMatch(
            f ->
                f instanceof Sketch.Compare c
                    && c.field().column().type().isNumeric()
                    && !mentions.said().contains(c.field().table())
                    && reading.sketch().shown().stream()
                        .anyMatch(
                            t ->
                                t instanceof Sketch.OfEntity e
                                    && mentions.graph().hasMany(e.table(), c.field().table())));
  }

  /** "prescriptions that expired", where nothing is said of the day they expire on. */
  private boolean leavesDeedOut(Reading reading) {
    Table root = Misgivings.root(reading);
    Sketch sketch = reading.sketch();
    return !isTimed(sketch)
        && line.hints()
            .filter(hints -> !hints.isEmpty() && hints.stream().allMatch(RowMisgivings::isTime))
            .filter(hints -> hints.stream().anyMatch(h -> h.table().equals(root)))
            .anyMatch(hints -> hints.stream().noneMatch(h -> isUsed(h.field(), sketch)));
  }

  /** Whether a time is asked for, shown, compared or grouped by: another doubt judges which. */
  private boolean isTimed(Sketch sketch) {
    return line.saysAny(Set.of("when"))
        || sketch
            .allFilters()
            .anyMatch(f -> f instanceof Sketch.Within || f instanceof Sketch.WithinReading)
        || sketch.groups().stream().anyMatch(g -> g instanceof Sketch.GrainOf)
        || sketch.shown().stream().anyMatch(t -> t instanceof Sketch.DateOf);
  }

  private static boolean isUsed(Field field, Sketch sketch) {
    Sketch.Term term = new Sketch.OfField(field);
    return sketch.shown().contains(term)
        || sketch.orders().stream().anyMatch(o -> o.term().equals(term))
        || sketch
            .allFilters()
            .anyMatch(f -> !(f instanceof Sketch.OneOf) && f.fields().contains(field));
  }

  private static boolean isTime(Candidate hint) {
    return hint.column().filter(c -> c.type().isTemporal()).isPresent();
  }

  /** "class teacher of 8A", answered by "8A". */
  private boolean showsWhatWasSaid(Reading reading) {
    List<Field> said =
        reading.sketch().filters().stream()
            .filter(alternatives -> alternatives.size() == 1)
            .flatMap(List::stream)
            .flatMap(
                f ->
                    f instanceof Sketch.OneOf one && !one.negated()
                        ? Stream.of(one.field())
                        : Stream.empty())
            .toList();
    List<Sketch.Term> shown = reading.sketch().shown();
    return !shown.isEmpty() && shown.stream().allMatch(t -> isSaid(t, said));
  }

  private boolean isSaid(Sketch.Term shown, List<Field> said) {
    if (shown instanceof Sketch.OfEntity e) {
      return lexicon.profile(e.table()).display().stream()
          .allMatch(c -> said.contains(new Field(e.table(), c)));
    }
    return shown instanceof Sketch.OfField f && said.contains(f.field());
  }

  /**
   * "timetable of 7A", shown by a date of absences, one of several that are named a bit like it.
   */
  private boolean showsSomething(Reading reading) {
    return line.items().stream()
        .filter(item -> item instanceof Item.Named)
        .map(item -> ((Item.Named) item).candidates())
        .filter(all -> all.get(0).score() < WELL && isTied(all))
        .anyMatch(
            all ->
                all.stream()
                    .filter(c -> !c.isTable() && !mentions.said().contains(c.table()))
                    .anyMatch(
                        c -> reading.sketch().shown().contains(new Sketch.OfField(c.field()))));
  }

  /** Whether columns of two relations are named alike. */
  private static boolean isTied(List<Candidate> candidates) {
    Candidate best = candidates.get(0);
    return candidates.stream()
        .filter(c -> c.score() >= best.score())
        .anyMatch(c -> !c.table().equals(best.table()));
  }

  /** "number of orders per supplier", answered by one number. */
  private boolean leavesEachOut(Reading reading) {
    return reading.sketch().groups().isEmpty()
        && reading.sketch().shown().stream().allMatch(RowMisgivings::isOneNumber)
        && IntStream.range(1, line.size())
            .filter(at -> line.is(at, WordClass.GROUP))
            .anyMatch(
                at ->
                    EACH.contains(line.token(at).lower())
                        || EACH.contains(line.tokens().get(line.at(at).end() - 1).lower()));
  }

  /** A number for all; an average over groups or a share has its groups inside. */
  private static boolean isOneNumber(Sketch.Term term) {
    return term instanceof Sketch.CountOf || term instanceof Sketch.AggregateOf;
  }
}
