package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.PlanWalk;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.resource.WordList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Doubts about the time that a query shows or compares. */
record TimeMisgivings(Line line, Mentions mentions, SchemaLexicon lexicon) {
  /** Words of columns and questions that say when. */
  static final Set<String> TIMES =
      Set.copyOf(WordList.read(TimeMisgivings.class, "time_words.txt"));

  private static final Set<String> LENGTHS =
      Set.copyOf(WordList.read(TimeMisgivings.class, "length_words.txt"));
  private static final Set<String> DEEDS =
      Set.copyOf(WordList.read(TimeMisgivings.class, "deed_words.txt"));

  Map<String, Predicate<Reading>> all() {
    Map<String, Predicate<Reading>> all = new LinkedHashMap<>();
    all.put("when it happened is not shown", this::leavesTimeOut);
    all.put("the time is not that of what happened", this::takesOtherTime);
    all.put("the time may be that of another row", this::mayBeOtherRow);
    all.put("the time of what was done is not known", this::guessesTimeOfDeed);
    all.put("the time is that of rows nobody spoke of", this::groupsByTimeOfOthers);
    all.put("a length of time is asked for", this::ordersByPointOfTime);
    all.put("conditions exclude each other", this::deniesMissing);
    all.put("at that time, or from then on", r -> beginsOrEnds());
    return all;
  }

  /** "names of members and when they joined": a time must be shown as well. */
  private boolean leavesTimeOut(Reading reading) {
    boolean asked =
        IntStream.range(0, line.size())
            .filter(
                at -> at == 0 || line.isConjunction(at - 1) || line.is(at - 1, WordClass.COMMAND))
            .anyMatch(at -> line.says(at, "when"));
    return asked
        && Misgivings.outer(reading).projections().stream()
            .map(QueryPlan.Projection::expression)
            .flatMap(shown -> PlanWalk.columns(shown).stream())
            .noneMatch(c -> isTime(c.column()));
  }

  private boolean isTime(Column column) {
    return column.type().isTemporal() || lexicon.wordsOf(column).stream().anyMatch(TIMES::contains);
  }

  /** "when was the Golf rented", "who rented in 2023": the rentals tell when, and nothing else. */
  private boolean takesOtherTime(Reading reading) {
    Set<Table> dated =
        PlanWalk.columns(reading.plan()).stream()
            .filter(c -> isTime(c.column()))
            .map(c -> c.table().table())
            .collect(Collectors.toSet());
    return !dated.isEmpty()
        && line.hints()
            .map(this::withoutReferences)
            .filter(hints -> !hints.isEmpty() && hints.stream().allMatch(TimeMisgivings::tellsWhen))
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
    boolean twice =
        selects.stream().skip(1).flatMap(TimeMisgivings::tables).anyMatch(dated::contains);
    boolean others =
        selects.stream()
            .flatMap(TimeMisgivings::tables)
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

  /** "contracts ending next month": not all that end before it is over. */
  private boolean beginsOrEnds() {
    return IntStream.range(0, line.size())
        .filter(at -> line.at(at) instanceof Item.Dated)
        .filter(at -> line.token(at).lower().matches("(start|end)(ing|s|ed)?"))
        .anyMatch(at -> isOpen(((Item.Dated) line.at(at)).period()));
  }

  private static boolean isOpen(Period period) {
    return period.from().isEmpty() || period.to().isEmpty();
  }

  /** "not hired in 2016", made of no date at all and a date in 2016. */
  private boolean deniesMissing(Reading reading) {
    List<Sketch.Filter> all = reading.sketch().allFilters().toList();
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

  /** A column that refers to the rentals is named like them, and says nothing of its own. */
  private List<Candidate> withoutReferences(List<Candidate> hints) {
    return hints.stream()
        .filter(hint -> hint.isTable() || !mentions.graph().isReference(hint.field()))
        .toList();
  }

  /** "when did Pam bring Rex", where nothing is called like it and she has joined at some time. */
  private boolean guessesTimeOfDeed(Reading reading) {
    return line.says(0, "when")
        && reading.sketch().shown().stream().anyMatch(t -> t instanceof Sketch.DateOf)
        && IntStream.range(1, line.size())
            .filter(at -> line.at(at) instanceof Item.Filler f && f.hints().isEmpty())
            .filter(at -> !line.says(at + 1, "place"))
            .anyMatch(at -> DEEDS.contains(line.token(at).lemma()));
  }

  /** "artists per month": a month of their albums, of which they may have many. */
  private boolean groupsByTimeOfOthers(Reading reading) {
    QueryPlan.Select outer = Misgivings.outer(reading);
    return reading.sketch().groups().stream().anyMatch(g -> g instanceof Sketch.GrainOf)
        && outer.groupBy().stream()
            .flatMap(e -> PlanWalk.columns(e).stream())
            .filter(c -> isTime(c.column()))
            .map(c -> c.table().table())
            .anyMatch(
                dated ->
                    !mentions.said().contains(dated) && countsRowsOfOther(reading.sketch(), dated));
  }

  private static boolean countsRowsOfOther(Sketch sketch, Table dated) {
    return sketch.shown().stream()
        .anyMatch(t -> t instanceof Sketch.CountOf c && !c.table().equals(dated));
  }

  /** "the longest flight", ordered by when it departs. */
  private boolean ordersByPointOfTime(Reading reading) {
    return Misgivings.outer(reading).orderBy().stream()
            .flatMap(o -> PlanWalk.columns(o.expression()).stream())
            .anyMatch(c -> c.column().type().isTemporal())
        && line.tokens().stream().anyMatch(t -> LENGTHS.contains(t.lower()));
  }
}
