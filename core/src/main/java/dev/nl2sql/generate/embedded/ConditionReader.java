package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.Predicate.TextMatch.Match;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the conditions of a question, one after the other. */
final class ConditionReader {
  private static final BigDecimal EARLIEST_YEAR = BigDecimal.valueOf(1900);
  private static final BigDecimal LATEST_YEAR = BigDecimal.valueOf(2100);

  private final Line line;
  private final Scope scope;
  private final NameResolver names;
  private final RankReader ranks;
  private final AskedReader asked;
  private final Clauses clauses;

  private Optional<Field> pending = Optional.empty();
  private Optional<Sketch.Term> pendingTerm = Optional.empty();
  private boolean isWeak;
  private boolean negated;
  private boolean opposed;
  private Optional<Sketch.Without> absence = Optional.empty();
  private int absenceAt = -1;
  private Optional<Often> often = Optional.empty();

  /** How often something must have happened; what, may be said before or after. */
  private record Often(Operator operator, BigDecimal times) {}

  ConditionReader(
      Line line,
      Scope scope,
      NameResolver names,
      RankReader ranks,
      AskedReader asked,
      Clauses clauses) {
    this.line = line;
    this.scope = scope;
    this.names = names;
    this.ranks = ranks;
    this.asked = asked;
    this.clauses = clauses;
  }

  /** Reads what begins here and answers the position after it. */
  int read(int at) {
    if (line.isSentenceEnd(at)) {
      endClause();
      return at + 1;
    }
    if (line.is(at, WordClass.ORDER)) {
      endClause();
      return ranks.order(at, asked);
    }
    if (line.is(at, WordClass.DESCENDING) || line.is(at, WordClass.ASCENDING)) {
      ranks.noteDirection(line.is(at, WordClass.DESCENDING));
      return at + 1;
    }
    if (asked.opensGroup(at) && !isBySomething(at)) {
      return asked.group(at);
    }
    if (ranks.continues(at)) {
      return ranks.readMeasure(at, asked);
    }
    if (line.is(at, WordClass.NEGATION)) {
      return negation(at);
    }
    if (line.is(at, WordClass.OR)) {
      clauses.expectAlternative();
      return at + 1;
    }
    if (line.isConjunction(at)) {
      return conjunction(at);
    }
    Optional<Operator> operator = operator(at);
    if (operator.isPresent()) {
      return comparison(at, operator.get());
    }
    if (line.is(at, WordClass.COMPARE_BETWEEN)) {
      return between(at);
    }
    Optional<Match> match = match(at);
    if (match.isPresent()) {
      return matching(at, match.get());
    }
    if (line.is(at, WordClass.MISSING) && pending.isPresent()) {
      clauses.add(new Sketch.Missing(take(), takeNegation()));
      return at + 1;
    }
    if (ranks.isDegree(at)) {
      return degree(at);
    }
    if (asked.isFunction(at) || line.is(at, WordClass.COUNT)) {
      return aggregate(at);
    }
    return constantOrName(at);
  }

  private int constantOrName(int at) {
    Item item = line.at(at);
    if (item instanceof Item.Named named) {
      return name(named, at);
    }
    if (item instanceof Item.Stored stored) {
      return value(stored.values(), at);
    }
    if (item instanceof Item.Quoted quoted) {
      return quoted(quoted, at);
    }
    if (item instanceof Item.Number number) {
      return number(number, at);
    }
    if (item instanceof Item.Dated dated) {
      return dated(dated, at);
    }
    if (item instanceof Item.Bind bind) {
      return bind(bind, at);
    }
    if (item instanceof Item.Times times) {
      clauses.mark(at);
      often = Optional.of(new Often(Operator.EQUAL, times.value()));
    }
    if (item instanceof Item.Filler verb && negated && didNot(verb)) {
      return at + 1;
    }
    if (item instanceof Item.Filler verb && pending.isEmpty()) {
      pending = happened(verb);
      isWeak = true;
    }
    return at + 1;
  }

  /** "who never booked": there are no rows of what the verb names. */
  private boolean didNot(Item.Filler verb) {
    Optional<Table> rows =
        verb.hints().stream()
            .map(Candidate::table)
            .filter(t -> clauses.subject.filter(s -> !s.equals(t)).isPresent() && isMany(t))
            .findFirst();
    rows.ifPresent(t -> clauses.add(new Sketch.Related(t, true)));
    negated = negated && rows.isEmpty();
    return rows.isPresent();
  }

  /**
   * "opened before 1850": the date or year that is called like the verb; of other rows ("authors
   * published in 2012") only if there is no other.
   */
  private Optional<Field> happened(Item.Filler verb) {
    List<Field> dates =
        verb.hints().stream()
            .filter(c -> !c.isTable())
            .map(Candidate::field)
            .filter(f -> f.column().type().isTemporal() || scope.isYear(f.column()) || isDate(f))
            .toList();
    return dates.stream().filter(f -> dates.size() == 1 || scope.contains(f.table())).findFirst();
  }

  /** A date that is stored as a number or text. */
  private boolean isDate(Field field) {
    return scope.lexicon().wordsOf(field.column()).contains("date");
  }

  /** "ranked by", "offered by": no group. */
  private boolean isBySomething(int at) {
    return line.says(at, "by") && (!clauses.isAggregated() || isPastForm(at - 1));
  }

  private boolean isPastForm(int at) {
    if (line.named(at).isPresent()) {
      return line.tokens().get(line.at(at).end() - 1).lower().endsWith("ed");
    }
    return line.at(at) instanceof Item.Filler
        && line.token(at).isWord()
        && !line.token(at).lemma().equals(line.token(at).lower())
        && !line.isDeterminer(at);
  }

  private int conjunction(int at) {
    int next = asked.afterConjunctions(at);
    boolean asks =
        asked.asksFor(next)
            && pending.isEmpty()
            && (line.is(line.afterDeterminers(next), WordClass.COUNT)
                || line.is(next, WordClass.QUESTION)
                || line.is(next, WordClass.COMMAND)
                || asked.isFunction(line.afterDeterminers(next))
                || isOfAgain(next));
    if (asks) {
      endClause();
      return asked.readMore(next);
    }
    if (line.says(at, "but", ",")) {
      negated = false;
    }
    return next;
  }

  /** "…, and the name of the teacher": asks for more. */
  private boolean isOfAgain(int from) {
    return asked
        .noun(from)
        .filter(n -> n.ranks().isEmpty() && n.modifiers().isEmpty())
        .filter(n -> line.says(n.end(), "of") && asked.noun(n.end() + 1).isPresent())
        .isPresent();
  }

  private void endClause() {
    if (negated) {
      clauses.doubts.add("a negation without effect");
    }
    negated = false;
    pending = Optional.empty();
    pendingTerm = Optional.empty();
    absence = Optional.empty();
  }

  private int negation(int at) {
    negated = true;
    return at + 1;
  }

  private boolean takeNegation() {
    boolean was = negated;
    negated = false;
    return was;
  }

  private Field take() {
    Field field = pending.orElseThrow();
    pending = Optional.empty();
    return field;
  }

  // ---- values that stood before nouns

  void readBeforeNouns() {
    endClause();
    for (int at : asked.modifiers()) {
      if (!clauses.read.get(at)) {
        constantOrName(at);
        endClause();
      }
    }
  }

  // ---- comparisons

  private Optional<Operator> operator(int at) {
    if (line.is(at, WordClass.COMPARE_AT_LEAST)) {
      return Optional.of(Operator.GREATER_OR_EQUAL);
    }
    if (line.is(at, WordClass.COMPARE_AT_MOST)) {
      return Optional.of(Operator.LESS_OR_EQUAL);
    }
    if (line.is(at, WordClass.COMPARE_GREATER)) {
      return Optional.of(Operator.GREATER);
    }
    if (line.is(at, WordClass.COMPARE_LESS)) {
      return Optional.of(Operator.LESS);
    }
    if (line.says(at, "equal to", "equals", "equal", "exactly", "=")) {
      return Optional.of(Operator.EQUAL);
    }
    return Optional.empty();
  }

  private int comparison(int at, Operator said) {
    opposed = takeNegation();
    int next = compare(at, opposed ? said.negated() : said);
    opposed = false;
    return next;
  }

  private int compare(int at, Operator operator) {
    clauses.mark(at);
    int next = line.afterDeterminers(at + 1);
    if (line.is(next, WordClass.OR) && operator(next + 1).isPresent()) {
      next = line.afterDeterminers(next + 2); // "greater than or equal to" in several words
    }
    if (line.at(next) instanceof Item.Number number) {
      return withNumber(at, next, operator, number(number));
    }
    if (line.at(next) instanceof Item.Times times) {
      clauses.mark(next);
      often = Optional.of(new Often(operator, times.value()));
      return next + 1;
    }
    if (line.at(next) instanceof Item.Bind bind) {
      return withNumber(
          at, next, operator, new Expression.Parameter(bind.index(), Optional.empty()));
    }
    if (line.at(next) instanceof Item.Dated dated && pending.isPresent()) {
      return compareDate(next, operator, dated);
    }
    if (line.is(next, WordClass.AVERAGE)
        || line.is(next, WordClass.MAXIMUM)
        || line.is(next, WordClass.MINIMUM)) {
      return againstAll(at, next, operator);
    }
    if (line.at(next) instanceof Item.Quoted quoted && pending.isPresent()) {
      clauses.mark(next);
      clauses.add(new Sketch.Compare(take(), operator, new Expression.Literal(quoted.text())));
      return next + 1;
    }
    if (line.named(next).isPresent() && line.at(next + 1) instanceof Item.Number number) {
      pending = scope.column(line.named(next).get(), Scope.Want.NUMBER).or(() -> pending);
      clauses.mark(next);
      return withNumber(at, next + 1, operator, number(number));
    }
    Optional<Field> other =
        line.named(next)
            .flatMap(n -> scope.column(n, Scope.Want.NUMBER))
            .filter(f -> pending.isPresent());
    if (other.isPresent() && NameResolver.isOrdered(other.get().column())) {
      clauses.mark(next);
      clauses.add(new Sketch.CompareFields(take(), operator, other.get()));
      return next + 1;
    }
    if (!(line.at(next) instanceof Item.Stored)) {
      clauses.doubts.add("a comparison without effect"); // "under Panama flag" compares nothing
    }
    return at + 1;
  }

  private static Expression number(Item.Number number) {
    return literal(number.number().value());
  }

  private static Expression literal(BigDecimal value) {
    boolean whole = value.stripTrailingZeros().scale() <= 0;
    return new Expression.Literal(whole ? (Object) value.longValue() : value);
  }

  /** "more than 3 …", "3 or more …", "over 20". */
  private int withNumber(int said, int numberAt, Operator operator, Expression number) {
    clauses.mark(numberAt);
    int next = numberAt + 1;
    if (pendingTerm.isPresent()) {
      clauses.add(new Sketch.GroupCompare(pendingTerm.get(), operator, number));
      pendingTerm = Optional.empty();
      return next;
    }
    int nounAt = line.says(next, "of", "different", "distinct") ? next + 1 : next;
    Optional<AskedReader.Noun> noun =
        asked.noun(nounAt).filter(n -> n.modifiers().isEmpty() && n.ranks().isEmpty());
    boolean counts = isWeak && noun.filter(n -> scope.rows(n.name()).isPresent()).isPresent();
    if ((pending.isEmpty() || counts) && noun.isPresent()) {
      return countedOrCompared(noun.get(), operator, number);
    }
    Optional<Field> field = pending.or(() -> measuredBy(said));
    if (field.isEmpty()) {
      clauses.doubts.add("a comparison of what is not said");
      return next;
    }
    clauses.add(compared(field.get(), operator, number));
    pending = Optional.empty();
    boolean unit =
        noun.isPresent()
            && scope
                .column(noun.get().name(), Scope.Want.NUMBER)
                .filter(field.get()::equals)
                .isPresent();
    if (unit) {
      clauses.mark(noun.get().at());
      return noun.get().end();
    }
    return next;
  }

  /** "never had more than 10": of many rows, none may have more. */
  private Sketch.Filter compared(Field field, Operator operator, Expression number) {
    return opposed && isMany(field.table())
        ? new Sketch.Without(
            field.table(), List.of(new Sketch.Compare(field, operator.negated(), number)))
        : new Sketch.Compare(field, operator, number);
  }

  private int countedOrCompared(AskedReader.Noun noun, Operator operator, Expression number) {
    clauses.mark(noun.at());
    noun.owner().flatMap(scope::rows).ifPresent(scope::enter);
    Candidate meaning = scope.meaning(noun.name(), Scope.Want.NUMBER);
    boolean column =
        !meaning.isTable()
            && meaning.column().orElseThrow().type().isNumeric()
            && !scope.isReference(meaning.field());
    Optional<Table> rows = scope.rows(noun.name());
    Optional<Field> own = operator == Operator.EQUAL ? ownColumn(noun.name()) : Optional.empty();
    if (own.isPresent()) {
      clauses.add(new Sketch.Compare(own.get(), operator, ownValue(own.get(), number)));
      return noun.end();
    }
    if (column && (rows.isEmpty() || scope.contains(meaning.table()))) {
      clauses.add(new Sketch.Compare(meaning.field(), operator, number));
      return noun.end();
    }
    if (rows.isPresent()) {
      counted(rows.get(), operator, number);
      return noun.end();
    }
    Field field = meaning.field();
    clauses.add(
        new Sketch.GroupCompare(
            new Sketch.CountOf(field.table(), Optional.of(field)), operator, number));
    return noun.end();
  }

  /** "5 star rating": a number of the rows themselves and no number of rows. */
  private Optional<Field> ownColumn(Item.Named named) {
    return named.candidates().stream()
        .filter(c -> !c.isTable() && clauses.subject.filter(c.table()::equals).isPresent())
        .filter(c -> c.score() > 0.6)
        .map(Candidate::field)
        .findFirst();
  }

  private static Expression ownValue(Field field, Expression number) {
    boolean text = field.column().type() == ColumnType.TEXT;
    return text && number instanceof Expression.Literal l
        ? new Expression.Literal(l.value().toString())
        : number;
  }

  private void counted(Table table, Operator operator, Expression number) {
    clauses.related.add(table);
    clauses.add(new Sketch.Counted(table, operator, number));
    scope.enter(table);
  }

  /** "older than 30": the column that the adjective measures. */
  private Optional<Field> measuredBy(int at) {
    return names.measuredByWord(line.token(at), scope.tables()).map(NameResolver.Ranked::field);
  }

  private int compareDate(int at, Operator operator, Item.Dated dated) {
    clauses.mark(at);
    Field field = take();
    clauses.add(new Sketch.Within(dated.period(), Optional.of(field), Optional.empty()));
    if (operator != Operator.EQUAL) {
      clauses.doubts.add("a comparison with a time");
    }
    return at + 1;
  }

  private int between(int at) {
    List<Integer> numbers = new ArrayList<>();
    int next = at + 1;
    while (line.has(next) && numbers.size() < 2) {
      if (line.at(next) instanceof Item.Number) {
        numbers.add(next);
      } else if (!line.isConjunction(next) && !line.isDeterminer(next) && !line.says(next, "to")) {
        break;
      }
      next++;
    }
    Optional<Field> field =
        pending.or(
            () ->
                line.named(line.afterDeterminers(at + 4))
                    .flatMap(n -> scope.column(n, Scope.Want.NUMBER)));
    if (numbers.size() < 2 || field.isEmpty()) {
      return at + 1;
    }
    numbers.forEach(clauses::mark);
    clauses.add(
        new Sketch.Compare(
            field.get(), Operator.GREATER_OR_EQUAL, number((Item.Number) line.at(numbers.get(0)))));
    clauses.add(
        new Sketch.Compare(
            field.get(), Operator.LESS_OR_EQUAL, number((Item.Number) line.at(numbers.get(1)))));
    pending = Optional.empty();
    return next;
  }

  /** "above the average", "than the average salary of …". */
  private int againstAll(int said, int at, Operator operator) {
    Function function = asked.function(at).orElse(Function.AVG);
    clauses.mark(at);
    int next = line.afterDeterminers(line.says(at + 1, "of") ? at + 2 : at + 1);
    next = line.is(next, WordClass.COUNT) ? next + 1 : next;
    next =
        line.at(next) instanceof Item.Filler && line.named(next + 1).isPresent() ? next + 1 : next;
    Optional<AskedReader.Noun> noun = asked.noun(next);
    Optional<Field> of =
        noun.flatMap(n -> scope.column(n.name(), Scope.Want.NUMBER))
            .filter(f -> NameResolver.isOrdered(f.column()));
    Optional<Field> field = pending.or(() -> of).or(() -> measuredBy(said));
    if (field.isEmpty()) {
      clauses.doubts.add("a comparison of what is not said");
      return at + 1;
    }
    pending = Optional.empty();
    int end = at + 1;
    if (of.isPresent()) {
      clauses.mark(noun.get().at());
      end = noun.get().end();
    }
    List<Sketch.Filter> conditions = new ArrayList<>();
    if (line.says(end, "of", "for", "in", "across")) {
      end = among(end + 1, of.orElse(field.get()), conditions);
    }
    clauses.add(
        new Sketch.AgainstAll(field.get(), operator, function, of.orElse(field.get()), conditions));
    return end;
  }

  /** The rows an average is taken over: "of all students", "of the instructors in Physics". */
  private int among(int from, Field of, List<Sketch.Filter> conditions) {
    Optional<AskedReader.Noun> noun = asked.noun(from);
    int at = from;
    List<Integer> values = new ArrayList<>();
    if (noun.isPresent()) {
      clauses.mark(noun.get().at());
      values.addAll(noun.get().modifiers());
      at = noun.get().end();
    }
    while (line.says(at, "in", "of", "from", "with", "the", "for")
        || line.at(at) instanceof Item.Stored) {
      if (line.at(at) instanceof Item.Stored) {
        values.add(at);
      }
      at++;
    }
    for (int value : values) {
      clauses.mark(value);
      List<StoredValue> stored = ((Item.Stored) line.at(value)).values();
      StoredValue place = scope.place(stored, Optional.empty());
      conditions.add(
          new Sketch.OneOf(new Field(place.table(), place.column()), place.variants(), false));
      if (line.named(at).isPresent()) {
        clauses.mark(at);
        at++;
      }
    }
    return at;
  }

  // ---- texts

  private Optional<Match> match(int at) {
    if (line.is(at, WordClass.STARTS_WITH)) {
      return Optional.of(Match.STARTS_WITH);
    }
    if (line.is(at, WordClass.ENDS_WITH)) {
      return Optional.of(Match.ENDS_WITH);
    }
    return line.is(at, WordClass.CONTAINS) ? Optional.of(Match.CONTAINS) : Optional.empty();
  }

  private int matching(int at, Match match) {
    int next = at + 1;
    while (!isLetter(next) && line.isDeterminer(next)
        || line.says(
            next, "letter", "word", "with", "substring", "string", "character", "prefix")) {
      next++;
    }
    if (match != Match.STARTS_WITH && line.at(next) instanceof Item.Stored) {
      return next; // "trips that end in San Francisco"
    }
    if (match == Match.CONTAINS && line.named(next).flatMap(scope::rows).isPresent()) {
      return next; // "albums that contain tracks"
    }
    Optional<String> text = textAt(next);
    Optional<Field> field = pending.or(this::calledBy);
    if (text.isEmpty() || field.isEmpty()) {
      return at + 1;
    }
    clauses.mark(next);
    pending = Optional.empty();
    clauses.add(new Sketch.Like(field.get(), text.get(), match, takeNegation()));
    return next + 1;
  }

  /** "starts with A": a letter and no article. */
  private boolean isLetter(int at) {
    return line.has(at) && line.token(at).text().matches("\\p{Lu}");
  }

  private Optional<String> textAt(int at) {
    if (line.at(at) instanceof Item.Quoted quoted) {
      return Optional.of(quoted.text());
    }
    boolean word = line.has(at) && !line.is(at, WordClass.AND) && !line.isSentenceEnd(at);
    return word ? Optional.of(line.token(at).text()) : Optional.empty();
  }

  /** The column by which rows are called, for conditions that name none. */
  private Optional<Field> calledBy() {
    Optional<Field> shown =
        clauses.shown.size() == 1 ? textShown(clauses.shown.get(0)) : Optional.empty();
    return shown.or(this::display);
  }

  private static Optional<Field> textShown(Sketch.Term term) {
    Optional<Field> field =
        term instanceof Sketch.OfField f
            ? Optional.of(f.field())
            : term instanceof Sketch.CountOf c ? c.distinct() : Optional.empty();
    return field.filter(f -> f.column().type() == ColumnType.TEXT);
  }

  private Optional<Field> display() {
    return clauses
        .subject
        .or(scope::innermost)
        .map(t -> new Field(t, scope.lexicon().profile(t).display().get(0)));
  }

  // ---- names

  private int name(Item.Named named, int at) {
    OptionalInt constant = constantAfter(at);
    Optional<Table> rows = scope.rows(named);
    boolean time = constant.isPresent() && line.at(constant.getAsInt()) instanceof Item.Dated;
    boolean compared = constant.isPresent() && !(time && rows.isPresent()) || isComparedAfter(at);
    if (compared) {
      return subject(named, at);
    }
    if (followsItsValue(named, at)) {
      clauses.mark(at);
      return at + 1;
    }
    if (rows.isPresent()) {
      return rows(named, rows.get(), at);
    }
    return columnAlone(named, at);
  }

  /** A column that something is said of next. */
  /** "publishers whose name …", where publishers are only a column. */
  private boolean isName(int at) {
    return line.says(at - 1, "whose", "with") && line.says(at, "name", "names");
  }

  private int subject(Item.Named named, int at) {
    boolean number = isNumberAfter(at);
    Optional<Field> field = scope.column(named, number ? Scope.Want.NUMBER : Scope.Want.COLUMN);
    Candidate best = scope.meaning(named, number ? Scope.Want.NUMBER : Scope.Want.COLUMN);
    clauses.mark(at);
    Optional<Field> itself = isName(at) ? clauses.onlyNames() : Optional.empty();
    if (itself.isPresent()) {
      pending = itself;
      isWeak = false;
      return at + 1;
    }
    if (best.isTable() || field.isEmpty()) {
      related(best.table());
      return at + 1;
    }
    pending = field;
    isWeak = false;
    return at + 1;
  }

  /** Where a constant stands that the name is compared with: "whose name is X", "with code X". */
  private OptionalInt constantAfter(int at) {
    int next = at + 1;
    while (line.says(
        next,
        "is",
        "are",
        "was",
        "were",
        "of",
        "as",
        "equal to",
        "equals",
        "=",
        ":",
        "named",
        "called",
        "the",
        "a",
        "has",
        "being",
        "in",
        "value",
        "not",
        "is not",
        "are not",
        "either")) {
      next++;
    }
    return line.isValue(next) && !startsNoun(next) ? OptionalInt.of(next) : OptionalInt.empty();
  }

  /** "students from 3 cities": the number belongs to the next noun. */
  private boolean startsNoun(int at) {
    return line.at(at) instanceof Item.Number && line.named(at + 1).isPresent();
  }

  private boolean isNumberAfter(int at) {
    OptionalInt constant = constantAfter(at);
    return constant.isPresent()
        ? line.at(constant.getAsInt()) instanceof Item.Number
        : operatorAfter(at);
  }

  private boolean operatorAfter(int at) {
    int next = at + 1;
    while (line.says(
        next, "is", "are", "was", "were", "of", "that", "which", "not", "is not", "has", "a", "the",
        "value")) {
      next++;
    }
    return operator(next).isPresent() || line.is(next, WordClass.COMPARE_BETWEEN);
  }

  private boolean isComparedAfter(int at) {
    int next = at + 1;
    while (line.says(
        next, "is", "are", "was", "were", "that", "which", "do not", "does not", "not")) {
      next++;
    }
    boolean counts = operator(next).isPresent() && countsAfter(next);
    return operatorAfter(at) && !counts
        || match(next).isPresent()
        || line.is(next, WordClass.MISSING);
  }

  /** "customers with more than 3 orders": the comparison is of what follows. */
  private boolean countsAfter(int operatorAt) {
    int next = line.afterDeterminers(operatorAt + 1);
    return line.at(next) instanceof Item.Number
        && asked.noun(next + 1).filter(n -> scope.rows(n.name()).isPresent()).isPresent();
  }

  /** "credit card payment method": the value before has said it. */
  private boolean followsItsValue(Item.Named named, int at) {
    return at > 0
        && line.isValue(at - 1)
        && clauses
            .last()
            .flatMap(ConditionReader::fieldOf)
            .filter(
                f ->
                    named.candidates().stream()
                        .anyMatch(
                            c ->
                                c.isTable()
                                    ? c.table().equals(f.table())
                                    : c.field()
                                        .column()
                                        .name()
                                        .equalsIgnoreCase(f.column().name())))
            .isPresent();
  }

  private static Optional<Field> fieldOf(Sketch.Filter filter) {
    if (filter instanceof Sketch.OneOf o) {
      return Optional.of(o.field());
    }
    if (filter instanceof Sketch.Like l) {
      return Optional.of(l.field());
    }
    return filter instanceof Sketch.Compare c ? Optional.of(c.field()) : Optional.empty();
  }

  private int rows(Item.Named named, Table table, int at) {
    clauses.mark(at);
    Optional<Integer> value = valueOf(at + 1);
    if (value.isPresent()) {
      scope.enter(table);
      return at + 1;
    }
    boolean own = clauses.subject.filter(table::equals).isPresent();
    if (own) {
      scope.enter(table);
      return at + 1;
    }
    if (negated) {
      clauses.add(new Sketch.Related(table, true));
      absence = Optional.of(new Sketch.Without(table, List.of()));
      absenceAt = clauses.filters.size() - 1;
      negated = false;
      scope.enter(table);
      return at + 1;
    }
    related(table);
    return at + 1;
  }

  /** A value directly after the name of its relation: "department Physics". */
  private Optional<Integer> valueOf(int at) {
    return line.at(at) instanceof Item.Stored || line.at(at) instanceof Item.Quoted
        ? Optional.of(at)
        : Optional.empty();
  }

  private void related(Table table) {
    boolean known =
        clauses.subject.filter(table::equals).isPresent() || !clauses.related.add(table);
    if (!known) {
      clauses.add(new Sketch.Related(table, false));
    }
    scope.enter(table);
  }

  private int columnAlone(Item.Named named, int at) {
    Optional<Field> field = scope.column(named, Scope.Want.COLUMN);
    if (field.isEmpty()) {
      return at + 1;
    }
    if (field.get().column().type() == ColumnType.BOOLEAN) {
      clauses.mark(at);
      clauses.add(new Sketch.Truth(field.get(), takeNegation()));
      return at + 1;
    }
    if (negated) {
      clauses.mark(at);
      boolean many = isMany(field.get().table());
      clauses.add(
          many
              ? new Sketch.Related(field.get().table(), true)
              : new Sketch.Missing(field.get(), false));
      negated = false;
      return at + 1;
    }
    scope.enter(field.get().table());
    if (isGiven(field.get(), at)) {
      clauses.mark(at);
      clauses.add(new Sketch.Missing(field.get(), true));
      return at + 1;
    }
    pending = field;
    isWeak = true;
    return at + 1;
  }

  /** "which members have an email", with nothing to compare it with. */
  private boolean isGiven(Field field, int at) {
    boolean owned = line.says(at - 2, "with") || line.is(at - 2, WordClass.EXISTENCE);
    boolean ends =
        !line.has(at + 1) || line.at(at + 1) instanceof Item.Sign || line.isConjunction(at + 1);
    return owned && ends && line.says(at - 1, "a", "an", "any") && field.column().nullable();
  }

  // ---- degrees and aggregates within conditions

  private int degree(int at) {
    return ranks.read(at, asked);
  }

  /** "whose average salary is above 100", "with the number of orders over 3". */
  private int aggregate(int from) {
    AskedReader.Aggregation aggregation = asked.aggregation(from);
    int at = aggregation.end();
    Optional<AskedReader.Noun> noun = asked.noun(at);
    if (noun.isEmpty()) {
      pending = line.at(at) instanceof Item.Number ? numberColumn(from) : pending;
      isWeak = false;
      return from + 1;
    }
    if (!operatorAfter(noun.get().end() - 1) && constantAfter(noun.get().end() - 1).isEmpty()) {
      return asked.readMore(from);
    }
    clauses.mark(noun.get().at());
    Candidate meaning =
        scope.meaning(
            noun.get().name(), aggregation.counted() ? Scope.Want.ROWS : Scope.Want.NUMBER);
    if (meaning.isTable()) {
      pendingTerm = Optional.of(new Sketch.CountOf(meaning.table(), Optional.empty()));
    } else if (aggregation.function().isPresent()) {
      pendingTerm =
          Optional.of(new Sketch.AggregateOf(aggregation.function().get(), meaning.field()));
    } else {
      pending = Optional.of(meaning.field());
    }
    return noun.get().end();
  }

  /** "the flight with number 99": a column that holds a number for each row, or its key. */
  private Optional<Field> numberColumn(int at) {
    List<String> lemmas = List.of(line.token(at).lemma());
    return scope
        .innermost()
        .flatMap(
            t ->
                scope.lexicon().lookup(lemmas).stream()
                    .filter(c -> !c.isTable() && c.table().equals(t))
                    .map(Candidate::field)
                    .findFirst()
                    .or(() -> scope.key(t)));
  }

  // ---- constants

  private int value(List<StoredValue> values, int at) {
    clauses.mark(at);
    Optional<Field> named = pending.or(() -> columnNextTo(at));
    StoredValue place = scope.place(values, named);
    Field field = new Field(place.table(), place.column());
    if (clauses.subject.isEmpty()) {
      clauses.subject = Optional.of(field.table()); // "how many tankers": only a value says what
      scope.enter(field.table());
    }
    boolean negative = takeNegation();
    tellSpelling(place, at);
    Sketch.Filter filter = new Sketch.OneOf(field, place.variants(), negative);
    if (negative && isMany(field.table()) && absence.isEmpty()) {
      filter =
          new Sketch.Without(
              field.table(), List.of(new Sketch.OneOf(field, place.variants(), false)));
    }
    if (absence.isPresent() && absenceCovers(field.table())) {
      narrowAbsence(filter);
    } else if (continuesList(at, field, negative)) {
      extendLast(place.variants());
    } else {
      clauses.add(filter);
    }
    int next = at + 1;
    boolean more =
        line.isConjunction(next)
            && (line.isValue(next + 1) || line.isConjunction(next + 1) && line.isValue(next + 2));
    if (!more) {
      pending = Optional.empty();
    } else {
      pending = Optional.of(field);
    }
    return next;
  }

  /** Whether a row of what is asked may have many there. */
  private boolean isMany(Table table) {
    return clauses
        .subject
        .filter(s -> !s.equals(table) && !scope.graph().isToOne(s, table))
        .isPresent();
  }

  private Optional<Field> columnNextTo(int at) {
    return line.named(at + 1).flatMap(n -> scope.column(n, Scope.Want.COLUMN));
  }

  private void tellSpelling(StoredValue place, int at) {
    String said = line.text(at);
    if (place.variants().size() > 1 || !place.variants().get(0).equalsIgnoreCase(said)) {
      clauses.assumptions.add(
          new Assumption(
              Assumption.Kind.VALUE,
              "'%s' is taken as %s %s"
                  .formatted(said, place.column().name(), String.join(", ", place.variants()))));
    }
  }

  /** "A, B or C" in one column. */
  private boolean continuesList(int at, Field field, boolean negative) {
    boolean or = line.is(at - 1, WordClass.OR) || line.says(at - 1, "or");
    boolean comma = line.says(at - 1, ",") && orFollows(at);
    return (or || comma)
        && !negative
        && clauses
            .last()
            .filter(f -> f instanceof Sketch.OneOf o && o.field().equals(field))
            .isPresent();
  }

  private boolean orFollows(int from) {
    for (int at = from; at < Math.min(line.size(), from + 6); at++) {
      if (line.is(at, WordClass.OR) || line.says(at, "or")) {
        return true;
      }
    }
    return false;
  }

  private void extendLast(List<String> variants) {
    Sketch.OneOf last = (Sketch.OneOf) clauses.last().orElseThrow();
    List<String> all = new ArrayList<>(last.values());
    all.addAll(variants);
    clauses.replaceLast(new Sketch.OneOf(last.field(), all, last.negated()));
    clauses.forgetAlternative();
  }

  private boolean absenceCovers(Table table) {
    Table absent = absence.orElseThrow().table();
    return absent.equals(table) || scope.graph().isToOne(absent, table);
  }

  private void narrowAbsence(Sketch.Filter filter) {
    Sketch.Without without = absence.orElseThrow();
    List<Sketch.Filter> conditions = new ArrayList<>(without.conditions());
    conditions.add(filter);
    Sketch.Without narrowed = new Sketch.Without(without.table(), conditions);
    absence = Optional.of(narrowed);
    if (absenceAt >= 0 && absenceAt < clauses.filters.size()) {
      clauses.filters.set(absenceAt, List.of(narrowed));
    }
  }

  private int quoted(Item.Quoted quoted, int at) {
    if (!quoted.values().isEmpty()) {
      return value(quoted.values(), at);
    }
    clauses.mark(at);
    Optional<Field> field = pending.or(this::calledBy);
    if (field.isEmpty()) {
      return at + 1;
    }
    if (pending.isEmpty()) {
      clauses.doubts.add("'" + quoted.text() + "' is stored nowhere");
    }
    pending = Optional.empty();
    clauses.add(new Sketch.OneOf(field.get(), List.of(quoted.text()), takeNegation()));
    return at + 1;
  }

  private int number(Item.Number number, int at) {
    Optional<Operator> after =
        operator(at + 1)
            .filter(
                o -> line.text(at + 1).startsWith("or ") || line.text(at + 1).startsWith("and "));
    Operator operator = after.orElse(takeNegation() ? Operator.NOT_EQUAL : Operator.EQUAL);
    int end = after.isPresent() ? at + 2 : at + 1;
    Expression value = number(number);
    boolean counts =
        isWeak && asked.noun(end).filter(n -> scope.rows(n.name()).isPresent()).isPresent();
    if (pendingTerm.isPresent() || pending.isPresent() && !counts) {
      int next = withNumber(at, at, operator, value);
      return Math.max(next, end);
    }
    Optional<Field> key = keyBefore(at);
    if (key.isPresent() && operator == Operator.EQUAL) {
      clauses.mark(at);
      clauses.add(new Sketch.Compare(key.get(), operator, ownValue(key.get(), value)));
      return end;
    }
    Optional<AskedReader.Noun> noun =
        asked.noun(end).filter(n -> n.modifiers().isEmpty() && n.ranks().isEmpty());
    if (isBareYear(number) && operator == Operator.EQUAL) {
      clauses.mark(at);
      addPeriod(Period.ofYear(number.number().value().intValue()), Optional.empty());
      return end;
    }
    if (noun.isPresent()) {
      clauses.mark(at);
      return countedOrCompared(noun.get(), operator, value);
    }
    return end;
  }

  /** "book 3": the number of a row behind the name of its relation. */
  private Optional<Field> keyBefore(int at) {
    return line.named(at - 1)
        .flatMap(scope::rows)
        .filter(t -> asked.noun(at + 1).isEmpty() && !line.says(at + 1, "times", "time"))
        .filter(t -> line.token(at - 1).lower().equals(line.token(at - 1).lemma()))
        .flatMap(scope::key)
        .filter(f -> f.column().type().isNumeric());
  }

  private static boolean isBareYear(Item.Number number) {
    BigDecimal value = number.number().value();
    return value.stripTrailingZeros().scale() <= 0
        && value.compareTo(EARLIEST_YEAR) >= 0
        && value.compareTo(LATEST_YEAR) <= 0;
  }

  private int dated(Item.Dated dated, int at) {
    clauses.mark(at);
    Optional<Field> field =
        pending.filter(
            f ->
                f.column().type().isTemporal()
                    || f.column().type().isNumeric()
                    || scope.isYear(f.column()));
    pending = Optional.empty();
    addPeriod(dated.period(), field);
    return at + 1;
  }

  private void addPeriod(Period period, Optional<Field> field) {
    if (negated && field.filter(f -> isMany(f.table())).isPresent() && absence.isEmpty()) {
      negated = false;
      Table table = field.get().table();
      clauses.add(
          new Sketch.Without(table, List.of(new Sketch.Within(period, field, Optional.empty()))));
      return;
    }
    Sketch.Filter filter =
        new Sketch.Within(period, field, field.isEmpty() ? scope.innermost() : Optional.empty());
    if (absence.isPresent()) {
      narrowAbsence(filter);
    } else {
      clauses.add(filter);
    }
  }

  private int bind(Item.Bind bind, int at) {
    Optional<Field> field = pending.or(() -> columnNextTo(at));
    if (field.isEmpty()) {
      return at + 1;
    }
    clauses.mark(at);
    pending = Optional.empty();
    clauses.add(
        new Sketch.Compare(
            field.get(),
            takeNegation() ? Operator.NOT_EQUAL : Operator.EQUAL,
            new Expression.Parameter(bind.index(), Optional.of(field.get().column()))));
    return at + 1;
  }

  void finish() {
    if (often.isPresent()) {
      finishOften(often.get());
    }
    if (negated) {
      clauses.doubts.add("a negation without effect");
    }
    if (pendingTerm.isPresent()) {
      clauses.doubts.add("a comparison without effect");
    }
  }

  private void finishOften(Often said) {
    Optional<Table> happening = Optional.empty();
    for (Table table : clauses.related) {
      happening = Optional.of(table);
    }
    if (happening.isEmpty()) {
      clauses.doubts.add("a number of times of what is not said");
      return;
    }
    Table table = happening.get();
    clauses.filters.removeIf(any -> any.equals(List.of(new Sketch.Related(table, false))));
    clauses.add(new Sketch.Counted(table, said.operator(), literal(said.times())));
  }
}
