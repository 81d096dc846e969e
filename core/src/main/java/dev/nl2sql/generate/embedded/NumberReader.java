package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads numbers: limits, values to compare with, and how many rows there are. */
final class NumberReader {
  private static final int EARLIEST_BARE_YEAR = 1900;
  private static final double UNIT_IN_NAME = 0.5;

  private final SketchDraft draft;
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final PeriodReader periodReader;
  private final Language language;
  private final SchemaLexicon lexicon;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  NumberReader(
      SketchDraft draft, Surroundings around, ColumnKinds kinds, PeriodReader periodReader) {
    this.draft = draft;
    this.around = around;
    this.kinds = kinds;
    this.periodReader = periodReader;
    this.language = around.language();
    this.lexicon = around.lexicon();
    this.tokens = around.tokens();
    this.items = around.items();
    this.names = around.names();
  }

  int number(Item.Number item, int at) {
    if (isOfOtherKind(item, at) || limits(item, at)) {
      return at + 1;
    }
    BigDecimal value = item.number().value();
    suffixOperator(at);
    if (draft.pendingBetween) {
      return between(at);
    }
    if (draft.pendingOperator.isPresent()) {
      return compareNumber(value, at);
    }
    if (comparesEqual(value, at)) {
      return at + 1;
    }
    OptionalInt counted = countsRows(value, at);
    if (counted.isPresent()) {
      return counted.getAsInt();
    }
    if (isAlone(item, at)) {
      return at + 1;
    }
    if (isBareYear(item)) {
      return periodReader.dated(
          new Item.Dated(item.first(), item.end(), Period.ofYear(value.intValue())), at);
    }
    draft.unexplained.add(around.text(item));
    return at + 1;
  }

  /** "before order 17", "top 10%": nothing a column is compared with. */
  private boolean isOfOtherKind(Item.Number item, int at) {
    if (draft.pendingOperator.isPresent() && keyNamedBefore(at).isPresent()) {
      draft.doubts.add("a comparison with another row"); // "orders before order 17"
      draft.clearOperator();
      return true;
    }
    if (around.text(item).contains("%") || isOfAnotherUnit(item.end())) {
      draft.unexplained.add(around.text(item));
      draft.clearOperator();
      return true;
    }
    return false;
  }

  /** "top 3", "the 3 cheapest". */
  private boolean limits(Item.Number item, int at) {
    boolean after =
        draft.pendingSuperlative.isPresent()
            && draft.pendingOperator.isEmpty()
            && items.get(Math.max(0, at - 1)) instanceof Item.Phrase;
    Item next = around.next(at);
    boolean before =
        next instanceof Item.Degree
            || next instanceof Item.Phrase p
                && (p.is(WordClass.MOST)
                    || p.is(WordClass.FEWEST)
                    || p.is(WordClass.MAXIMUM)
                    || p.is(WordClass.MINIMUM))
                && !p.is(WordClass.COMPARE_AT_LEAST);
    if (after || before) {
      draft.limit = OptionalLong.of(item.number().value().longValue());
    }
    return after || before;
  }

  /** The value of a group or column named before. */
  private boolean comparesEqual(BigDecimal value, int at) {
    if (draft.groupSubject.isPresent()) {
      draft.add(
          new Sketch.GroupCompare(
              draft.groupSubject.get(), Operator.EQUAL, SketchDraft.literal(value)));
      draft.groupSubject = Optional.empty();
      return true;
    }
    boolean rowsFollow =
        around.next(at) instanceof Item.Named n
            && names.meaning(n).isTable()
            && draft.subject.filter(f -> !NameResolver.isOrdered(f.column())).isPresent();
    if (draft.subject.isEmpty() || !draft.subjectIsNear(at) || rowsFollow) {
      return false;
    }
    draft.addCompare(
        draft.subject.get(), draft.negated ? Operator.NOT_EQUAL : Operator.EQUAL, value);
    draft.negated = false;
    return true;
  }

  /** "customers with 3 orders", "for 1 customer": the place after what was read. */
  private OptionalInt countsRows(BigDecimal value, int at) {
    Item next = around.next(at);
    if (isOneOfEach(value, next)) {
      Table each = names.meaning((Item.Named) next).table();
      draft.groups.add(new Sketch.OfEntity(each));
      draft.entities.add(each);
      return OptionalInt.of(items.indexOf(next) + 1);
    }
    if (next instanceof Item.Named named
        && names.meaning(named).isTable()
        && !draft.shown.isEmpty()) {
      draft.counted(names.meaning(named).table(), Operator.EQUAL, value);
      return OptionalInt.of(at + 2);
    }
    if (around.countedAfter(at).isPresent() && !draft.shown.isEmpty()) {
      draft.pendingOperator = Optional.of(Operator.EQUAL);
      draft.trailingNumber = Optional.of(value);
      return OptionalInt.of(at + 1);
    }
    return OptionalInt.empty();
  }

  /** A year of a column, a number of rows to show, or the key of a row. */
  private boolean isAlone(Item.Number item, int at) {
    BigDecimal value = item.number().value();
    Optional<Field> year = ColumnKinds.isYear(value) ? yearColumn() : Optional.empty();
    if (year.isPresent()) {
      draft.addCompare(year.get(), Operator.EQUAL, value);
      return true;
    }
    if (around.next(at) instanceof Item.Named
        && draft.shown.isEmpty()
        && draft.zone == Zone.HEAD
        && isCount(value)) {
      draft.limit = OptionalLong.of(value.longValue());
      return true;
    }
    Optional<Field> key = keyNamedBefore(at);
    key.ifPresent(
        field -> {
          draft.add(new Sketch.Compare(field, Operator.EQUAL, SketchDraft.literal(value)));
          draft.shown.remove(new Sketch.OfEntity(field.table()));
        });
    return key.isPresent();
  }

  /** "order 3875": the number is the key of the one row that is meant. */
  private Optional<Field> keyNamedBefore(int at) {
    Optional<Table> named = at > 0 ? around.namedTable(items.get(at - 1)) : Optional.empty();
    return named
        .filter(
            t -> tokens.get(items.get(at - 1).end() - 1).lower().equals(around.lastLemma(at - 1)))
        .map(t -> lexicon.profile(t).key())
        .filter(key -> key.size() == 1 && key.get(0).type().isNumeric())
        .map(key -> new Field(named.get(), key.get(0)));
  }

  /** "revenue 2025". */
  private boolean isBareYear(Item.Number item) {
    return ColumnKinds.isYear(item.number().value())
        && item.number().value().intValue() >= EARLIEST_BARE_YEAR
        && tokens.get(item.first()).text().matches("\\d{4}")
        && !(draft.shown.isEmpty() && draft.entities.isEmpty());
  }

  /** "on average in one order": for each of them. */
  private boolean isOneOfEach(BigDecimal value, Item next) {
    return value.compareTo(BigDecimal.ONE) == 0
        && draft.pendingFunctions.contains(Function.AVG)
        && next instanceof Item.Named named
        && names.meaning(named).isTable();
  }

  /** "ordered exactly once": the number of rows of the relation named before. */
  int times(Item.Times times, int at) {
    Operator operator = draft.pendingOperator.orElse(Operator.EQUAL);
    Optional<Table> counted = draft.lastRelated();
    boolean shownField =
        counted.isEmpty()
            && draft.shown.size() == 1
            && draft.shown.get(0) instanceof Sketch.OfField;
    if (shownField) {
      Table table = ((Sketch.OfField) draft.shown.get(0)).field().table();
      Sketch.Term count = new Sketch.CountOf(table, Optional.empty());
      draft.add(new Sketch.GroupCompare(count, operator, SketchDraft.literal(times.value())));
      draft.clearOperator();
      return at + 1; // "methods used more than 800 times"
    }
    if (counted.isEmpty()) {
      draft.unexplained.add(around.text(times));
      return at + 1;
    }
    draft.counted(counted.get(), operator, times.value());
    return at + 1;
  }

  /** "older than 30 days", "top 10%": no number of rows, and none of a column that is known. */
  private boolean isOfAnotherUnit(int next) {
    if (next >= tokens.size()) {
      return false;
    }
    Token unit = tokens.get(next);
    boolean column =
        lexicon.lookup(List.of(unit.lemma())).stream()
            .anyMatch(c -> c.score() > UNIT_IN_NAME && c.fit() == Candidate.Fit.NAME);
    Optional<Expression.CalendarUnit> time = language.calendarUnit(unit);
    return unit.text().matches("%|percent|percentile")
        || time.filter(u -> u != Expression.CalendarUnit.YEAR).isPresent() && !column;
  }

  private static boolean isCount(BigDecimal value) {
    return value.signum() > 0
        && value.stripTrailingZeros().scale() <= 0
        && value.toBigInteger().bitLength() < Integer.SIZE;
  }

  private void suffixOperator(int at) {
    if (around.next(at) instanceof Item.Phrase phrase
        && draft.pendingOperator.isEmpty()
        && (phrase.is(WordClass.COMPARE_AT_LEAST) || phrase.is(WordClass.COMPARE_AT_MOST))
        && around.text(phrase).matches("(or|and) .*")) {
      draft.pendingOperator = Surroundings.operator(phrase);
    }
  }

  private int compareNumber(BigDecimal value, int at) {
    if (!draft.pendingFunctions.isEmpty()) {
      draft.doubts.add("a comparison of an aggregate of nothing named");
    }
    Operator operator = draft.pendingOperator.orElseThrow();
    if (draft.groupSubject.isPresent()) {
      draft.add(
          new Sketch.GroupCompare(draft.groupSubject.get(), operator, SketchDraft.literal(value)));
      draft.groupSubject = Optional.empty();
      draft.clearOperator();
      return at + 1;
    }
    if (draft.pendingCount) {
      draft.pendingCount = false;
    }
    if (around.next(at) instanceof Item.Measured measured) {
      Sketch.Term measure = new Sketch.MetricOf(measured.metrics());
      draft.add(new Sketch.GroupCompare(measure, operator, SketchDraft.literal(value)));
      draft.clearOperator();
      return items.indexOf(measured) + 1;
    }
    Item.Named after = around.next(at) instanceof Item.Named n ? n : null;
    boolean countedNext =
        after != null
            && items.indexOf(after) - at <= 2
            && (names.meaning(after).isTable()
                || draft.subject.isPresent()
                    && !NameResolver.isOrdered(draft.subject.get().column())
                    && kinds.isQuantity(names.meaning(after).field()));
    if (countedNext || around.countedAfter(at).isPresent()) {
      draft.trailingNumber = Optional.of(value);
      return at + 1;
    }
    if (draft.subject.isPresent()
            && draft.subjectIsNear(at)
            && NameResolver.isOrdered(draft.subject.get().column())
        || draft.subject.isPresent()
            && draft.zone == Zone.FILTER
            && draft.subjectIsNear(at)
            && (operator == Operator.EQUAL || operator == Operator.NOT_EQUAL)) {
      draft.addCompare(draft.subject.get(), operator, value);
      draft.clearOperator();
      return skipSuffix(at + 1);
    }
    if (draft.pendingDegree.isPresent()) {
      Optional<NameResolver.Ranked> ranked =
          names.measured(draft.pendingDegree.get(), draft.tables());
      if (ranked.isPresent()) {
        draft.addCompare(ranked.get().field(), operator, value);
        draft.clearOperator();
        return at + 1;
      }
    }
    Item.Named name = around.nextName(at);
    if (name != null && items.indexOf(name) - at <= 2) {
      draft.trailingNumber = Optional.of(value);
      return at + 1;
    }
    Optional<Field> only = around.sumFollows(at) ? Optional.empty() : draft.onlyNumber();
    if (only.isPresent()) {
      draft.addCompare(only.get(), operator, value);
      draft.assumptions.add(
          new Assumption(
              Assumption.Kind.READING,
              value.toPlainString() + " is compared with " + only.get().column().name()));
    } else {
      draft.unexplained.add(value.toPlainString());
    }
    draft.clearOperator();
    return skipSuffix(at + 1);
  }

  private int skipSuffix(int at) {
    return at < items.size()
            && items.get(at) instanceof Item.Phrase p
            && Surroundings.operator(p).isPresent()
            && around.text(p).matches("(or|and) .*")
        ? at + 1
        : at;
  }

  private int between(int at) {
    draft.pendingBetween = false;
    int second = at + 1;
    while (second < items.size() && !(items.get(second) instanceof Item.Number)) {
      second++;
    }
    BigDecimal low = ((Item.Number) items.get(at)).number().value();
    BigDecimal high =
        second < items.size() ? ((Item.Number) items.get(second)).number().value() : low;
    if (draft.groupSubject.isPresent()) {
      Sketch.Term term = draft.groupSubject.get();
      draft.add(new Sketch.GroupCompare(term, Operator.GREATER_OR_EQUAL, SketchDraft.literal(low)));
      draft.add(new Sketch.GroupCompare(term, Operator.LESS_OR_EQUAL, SketchDraft.literal(high)));
      draft.groupSubject = Optional.empty();
      return second + 1;
    }
    Optional<Field> field = draft.subject.or(draft::onlyNumber);
    if (field.isEmpty()) {
      draft.unexplained.add(low.toPlainString());
      return second + 1;
    }
    draft.addCompare(field.get(), Operator.GREATER_OR_EQUAL, low);
    draft.addCompare(field.get(), Operator.LESS_OR_EQUAL, high);
    return second + 1;
  }

  private Optional<Field> yearColumn() {
    List<String> year = List.of(language.lemma("year"));
    for (Table table : draft.tables()) {
      Optional<Field> found =
          lexicon.lookup(year).stream()
              .filter(c -> !c.isTable() && c.table().equals(table))
              .findFirst()
              .map(Candidate::field);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
