package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.NonAdditiveNames;
import dev.nl2sql.resource.WordList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Doubts about the conditions of a query: which column is meant, and of which rows. */
record ConditionMisgivings(Line line, Mentions mentions, SchemaLexicon lexicon) {
  /** Below this score a word fits only a part of a name. */
  private static final double WHOLE_NAME = 0.9;

  private static final Set<String> PLACES =
      Set.copyOf(WordList.read(ConditionMisgivings.class, "place_words.txt"));

  Map<String, Predicate<Reading>> all() {
    Map<String, Predicate<Reading>> all = new LinkedHashMap<>();
    all.put("a word before rows may say which of them", this::showsWhatQualifies);
    all.put("a state is shown, not asked for", this::showsState);
    all.put("what was done is taken as a column", this::showsDeed);
    all.put("a column says the same as the value", this::saysSameAsColumn);
    all.put("what is denied is not used", this::leavesDeniedOut);
    all.put("what was done may be told by other rows", this::mayBeToldByOthers);
    all.put("rows of what was never done are demanded", this::demandsDenied);
    all.put("other than what is not said", r -> excludesColumn());
    all.put("one column with two values at once", this::demandsTwoValues);
    all.put("a value may be that of other rows", this::takesFarValue);
    all.put("some of their rows, or none", this::deniesSome);
    all.put("what is said to be so may be other rows", this::saysStateOfOthers);
    all.put("all of their rows, or some", this::asksForEvery);
    all.put(
        "that there are some is not said of those without",
        r -> new PresenceBesideAbsence(line).isLost(r.sketch()));
    all.put("neither of two", this::deniesOne);
    all.put("what is still so", this::leavesStillOut);
    all.put("the number of one row, or of all together", this::comparesOneOfMany);
    return all;
  }

  /** "open issues", shown by the day they were opened: which issues, and not what of them. */
  private boolean showsWhatQualifies(Reading reading) {
    return IntStream.range(0, line.size())
        .filter(at -> isRows(at + 1))
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .filter(named -> isAdjective(named.best()))
        .flatMap(named -> named.candidates().stream())
        .filter(c -> !c.isTable())
        .anyMatch(c -> isAsked(reading.sketch(), c.field()));
  }

  /** "valid" for a column VALID_TO: a word that names no time. */
  private boolean isAdjective(Candidate best) {
    return best.score() < WHOLE_NAME
        || best.column().filter(c -> c.type().isTemporal()).isPresent() && !saysTime();
  }

  private boolean saysTime() {
    return line.tokens().stream().anyMatch(t -> TimeMisgivings.TIMES.contains(t.lemma()));
  }

  /** A relation, or a value before it or in its place: "critical issues", "bugs". */
  private boolean isRows(int at) {
    boolean table = line.namesTable(at);
    boolean kind =
        line.at(at) instanceof Item.Stored stored
            && !line.isDeterminer(at - 2)
            && stored.values().stream().noneMatch(this::isName);
    return table || kind;
  }

  private boolean isName(StoredValue value) {
    return lexicon.profile(value.table()).display().contains(value.column());
  }

  private static boolean isAsked(Sketch sketch, Field field) {
    return sketch.shown().stream()
        .anyMatch(
            t ->
                t.equals(new Sketch.OfField(field))
                    || t instanceof Sketch.CountOf c
                        && c.distinct().filter(field::equals).isPresent());
  }

  /** "subscriptions currently frozen": only those, and not whether they are. */
  private boolean showsState(Reading reading) {
    return IntStream.range(1, line.size())
        .filter(at -> line.named(at - 1).isPresent() || line.token(at - 1).lower().endsWith("ly"))
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .flatMap(named -> named.candidates().stream())
        .filter(c -> c.column().filter(d -> d.type() == ColumnType.BOOLEAN).isPresent())
        .anyMatch(c -> isAsked(reading.sketch(), c.field()));
  }

  /** "claims caused by hail", "classes nobody booked": which rows, and not what of them. */
  private boolean showsDeed(Reading reading) {
    return IntStream.range(0, line.size())
        .filter(this::isPastForm)
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .flatMap(named -> named.candidates().stream().filter(c -> !isNamedSo(c, named)))
        .anyMatch(
            c ->
                isAsked(reading.sketch(), c.field())
                    || reading
                        .sketch()
                        .allFilters()
                        .anyMatch(f -> f.equals(new Sketch.Missing(c.field(), false))));
  }

  /** "date of account opened", where the column is called so with all its words. */
  private boolean isNamedSo(Candidate candidate, Item.Named named) {
    Token first = line.tokens().get(named.first());
    return candidate.isTable()
        || named.end() - named.first() > 1
            && lexicon.wordsOf(candidate.column().orElseThrow()).contains(first.lemma());
  }

  private boolean isPastForm(int at) {
    Item item = line.at(at);
    Token word = line.tokens().get(item.end() - 1);
    return item.end() > 1
        && word.lower().endsWith("ed")
        && !word.lower().equals(word.lemma())
        && !Line.isNaming(word);
  }

  /** "meters without calibration in Oakdale": not those outside of Oakdale. */
  private boolean leavesDeniedOut(Reading reading) {
    return IntStream.range(0, line.size())
            .filter(at -> line.is(at, WordClass.NEGATION))
            .mapToObj(at -> line.named(line.afterDeterminers(at + 1)))
            .flatMap(Optional::stream)
            .filter(named -> !named.best().isTable())
            .anyMatch(
                named -> named.candidates().stream().noneMatch(c -> isDenied(reading.sketch(), c)))
        || IntStream.range(0, line.size())
            .filter(at -> line.says(at, "without", "no"))
            .anyMatch(this::jumpsToPlace);
  }

  /** "without checking in Ohio": the value belongs to a preposition further on. */
  private boolean jumpsToPlace(int at) {
    int value =
        IntStream.range(at, line.size())
            .filter(i -> line.at(i) instanceof Item.Stored)
            .findFirst()
            .orElse(at);
    return value - 2 > at
        && IntStream.range(at + 1, value).noneMatch(line::isContent)
        && line.says(value - 1, "in", "at", "from", "on");
  }

  /** "brokers who never saw a firm", where a broker has a firm and others tell who saw which. */
  private boolean mayBeToldByOthers(Reading reading) {
    Table root = Misgivings.root(reading);
    return IntStream.range(1, line.size())
        .filter(at -> isVerb(at - 1))
        .mapToObj(at -> line.named(line.afterDeterminers(at)))
        .flatMap(Optional::stream)
        .map(Item.Named::best)
        .filter(Candidate::isTable)
        .map(Candidate::table)
        .filter(table -> mentions.graph().neighbours(root).contains(table))
        .anyMatch(table -> isLinkedTwice(root, table));
  }

  private boolean isVerb(int at) {
    Token word = line.token(at);
    return line.at(at) instanceof Item.Filler filler
        && filler.hints().isEmpty()
        && word.isWord()
        && !word.lower().equals(word.lemma())
        && !word.lemma().matches("be|have|do");
  }

  /** Whether there are rows of a third relation that nobody named and that connect the two. */
  private boolean isLinkedTwice(Table root, Table table) {
    return mentions.graph().neighbours(root).stream()
        .filter(third -> !third.equals(table) && !third.equals(root) && !isNamed(third))
        .filter(third -> mentions.graph().neighbours(third).contains(table))
        .anyMatch(third -> mentions.graph().hasMany(root, third));
  }

  private static boolean isDenied(Sketch sketch, Candidate candidate) {
    return sketch
        .allFilters()
        .anyMatch(
            f ->
                f instanceof Sketch.Related r && r.negated() && r.table().equals(candidate.table())
                    || f instanceof Sketch.Without w && w.table().equals(candidate.table())
                    || !candidate.isTable() && f.fields().contains(candidate.field()));
  }

  /** "members who never visited a club", where a member has a club of their own. */
  private boolean demandsDenied(Reading reading) {
    List<Table> joined =
        Misgivings.outer(reading).from().joins().stream().map(j -> j.table().table()).toList();
    boolean denies =
        reading.sketch().allFilters().anyMatch(f -> f instanceof Sketch.Related r && r.negated());
    return denies
        && IntStream.range(0, line.size())
            .filter(at -> line.is(at, WordClass.NEGATION))
            .boxed()
            .flatMap(at -> line.names(at, line.size()))
            .map(Item.Named::best)
            .filter(Candidate::isTable)
            .anyMatch(
                c ->
                    joined.contains(c.table())
                        && reading
                            .sketch()
                            .filters()
                            .contains(List.of(new Sketch.Related(c.table(), false))));
  }

  /** "a club other than their home club": compared with a column, and not with a value. */
  private boolean excludesColumn() {
    return IntStream.range(0, line.size())
        .filter(at -> line.says(at, "other than", "except", "besides"))
        .mapToObj(at -> line.named(line.afterDeterminers(at + 1)))
        .flatMap(Optional::stream)
        .anyMatch(named -> !named.best().isTable());
  }

  /** "vegan stalls", where one column holds the word and another is named by it. */
  private boolean saysSameAsColumn(Reading reading) {
    return IntStream.range(0, line.size())
        .anyMatch(
            at ->
                line.at(at) instanceof Item.Stored stored
                    && stored.values().stream()
                        .filter(v -> isUsed(reading.sketch(), v))
                        .anyMatch(v -> isNamedLike(v.table(), line.token(at))));
  }

  private boolean isNamedLike(Table table, Token word) {
    return table.columns().stream()
        .filter(c -> c.type() == ColumnType.BOOLEAN)
        .map(c -> c.name().toLowerCase(Locale.ROOT))
        .anyMatch(name -> name.endsWith(word.lemma()) || name.startsWith(word.lemma()));
  }

  /** "issues labelled both A and B": no row has both. */
  private boolean demandsTwoValues(Reading reading) {
    Table root = Misgivings.root(reading);
    List<Sketch.OneOf> demanded =
        reading.sketch().filters().stream()
            .filter(any -> any.size() == 1)
            .flatMap(List::stream)
            .flatMap(f -> f instanceof Sketch.OneOf one ? Stream.of(one) : Stream.empty())
            .filter(one -> !one.negated() && !mentions.graph().hasMany(root, one.field().table()))
            .toList();
    return demanded.stream()
        .anyMatch(
            one ->
                demanded.stream()
                    .anyMatch(
                        other ->
                            other.field().equals(one.field())
                                && Collections.disjoint(other.values(), one.values())));
  }

  /** "agents in Texas", found by the state of those who insure themselves with them. */
  private boolean takesFarValue(Reading reading) {
    Table root = Misgivings.root(reading);
    return IntStream.range(2, line.size())
        .filter(at -> line.namesTable(at - 2))
        .filter(at -> line.at(at) instanceof Item.Stored)
        .anyMatch(
            at ->
                ((Item.Stored) line.at(at))
                    .values().stream()
                        .filter(v -> isUsed(reading.sketch(), v))
                        .filter(v -> isFar(root, v.table()))
                        .anyMatch(v -> isLoose(v, line.text(at - 1))));
  }

  private boolean isFar(Table root, Table table) {
    return mentions.graph().hasMany(root, table)
        && mentions.graph().path(root, table).stream()
            .flatMap(List::stream)
            .noneMatch(hop -> isNamed(hop.to()));
  }

  /** Whether the relation is named by a word of its own, not only by something it holds. */
  private boolean isNamed(Table table) {
    return line.names(table, 0, line.size());
  }

  private static boolean isUsed(Sketch sketch, StoredValue value) {
    Field field = new Field(value.table(), value.column());
    return sketch
        .allFilters()
        .anyMatch(f -> f instanceof Sketch.OneOf one && one.field().equals(field));
  }

  /** "in Texas" says where the rows are, "of Ann" whose they are: nothing of rows of others. */
  private boolean isLoose(StoredValue value, String preposition) {
    boolean place = lexicon.wordsOf(value.column()).stream().anyMatch(PLACES::contains);
    return preposition.matches("in|from|at") && place || preposition.equals("of") && !isName(value);
  }

  /** "artists who never cancelled": no row of theirs says so, not one that says the opposite. */
  private boolean deniesSome(Reading reading) {
    return line.saysAbsence()
        && (truthsOfMany(reading).anyMatch(Sketch.Truth::negated)
            || reading.sketch().allFilters().anyMatch(this::deniesRowsForTruth));
  }

  /** "artists who never headlined", where they played and it says whether they headlined. */
  private boolean deniesRowsForTruth(Sketch.Filter filter) {
    return filter instanceof Sketch.Related r
        && r.negated()
        && line.hints()
            .flatMap(List::stream)
            .filter(hint -> hint.table().equals(r.table()))
            .anyMatch(
                hint -> hint.column().filter(c -> c.type() == ColumnType.BOOLEAN).isPresent());
  }

  /** "clubs whose trainers are all certified". */
  private boolean asksForEvery(Reading reading) {
    return IntStream.range(1, line.size()).anyMatch(at -> line.says(at - 1, "all", "always"))
        && truthsOfMany(reading).findAny().isPresent();
  }

  private Stream<Sketch.Truth> truthsOfMany(Reading reading) {
    Table root = Misgivings.root(reading);
    return reading
        .sketch()
        .allFilters()
        .flatMap(f -> f instanceof Sketch.Truth truth ? Stream.of(truth) : Stream.empty())
        .filter(truth -> mentions.graph().hasMany(root, truth.field().table()));
  }

  /** "policies that are active", where those who judge their claims are active or not. */
  private boolean saysStateOfOthers(Reading reading) {
    return IntStream.range(1, line.size())
        .filter(at -> line.says(at - 1, "are", "is", "were", "was", "still"))
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .map(Item.Named::best)
        .filter(c -> !c.isTable() && !isNamed(c.table()))
        .anyMatch(c -> truthsOfMany(reading).anyMatch(t -> t.field().equals(c.field())));
  }

  /** "neither smoke nor have claims": both must be denied. */
  private boolean deniesOne(Reading reading) {
    long denied = reading.sketch().allFilters().mapToLong(ConditionMisgivings::denied).sum();
    return line.saysAny(Set.of("neither")) && denied < 2;
  }

  private static long denied(Sketch.Filter filter) {
    if (filter instanceof Sketch.OneOf one) {
      return one.negated() ? one.values().size() : 0;
    }
    boolean denied =
        filter instanceof Sketch.Related r && r.negated()
            || filter instanceof Sketch.Truth t && t.negated()
            || filter instanceof Sketch.Missing m && !m.negated()
            || filter instanceof Sketch.Without;
    return denied ? 1 : 0;
  }

  /** "products that are still sold": something must say what is so now. */
  private boolean leavesStillOut(Reading reading) {
    boolean state =
        reading
            .sketch()
            .allFilters()
            .anyMatch(
                f ->
                    f instanceof Sketch.Missing
                        || f instanceof Sketch.Truth
                        || f instanceof Sketch.OneOf);
    return !state && line.saysAny(Set.of("still"));
  }

  /** "issues with more than 10 hours", where each has been worked on many times. */
  private boolean comparesOneOfMany(Reading reading) {
    Table root = Misgivings.root(reading);
    return reading
        .sketch()
        .allFilters()
        .flatMap(f -> f instanceof Sketch.Compare c ? Stream.of(c.field()) : Stream.empty())
        .filter(field -> addsUp(field) && mentions.graph().hasMany(root, field.table()))
        .anyMatch(field -> !isNamed(field.table()) && isUnit(field));
  }

  /** "10 hours": the column is named behind the number. */
  private boolean isUnit(Field field) {
    return IntStream.range(1, line.size())
        .filter(at -> line.at(at - 1) instanceof Item.Number)
        .mapToObj(line::named)
        .flatMap(Optional::stream)
        .flatMap(named -> named.candidates().stream())
        .anyMatch(c -> !c.isTable() && c.field().equals(field));
  }

  private boolean addsUp(Field field) {
    return field.column().type().isNumeric()
        && !lexicon.profile(field.table()).tellsRow(field.column())
        && !NonAdditiveNames.standard().matches(field.column().name());
  }
}
