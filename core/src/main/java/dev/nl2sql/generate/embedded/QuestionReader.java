package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.NonAdditiveNames;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.Predicate.TextMatch.Match;
import dev.nl2sql.resource.WordList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads items from left to right into a sketch. One reader serves one question.
 *
 * <p>The question is read in zones: what is asked comes first, then conditions, groups and order,
 * each begun by words of grammar.
 */
final class QuestionReader {
  private enum Zone {
    HEAD,
    FILTER,
    GROUP,
    ORDER
  }

  private static final int EARLIEST_BARE_YEAR = 1900;
  private static final double UNIT_IN_NAME = 0.5;
  private static final Set<String> DURATION = Set.of("time", "duration", "delay", "wait");
  private static final Set<String> NOT_ADDED_UP =
      Set.copyOf(WordList.read(QuestionReader.class, "not_added_up.txt"));
  private static final Set<String> PRESENT = Set.of("current", "running", "ongoing", "present");
  private static final Set<String> COMPARING =
      Set.copyOf(WordList.read(QuestionReader.class, "comparing_words.txt"));
  private static final Set<String> PREDICATIVE_NEGATIONS =
      Set.copyOf(WordList.read(QuestionReader.class, "predicative_negations.txt"));
  private static final Set<String> TELLING =
      Set.copyOf(WordList.read(QuestionReader.class, "telling_words.txt"));
  private static final Set<String> INCLUDING =
      Set.copyOf(WordList.read(QuestionReader.class, "including_words.txt"));
  private static final Set<String> ACTS =
      Set.copyOf(WordList.read(QuestionReader.class, "act_verbs.txt"));
  private static final Set<String> ENDS =
      Set.copyOf(WordList.read(QuestionReader.class, "end_words.txt"));
  private static final Set<String> NOW =
      Set.copyOf(WordList.read(QuestionReader.class, "now_words.txt"));

  private static final Set<String> WHOLE_ROW =
      Set.copyOf(WordList.read(QuestionReader.class, "whole_row_words.txt"));

  private final Language language;
  private final SchemaLexicon lexicon;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  private final List<Sketch.Term> shown = new ArrayList<>();
  private final List<Sketch.Term> groups = new ArrayList<>();
  private final List<List<Sketch.Filter>> filters = new ArrayList<>();
  private final List<Sketch.Order> orders = new ArrayList<>();
  private final List<String> doubts = new ArrayList<>();
  private final List<Assumption> assumptions = new ArrayList<>();
  private final Set<Table> entities = new LinkedHashSet<>();

  private Zone zone = Zone.HEAD;
  private OptionalLong limit = OptionalLong.empty();
  private boolean distinct;
  private boolean wholeRow;
  private boolean negated;
  private boolean alternative;
  private Optional<Field> subject = Optional.empty();
  private int subjectEnd = -1;
  private Optional<Operator> pendingOperator = Optional.empty();
  private Optional<Token> pendingDegree = Optional.empty();
  private Optional<Match> pendingMatch = Optional.empty();
  private List<Function> pendingFunctions = new ArrayList<>();
  private boolean pendingCount;
  private boolean pendingBetween;
  private boolean descending;
  private boolean ordered;
  private boolean both;
  private boolean shareAsked;
  private int position;
  private boolean limitImplied;
  private boolean grouping;
  private boolean eachOfThem;
  private Optional<String> edge = Optional.empty();
  private boolean absenceOfAnybody;
  private boolean rankAsked;
  private boolean comparedSides;
  private boolean functionOfRows;
  private boolean existenceNegated;
  private Optional<Token> sizeWord = Optional.empty();
  private int lastCount;
  private boolean distinctSeen;
  private boolean superlativeSeen;
  private final List<Integer> filterPositions = new ArrayList<>();
  private final Set<Item> used = new LinkedHashSet<>();

  QuestionReader(
      Language language,
      SchemaLexicon lexicon,
      List<Token> tokens,
      List<Item> items,
      NameResolver names) {
    this.language = language;
    this.lexicon = lexicon;
    this.tokens = tokens;
    this.items = items;
    this.names = names;
  }

  List<Assumption> assumptions() {
    return List.copyOf(assumptions);
  }

  Sketch read() {
    int at = 0;
    while (at < items.size()) {
      at = step(at);
    }
    finish();
    return new Sketch(
        List.copyOf(shown),
        List.copyOf(groups),
        List.copyOf(filters),
        List.copyOf(orders),
        limit,
        distinct,
        dateReading,
        List.copyOf(doubts));
  }

  /** Reads the item and answers the position after what was read. */
  private int step(int at) {
    position = at;
    Item item = items.get(at);
    if (item instanceof Item.Phrase phrase) {
      return phrase(phrase, at);
    }
    if (item instanceof Item.Named named) {
      return named(named, at);
    }
    if (item instanceof Item.Number number) {
      return number(number, at);
    }
    if (item instanceof Item.Stored stored) {
      return stored(stored.values(), text(stored), at);
    }
    if (item instanceof Item.Quoted quoted) {
      return quoted(quoted, at);
    }
    if (item instanceof Item.Bind bind) {
      return bind(bind, at);
    }
    if (item instanceof Item.Dated dated) {
      return dated(dated, at);
    }
    if (item instanceof Item.Grained grained) {
      Sketch.Term grain = new Sketch.GrainOf(grained.grain().unit());
      groups.add(grain);
      grouping = true;
      return at + 1;
    }
    if (item instanceof Item.AskedUnit unit) {
      groups.add(new Sketch.GrainOf(unit.unit()));
      return at + 1;
    }
    if (item instanceof Item.Settled settled) {
      return settled(settled, at);
    }
    if (item instanceof Item.Undone undone) {
      return undone(undone, at);
    }
    if (item instanceof Item.Quantity) {
      return quantity(at);
    }
    if (item instanceof Item.Times times) {
      return times(times, at);
    }
    if (item instanceof Item.Measured measured) {
      pendingCount = pendingCount && !isCounted(at); // "how many units"
      if (pendingFunctions.equals(List.of(Function.SUM))) {
        pendingFunctions = new ArrayList<>();
      }
      return term(new Sketch.MetricOf(measured.metrics()), at);
    }
    if (item instanceof Item.Ambiguous ambiguous) {
      return reading(ambiguous, at);
    }
    if (item instanceof Item.Degree) {
      return degree(at);
    }
    if (item instanceof Item.Sign sign) {
      return sign(sign, at);
    }
    if (item instanceof Item.Filler filler) {
      return filler(filler, at);
    }
    return at + 1;
  }

  // ---- words of grammar

  private int phrase(Item.Phrase phrase, int at) {
    if (zone == Zone.ORDER || phrase.is(WordClass.ORDER)) {
      if (phrase.is(WordClass.DESCENDING)
          || text(phrase).contains("descending")
          || text(phrase).contains("decreasing")
          || text(phrase).contains("reverse")) {
        descending = orders.isEmpty();
        reverseLast();
      }
      if (phrase.is(WordClass.ORDER) && at == 0) {
        return at + 1;
      }
      if (text(phrase).contains("chronological") && !groups.isEmpty()) {
        return at + 1; // groups of time are in that order already
      }
      if (phrase.is(WordClass.ORDER)) {
        descending = descending || text(phrase).startsWith("rank"); // the first rank is the highest
        ordered = true;
        zone = Zone.ORDER;
        return at + 1;
      }
      if (text(phrase).equals("by")) {
        return at + 1;
      }
      if (phrase.is(WordClass.DESCENDING) || phrase.is(WordClass.ASCENDING)) {
        return at + 1;
      }
    }
    if (text(phrase).matches("(oldest|youngest) first")
        && !orders.isEmpty()
        && isAge(orders.get(orders.size() - 1))) {
      Sketch.Order last = orders.remove(orders.size() - 1);
      orders.add(new Sketch.Order(last.term(), text(phrase).startsWith("oldest")));
      return at + 1;
    }
    if (ordersByAge(phrase)) {
      Table table = entities.iterator().next();
      orders.add(
          new Sketch.Order(
              new Sketch.DateOf(table, Optional.empty()), phrase.is(WordClass.DESCENDING)));
      return at + 1;
    }
    if (phrase.is(WordClass.DESCENDING) && !shown.isEmpty()) {
      descending = true;
      Sketch.Term last = shown.get(shown.size() - 1);
      if (orders.isEmpty() && (isMeasure(last) || isNumber(last))) {
        orders.add(new Sketch.Order(last, true));
      }
      return at + 1;
    }
    if (phrase.is(WordClass.ASCENDING) && !shown.isEmpty()) {
      zone = Zone.ORDER;
      return at + 1;
    }
    if (superlativePhrase(phrase, at)) {
      return at + 1;
    }
    if (isComparison(phrase, at)) {
      return comparison(phrase, at);
    }
    if (text(phrase).equals("how often")) {
      unexplained.add(text(phrase));
      return at + 1;
    }
    if (phrase.is(WordClass.COUNT) && endsName(phrase, at)) {
      return at + 1;
    }
    if (phrase.is(WordClass.COUNT)) {
      if (!countsWhatWasNamed(at)) {
        pendingCount = true;
        lastCount = at;
      }
      return at + 1;
    }
    if (phrase.is(WordClass.SUM)) {
      return function(Function.SUM, at);
    }
    if (phrase.is(WordClass.AVERAGE)) {
      return function(Function.AVG, at);
    }
    if (phrase.is(WordClass.CONTAINS)) {
      pendingMatch = Optional.of(Match.CONTAINS);
      return at + 1;
    }
    if (phrase.is(WordClass.STARTS_WITH)) {
      pendingMatch = Optional.of(Match.STARTS_WITH);
      return at + 1;
    }
    if (phrase.is(WordClass.ENDS_WITH)) {
      pendingMatch = Optional.of(Match.ENDS_WITH);
      return at + 1;
    }
    if (phrase.is(WordClass.MISSING)) {
      return missing(at);
    }
    if (phrase.is(WordClass.NEGATION)) {
      absenceOfAnybody = text(phrase).matches("nobody|no one|none");
      existenceNegated = !PREDICATIVE_NEGATIONS.contains(text(phrase));
      negated = true;
      if (zone == Zone.HEAD && !shown.isEmpty()) {
        zone = Zone.FILTER;
      }
      return at + 1;
    }
    if (phrase.is(WordClass.DISTINCT)) {
      distinctSeen = true;
      distinct = true;
      return at + 1;
    }
    if (phrase.is(WordClass.GROUP) && opensGroup(at) && !goesAcrossAll(phrase)) {
      grouping = true;
      zone = Zone.GROUP;
      return at + 1;
    }
    if (phrase.is(WordClass.GROUP) && nothingFollows(at) && text(phrase).contains("each")) {
      eachOfThem = true; // "what is in order 7, and how many of each"
      return at + 1;
    }
    if (text(phrase).equals("but")
        && at > 0
        && text(items.get(at - 1)).matches("(?:.* )?(?:anything|everything|all|nothing)")) {
      unexplained.add("but");
    }
    if (text(phrase).equals("both")) {
      both = true;
    }
    if (phrase.is(WordClass.OR)) {
      alternative = true;
      return at + 1;
    }
    if (phrase.is(WordClass.COMMAND) && tokens.get(phrase.first()).lower().endsWith("ed")) {
      unexplained.add(text(phrase)); // "returned orders" command nothing
      return at + 1;
    }
    if (phrase.is(WordClass.COMMAND) && text(phrase).equals("rank")) {
      rankAsked = true;
      return at + 1;
    }
    if (phrase.is(WordClass.COMMAND) && at > 0 && !phrase.is(WordClass.GROUP)) {
      if (items.get(at - 1) instanceof Item.Sign || zone == Zone.GROUP && shown.isEmpty()) {
        zone = Zone.HEAD;
      }
      return at + 1;
    }
    if (phrase.is(WordClass.EXISTENCE) && !shown.isEmpty() && zone == Zone.HEAD) {
      zone = Zone.FILTER;
      return at + 1;
    }
    if (phrase.is(WordClass.SHARE)) {
      shareAsked = true;
      return at + 1;
    }
    joint(text(phrase), at);
    return at + 1;
  }

  private static boolean isAge(Sketch.Order order) {
    return order.term() instanceof Sketch.OfField f && f.field().column().type().isNumeric();
  }

  /** "oldest first", "newest first": by the date of the rows that are asked for. */
  private boolean ordersByAge(Item.Phrase phrase) {
    boolean direction = phrase.is(WordClass.DESCENDING) || phrase.is(WordClass.ASCENDING);
    return direction
        && orders.isEmpty()
        && text(phrase).matches("(from )?(oldest|newest|earliest|latest|most recent)\\b.*")
        && hasOwnDate();
  }

  /** "email and phone number of the customer": the word belongs to the name before it. */
  private boolean endsName(Item.Phrase phrase, int at) {
    return text(phrase).equals("number of")
        && at > 0
        && items.get(at - 1) instanceof Item.Named named
        && !names.meaning(named).isTable();
  }

  /** "the highest rate across all counties": all of them together. */
  private boolean goesAcrossAll(Item.Phrase phrase) {
    return text(phrase).equals("across")
        && phrase.end() < tokens.size()
        && tokens.get(phrase.end()).lower().equals("all");
  }

  /** "order count per status": the rows named just before are counted. */
  private boolean countsWhatWasNamed(int at) {
    boolean before = at > 0 && items.get(at - 1) instanceof Item.Named;
    boolean ends = next(at) == null || next(at) instanceof Item.Phrase p && p.is(WordClass.GROUP);
    boolean entity = !shown.isEmpty() && shown.get(shown.size() - 1) instanceof Sketch.OfEntity;
    if (!before || !ends || !entity) {
      return false;
    }
    Sketch.OfEntity named = (Sketch.OfEntity) shown.remove(shown.size() - 1);
    shown.add(new Sketch.CountOf(named.table(), Optional.empty()));
    return true;
  }

  private boolean isNumber(Sketch.Term term) {
    return term instanceof Sketch.OfField f && isQuantity(f.field());
  }

  private static boolean isMeasure(Sketch.Term term) {
    return term instanceof Sketch.CountOf
        || term instanceof Sketch.AggregateOf
        || term instanceof Sketch.MetricOf
        || term instanceof Sketch.RatioOf
        || term instanceof Sketch.ShareOf
        || term instanceof Sketch.DateOf d && d.function().isPresent();
  }

  private void reverseLast() {
    if (!orders.isEmpty() && limit.isEmpty()) {
      Sketch.Order last = orders.remove(orders.size() - 1);
      orders.add(new Sketch.Order(last.term(), true));
    }
  }

  /** "most", "fewest", "top", "highest": what follows decides what they mean. */
  private boolean superlativePhrase(Item.Phrase phrase, int at) {
    boolean top = phrase.is(WordClass.LIMIT_TOP);
    boolean bottom = phrase.is(WordClass.LIMIT_BOTTOM);
    boolean most = phrase.is(WordClass.MOST);
    boolean fewest = phrase.is(WordClass.FEWEST);
    boolean maximum = phrase.is(WordClass.MAXIMUM);
    boolean minimum = phrase.is(WordClass.MINIMUM);
    if (!(top || bottom || most || fewest || maximum || minimum)) {
      return false;
    }
    if (isComparison(phrase, at)) {
      return false;
    }
    superlativeSeen = true;
    boolean high = top || most || maximum;
    if (top && limitImplied && endsPart(at)) {
      limit = OptionalLong.empty();
      return true;
    }
    if ((top || bottom) && next(at) instanceof Item.Number) {
      pendingSuperlative = Optional.of(high);
      return true;
    }
    boolean alsoLowest = fewest && !pendingFunctions.isEmpty();
    boolean alsoHighest = most && !pendingFunctions.isEmpty();
    if (alsoLowest || alsoHighest) {
      pendingFunctions.add(alsoHighest ? Function.MAX : Function.MIN);
      return true;
    }
    boolean ranksShown =
        nothingFollows(at)
            && !groups.isEmpty()
            && !shown.isEmpty()
            && isMeasure(shown.get(shown.size() - 1));
    if (ranksShown) {
      orderBy(shown.get(shown.size() - 1), high);
      return true;
    }
    boolean ranksBefore =
        (most || fewest || maximum || minimum)
            && at > 0
            && items.get(at - 1) instanceof Item.Measured
            && shown.size() > 1
            && isMeasure(shown.get(shown.size() - 1))
            && !(next(at) instanceof Item.Named || next(at) instanceof Item.Measured);
    if (ranksBefore) {
      orderBy(shown.get(shown.size() - 1), high);
      return true;
    }
    if ((maximum || minimum) && isAggregateAsked(at)) {
      pendingFunctions.add(maximum ? Function.MAX : Function.MIN);
      return true;
    }
    Item.Named name = nextName(at);
    boolean countPhrase =
        phrase.is(WordClass.COUNT)
            || (most || fewest) && text(phrase).contains("number")
            || next(at) instanceof Item.Phrase p && p.is(WordClass.COUNT);
    if ((maximum || minimum) && next(at) instanceof Item.Quantity) {
      pendingFunctions.add(maximum ? Function.MAX : Function.MIN);
      return true;
    }
    if (next(at) instanceof Item.Stored && (most || fewest)) {
      doubts.add("a ranking by a value"); // "who bought the most books"
    }
    if (text(phrase).matches(".*(common|frequent|often|popular).*")) {
      commonest(high, at);
      return true;
    }
    if (next(at) instanceof Item.Degree || next(at) instanceof Item.Phrase p && isDegree(p)) {
      pendingSuperlative = Optional.of(high);
      pendingFlip = !high;
      return true;
    }
    if (name == null && !(nextMeaning(at) instanceof Item.Measured)) {
      if (!top && !bottom) {
        commonest(high, at);
        return true;
      }
      return false;
    }
    pendingSuperlative = Optional.of(high);
    pendingCount = pendingCount || countPhrase;
    edge =
        text(phrase).matches(".*\\b(first|last|earliest|latest)\\b.*")
            ? Optional.of(text(phrase))
            : Optional.empty();
    boolean size = (maximum || minimum) && !most && !fewest && isDegree(phrase);
    sizeWord = size ? Optional.of(tokens.get(phrase.first())) : Optional.empty();
    return true;
  }

  private boolean nothingFollows(int at) {
    return next(at) == null || next(at) instanceof Item.Sign;
  }

  /** "most expensive first": an order of all rows. */
  private boolean endsPart(int at) {
    return at + 1 == items.size() || items.get(at + 1) instanceof Item.Sign;
  }

  private Optional<Boolean> pendingSuperlative = Optional.empty();
  private boolean pendingFlip;
  private Optional<Boolean> pendingCommonest = Optional.empty();

  private boolean isDegree(Item.Phrase phrase) {
    return phrase.end() - phrase.first() == 1
        && !language.measuresOf(tokens.get(phrase.first())).isEmpty();
  }

  private void commonest(boolean high, int at) {
    if (nextName(at) != null && zone == Zone.HEAD && shown.isEmpty()) {
      pendingCommonest = Optional.of(high);
    } else if (!shown.isEmpty()) {
      Sketch.Term last = shown.get(shown.size() - 1);
      PlanBuilder.tableOf(last).ifPresent(t -> rankByCount(last, t, high));
    } else {
      pendingCommonest = Optional.of(high);
    }
  }

  private void rankByCount(Sketch.Term grouped, Table table, boolean high) {
    groups.add(grouped);
    orders.add(new Sketch.Order(new Sketch.CountOf(table, Optional.empty()), high));
    if (limit.isEmpty()) {
      limit = OptionalLong.of(1);
    }
  }

  /** "the highest price" is an aggregate unless an entity is already asked for. */
  private boolean isAggregateAsked(int at) {
    if (!shown.isEmpty() || zone != Zone.HEAD) {
      return zone == Zone.HEAD
              && !shown.isEmpty()
              && shown.stream().allMatch(s -> s instanceof Sketch.AggregateOf)
          || zone == Zone.HEAD && !pendingFunctions.isEmpty();
    }
    Item.Named name = nextName(at);
    if (name == null) {
      return next(at) instanceof Item.Phrase || next(at) instanceof Item.Sign;
    }
    Candidate meaning = names.meaning(name);
    return !meaning.isTable()
        && NameResolver.isOrdered(meaning.column().orElseThrow())
        && !(items.get(0) instanceof Item.Phrase p && text(p).matches("who|whose|where"));
  }

  private boolean isComparison(Item.Phrase phrase, int at) {
    if (operator(phrase).isEmpty() && !phrase.is(WordClass.COMPARE_BETWEEN)) {
      return false;
    }
    Item next = next(at);
    if (phrase.is(WordClass.COMPARE_EQUAL)) {
      return false;
    }
    return next instanceof Item.Number
        || next instanceof Item.Bind
        || next instanceof Item.Dated
        || next instanceof Item.Quoted
        || phrase.end() - phrase.first() > 1
        || next instanceof Item.Phrase
        || next instanceof Item.Filler
        || text(phrase)
            .matches("[<>]=?|above|below|over|under|after|before|exceeds?|exceeded|exceeding");
  }

  private static Optional<Operator> operator(Item.Phrase phrase) {
    if (phrase.is(WordClass.COMPARE_AT_LEAST)) {
      return Optional.of(Operator.GREATER_OR_EQUAL);
    }
    if (phrase.is(WordClass.COMPARE_AT_MOST)) {
      return Optional.of(Operator.LESS_OR_EQUAL);
    }
    if (phrase.is(WordClass.COMPARE_GREATER)) {
      return Optional.of(Operator.GREATER);
    }
    if (phrase.is(WordClass.COMPARE_LESS)) {
      return Optional.of(Operator.LESS);
    }
    return Optional.empty();
  }

  private int comparison(Item.Phrase phrase, int at) {
    if (phrase.is(WordClass.COMPARE_BETWEEN)) {
      pendingBetween = betweenNumbers(at);
      if (!pendingBetween && text(phrase).equals("between")) {
        doubts.add("'between' is not followed by two values");
      }
      return at + 1;
    }
    Operator operator = operator(phrase).orElseThrow();
    pendingOperator = Optional.of(negated ? inverse(operator) : operator);
    negated = false;
    Token first = tokens.get(phrase.first());
    pendingDegree = language.measuresOf(first).isEmpty() ? Optional.empty() : Optional.of(first);
    zone = zone == Zone.HEAD && shown.isEmpty() && !pendingCount ? zone : Zone.FILTER;
    return at + 1;
  }

  private boolean betweenNumbers(int at) {
    int numbers = 0;
    for (int i = at + 1; i < Math.min(items.size(), at + 6); i++) {
      if (items.get(i) instanceof Item.Number || items.get(i) instanceof Item.Bind) {
        numbers++;
      }
    }
    return numbers >= 2;
  }

  private static Operator inverse(Operator operator) {
    return switch (operator) {
      case EQUAL -> Operator.NOT_EQUAL;
      case NOT_EQUAL -> Operator.EQUAL;
      case LESS -> Operator.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> Operator.GREATER;
      case GREATER -> Operator.LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> Operator.LESS;
    };
  }

  private int function(Function function, int at) {
    Item next = nextMeaning(at);
    if (function == Function.SUM && next instanceof Item.Phrase p && p.is(WordClass.COUNT)) {
      return at + 1;
    }
    boolean saidAgain =
        nothingFollows(at) && !shown.isEmpty() && isMeasure(shown.get(shown.size() - 1));
    if (function == Function.SUM && (next instanceof Item.Measured || saidAgain)) {
      return at + 1;
    }
    if (function == Function.SUM && pendingFunctions.contains(Function.SUM)) {
      return at + 1;
    }
    if (pendingOperator.isPresent()) {
      return againstAll(function, at);
    }
    boolean after =
        function == Function.SUM
            && at > 0
            && items.get(at - 1) instanceof Item.Named
            && !shown.isEmpty()
            && isNumber(shown.get(shown.size() - 1));
    if (after) {
      Field field = ((Sketch.OfField) shown.remove(shown.size() - 1)).field();
      shown.add(new Sketch.AggregateOf(Function.SUM, field)); // "purchase price total"
      return at + 1;
    }
    pendingFunctions.add(function);
    return at + 1;
  }

  /** "above the average [age]". */
  private int againstAll(Function function, int at) {
    Optional<Field> field = subject;
    int end = at + 1;
    Item.Named name = nextName(at);
    if (name != null
        && !names.meaning(name).isTable()
        && NameResolver.isOrdered(names.meaning(name).column().orElseThrow())) {
      field = Optional.of(names.meaning(name).field());
      end = items.indexOf(name) + 1;
    } else if (field.isEmpty() && pendingDegree.isPresent()) {
      field = names.measured(pendingDegree.get(), tables()).map(NameResolver.Ranked::field);
    }
    if (field.isEmpty() || !NameResolver.isOrdered(field.get().column())) {
      doubts.add("nothing to compare with the average");
    } else {
      add(new Sketch.AgainstAll(field.get(), pendingOperator.orElseThrow(), function));
    }
    clearOperator();
    while (end < items.size() && items.get(end) instanceof Item.Filler) {
      end++;
    }
    return end;
  }

  private int missing(int at) {
    Optional<Field> field = subject;
    if (field.isEmpty() && nextName(at) != null) {
      Candidate meaning = names.meaning(nextName(at));
      field = meaning.isTable() ? Optional.empty() : Optional.of(meaning.field());
    }
    if (field.isPresent()) {
      dropShown(field.get());
      add(new Sketch.Missing(field.get(), negated));
    } else {
      doubts.add("nothing is said to be missing");
    }
    negated = false;
    return at + 1;
  }

  private boolean opensGroup(int at) {
    Item next = nextMeaning(at);
    return next instanceof Item.Named || next instanceof Item.Grained;
  }

  private int filler(Item.Filler filler, int at) {
    String word = tokens.get(filler.first()).lower();
    if (tells(tokens.get(filler.first())) || isUnreadUnit(filler, at)) {
      unexplained.add(text(filler));
    }
    if (zone == Zone.HEAD && shown.isEmpty() && WHOLE_ROW.contains(word) && saysOfWhat(at)) {
      wholeRow = true;
    }
    if (negated && isVerb(filler) && (isMissing(filler.hints()) || neverDone(filler))) {
      negated = false;
      return at + 1;
    }
    if (isVerb(filler)) {
      happened(filler);
      done(filler, at);
    }
    joint(word, at);
    return at + 1;
  }

  /** "all information about courses": every column is asked for. */
  private boolean saysOfWhat(int at) {
    return at + 1 < items.size()
        && text(items.get(at + 1)).matches("of|about|on|for|from|regarding");
  }

  private boolean isVerb(Item.Filler filler) {
    Token word = tokens.get(filler.first());
    boolean past = word.lower().endsWith("ed") || !word.lower().startsWith(word.lemma());
    return !filler.hints().isEmpty()
        || past && !language.is(WordClass.STOP, word)
        || ACTS.contains(word.lemma());
  }

  /** "average days between", "days with more than 10 orders": time that is not read. */
  private boolean isUnreadUnit(Item.Filler filler, int at) {
    Token word = tokens.get(filler.first());
    boolean unit = language.calendarUnit(word).isPresent();
    boolean average = pendingFunctions.contains(Function.AVG) && DURATION.contains(word.lower());
    boolean years =
        word.lemma().equals("year") && at > 0 && items.get(at - 1) instanceof Item.Number;
    return average || unit && !years;
  }

  /** Words that are common and yet change what is asked, in a way that is not read. */
  private boolean tells(Token token) {
    if (token.lower().equals("only")) {
      int next = token.index() + 1;
      boolean points =
          next < tokens.size()
              && tokens.get(next).lower().matches("those|the|these|ones|show|list");
      return !points;
    }
    if (token.lower().equals("all")) {
      boolean phrase =
          token.index() > 0 && tokens.get(token.index() - 1).lower().matches("at|of|in");
      return !phrase && !entities.isEmpty() && zone == Zone.FILTER || isAllOfOthers(token.index());
    }
    if (token.lower().matches("up|down") && followsVerb(token.index())) {
      return false; // "picked up"
    }
    return TELLING.contains(token.lower()) || TELLING.contains(token.lemma());
  }

  private boolean followsVerb(int index) {
    return items.stream()
        .filter(i -> i.end() == index)
        .anyMatch(
            i -> i instanceof Item.Filler f && !language.is(WordClass.STOP, tokens.get(f.first())));
  }

  /** "bought all products": every one of them, and not just any. */
  private boolean isAllOfOthers(int index) {
    return !entities.isEmpty()
        && index + 1 < tokens.size()
        && items.stream()
            .filter(i -> i.first() > index && i.first() <= index + 2)
            .anyMatch(
                i -> namedTable(i).filter(t -> !t.equals(entities.iterator().next())).isPresent());
  }

  /** "paid orders": there is a date of it, or there are rows with one. */
  private void done(Item.Filler verb, int at) {
    Optional<Table> next = at + 1 < items.size() ? namedTable(items.get(at + 1)) : Optional.empty();
    if (next.isEmpty() || verb.hints().isEmpty()) {
      return;
    }
    Table rows = next.get();
    Optional<Field> own =
        verb.hints().stream()
            .filter(c -> !c.isTable() && c.table().equals(rows))
            .map(Candidate::field)
            .filter(f -> f.column().type().isTemporal() && f.column().nullable())
            .findFirst();
    if (own.isPresent()) {
      add(new Sketch.Missing(own.get(), true));
    } else if (verb.hints().stream().noneMatch(c -> c.table().equals(rows))) {
      verb.hints().stream()
          .map(Candidate::table)
          .filter(names.dependants(rows)::contains)
          .findFirst()
          .ifPresent(t -> add(new Sketch.Related(t, false)));
    }
  }

  /** "products sold last week": the date is that of the only rows that tell of it. */
  private void happened(Item.Filler verb) {
    boolean dated = items.stream().anyMatch(i -> i instanceof Item.Dated);
    if (!dated || entities.isEmpty() || hasOwnDate() || !verb.hints().isEmpty()) {
      return;
    }
    Set<Table> told = names.dependants(entities.iterator().next());
    if (told.size() == 1 && !entities.containsAll(told)) {
      add(new Sketch.Related(told.iterator().next(), false));
    }
  }

  /** "not sold", "not paid": there are no rows of the only relation that could tell of it. */
  private boolean neverDone(Item.Filler verb) {
    boolean open =
        verb.hints().stream()
            .anyMatch(
                c -> c.column().filter(d -> d.type().isTemporal() && d.nullable()).isPresent());
    if (open) {
      return false; // a row without the date and no row at all are different things
    }
    Set<Table> told = new LinkedHashSet<>();
    verb.hints().stream()
        .map(Candidate::table)
        .filter(t -> !entities.contains(t))
        .forEach(told::add);
    if (told.isEmpty() && !entities.isEmpty()) {
      told.addAll(names.dependants(entities.iterator().next()));
    }
    if (told.size() != 1 || entities.isEmpty()) {
      return false;
    }
    Table absent = told.iterator().next();
    add(new Sketch.Related(absent, true));
    zone = Zone.FILTER;
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "not '%s' means that there are no rows in %s"
                .formatted(text(verb), absent.name().name())));
    return true;
  }

  /** "unpaid orders": the date is missing, or there are no rows with one. */
  private int undone(Item.Undone undone, int at) {
    if (!isMissing(undone.dates()) && !neverDone(new Item.Filler(at, at + 1, undone.dates()))) {
      unexplained.add(text(undone));
    }
    return at + 1;
  }

  /** "not returned": a date of the rows that may be missing. */
  private boolean isMissing(List<Candidate> dates) {
    Set<Table> near = new LinkedHashSet<>(entities);
    near.addAll(names.mentionedTables());
    Optional<Field> date =
        dates.stream()
            .filter(c -> !c.isTable() && near.contains(c.table()))
            .map(Candidate::field)
            .filter(f -> f.column().type().isTemporal() && f.column().nullable())
            .findFirst();
    date.ifPresent(field -> add(new Sketch.Missing(field, false)));
    return date.isPresent();
  }

  private void joint(String word, int at) {
    switch (word) {
      case "with", "whose", "that", "who", "which", "where", "having", "when" -> {
        if (at > 0 && (!shown.isEmpty() || pendingCount)) {
          zone = zone == Zone.ORDER || !shown.isEmpty() ? Zone.FILTER : zone;
          afterWith = word.equals("with");
        }
      }
      default -> {}
    }
  }

  private boolean afterWith;

  private int sign(Item.Sign sign, int at) {
    if (sign.text().equals(",") && zone == Zone.GROUP && shown.isEmpty()) {
      zone = Zone.HEAD;
    }
    if (sign.text().equals("<") || sign.text().equals(">")) {
      pendingOperator = Optional.of(sign.text().equals("<") ? Operator.LESS : Operator.GREATER);
    }
    if (sign.text().matches("[.?]") && at < items.size() - 1) {
      zone = Zone.HEAD;
    }
    return at + 1;
  }

  // ---- names

  private int named(Item.Named named, int at) {
    Candidate meaning = names.meaning(named);
    if (meaning.isTable()) {
      return table(meaning.table(), at);
    }
    return isVerbOfDate(named, meaning) ? at + 1 : field(meaning.field(), at);
  }

  /** "paid" beside a column paid_at says what happened, and asks for nothing. */
  private boolean isVerbOfDate(Item.Named named, Candidate meaning) {
    Token word = tokens.get(named.first());
    return named.end() - named.first() == 1
        && (meaning.column().orElseThrow().type().isTemporal() && meaning.score() < 0.9
            || meaning.score() < 0.7 && word.lower().endsWith("ed"))
        && !word.lower().equals(word.lemma())
        && !operandFollows(items.indexOf(named));
  }

  private int table(Table table, int at) {
    if (pendingOperator.isPresent() && trailingNumber.isPresent()) {
      counted(table, pendingOperator.get(), trailingNumber.get());
      return at + 1;
    }
    if (negated && (zone != Zone.HEAD || !entities.isEmpty()) && !entities.contains(table)) {
      add(new Sketch.Related(table, true));
      negated = false;
      return at + 1;
    }
    if (isAskedBeside(at) && !entities.contains(table)) {
      entities.add(table);
      shown.add(new Sketch.OfEntity(table));
      return at + 1;
    }
    if (ownsNextField(table, at)) {
      return at + 1;
    }
    if (pendingSuperlative.isPresent() && edge.isPresent() && !shown.isEmpty()) {
      doubts.add("the " + edge.get() + " of the rows of each"); // "whose last order was in 2025"
    }
    if (pendingSuperlative.isPresent() && zone == Zone.GROUP) {
      doubts.add("the first of each group is asked for");
    }
    if (pendingSuperlative.isPresent() && sizeOf(table).isPresent()) {
      orderBy(new Sketch.OfField(sizeOf(table).get()), pendingSuperlative.get());
      pendingSuperlative = Optional.empty();
      if (shown.isEmpty()) {
        shown.add(new Sketch.OfEntity(table));
      }
      entities.add(table);
      return at + 1;
    }
    boolean ranked = !shown.isEmpty() || groups.stream().anyMatch(g -> g instanceof Sketch.GrainOf);
    if (pendingSuperlative.isPresent() && ranked && !entities.contains(table)) {
      entities.addAll(shown.isEmpty() ? List.of(table) : List.of());
      orderBy(new Sketch.CountOf(table, Optional.empty()), pendingSuperlative.get());
      pendingSuperlative = Optional.empty();
      pendingCount = false;
      return at + 1;
    }
    if (pendingCommonest.isPresent()) {
      Sketch.Term term = new Sketch.OfEntity(table);
      shown.add(term);
      entities.add(table);
      rankByRelated(table);
      return at + 1;
    }
    if (pendingCount) {
      pendingCount = false;
      entities.add(table);
      Sketch.Term count = new Sketch.CountOf(table, Optional.empty());
      distinct = false;
      return term(count, at);
    }
    boolean counted = !shown.isEmpty() && shown.get(shown.size() - 1) instanceof Sketch.CountOf;
    boolean listed = at > 0 && items.get(at - 1) instanceof Item.Phrase p && p.is(WordClass.AND);
    if (zone == Zone.HEAD && counted && listed && !entities.contains(table)) {
      doubts.add("rows of several relations are counted"); // "number of customers and products"
    }
    if (averagesShownMeasure() && !entities.contains(table)) {
      groups.add(new Sketch.OfEntity(table));
      entities.add(table);
      return at + 1;
    }
    if (isTotalOfRows(at)) {
      pendingFunctions = new ArrayList<>();
      entities.add(table);
      boolean adds = table.columns().stream().anyMatch(c -> addsUp(new Field(table, c)));
      if (adds) {
        doubts.add("a total of rows or of their numbers");
      }
      return term(new Sketch.CountOf(table, Optional.empty()), at); // "total members"
    }
    if (!pendingFunctions.isEmpty()) {
      functionOfRows = followsFunction(at); // "the total of payments"
      entities.add(table);
      return at + 1;
    }
    if (zone == Zone.GROUP && !groups.isEmpty() && !afterList(at)) {
      zone = Zone.FILTER;
    }
    if (zone == Zone.GROUP) {
      groups.add(new Sketch.OfEntity(table));
      entities.add(table);
      return at + 1;
    }
    if (zone == Zone.ORDER) {
      return at + 1;
    }
    if (zone == Zone.FILTER) {
      if (!entities.contains(table) && !isOwner(at)) {
        relate(table);
      }
      return at + 1;
    }
    if (asksWhatWasDone() && shown.isEmpty()) {
      entities.add(table);
      return at + 1;
    }
    boolean owner = isOwner(at);
    if (!entities.contains(table) && !owner) {
      boolean told = next(at) instanceof Item.Stored || next(at) instanceof Item.Quoted;
      if (!shown.isEmpty() && (told || !afterList(at) || isBelonging(at))) {
        relate(table);
      } else {
        shown.add(new Sketch.OfEntity(table));
      }
    }
    if (!owner || entities.isEmpty()) {
      entities.add(table);
    }
    subject = Optional.empty();
    return at + 1;
  }

  private boolean isTotalOfRows(int at) {
    return pendingFunctions.equals(List.of(Function.SUM))
        && at > 0
        && items.get(at - 1) instanceof Item.Phrase p
        && text(p).equals("total");
  }

  private boolean followsFunction(int at) {
    int before = at - 1;
    while (before >= 0
        && (items.get(before) instanceof Item.Stored
            || items.get(before) instanceof Item.Ambiguous
            || items.get(before) instanceof Item.Filler f
                && language.is(WordClass.STOP, tokens.get(f.first())))) {
      before--;
    }
    return before >= 0
        && items.get(before) instanceof Item.Phrase p
        && (p.is(WordClass.SUM)
            || p.is(WordClass.AVERAGE)
            || p.is(WordClass.MAXIMUM)
            || p.is(WordClass.MINIMUM));
  }

  /** "on average, how many units are in an order". */
  private boolean averagesShownMeasure() {
    return pendingFunctions.equals(List.of(Function.AVG))
        && groups.isEmpty()
        && !shown.isEmpty()
        && isMeasure(shown.get(shown.size() - 1));
  }

  /** "and at which berth": asked for beside what came first. */
  private boolean isAskedBeside(int at) {
    boolean which =
        at > 1 && items.get(at - 1) instanceof Item.Phrase p && text(p).matches("which|what");
    return which
        && !shown.isEmpty()
        && items.subList(Math.max(0, at - 3), at - 1).stream()
            .anyMatch(
                i -> i instanceof Item.Sign || i instanceof Item.Phrase p && p.is(WordClass.AND));
  }

  /** "what did customers spend": they are whose measure is asked for, and not asked for. */
  private boolean asksWhatWasDone() {
    int verb = tokens.get(0).lower().equals("how") ? 2 : 1;
    return tokens.size() > verb
        && tokens.get(0).lower().matches("what|how")
        && (verb == 1 || tokens.get(1).lower().equals("much"))
        && tokens.get(verb).lower().matches("did|do|does|have|has");
  }

  /** "the biggest order": what its size is, if it has one. */
  private Optional<Field> sizeOf(Table table) {
    return sizeWord
        .flatMap(word -> names.measured(word, List.of(table)))
        .map(NameResolver.Ranked::field);
  }

  /** "customer city": the relation only says whose column comes next. */
  private boolean ownsNextField(Table table, int at) {
    return at + 1 < items.size()
        && items.get(at + 1) instanceof Item.Named next
        && !names.meaning(next).isTable()
        && names.meaning(next).table().equals(table)
        && zone != Zone.FILTER
        && !(zone == Zone.HEAD && pendingCount);
  }

  /** "of the …", "in the …": the relation is where the rest belongs. */
  private boolean isBelonging(int at) {
    for (int i = at - 1; i >= 0; i--) {
      if (items.get(i) instanceof Item.Filler f) {
        String word = tokens.get(f.first()).lower();
        if (word.matches("of|in|from|for|at|by|on")) {
          return true;
        }
      } else {
        return items.get(i) instanceof Item.Phrase p
            && text(p).matches("of|by|in|from|per|every|for (each|every)|of each|each|in each");
      }
    }
    return false;
  }

  private void relate(Table table) {
    if (absenceOfAnybody) {
      return; // "nobody from Pune bought": what nobody did is part of the absence
    }
    boolean own =
        shown.stream().anyMatch(t -> PlanBuilder.tableOf(t).filter(table::equals).isPresent());
    if (!own) {
      add(new Sketch.Related(table, false));
    }
  }

  private boolean afterList(int at) {
    Item before = at > 0 ? items.get(at - 1) : null;
    return before instanceof Item.Sign
        || before instanceof Item.Phrase p && p.is(WordClass.AND)
        || before instanceof Item.Filler f
            && tokens.get(f.first()).lower().matches("their|its|and");
  }

  /** "the names and cities of customers": the relation only says whose columns were named. */
  private boolean isOwner(int at) {
    if (at == 0) {
      return false;
    }
    int i = at - 1;
    while (i >= 0
        && (items.get(i) instanceof Item.Filler
            || items.get(i) instanceof Item.Phrase p
                && (p.is(WordClass.COMPARE_EQUAL)
                    || p.is(WordClass.GROUP)
                    || p.is(WordClass.DISTINCT)
                    || p.is(WordClass.EXISTENCE))
            || items.get(i) instanceof Item.Stored
            || items.get(i) instanceof Item.Ambiguous)) {
      i--;
    }
    return i >= 0
        && items.get(i) instanceof Item.Named named
        && !names.meaning(named).isTable()
        && shown.stream()
            .anyMatch(
                s ->
                    s instanceof Sketch.OfField f && f.field().equals(names.meaning(named).field())
                        || s instanceof Sketch.AggregateOf a
                            && a.field().equals(names.meaning(named).field())
                        || s instanceof Sketch.CountOf);
  }

  private void rankByRelated(Table table) {
    boolean high = pendingCommonest.orElseThrow();
    pendingCommonest = Optional.empty();
    relatedRanking = Optional.of(high);
    groups.add(new Sketch.OfEntity(table));
    doubts.add("popularity is taken as the number of related rows");
  }

  private Optional<Boolean> relatedRanking = Optional.empty();

  private int field(Field field, int at) {
    Column column = field.column();
    if (pendingOperator.isPresent() && trailingNumber.isEmpty() && comparesWith(field)) {
      return at + 1;
    }
    if (pendingOperator.isPresent() && trailingNumber.isPresent()) {
      if (NameResolver.isOrdered(column)) {
        compareTrailing(field);
      } else {
        doubts.add("different values are counted");
        clearOperator();
      }
      return at + 1;
    }
    if (column.type() == ColumnType.BOOLEAN && shown.isEmpty() && !operandFollows(at)) {
      add(new Sketch.Truth(field, negated));
      negated = false;
      return at + 1;
    }
    if (operandFollows(at) && pendingFunctions.size() == 1 && !shown.isEmpty()) {
      groupSubject = Optional.of(new Sketch.AggregateOf(pendingFunctions.remove(0), field));
      zone = Zone.FILTER;
      return at + 1;
    }
    if (operandFollows(at) && pendingCount && isCounted(at)) {
      pendingCount = false; // "how many products cost more than 100"
      shown.add(new Sketch.CountOf(field.table(), Optional.empty()));
      entities.add(field.table());
    }
    if (operandFollows(at)) {
      subject = Optional.of(field);
      subjectEnd = at;
      zone = zone == Zone.HEAD && !shown.isEmpty() ? Zone.FILTER : zone;
      return at + 1;
    }
    if (!pendingFunctions.isEmpty()) {
      List<Function> functions = pendingFunctions;
      pendingFunctions = new ArrayList<>();
      if (!column.type().isNumeric() && functions.contains(Function.SUM)) {
        pendingCount = pendingCount || !NameResolver.isOrdered(column);
      }
      functions.forEach(f -> term(new Sketch.AggregateOf(f, field), at));
      return at + 1;
    }
    if (pendingSuperlative.isPresent() && zone == Zone.GROUP && !NameResolver.isOrdered(column)) {
      groups.add(new Sketch.OfField(field)); // "top 2 customers per city by revenue"
      return at + 1;
    }
    if (pendingSuperlative.isPresent()) {
      return superlative(field, at);
    }
    if (pendingCommonest.isPresent()) {
      boolean high = pendingCommonest.get();
      pendingCommonest = Optional.empty();
      Sketch.Term term = new Sketch.OfField(field);
      shown.add(term);
      rankByCount(term, field.table(), high);
      return at + 1;
    }
    if (pendingCount && !distinct && addsUp(field) && isCounted(at)) {
      pendingCount = false;
      assumeSum(field);
      return term(new Sketch.AggregateOf(Function.SUM, field), at);
    }
    if (pendingCount) {
      pendingCount = false;
      Optional<Field> of = Optional.of(field);
      distinct = false;
      return term(new Sketch.CountOf(field.table(), of), at);
    }
    subject = Optional.of(field);
    subjectEnd = at;
    switch (zone) {
      case GROUP -> {
        if (!superlativeSeen || !isQuantity(field)) {
          groups.add(new Sketch.OfField(field));
        } else if (orders.isEmpty()) {
          orderBy(new Sketch.OfField(field), true); // "the biggest order by value"
        }
      }
      case ORDER -> orders.add(new Sketch.Order(new Sketch.OfField(field), descending));
      case FILTER -> {
        if (negated && column.nullable() && endsAfter(at) && column.type() != ColumnType.BOOLEAN) {
          add(new Sketch.Missing(field, false));
          negated = false;
        } else {
          filterField(field, at);
        }
      }
      case HEAD -> {
        if (names.isReferenceSaid(field, tokens)) {
          Optional<Table> target = names.target(field);
          if (target.isPresent() && !target.get().equals(field.table())) {
            entities.add(target.get());
            addShown(new Sketch.OfEntity(target.get()));
            return at + 1;
          }
          doubts.add("a row that refers to another of its relation");
        }
        if (column.type() == ColumnType.BOOLEAN && isPredicative(at)) {
          filterField(field, at);
        } else {
          if (isTheirs(at) || afterList(at)) {
            nameEntity(field.table());
          }
          addShown(new Sketch.OfField(field));
        }
      }
    }
    return at + 1;
  }

  /** "ordered before their signup date": a column compared with another. */
  private boolean comparesWith(Field field) {
    Optional<Field> left =
        subject
            .or(
                () ->
                    pendingDegree
                        .flatMap(degree -> names.measured(degree, tables()))
                        .map(NameResolver.Ranked::field))
            .or(() -> onlyDate().filter(d -> field.column().type().isTemporal()));
    boolean comparable =
        left.filter(l -> !l.equals(field))
            .filter(
                l ->
                    l.column().type().isNumeric() && field.column().type().isNumeric()
                        || l.column().type().isTemporal() && field.column().type().isTemporal())
            .isPresent();
    if (comparable) {
      dropShown(left.orElseThrow());
      add(new Sketch.CompareFields(left.get(), pendingOperator.orElseThrow(), field));
      clearOperator();
    }
    return comparable;
  }

  private Optional<Field> onlyDate() {
    return entities.stream()
        .findFirst()
        .filter(t -> lexicon.profile(t).dates().size() == 1)
        .map(t -> new Field(t, lexicon.profile(t).dates().get(0)));
  }

  private boolean endsAfter(int at) {
    return next(at) == null || next(at) instanceof Item.Sign && next(at).end() == tokens.size();
  }

  /** "who are active": a yes-or-no column after a form of "be" is a condition. */
  private boolean isPredicative(int at) {
    return at > 0
        && (items.get(at - 1) instanceof Item.Filler || items.get(at - 1) instanceof Item.Phrase)
        && text(items.get(at - 1)).matches("(?:who |that |which )?(?:is|are|was|were|not)");
  }

  private void filterField(Field field, int at) {
    if (field.column().type() == ColumnType.BOOLEAN) {
      add(new Sketch.Truth(field, negated));
      negated = false;
    } else if (isGiven(field, at)) {
      add(new Sketch.Missing(field, true)); // "members with an email"
    } else if (isTheirs(at)) {
      nameEntity(field.table());
      addShown(new Sketch.OfField(field));
    } else if (afterWith || afterList(at)) {
      if (!shown.contains(new Sketch.OfField(field))) {
        shownInPassing.add(new Sketch.OfField(field));
      }
      addShown(new Sketch.OfField(field));
    }
  }

  private boolean isGiven(Field field, int at) {
    boolean owned =
        afterWith
            || at > 1 && items.get(at - 2) instanceof Item.Phrase p && p.is(WordClass.EXISTENCE);
    return owned
        && field.column().nullable()
        && at > 0
        && items.get(at - 1) instanceof Item.Filler f
        && tokens.get(f.first()).lower().matches("a|an|any");
  }

  /** "orders with their value": asked for beside what the rows are called. */
  private boolean isTheirs(int at) {
    return at > 0
        && items.get(at - 1) instanceof Item.Filler f
        && tokens.get(f.first()).lower().matches("their|its");
  }

  /** Shows the rows of a relation by the columns that name them, whatever else is shown. */
  private void nameEntity(Table table) {
    int place = shown.indexOf(new Sketch.OfEntity(table));
    if (place >= 0) {
      shown.remove(place);
      for (Column column : lexicon.profile(table).display()) {
        shown.add(place++, new Sketch.OfField(new Field(table, column)));
      }
    }
  }

  /** Columns named beside conditions: shown only if nothing else is done with them. */
  private final Set<Sketch.Term> shownInPassing = new LinkedHashSet<>();

  private void addShown(Sketch.Term term) {
    if (!shown.contains(term)) {
      shown.add(term);
    }
  }

  private void addTerm(Sketch.Term term) {
    if (zone == Zone.ORDER) {
      orders.add(new Sketch.Order(term, descending));
    } else if (zone == Zone.HEAD || zone == Zone.GROUP || zone == Zone.FILTER) {
      shown.add(term);
    }
  }

  /** An aggregate: shown, ranked by, or compared, as the words before it say. */
  private int term(Sketch.Term term, int at) {
    if (pendingSuperlative.isPresent()) {
      orderBy(term, pendingSuperlative.get());
      pendingSuperlative = Optional.empty();
      return at + 1;
    }
    if (afterTop.isPresent() && orders.isEmpty()) {
      orderBy(term, afterTop.get());
      return at + 1;
    }
    if (comparisonAfter(at)) {
      groupSubject = Optional.of(term);
      zone = Zone.FILTER;
      return at + 1;
    }
    addTerm(term);
    return at + 1;
  }

  private Optional<Sketch.Term> groupSubject = Optional.empty();

  private boolean comparisonAfter(int at) {
    Item next = next(at);
    if (next instanceof Item.Phrase p && p.is(WordClass.COMPARE_EQUAL) && operator(p).isEmpty()) {
      next = next(items.indexOf(next)); // "whose spend is above"
    }
    Item compared = next;
    return zone != Zone.HEAD || !shown.isEmpty()
        ? compared instanceof Item.Phrase p
            && (operator(p).isPresent()
                || p.is(WordClass.COMPARE_BETWEEN) && betweenNumbers(items.indexOf(p)))
        : false;
  }

  private int superlative(Field field, int at) {
    boolean high = pendingSuperlative.orElseThrow();
    pendingSuperlative = Optional.empty();
    if (pendingCount && !isQuantity(field)) {
      pendingCount = false;
      orderBy(new Sketch.CountOf(field.table(), Optional.of(field)), high);
    } else if (NameResolver.isOrdered(field.column())) {
      pendingCount = false;
      orderBy(new Sketch.OfField(field), high);
      if (shown.isEmpty() && nextName(at) == null) {
        shown.add(new Sketch.OfField(field));
      }
    } else if (limit.isPresent()) {
      addShown(new Sketch.OfField(field));
      afterTop = Optional.of(high);
    } else {
      orderBy(new Sketch.CountOf(field.table(), Optional.of(field)), high);
      doubts.add("a text column is ranked");
    }
    return at + 1;
  }

  private Optional<Boolean> afterTop = Optional.empty();

  private void orderBy(Sketch.Term term, boolean high) {
    boolean dated = term instanceof Sketch.OfField f && f.field().column().type().isTemporal();
    boolean descends = dated && edgeSaid().isPresent() ? edgeSaid().get().contains("last") : high;
    orders.add(new Sketch.Order(term, descends));
    if (limit.isEmpty()) {
      limit = OptionalLong.of(1);
      limitImplied = true;
    }
  }

  /** "last 10 customers by signup date": the latest come first. */
  private Optional<String> edgeSaid() {
    return tokens.stream()
        .map(Token::lower)
        .filter(t -> t.equals("last") || t.equals("first"))
        .filter(t -> items.stream().anyMatch(i -> i instanceof Item.Phrase p && text(p).equals(t)))
        .findFirst();
  }

  /** "cheapest product", "older than 30". */
  private int degree(int at) {
    Token token = tokens.get(items.get(at).first());
    boolean compared =
        token
            .lower()
            .matches(
                ".*(est|er)|best|worst|first|last|top|max|min|maximum|minimum|most|least|latest");
    if (!compared && pendingSuperlative.isEmpty() && zone != Zone.ORDER) {
      unexplained.add(token.text()); // "expensive products" are not the most expensive one
      return at + 1;
    }
    List<Table> tables = tables();
    Item.Named name = nextName(at);
    if (name != null && names.meaning(name).isTable()) {
      tables.add(0, names.meaning(name).table());
      boolean edge = token.lower().matches("first|last|latest|earliest|newest|oldest|recent");
      if (edge
          && !shown.isEmpty()
          && !tables().subList(0, 1).contains(names.meaning(name).table())) {
        doubts.add("the " + token.text() + " of the rows of each"); // "whose latest order"
      }
    }
    if (name != null
        && !names.meaning(name).isTable()
        && NameResolver.isOrdered(names.meaning(name).column().orElseThrow())
        && language.measuresOf(token).get(0).measures().isEmpty()) {
      pendingSuperlative = Optional.of(language.measuresOf(token).get(0).high());
      return at + 1;
    }
    names.mentionedTables().forEach(tables::add);
    Optional<NameResolver.Ranked> ranked =
        tables.isEmpty() ? names.measuredAnywhere(token) : names.measured(token, tables);
    if (ranked.isEmpty()) {
      doubts.add("nothing is measured by '" + token.text() + "'");
      unexplained.add(token.text());
      return at + 1;
    }
    boolean high = ranked.get().high();
    if (pendingFlip) {
      high = !high;
      pendingFlip = false;
    }
    pendingSuperlative = Optional.empty();
    Field field = ranked.get().field();
    if (zone == Zone.ORDER) {
      orders.add(new Sketch.Order(new Sketch.OfField(field), high));
    } else {
      orderBy(new Sketch.OfField(field), high);
    }
    return at + 1;
  }

  private final List<String> unexplained = new ArrayList<>();

  /** Words that were items of meaning and yet had no effect. */
  List<String> unexplained() {
    return List.copyOf(unexplained);
  }

  // ---- values

  private Optional<BigDecimal> trailingNumber = Optional.empty();

  private int number(Item.Number item, int at) {
    BigDecimal value = item.number().value();
    if (pendingOperator.isPresent() && keyNamedBefore(at).isPresent()) {
      doubts.add("a comparison with another row"); // "orders before order 17"
      clearOperator();
      return at + 1;
    }
    if (text(item).contains("%") || isOfAnotherUnit(item.end())) {
      unexplained.add(text(item));
      clearOperator();
      return at + 1;
    }
    if (pendingSuperlative.isPresent()
        && pendingOperator.isEmpty()
        && items.get(Math.max(0, at - 1)) instanceof Item.Phrase) {
      limit = OptionalLong.of(value.longValue());
      return at + 1;
    }
    Item next = next(at);
    if (next instanceof Item.Degree
        || next instanceof Item.Phrase p
            && (p.is(WordClass.MOST)
                || p.is(WordClass.FEWEST)
                || p.is(WordClass.MAXIMUM)
                || p.is(WordClass.MINIMUM))
            && !p.is(WordClass.COMPARE_AT_LEAST)) {
      limit = OptionalLong.of(value.longValue());
      return at + 1;
    }
    suffixOperator(at);
    if (pendingBetween) {
      return between(at);
    }
    if (pendingOperator.isPresent()) {
      return compareNumber(value, at);
    }
    if (groupSubject.isPresent()) {
      add(new Sketch.GroupCompare(groupSubject.get(), Operator.EQUAL, literal(value)));
      groupSubject = Optional.empty();
      return at + 1;
    }
    if (subject.isPresent()
        && subjectIsNear(at)
        && !(next instanceof Item.Named n
            && names.meaning(n).isTable()
            && !NameResolver.isOrdered(subject.get().column()))) {
      addCompare(subject.get(), negated ? Operator.NOT_EQUAL : Operator.EQUAL, value);
      negated = false;
      return at + 1;
    }
    if (isOneOfEach(value, next)) {
      Table each = names.meaning((Item.Named) next).table();
      groups.add(new Sketch.OfEntity(each));
      entities.add(each);
      return items.indexOf(next) + 1;
    }
    if (next instanceof Item.Named named && names.meaning(named).isTable() && !shown.isEmpty()) {
      counted(names.meaning(named).table(), Operator.EQUAL, value);
      return at + 2;
    }
    if (countedAfter(at).isPresent() && !shown.isEmpty()) {
      pendingOperator = Optional.of(Operator.EQUAL);
      trailingNumber = Optional.of(value);
      return at + 1;
    }
    if (isYear(value) && yearColumn().isPresent()) {
      addCompare(yearColumn().get(), Operator.EQUAL, value);
      return at + 1;
    }
    if (next instanceof Item.Named && shown.isEmpty() && zone == Zone.HEAD && isCount(value)) {
      limit = OptionalLong.of(value.longValue());
      return at + 1;
    }
    Optional<Field> key = keyNamedBefore(at);
    if (key.isPresent()) {
      add(new Sketch.Compare(key.get(), Operator.EQUAL, literal(value)));
      shown.remove(new Sketch.OfEntity(key.get().table()));
      return at + 1;
    }
    if (isBareYear(item)) {
      return dated(new Item.Dated(item.first(), item.end(), Period.ofYear(value.intValue())), at);
    }
    unexplained.add(text(item));
    return at + 1;
  }

  /** "order 3875": the number is the key of the one row that is meant. */
  private Optional<Field> keyNamedBefore(int at) {
    Optional<Table> named = at > 0 ? namedTable(items.get(at - 1)) : Optional.empty();
    return named
        .filter(t -> tokens.get(items.get(at - 1).end() - 1).lower().equals(lastLemma(at - 1)))
        .map(t -> lexicon.profile(t).key())
        .filter(key -> key.size() == 1 && key.get(0).type().isNumeric())
        .map(key -> new Field(named.get(), key.get(0)));
  }

  private String lastLemma(int at) {
    return tokens.get(items.get(at).end() - 1).lemma();
  }

  /** "revenue 2025". */
  private boolean isBareYear(Item.Number item) {
    return isYear(item.number().value())
        && item.number().value().intValue() >= EARLIEST_BARE_YEAR
        && tokens.get(item.first()).text().matches("\\d{4}")
        && !(shown.isEmpty() && entities.isEmpty());
  }

  /** "on average in one order": for each of them. */
  private boolean isOneOfEach(BigDecimal value, Item next) {
    return value.compareTo(BigDecimal.ONE) == 0
        && pendingFunctions.contains(Function.AVG)
        && next instanceof Item.Named named
        && names.meaning(named).isTable();
  }

  /** "3 canceled orders": the relation counted, with values that narrow it between. */
  private Optional<Item.Named> countedAfter(int at) {
    boolean narrowed = false;
    for (int i = at + 1; i < Math.min(items.size(), at + 5); i++) {
      Item item = items.get(i);
      if (item instanceof Item.Named named) {
        return Optional.of(named).filter(n -> names.meaning(n).isTable());
      }
      if (item instanceof Item.Phrase p && operator(p).isPresent() && text(p).matches("or .*")) {
        continue; // "8 or more canceled orders"
      }
      narrowed = narrowed || item instanceof Item.Stored || item instanceof Item.Ambiguous;
      if (!narrowed && !(item instanceof Item.Filler) && !isDistinct(item)) {
        return Optional.empty();
      }
      if (narrowed && !(item instanceof Item.Stored || item instanceof Item.Ambiguous)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isDistinct(Item item) {
    return item instanceof Item.Phrase p && p.is(WordClass.DISTINCT);
  }

  /** "ordered exactly once": the number of rows of the relation named before. */
  private int times(Item.Times times, int at) {
    Operator operator = pendingOperator.orElse(Operator.EQUAL);
    Optional<Table> counted = lastRelated();
    boolean shownField =
        counted.isEmpty() && shown.size() == 1 && shown.get(0) instanceof Sketch.OfField;
    if (shownField) {
      Table table = ((Sketch.OfField) shown.get(0)).field().table();
      Sketch.Term count = new Sketch.CountOf(table, Optional.empty());
      add(new Sketch.GroupCompare(count, operator, literal(times.value())));
      clearOperator();
      return at + 1; // "methods used more than 800 times"
    }
    if (counted.isEmpty()) {
      unexplained.add(text(times));
      return at + 1;
    }
    counted(counted.get(), operator, times.value());
    return at + 1;
  }

  /** "amount", "value": the only number of the relation beside it that can be added up. */
  private int quantity(int at) {
    Optional<Table> beside = Optional.empty();
    for (int i = at - 1; i >= 0 && beside.isEmpty(); i--) {
      beside = namedTable(items.get(i));
    }
    for (int i = at + 1; i < items.size() && beside.isEmpty(); i++) {
      beside = namedTable(items.get(i));
    }
    List<Field> numbers =
        beside.stream()
            .flatMap(t -> t.columns().stream().map(c -> new Field(t, c)))
            .filter(f -> isQuantity(f) && !isYearColumn(f.column()))
            .toList();
    if (numbers.size() != 1) {
      unexplained.add(text(items.get(at)));
      return at + 1;
    }
    shown.remove(new Sketch.OfEntity(beside.orElseThrow()));
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "'%s' is %s".formatted(text(items.get(at)), numbers.get(0).column().name())));
    boolean counts = pendingCount && !isCounted(at);
    pendingCount = pendingCount && !counts;
    int next = field(numbers.get(0), at);
    pendingCount = pendingCount || counts;
    return next;
  }

  private Optional<Table> namedTable(Item item) {
    return item instanceof Item.Named named && names.meaning(named).isTable()
        ? Optional.of(names.meaning(named).table())
        : Optional.empty();
  }

  /** Takes back the last relation that was said to have rows, to say how many. */
  private Optional<Table> lastRelated() {
    for (int i = filters.size() - 1; i >= 0; i--) {
      if (filters.get(i).size() == 1
          && filters.get(i).get(0) instanceof Sketch.Related related
          && !related.negated()) {
        filters.remove(i);
        filterPositions.remove(i);
        return Optional.of(related.table());
      }
    }
    return Optional.empty();
  }

  /** "active in the last 60 days": the only period of the question is the term's. */
  private int settled(Item.Settled settled, int at) {
    List<Item.Dated> periods =
        items.stream().filter(i -> i instanceof Item.Dated).map(i -> (Item.Dated) i).toList();
    if (periods.size() == 1) {
      used.add(periods.get(0));
      add(new Sketch.OfReadingWithin(settled.reading(), periods.get(0).period()));
    } else {
      unexplained.add(text(settled));
    }
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
    if (next(at) instanceof Item.Phrase phrase
        && pendingOperator.isEmpty()
        && (phrase.is(WordClass.COMPARE_AT_LEAST) || phrase.is(WordClass.COMPARE_AT_MOST))
        && text(phrase).matches("(or|and) .*")) {
      pendingOperator = operator(phrase);
    }
  }

  private int compareNumber(BigDecimal value, int at) {
    if (!pendingFunctions.isEmpty()) {
      doubts.add("a comparison of an aggregate of nothing named");
    }
    Operator operator = pendingOperator.orElseThrow();
    if (groupSubject.isPresent()) {
      add(new Sketch.GroupCompare(groupSubject.get(), operator, literal(value)));
      groupSubject = Optional.empty();
      clearOperator();
      return at + 1;
    }
    if (pendingCount) {
      pendingCount = false;
    }
    if (next(at) instanceof Item.Measured measured) {
      Sketch.Term measure = new Sketch.MetricOf(measured.metrics());
      add(new Sketch.GroupCompare(measure, operator, literal(value)));
      clearOperator();
      return items.indexOf(measured) + 1;
    }
    Item.Named after = next(at) instanceof Item.Named n ? n : null;
    boolean countedNext =
        after != null
            && items.indexOf(after) - at <= 2
            && (names.meaning(after).isTable()
                || subject.isPresent()
                    && !NameResolver.isOrdered(subject.get().column())
                    && isQuantity(names.meaning(after).field()));
    if (countedNext || countedAfter(at).isPresent()) {
      trailingNumber = Optional.of(value);
      return at + 1;
    }
    if (subject.isPresent() && subjectIsNear(at) && NameResolver.isOrdered(subject.get().column())
        || subject.isPresent()
            && zone == Zone.FILTER
            && subjectIsNear(at)
            && (operator == Operator.EQUAL || operator == Operator.NOT_EQUAL)) {
      addCompare(subject.get(), operator, value);
      clearOperator();
      return skipSuffix(at + 1);
    }
    if (pendingDegree.isPresent()) {
      Optional<NameResolver.Ranked> ranked = names.measured(pendingDegree.get(), tables());
      if (ranked.isPresent()) {
        addCompare(ranked.get().field(), operator, value);
        clearOperator();
        return at + 1;
      }
    }
    Item.Named name = nextName(at);
    if (name != null && items.indexOf(name) - at <= 2) {
      trailingNumber = Optional.of(value);
      return at + 1;
    }
    Optional<Field> only = sumFollows(at) ? Optional.empty() : onlyNumber();
    if (only.isPresent()) {
      addCompare(only.get(), operator, value);
      assumptions.add(
          new Assumption(
              Assumption.Kind.READING,
              value.toPlainString() + " is compared with " + only.get().column().name()));
    } else {
      unexplained.add(value.toPlainString());
    }
    clearOperator();
    return skipSuffix(at + 1);
  }

  /** "brought in more than 50000 in total": not a number of single rows. */
  private boolean sumFollows(int at) {
    return next(at) instanceof Item.Phrase p && (p.is(WordClass.SUM) || p.is(WordClass.AVERAGE));
  }

  private int skipSuffix(int at) {
    return at < items.size()
            && items.get(at) instanceof Item.Phrase p
            && operator(p).isPresent()
            && text(p).matches("(or|and) .*")
        ? at + 1
        : at;
  }

  private int between(int at) {
    pendingBetween = false;
    int second = at + 1;
    while (second < items.size() && !(items.get(second) instanceof Item.Number)) {
      second++;
    }
    BigDecimal low = ((Item.Number) items.get(at)).number().value();
    BigDecimal high =
        second < items.size() ? ((Item.Number) items.get(second)).number().value() : low;
    if (groupSubject.isPresent()) {
      Sketch.Term term = groupSubject.get();
      add(new Sketch.GroupCompare(term, Operator.GREATER_OR_EQUAL, literal(low)));
      add(new Sketch.GroupCompare(term, Operator.LESS_OR_EQUAL, literal(high)));
      groupSubject = Optional.empty();
      return second + 1;
    }
    Optional<Field> field = subject.or(this::onlyNumber);
    if (field.isEmpty()) {
      unexplained.add(low.toPlainString());
      return second + 1;
    }
    addCompare(field.get(), Operator.GREATER_OR_EQUAL, low);
    addCompare(field.get(), Operator.LESS_OR_EQUAL, high);
    return second + 1;
  }

  private Optional<Field> onlyNumber() {
    List<Field> numbers = new ArrayList<>();
    for (Sketch.Term term : shown) {
      if (term instanceof Sketch.OfField f && f.field().column().type().isNumeric()) {
        numbers.add(f.field());
      }
    }
    if (numbers.size() == 1) {
      return Optional.of(numbers.get(0));
    }
    numbers.clear();
    for (Table table : entities) {
      table.columns().stream()
          .filter(c -> c.type().isNumeric() && !isIdentifier(table, c))
          .forEach(c -> numbers.add(new Field(table, c)));
      break;
    }
    return numbers.size() == 1 ? Optional.of(numbers.get(0)) : Optional.empty();
  }

  private boolean addsUp(Field field) {
    return isQuantity(field)
        && lexicon.wordsOf(field.column()).stream().noneMatch(NOT_ADDED_UP::contains)
        && !isYearColumn(field.column())
        && !NonAdditiveNames.standard().matches(field.column().name());
  }

  private boolean isYearColumn(Column column) {
    return lexicon.wordsOf(column).contains(language.lemma("year"));
  }

  private void assumeSum(Field field) {
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING, "the values of " + field.column().name() + " are added up"));
  }

  private boolean isQuantity(Field field) {
    return field.column().type().isNumeric() && !isIdentifier(field.table(), field.column());
  }

  private boolean isIdentifier(Table table, Column column) {
    return table.primaryKey().contains(column.name())
        || column.name().toLowerCase(java.util.Locale.ROOT).endsWith("id");
  }

  private static boolean isYear(BigDecimal value) {
    return value.scale() <= 0 && value.intValue() >= 1000 && value.intValue() <= 2100;
  }

  private Optional<Field> yearColumn() {
    List<String> year = List.of(language.lemma("year"));
    for (Table table : tables()) {
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

  private void compareTrailing(Field field) {
    BigDecimal value = trailingNumber.orElseThrow();
    addCompare(field, pendingOperator.orElseThrow(), value);
    clearOperator();
  }

  private void counted(Table table, Operator operator, BigDecimal value) {
    if (shown.contains(new Sketch.OfEntity(table))) {
      doubts.add("rows are counted for the rows of another relation");
    }
    add(new Sketch.Counted(table, operator, literal(value)));
    clearOperator();
  }

  private void addCompare(Field field, Operator operator, BigDecimal value) {
    dropShown(field);
    if (field.column().type().isTemporal() && isYear(value)) {
      add(new Sketch.Compare(field, operator, literal(value)));
      return;
    }
    Expression right =
        field.column().type() == ColumnType.TEXT
            ? new Expression.Literal(value.toPlainString())
            : literal(value);
    add(new Sketch.Compare(field, operator, right));
  }

  private static Expression literal(BigDecimal value) {
    boolean whole =
        value.stripTrailingZeros().scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE;
    return new Expression.Literal(whole ? (Object) value.longValue() : value);
  }

  private void clearOperator() {
    pendingOperator = Optional.empty();
    pendingDegree = Optional.empty();
    trailingNumber = Optional.empty();
  }

  private boolean subjectIsNear(int at) {
    for (int i = subjectEnd + 1; i < at; i++) {
      Item item = items.get(i);
      if (item instanceof Item.Named || item instanceof Item.Dated) {
        return false;
      }
    }
    return at - subjectEnd <= 6;
  }

  /** "instruments with more than 3 courses": the number is not one of the name before. */
  private boolean isCountedAhead(int at) {
    boolean quantity =
        items.get(at) instanceof Item.Named n
            && !names.meaning(n).isTable()
            && isQuantity(names.meaning(n).field());
    for (int i = at + 1; i < Math.min(items.size(), at + 5) && !quantity; i++) {
      Item item = items.get(i);
      if (item instanceof Item.Number) {
        return countedAfter(i).isPresent();
      }
      if (item instanceof Item.Named) {
        return false;
      }
    }
    return false;
  }

  /** Whether a value or comparison follows the name, so that the name is part of a condition. */
  private boolean operandFollows(int at) {
    if (isCountedAhead(at)) {
      return false;
    }
    boolean compared = false;
    for (int i = at + 1; i < items.size(); i++) {
      Item item = items.get(i);
      if (item instanceof Item.Quoted || item instanceof Item.Bind) {
        return true;
      }
      if (item instanceof Item.Dated) {
        return items.get(at) instanceof Item.Named n
            && names.meaning(n).field().column().type().isTemporal();
      }
      if (item instanceof Item.Number) {
        return compared || zone != Zone.HEAD || i == at + 1;
      }
      if (item instanceof Item.Stored stored) {
        return stored.values().stream()
            .anyMatch(
                v ->
                    items.get(at) instanceof Item.Named n
                        && n.candidates().stream()
                            .anyMatch(
                                c ->
                                    !c.isTable()
                                        && c.field().equals(new Field(v.table(), v.column()))));
      }
      if (item instanceof Item.Phrase p) {
        if (p.is(WordClass.COMPARE_BETWEEN) && !betweenNumbers(i) && operator(p).isEmpty()) {
          return false; // "per city from recent orders"
        }
        if (operator(p).isPresent()
            || p.is(WordClass.COMPARE_BETWEEN)
            || p.is(WordClass.MISSING)
            || p.is(WordClass.CONTAINS)
            || p.is(WordClass.STARTS_WITH)
            || p.is(WordClass.ENDS_WITH)) {
          if (zone == Zone.HEAD
              && shown.isEmpty()
              && !p.is(WordClass.COMPARE_EQUAL)
              && pendingFunctions.isEmpty()) {
            return true;
          }
          return true;
        }
        if (p.is(WordClass.COMPARE_EQUAL)
            || p.is(WordClass.NEGATION)
            || p.is(WordClass.EXISTENCE)) {
          compared = true;
          continue;
        }
        return false;
      }
      if (item instanceof Item.Filler f) {
        String word = tokens.get(f.first()).lower();
        if (word.matches("is|are|was|were|of|the|a|an|be|in|at")) {
          compared = compared || word.matches("is|are|was|were|of");
          continue;
        }
      }
      return false;
    }
    return false;
  }

  private int stored(List<StoredValue> values, String said, int at) {
    if (includesOnly(at)) {
      return at + 1;
    }
    if (trailingNumber.isEmpty() && followsPreposition(at)) {
      clearOperator(); // "listed under Toys" compares nothing
    }
    Optional<Field> named = subject.filter(f -> subjectIsNear(at)).or(() -> nextField(at));
    StoredValue place = names.place(values, named);
    Field field = new Field(place.table(), place.column());
    boolean absence =
        negated
            && next(at) instanceof Item.Named n
            && names.meaning(n).isTable()
            && names.meaning(n).table().equals(field.table())
            && !entities.contains(field.table());
    if (named.isPresent() && named.get().equals(field)) {
      dropShown(field);
    }
    if (isFarFrom(next(at), field)) {
      doubts.add("'" + said + "' is no word for the rows it stands before");
    }
    if (isAbsent(field)) {
      without(field, place, at);
      negated = false;
      zone = Zone.FILTER;
      return consumedAbsent(at);
    }
    if (place.variants().size() > 1 || !place.variants().get(0).equalsIgnoreCase(said)) {
      assumptions.add(
          new Assumption(
              Assumption.Kind.VALUE,
              "'"
                  + said
                  + "' is taken as "
                  + field.column().name()
                  + " "
                  + String.join(", ", place.variants())));
    }
    boolean sideBySide = isComparedBefore(at) && !filters.isEmpty() && lastIsOn(field);
    boolean continues =
        sideBySide || !filters.isEmpty() && joinsAlternatives(at) && lastIsOn(field);
    if (continues && isComparing() && !groups.contains(new Sketch.OfField(field))) {
      groups.add(new Sketch.OfField(field));
      comparedSides = true;
    }
    boolean each =
        both
            || entities.stream()
                .findFirst()
                .filter(e -> !names.isToOne(e, field.table()))
                .isPresent();
    alternative = alternative || continues && !each;
    if (continues && extendsNegation(field, place.variants())) {
      alternative = false;
      negated = false;
      return consumedNext(named, at);
    }
    add(new Sketch.OneOf(field, place.variants(), negated && !absence));
    negated = absence;
    if (zone == Zone.HEAD && !shown.isEmpty()) {
      zone = Zone.FILTER;
    }
    zone = zone == Zone.GROUP ? Zone.HEAD : zone;
    return consumedNext(named, at);
  }

  /** "including canceled orders": adds what would be left out, and leaves nothing else out. */
  private boolean includesOnly(int at) {
    return at > 0 && INCLUDING.contains(text(items.get(at - 1)));
  }

  private boolean followsPreposition(int at) {
    int before = at - 1;
    while (before >= 0 && items.get(before) instanceof Item.Filler) {
      before--;
    }
    return before >= 0
        && items.get(before) instanceof Item.Phrase p
        && p.end() - p.first() == 1
        && !text(p).matches("[<>]=?|exceed.*");
  }

  /** "fire stations" are no stations that once saw a fire. */
  private boolean isFarFrom(Item next, Field field) {
    Optional<Table> table = next == null ? Optional.empty() : namedTable(next);
    return table
        .filter(t -> !t.equals(field.table()) && !names.isToOne(t, field.table()))
        .filter(t -> !names.dependants(t).contains(field.table()))
        .isPresent();
  }

  /** "stations without a tanker": there must be no row with the value. */
  private boolean isAbsent(Field field) {
    boolean many =
        entities.stream()
            .findFirst()
            .filter(e -> !e.equals(field.table()) && !names.isToOne(e, field.table()))
            .isPresent();
    return many && (negated && existenceNegated || alternative && lastWithoutOf(field) >= 0);
  }

  private void without(Field field, StoredValue place, int at) {
    int last = alternative ? lastWithoutOf(field) : -1;
    List<String> values = new ArrayList<>(place.variants());
    if (last >= 0) {
      Sketch.Without before = (Sketch.Without) filters.remove(last).get(0);
      filterPositions.remove(last);
      values.addAll(0, ((Sketch.OneOf) before.conditions().get(0)).values());
    }
    alternative = false;
    Sketch.Filter value = new Sketch.OneOf(field, values, false);
    add(new Sketch.Without(field.table(), List.of(value)));
  }

  private int lastWithoutOf(Field field) {
    int last = filters.size() - 1;
    boolean same =
        last >= 0
            && filters.get(last).get(0) instanceof Sketch.Without w
            && !w.conditions().isEmpty()
            && w.conditions().get(0) instanceof Sketch.OneOf o
            && o.field().equals(field);
    return same ? last : -1;
  }

  /** The relation or column named after the value belongs to it. */
  private int consumedAbsent(int at) {
    boolean named =
        at + 1 < items.size()
            && items.get(at + 1) instanceof Item.Named n
            && filters.get(filters.size() - 1).get(0) instanceof Sketch.Without w
            && names.meaning(n).table().equals(w.table());
    return named ? at + 2 : at + 1;
  }

  /** "Electronics category": the column named after the value belongs to it. */
  private Optional<Field> nextField(int at) {
    if (at + 1 < items.size()
        && items.get(at + 1) instanceof Item.Named n
        && !names.meaning(n).isTable()) {
      return Optional.of(names.meaning(n).field());
    }
    return Optional.empty();
  }

  private int consumedNext(Optional<Field> named, int at) {
    Optional<Field> next = nextField(at);
    boolean consumed =
        named.isPresent()
            && next.isPresent()
            && next.get().equals(named.get())
            && filters.get(filters.size() - 1).stream()
                .anyMatch(f -> f instanceof Sketch.OneOf o && o.field().equals(next.get()));
    return consumed ? at + 2 : at + 1;
  }

  /** "in Delhi and Pune": two values of one column can only be alternatives. */
  private boolean joinsAlternatives(int at) {
    int i = at - 1;
    while (i >= 0 && items.get(i) instanceof Item.Filler) {
      i--;
    }
    return i >= 0
        && (items.get(i) instanceof Item.Sign
            || items.get(i) instanceof Item.Phrase p && (p.is(WordClass.AND) || p.is(WordClass.OR))
            || items.get(i) instanceof Item.Stored);
  }

  private boolean isComparing() {
    return tokens.stream().anyMatch(t -> COMPARING.contains(t.lower()));
  }

  /** "other than books and toys": none of them. */
  private boolean extendsNegation(Field field, List<String> values) {
    List<Sketch.Filter> last = filters.get(filters.size() - 1);
    if (last.size() != 1
        || !(last.get(0) instanceof Sketch.OneOf before)
        || !before.negated()
        || !before.field().equals(field)) {
      return false;
    }
    List<String> all = new ArrayList<>(before.values());
    all.addAll(values);
    last.set(0, new Sketch.OneOf(field, all, true));
    return true;
  }

  /** "card vs paypal": a row for each value. */
  private boolean isComparedBefore(int at) {
    return at > 0 && COMPARING.contains(text(items.get(at - 1)));
  }

  private boolean lastIsOn(Field field) {
    List<Sketch.Filter> last = filters.get(filters.size() - 1);
    return last.stream().allMatch(f -> f instanceof Sketch.OneOf o && o.field().equals(field));
  }

  private int quoted(Item.Quoted quoted, int at) {
    Optional<Field> named = subject.filter(f -> subjectIsNear(at)).or(() -> nextField(at));
    if (pendingMatch.isPresent()) {
      Optional<Field> field = named.or(this::displayField);
      if (field.isPresent()) {
        dropShown(field.get());
        add(new Sketch.Like(field.get(), quoted.text(), pendingMatch.get(), negated));
      } else {
        unexplained.add(quoted.text());
      }
      pendingMatch = Optional.empty();
      negated = false;
      return at + 1;
    }
    boolean fits =
        named.isEmpty()
            || quoted.values().stream()
                .anyMatch(v -> named.get().equals(new Field(v.table(), v.column())));
    if (!quoted.values().isEmpty() && fits) {
      return stored(quoted.values(), quoted.text(), at);
    }
    if (named.isPresent() && named.get().column().type() == ColumnType.TEXT
        || named.isEmpty() && displayField().isPresent()) {
      Field field = named.or(this::displayField).orElseThrow();
      if (named.isPresent()) {
        dropShown(field);
      } else {
        doubts.add("the quoted text is taken as " + field);
      }
      boolean continues = !filters.isEmpty() && joinsAlternatives(at) && lastCompares(field);
      alternative = alternative || continues;
      add(
          new Sketch.Compare(
              field,
              negated ? Operator.NOT_EQUAL : Operator.EQUAL,
              new Expression.Literal(quoted.text())));
      negated = false;
      zone = Zone.FILTER;
      return at + 1;
    }
    if (named.isPresent()) {
      dropShown(named.get());
      Optional<BigDecimal> number = decimal(quoted.text());
      if (number.isPresent()) {
        addCompare(named.get(), pendingOperator.orElse(Operator.EQUAL), number.get());
        clearOperator();
        return at + 1;
      }
    }
    unexplained.add(quoted.text());
    return at + 1;
  }

  private boolean lastCompares(Field field) {
    return filters.get(filters.size() - 1).stream()
        .allMatch(f -> f instanceof Sketch.Compare c && c.field().equals(field));
  }

  private static Optional<BigDecimal> decimal(String text) {
    try {
      return Optional.of(new BigDecimal(text.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private Optional<Field> displayField() {
    return entities.stream()
        .findFirst()
        .map(t -> new Field(t, lexicon.profile(t).display().get(0)));
  }

  private int bind(Item.Bind bind, int at) {
    Expression.Parameter free = new Expression.Parameter(bind.index(), Optional.empty());
    if (subject.isEmpty()
        && nextName(at) != null
        && pendingOperator.isPresent()
        && names.meaning(nextName(at)).isTable()) {
      add(new Sketch.Counted(names.meaning(nextName(at)).table(), pendingOperator.get(), free));
      clearOperator();
      return items.indexOf(nextName(at)) + 1;
    }
    Optional<Field> named = subject.or(() -> nextField(at));
    if (named.isEmpty()) {
      unexplained.add("?");
      return at + 1;
    }
    dropShown(named.get());
    Expression value = new Expression.Parameter(bind.index(), Optional.of(named.get().column()));
    if (pendingBetween) {
      boolean first =
          filters.isEmpty()
              || filters.get(filters.size() - 1).stream()
                  .noneMatch(
                      f ->
                          f instanceof Sketch.Compare c
                              && c.field().equals(named.get())
                              && c.operator() == Operator.GREATER_OR_EQUAL);
      pendingBetween = first;
      add(
          new Sketch.Compare(
              named.get(), first ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL, value));
      return at + 1;
    }
    Operator operator = pendingOperator.orElse(negated ? Operator.NOT_EQUAL : Operator.EQUAL);
    negated = false;
    add(new Sketch.Compare(named.get(), operator, value));
    clearOperator();
    return at + 1;
  }

  private int dated(Item.Dated dated, int at) {
    if (used.contains(dated)) {
      return at + 1;
    }
    Optional<Field> field =
        subject
            .filter(f -> (f.column().type().isTemporal() || isYear(f)) && subjectIsNear(at))
            .or(() -> hintedDate(at));
    field.ifPresent(this::dropShown);
    Optional<Table> near = Optional.empty();
    for (int i = at - 1; i >= 0 && near.isEmpty(); i--) {
      if (items.get(i) instanceof Item.Measured) {
        break;
      }
      if (items.get(i) instanceof Item.Stored stored && eventOf(stored).isPresent()) {
        near = eventOf(stored);
        break;
      }
      if (items.get(i) instanceof Item.Named named
          && (names.meaning(named).isTable()
              || names.meaning(named).field().column().type().isTemporal())
          && !((hasOwnDate() || isMeasured()) && isNarrowing(i))) {
        near = Optional.of(names.meaning(named).table());
      }
    }
    int last = filters.size() - 1;
    if (field.isEmpty()
        && last >= 0
        && filters.get(last).get(0) instanceof Sketch.Without absent
        && filters.get(last).size() == 1
        && !absent.conditions().isEmpty()
        && absent.conditions().get(0) instanceof Sketch.OneOf) {
      List<Sketch.Filter> conditions = new ArrayList<>(absent.conditions());
      conditions.add(
          new Sketch.Within(
              dated.period(),
              Optional.empty(),
              Optional.of(doneBefore(at).orElse(absent.table()))));
      filters.get(last).set(0, new Sketch.Without(absent.table(), conditions));
      return at + 1; // "nobody from Pune since August"
    }
    Sketch.Filter within = new Sketch.Within(dated.period(), field, near);
    Optional<Table> done = negated ? lastPresent() : Optional.empty();
    if (done.isPresent()) {
      within = new Sketch.Without(done.get(), List.of(within));
      negated = false;
    }
    add(within);
    clearOperator();
    compareTimes(dated.period());
    boolean both = dated.period().label().matches("(?i).*\\band in\\b.*");
    if (both && shown.stream().anyMatch(t -> t instanceof Sketch.OfEntity)) {
      doubts.add("one time or the other, or both"); // "customers who ordered in May and in June"
    }
    if (zone == Zone.HEAD && !shown.isEmpty()) {
      zone = Zone.FILTER;
    }
    return at + 1;
  }

  /** "compare revenue in 2024 and 2025": a row for each time. */
  private void compareTimes(Period period) {
    boolean compared =
        isComparing() && period.label().matches("(?i).*\\b(and|vs|versus|to|with|or)\\b.*");
    if (!compared) {
      return;
    }
    Optional<Expression.CalendarUnit> unit = wholeUnits(period);
    if (unit.isPresent()) {
      groups.add(new Sketch.GrainOf(unit.get()));
      comparedSides = true;
    } else {
      doubts.add("times are compared");
    }
  }

  private static Optional<Expression.CalendarUnit> wholeUnits(Period period) {
    if (period.from().isEmpty() || period.to().isEmpty()) {
      return Optional.empty();
    }
    boolean months =
        period.from().get().getDayOfMonth() == 1 && period.to().get().getDayOfMonth() == 1;
    boolean years =
        period.from().get().getDayOfYear() == 1 && period.to().get().getDayOfYear() == 1;
    if (years) {
      return Optional.of(Expression.CalendarUnit.YEAR);
    }
    return months ? Optional.of(Expression.CalendarUnit.MONTH) : Optional.empty();
  }

  /** "animals that had surgery this year": the rows of the value, where many may belong to one. */
  private Optional<Table> eventOf(Item.Stored stored) {
    Table place = names.place(stored.values(), Optional.empty()).table();
    boolean many =
        entities.stream()
            .findFirst()
            .filter(e -> !e.equals(place) && !names.isToOne(e, place))
            .isPresent();
    return many && !lexicon.profile(place).dates().isEmpty()
        ? Optional.of(place)
        : Optional.empty();
  }

  /** The relation named last, if it is not what is asked for: what was done, or not done. */
  private Optional<Table> doneBefore(int at) {
    for (int i = at - 1; i >= 0; i--) {
      Optional<Table> named = namedTable(items.get(i));
      if (named.isPresent()) {
        return named.filter(t -> !entities.contains(t));
      }
    }
    return Optional.empty();
  }

  /** "built before 2010": the date or year that is named like the verb. */
  private Optional<Field> hintedDate(int at) {
    for (int i = at - 1; i >= Math.max(0, at - 2); i--) {
      if (items.get(i) instanceof Item.Filler filler) {
        Optional<Field> hint =
            filler.hints().stream()
                .filter(c -> !c.isTable() && isAbout(c.table()))
                .map(Candidate::field)
                .filter(f -> f.column().type().isTemporal() || isYear(f))
                .findFirst();
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  private boolean isAbout(Table table) {
    return entities.isEmpty()
        || entities.contains(table)
        || names.dependants(entities.iterator().next()).contains(table);
  }

  private boolean isYear(Field field) {
    return field.column().type().isNumeric() && isYearColumn(field.column());
  }

  /** "orders from Delhi customers since May": what is asked for has a date of its own. */
  private boolean hasOwnDate() {
    return entities.stream()
        .findFirst()
        .filter(t -> !lexicon.profile(t).dates().isEmpty())
        .isPresent();
  }

  private boolean isMeasured() {
    return items.stream()
        .anyMatch(
            i ->
                i instanceof Item.Measured
                    || i instanceof Item.Ambiguous a && a.ranked().isPresent());
  }

  /** "from Delhi customers": says whose, and not when. */
  private boolean isNarrowing(int at) {
    int first = narrowedFrom(at);
    boolean among =
        first > 0
            && items.get(first - 1) instanceof Item.Filler f
            && tokens.get(f.first()).lower().matches("among|amongst|within");
    return among || isBelonging(first);
  }

  /** The place before the values that narrow a name. */
  private int narrowedFrom(int at) {
    int first = at;
    while (first > 0 && items.get(first - 1) instanceof Item.Stored) {
      first--;
    }
    return first;
  }

  /** The last relation of which rows are asked for. */
  private Optional<Table> lastPresent() {
    for (int i = filters.size() - 1; i >= 0; i--) {
      for (Sketch.Filter filter : filters.get(i)) {
        if (filter instanceof Sketch.Related related && !related.negated()) {
          return Optional.of(related.table());
        }
      }
    }
    return Optional.empty();
  }

  private int reading(Item.Ambiguous item, int at) {
    Optional<Glossary.Reading> chosen = item.use().chosen();
    if (chosen.isEmpty()) {
      return at + 1;
    }
    Glossary.Reading reading = chosen.get();
    if (reading.filter().isPresent()) {
      add(new Sketch.OfReading(reading));
    }
    if (reading.date().isPresent()) {
      dateReading = Optional.of(reading);
    }
    if (reading.order().isPresent() && item.ranked().isPresent()) {
      Sketch.Term ranked = item.ranked().get();
      addShown(ranked);
      PlanBuilder.tableOf(ranked).ifPresent(entities::add);
      groups.add(ranked);
      Sketch.Term measure = new Sketch.ReadingOf(reading);
      shown.add(measure);
      orders.add(new Sketch.Order(measure, item.descending()));
      if (limit.isEmpty()) {
        limit = OptionalLong.of(item.count());
      }
    }
    return at + 1;
  }

  private Optional<Glossary.Reading> dateReading = Optional.empty();

  // ---- the end

  private void finish() {
    boolean onlyConditions = shown.isEmpty() && groups.isEmpty() && entities.isEmpty();
    if (onlyConditions && !filters.isEmpty() && !asksForPerson()) {
      PlanBuilder.tableOf(filters.get(0).get(0)).ifPresent(this::askFor);
    }
    if (shown.isEmpty() && groups.isEmpty() && entities.isEmpty() && !filters.isEmpty()) {
      PlanBuilder.tableOf(filters.get(0).get(0)).ifPresent(this::askFor);
    }
    shown.removeIf(
        t -> shownInPassing.contains(t) && orders.stream().anyMatch(o -> o.term().equals(t)));
    if (orders.size() == 1
        && orders.get(0).term() instanceof Sketch.MetricOf measure
        && !shown.isEmpty()
        && !shown.contains(measure)) {
      shown.add(measure);
    }
    if (ordered && orders.isEmpty() && !shown.isEmpty()) {
      orders.add(new Sketch.Order(shown.get(0), descending));
    }
    nameWhoIsAsked();
    countGroupedEntities();
    if (rankedWithoutGroup()) {
      doubts.add("a ranking of one total");
      doubts.add("nothing to rank is named");
    }
    countWhatWasAsked();
    if (pendingCount
        && lastCount > 0
        && shown.size() == 1
        && entities.size() == 1
        && orders.isEmpty()
        && isMeasure(shown.get(0))
        && groups.isEmpty()) {
      shown.add(0, new Sketch.CountOf(entities.iterator().next(), Optional.empty()));
      pendingCount = false; // "how many, and what are they worth in total"
    }
    if (pendingCount && shown.isEmpty() && !entities.isEmpty()) {
      shown.add(new Sketch.CountOf(entities.iterator().next(), Optional.empty()));
    } else if (pendingCount
        && groups.isEmpty()
        && !entities.isEmpty()
        && shown.stream().noneMatch(s -> s instanceof Sketch.CountOf)) {
      doubts.add("a count of nothing named");
    }
    if (wholeRow && shown.size() == 1 && shown.get(0) instanceof Sketch.OfEntity rows) {
      shown.set(0, new Sketch.AllOf(rows.table()));
    }
    rankByMeasure();
    orderByWhatIsShown();
    dropSingleRows();
    finishDate();
    relateAgents();
    sumGroupedNumbers();
    readFirstOfEach();
    if (pendingOperator.isPresent()) {
      doubts.add("a comparison without effect");
    }
    if (superlativeSeen && orders.isEmpty() && !showsExtreme()) {
      doubts.add("a ranking without effect");
    }
    if (isComparing() && !comparedSides && groups.isEmpty()) {
      doubts.add("a comparison of what is not said");
    }
    doubtWhatIsNotOneQuery();
    countAsGoverned();
    readNow();
    finishAverage();
    finishShare();
    if (!pendingFunctions.isEmpty()) {
      finishFunctions();
    }
    if (pendingSuperlative.isPresent() && orders.isEmpty()) {
      doubts.add("a ranking without a measure");
    }
    if (afterTop.isPresent() && orders.isEmpty()) {
      doubts.add("a ranking without a measure");
    }
    if (negated) {
      doubts.add("a negation without effect");
    }
    if (trailingNumber.isPresent()) {
      unexplained.add(trailingNumber.get().toPlainString());
    }
    if (relatedRanking.isPresent()) {
      doubts.add("popularity has no measure");
    }
  }

  /** "How many dogs": only a value says what is asked for. */
  private void askFor(Table table) {
    entities.add(table);
    if (!pendingCount && pendingFunctions.isEmpty()) {
      shown.add(new Sketch.OfEntity(table));
    }
  }

  /** "who spent the most", "people who signed up": whose rows are asked for. */
  private void nameWhoIsAsked() {
    boolean onlyTotals = shown.stream().allMatch(QuestionReader::isMeasure);
    boolean ranked = !orders.isEmpty() && groups.isEmpty() && onlyTotals;
    boolean nothing = shown.isEmpty() && entities.isEmpty();
    if ((nothing || ranked) && asksForPerson()) {
      names.person().ifPresent(this::addAsked);
    }
  }

  private void addAsked(Table table) {
    entities.add(table);
    if (!pendingCount) {
      shown.add(0, new Sketch.OfEntity(table));
    }
  }

  private boolean asksForPerson() {
    return tokens.stream()
        .anyMatch(
            t -> t.lower().matches("who|whom|people|person|persons|everyone|everybody|anyone"));
  }

  /** "active customers per city" asks how many there are in each. */
  private void countGroupedEntities() {
    boolean onlyEntity = shown.size() == 1 && shown.get(0) instanceof Sketch.OfEntity;
    boolean grouped =
        !groups.isEmpty()
            && orders.isEmpty()
            && groups.stream()
                .allMatch(g -> g instanceof Sketch.OfField || g instanceof Sketch.GrainOf);
    if (onlyEntity && grouped && groups.stream().allMatch(this::callsShown)) {
      groups.clear(); // "list our customers by name"
      return;
    }
    if (onlyEntity && grouped) {
      Table table = ((Sketch.OfEntity) shown.remove(0)).table();
      shown.add(new Sketch.CountOf(table, Optional.empty()));
      if (tokens.get(0).lower().matches("list|show|give|display|name|names")) {
        noteCounted(table);
      }
    }
  }

  /** "show the events per day": with times there is little else than a number to show for each. */
  private void noteCounted(Table table) {
    if (groups.stream().allMatch(g -> g instanceof Sketch.GrainOf)) {
      assumptions.add(
          new Assumption(
              Assumption.Kind.READING,
              "the number of %s is shown for each time".formatted(table.name().name())));
    } else {
      doubts.add("rows or numbers are asked for in each group");
    }
  }

  private boolean callsShown(Sketch.Term group) {
    Table table = ((Sketch.OfEntity) shown.get(0)).table();
    return group instanceof Sketch.OfField f
        && f.field().table().equals(table)
        && lexicon.profile(table).display().contains(f.field().column());
  }

  private boolean rankedWithoutGroup() {
    return groups.isEmpty()
        && !orders.isEmpty()
        && limit.isPresent()
        && !shown.isEmpty()
        && shown.stream().allMatch(QuestionReader::isMeasure);
  }

  /** "in port right now": rows whose only end is not there yet; if they have another, a doubt. */
  private void readNow() {
    if (tokens.stream().noneMatch(t -> NOW.contains(t.lower()))) {
      return;
    }
    Set<Table> used = new LinkedHashSet<>(entities);
    filters.stream()
        .flatMap(List::stream)
        .forEach(f -> PlanBuilder.tableOf(f).ifPresent(used::add));
    for (Table table : used) {
      if (hasEnd(table)) {
        present(table);
      }
    }
    boolean adjective = tokens.stream().anyMatch(t -> PRESENT.contains(t.lower()) && isRead(t));
    if (adjective && used.stream().noneMatch(this::hasEnd)) {
      doubts.add("nothing tells what is so at present");
    }
  }

  /** Words inside a period or term have been read with it. */
  private boolean isRead(Token token) {
    return items.stream()
        .anyMatch(
            i -> i instanceof Item.Filler && i.first() <= token.index() && token.index() < i.end());
  }

  private void present(Table table) {
    List<Column> ends =
        lexicon.profile(table).dates().stream()
            .filter(Column::nullable)
            .filter(c -> lexicon.wordsOf(c).stream().anyMatch(ENDS::contains))
            .toList();
    if (ends.size() != 1) {
      doubts.add("what is so at present is asked for");
      return;
    }
    add(new Sketch.Missing(new Field(table, ends.get(0)), false));
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "at present means that " + ends.get(0).name() + " is missing"));
  }

  private boolean hasEnd(Table table) {
    List<Column> dates = lexicon.profile(table).dates();
    return dates.size() > 1 && dates.stream().anyMatch(Column::nullable);
  }

  /**
   * Sorting by a column of which an aggregate is shown, or the other way round, is by the
   * aggregate.
   */
  private void orderByWhatIsShown() {
    for (int i = 0; i < orders.size(); i++) {
      Sketch.Order order = orders.get(i);
      if (order.term() instanceof Sketch.OfField field) {
        Optional<Sketch.Term> aggregate =
            shown.stream().filter(t -> isAggregateOf(t, field.field())).findFirst();
        if (aggregate.isPresent()) {
          orders.set(i, new Sketch.Order(aggregate.get(), order.descending()));
        }
      }
      if (order.term() instanceof Sketch.AggregateOf aggregate) {
        shown.replaceAll(t -> t.equals(new Sketch.OfField(aggregate.field())) ? aggregate : t);
      }
    }
  }

  /** "rank the cities by number of orders". */
  private void rankByMeasure() {
    List<Sketch.Term> measures = shown.stream().filter(QuestionReader::isMeasure).toList();
    if (rankAsked && orders.isEmpty() && measures.size() == 1) {
      orders.add(new Sketch.Order(measures.get(0), true));
    } else if (rankAsked && orders.isEmpty()) {
      doubts.add("a ranking without a measure");
    }
  }

  /** "card payments, total amount": a sum for each single row is the row itself. */
  private void dropSingleRows() {
    Set<Table> added = new LinkedHashSet<>();
    shown.stream()
        .filter(t -> t instanceof Sketch.AggregateOf)
        .forEach(t -> added.add(((Sketch.AggregateOf) t).field().table()));
    boolean onlyThese =
        shown.stream()
            .allMatch(t -> t instanceof Sketch.AggregateOf || t instanceof Sketch.OfEntity);
    if (onlyThese
        && added.size() == 1
        && orders.isEmpty()
        && !groups.contains(new Sketch.OfEntity(added.iterator().next()))) {
      shown.remove(new Sketch.OfEntity(added.iterator().next()));
    }
  }

  private static boolean isAggregateOf(Sketch.Term term, Field field) {
    return term instanceof Sketch.AggregateOf a && a.field().equals(field);
  }

  /** "products ordered by clients in Pune": who did it, where nothing is added up. */
  private void relateAgents() {
    boolean list = !shown.isEmpty() && shown.stream().noneMatch(QuestionReader::isMeasure);
    boolean passive =
        tokens.stream()
            .anyMatch(
                t ->
                    t.lower().endsWith("ed")
                        && t.index() + 1 < tokens.size()
                        && tokens.stream()
                            .anyMatch(b -> b.index() > t.index() && b.lower().equals("by")));
    if (!list || !passive || !orders.isEmpty()) {
      return;
    }
    for (Sketch.Term group : List.copyOf(groups)) {
      if (group instanceof Sketch.OfEntity agent && !shown.contains(group)) {
        groups.remove(group);
        filters.add(new ArrayList<>(List.of(new Sketch.Related(agent.table(), false))));
        filterPositions.add(position);
      }
    }
  }

  private boolean showsExtreme() {
    return !pendingFunctions.isEmpty()
        || pendingSuperlative.isPresent()
        || filters.stream().flatMap(List::stream).anyMatch(f -> f instanceof Sketch.AgainstAll)
        || shown.stream()
            .anyMatch(
                t ->
                    t instanceof Sketch.AggregateOf a
                            && (a.function() == Function.MAX || a.function() == Function.MIN)
                        || t instanceof Sketch.DateOf d && d.function().isPresent());
  }

  /** "orders below 25 - how many were there?", "which cities have over 3 shops, and how many?" */
  private void countWhatWasAsked() {
    boolean last = lastCount > 0 && !shown.isEmpty() && pendingCount;
    if (!last) {
      return;
    }
    Optional<Table> counted =
        filters.stream()
            .flatMap(List::stream)
            .filter(f -> f instanceof Sketch.Counted)
            .map(f -> ((Sketch.Counted) f).table())
            .findFirst();
    if (counted.isPresent()) {
      shown.add(new Sketch.CountOf(counted.get(), Optional.empty()));
      pendingCount = false;
    } else if (orders.size() == 1 && orders.get(0).term() instanceof Sketch.CountOf count) {
      shown.add(count); // "top 3 customers by number of orders, with the count"
      pendingCount = false;
    } else if (shown.size() == 1 && shown.get(0) instanceof Sketch.OfEntity e && orders.isEmpty()) {
      Sketch.Term count = new Sketch.CountOf(e.table(), Optional.empty());
      if (eachOfThem) {
        shown.add(count);
      } else {
        shown.set(0, count);
      }
      pendingCount = false;
    }
  }

  /** Questions whose parts do not fit into the one query that is built. */
  private void doubtWhatIsNotOneQuery() {
    boolean categories =
        !shown.isEmpty()
            && shown.stream().allMatch(t -> t instanceof Sketch.OfField f && isCategory(f.field()));
    boolean absent =
        filters.stream()
            .flatMap(List::stream)
            .anyMatch(
                f -> f instanceof Sketch.Related r && r.negated() || f instanceof Sketch.Without);
    if (categories && absent) {
      doubts.add("the absence of rows for a value"); // "cities without orders"
    }
    long counted =
        shown.stream()
            .filter(t -> t instanceof Sketch.CountOf)
            .flatMap(t -> PlanBuilder.tableOf(t).stream())
            .distinct()
            .count();
    if (counted > 1) {
      doubts.add("rows of several relations are counted");
    }
    boolean unlike =
        filters.size() > 1 && filters.stream().anyMatch(any -> any.size() > 1 && !isOneKind(any));
    if (unlike) {
      doubts.add("alternatives of different kinds beside other conditions");
    }
    if (ranksWithinGroups() && !limitImplied) {
      doubts.add("the first few of each group are asked for");
    }
    if (limitImplied && limit.isPresent() && !orders.isEmpty()) {
      assumptions.add(
          new Assumption(
              Assumption.Kind.READING, "the first row is shown; others may have the same value"));
    }
  }

  private boolean isCategory(Field field) {
    return !lexicon.profile(field.table()).display().contains(field.column())
        && !lexicon.profile(field.table()).key().contains(field.column());
  }

  private static boolean isOneKind(List<Sketch.Filter> alternatives) {
    return alternatives.stream().map(PlanBuilder::tableOf).distinct().count() == 1
        && alternatives.stream().map(Object::getClass).distinct().count() == 1;
  }

  /** "how many laptops did we sell": a measure that the glossary says is meant by this count. */
  private void countAsGoverned() {
    shown.replaceAll(
        term ->
            term instanceof Sketch.CountOf c && c.distinct().isEmpty() && !distinctSeen
                ? names
                    .countedBy(c.table(), tokens)
                    .<Sketch.Term>map(metric -> new Sketch.MetricOf(List.of(metric)))
                    .orElse(term)
                : term);
  }

  /** "tonnes per commodity": numbers of many rows in one group are added up. */
  private void sumGroupedNumbers() {
    boolean onlyNumbers =
        !shown.isEmpty()
            && shown.stream().allMatch(t -> t instanceof Sketch.OfField f && isQuantity(f.field()));
    if (!grouping || groups.isEmpty() || !onlyNumbers) {
      return;
    }
    for (int i = 0; i < shown.size(); i++) {
      Field field = ((Sketch.OfField) shown.get(i)).field();
      if (!addsUp(field)) {
        doubts.add("single values are asked for in each group");
      }
      assumeSum(field);
      Sketch.Term single = shown.get(i);
      Sketch.Term sum = new Sketch.AggregateOf(Function.SUM, field);
      shown.set(i, sum);
      orders.replaceAll(o -> o.term().equals(single) ? new Sketch.Order(sum, o.descending()) : o);
    }
  }

  /** Whether something else than the groups is shown, of which the first few are asked for. */
  private boolean ranksWithinGroups() {
    return grouping
        && !groups.isEmpty()
        && limit.isPresent()
        && shown.stream().anyMatch(t -> !isMeasure(t) && !groups.contains(t));
  }

  /** "for each category, the best-selling product": one query gives the first of all only. */
  private void readFirstOfEach() {
    if (ranksWithinGroups() && limitImplied) {
      firstOfEach();
    }
  }

  /** The rows of a group whose value is the highest or lowest of that group. */
  private void firstOfEach() {
    boolean columns =
        groups.stream().allMatch(g -> g instanceof Sketch.OfField)
            && orders.size() == 1
            && orders.get(0).term() instanceof Sketch.OfField
            && shown.contains(
                new Sketch.OfEntity(((Sketch.OfField) orders.get(0).term()).field().table()));
    if (!columns) {
      doubts.add("the first of each group is asked for");
      return;
    }
    List<Field> within = groups.stream().map(g -> ((Sketch.OfField) g).field()).toList();
    Sketch.Order order = orders.get(0);
    Field measured = ((Sketch.OfField) order.term()).field();
    List<Sketch.Filter> conditions =
        filters.stream().filter(any -> any.size() == 1).map(any -> any.get(0)).toList();
    filters.add(
        new ArrayList<>(
            List.of(new Sketch.Extreme(measured, order.descending(), within, conditions))));
    filterPositions.add(position);
    List<Table> named =
        shown.stream()
            .filter(t -> t instanceof Sketch.OfEntity)
            .map(t -> ((Sketch.OfEntity) t).table())
            .toList();
    named.forEach(this::nameEntity);
    for (int i = groups.size() - 1; i >= 0; i--) {
      if (!shown.contains(groups.get(i))) {
        shown.add(0, groups.get(i));
      }
    }
    groups.clear();
    orders.clear();
    superlativeSeen = false;
    limit = OptionalLong.empty();
  }

  private boolean isCounted(int at) {
    int before = at - 1;
    while (before >= 0 && items.get(before) instanceof Item.Filler) {
      before--;
    }
    return before >= 0 && items.get(before) instanceof Item.Phrase p && p.is(WordClass.COUNT);
  }

  /** "when was the first order placed". */
  private void finishDate() {
    boolean asksWhen = tokens.get(0).lower().equals("when");
    if (!asksWhen || shown.size() != 1 || !(shown.get(0) instanceof Sketch.OfEntity asked)) {
      return;
    }
    if (orders.isEmpty() && limit.isEmpty()) {
      Optional<Function> function =
          pendingSuperlative.isEmpty() ? Optional.empty() : edge(pendingSuperlative.get());
      pendingSuperlative = Optional.empty();
      shown.set(0, new Sketch.DateOf(asked.table(), function));
    }
  }

  /** The first is the earliest; words of the end are those that rank low. */
  private static Optional<Function> edge(boolean first) {
    return Optional.of(first ? Function.MIN : Function.MAX);
  }

  /** "average number of orders per customer": the whole, spread over the groups. */
  private void finishAverage() {
    boolean measureOnly = shown.stream().filter(QuestionReader::isMeasure).count() == 1;
    if (!pendingFunctions.equals(List.of(Function.AVG)) || !measureOnly) {
      return;
    }
    Sketch.Term measure =
        shown.stream().filter(QuestionReader::isMeasure).findFirst().orElseThrow();
    Optional<Sketch.Term> per = averagedOver(measure);
    if (isAdditive(measure) && per.isPresent()) {
      pendingFunctions = new ArrayList<>();
      groups.clear();
      shown.clear();
      shown.add(new Sketch.RatioOf(measure, per.get()));
    }
  }

  private static boolean isAdditive(Sketch.Term measure) {
    return measure instanceof Sketch.CountOf c && c.distinct().isEmpty()
        || measure instanceof Sketch.MetricOf m && m.metrics().get(0).additive();
  }

  /** The only group, or the only other relation of the question. */
  private Optional<Sketch.Term> averagedOver(Sketch.Term measure) {
    List<Sketch.Term> others = new ArrayList<>(groups);
    shown.stream().filter(t -> t instanceof Sketch.OfEntity).forEach(others::add);
    if (others.isEmpty()) {
      lastRelated().map(Sketch.OfEntity::new).ifPresent(others::add);
    }
    boolean rows =
        others.size() == 1
            && (others.get(0) instanceof Sketch.OfEntity || others.get(0) instanceof Sketch.GrainOf)
            && !PlanBuilder.tableOf(others.get(0)).equals(PlanBuilder.tableOf(measure));
    return rows ? Optional.of(others.get(0)) : Optional.empty();
  }

  /** "what percentage of orders were paid by card". */
  private void finishShare() {
    if (!shareAsked) {
      return;
    }
    Optional<Sketch.Term> whole =
        shown.stream()
            .filter(QuestionReader::isMeasure)
            .findFirst()
            .or(
                () ->
                    entities.stream()
                        .findFirst()
                        .map(t -> new Sketch.CountOf(t, Optional.empty())));
    List<Integer> part = partOfShare();
    if (whole.isEmpty() || part.isEmpty()) {
      doubts.add("a share is asked for");
      return;
    }
    List<Sketch.Filter> conditions = new ArrayList<>();
    for (int i = part.size() - 1; i >= 0; i--) {
      conditions.add(0, filters.remove((int) part.get(i)).get(0));
    }
    shown.removeIf(t -> isMeasure(t) || t instanceof Sketch.OfEntity);
    shown.add(new Sketch.ShareOf(whole.get(), conditions));
    pendingCount = false;
  }

  /** The conditions after the last verb make the part; the others say of what. */
  private List<Integer> partOfShare() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < filters.size(); i++) {
      if (filters.get(i).size() == 1) {
        all.add(i);
      }
    }
    if (all.size() < 2) {
      return all;
    }
    for (int i : all) {
      Sketch.Filter filter = filters.get(i).get(0);
      if (filter instanceof Sketch.Related || filter instanceof Sketch.Counted) {
        return all.stream().filter(a -> a >= i).toList(); // "who ordered in 2026"
      }
    }
    int verb = lastVerb(filterPositions.get(filters.size() - 1));
    List<Integer> after = all.stream().filter(i -> filterPositions.get(i) > verb).toList();
    List<Integer> of = after.isEmpty() ? all : after;
    List<Integer> undated =
        of.stream().filter(i -> !(filters.get(i).get(0) instanceof Sketch.Within)).toList();
    List<Integer> part = undated.isEmpty() ? of : undated;
    return part.size() == 1 ? part : List.of();
  }

  private int lastVerb(int before) {
    int entity = 0;
    while (entity < items.size()
        && !(items.get(entity) instanceof Item.Named
            || items.get(entity) instanceof Item.Measured)) {
      entity++;
    }
    for (int i = before - 1; i > entity; i--) {
      Token token = tokens.get(items.get(i).first());
      boolean light = items.get(i) instanceof Item.Filler || items.get(i) instanceof Item.Phrase;
      if (light && (token.lower().endsWith("ed") || token.lemma().matches("be|have|come|go"))) {
        return i;
      }
    }
    return -1;
  }

  private boolean averagesRows() {
    boolean spread =
        groups.size() == 1
            && (groups.get(0) instanceof Sketch.OfEntity
                || groups.get(0) instanceof Sketch.GrainOf);
    return functionOfRows
        && spread
        && pendingFunctions.equals(List.of(Function.AVG))
        && shown.stream().allMatch(t -> t instanceof Sketch.OfEntity);
  }

  private void finishFunctions() {
    if (averagesRows()) {
      Table rows = entities.iterator().next();
      shown.removeIf(t -> t instanceof Sketch.OfEntity);
      Sketch.Term count = new Sketch.CountOf(rows, Optional.empty());
      shown.add(new Sketch.RatioOf(count, groups.remove(0)));
      return; // "average loans per member"
    }
    Optional<Field> number = onlyNumber();
    boolean measured = shown.stream().anyMatch(QuestionReader::isMeasure);
    if (number.isEmpty() || measured || !functionOfRows) {
      doubts.add(measured ? "two measures are asked for at once" : "an aggregate of nothing named");
      return;
    }
    pendingFunctions.forEach(f -> shown.add(new Sketch.AggregateOf(f, number.get())));
    shown.removeIf(t -> t instanceof Sketch.OfField f && f.field().equals(number.get()));
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            number.get().column().name() + " is the number that is meant"));
  }

  // ---- neighbours

  private Item next(int at) {
    for (int i = at + 1; i < items.size(); i++) {
      if (!(items.get(i) instanceof Item.Filler)) {
        return items.get(i);
      }
    }
    return null;
  }

  /** The next item that says what is measured or named; "total" adds nothing to it. */
  private Item nextMeaning(int at) {
    Item next = next(at);
    boolean sum = next instanceof Item.Phrase p && p.is(WordClass.SUM);
    return sum && next(items.indexOf(next)) instanceof Item.Measured measured ? measured : next;
  }

  /** The next name, if only words of little meaning stand between. */
  private Item.Named nextName(int at) {
    for (int i = at + 1; i < items.size(); i++) {
      Item item = items.get(i);
      if (item instanceof Item.Named named) {
        return named;
      }
      if (!(item instanceof Item.Filler
          || item instanceof Item.Number
          || item instanceof Item.Degree
          || item instanceof Item.Phrase p
              && (p.is(WordClass.COUNT) || p.is(WordClass.DISTINCT)))) {
        return null;
      }
    }
    return null;
  }

  private List<Table> tables() {
    Set<Table> tables = new LinkedHashSet<>(entities);
    shown.forEach(t -> PlanBuilder.tableOf(t).ifPresent(tables::add));
    return new ArrayList<>(tables);
  }

  private void dropShown(Field field) {
    if (subject.isPresent() && subject.get().equals(field) && shown.size() > 1) {
      Sketch.Term last = shown.get(shown.size() - 1);
      if (last instanceof Sketch.OfField f && f.field().equals(field) && zone == Zone.FILTER) {
        shown.remove(shown.size() - 1);
      }
    }
  }

  private void add(Sketch.Filter filter) {
    if (alternative && !filters.isEmpty()) {
      filters.get(filters.size() - 1).add(filter);
    } else {
      List<Sketch.Filter> alternatives = new ArrayList<>();
      alternatives.add(filter);
      filters.add(alternatives);
      filterPositions.add(position);
    }
    alternative = false;
  }

  private String text(Item item) {
    List<String> words = new ArrayList<>();
    for (int i = item.first(); i < item.end(); i++) {
      words.add(tokens.get(i).lower());
    }
    return String.join(" ", words);
  }
}
