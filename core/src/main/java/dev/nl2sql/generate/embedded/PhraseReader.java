package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.Predicate.TextMatch.Match;
import dev.nl2sql.resource.WordList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads words of grammar: they announce what the names and values after them are for. */
final class PhraseReader {
  private static final Set<String> PREDICATIVE_NEGATIONS =
      Set.copyOf(WordList.read(PhraseReader.class, "predicative_negations.txt"));

  private final SketchDraft draft;
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final Language language;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  PhraseReader(SketchDraft draft, Surroundings around, ColumnKinds kinds) {
    this.draft = draft;
    this.around = around;
    this.kinds = kinds;
    this.language = around.language();
    this.tokens = around.tokens();
    this.items = around.items();
    this.names = around.names();
  }

  int phrase(Item.Phrase phrase, int at) {
    if (order(phrase, at)
        || direction(phrase)
        || superlative(phrase, at)
        || comparison(phrase, at)
        || count(phrase, at)) {
      return at + 1;
    }
    if (phrase.is(WordClass.SUM)) {
      return function(Function.SUM, at);
    }
    if (phrase.is(WordClass.AVERAGE)) {
      return function(Function.AVG, at);
    }
    if (condition(phrase, at)
        || group(phrase, at)
        || connection(phrase, at)
        || command(phrase, at)) {
      return at + 1;
    }
    draft.joint(around.text(phrase), at);
    return at + 1;
  }

  /** "sorted by", and what is said inside of it. */
  private boolean order(Item.Phrase phrase, int at) {
    if (draft.zone != Zone.ORDER && !phrase.is(WordClass.ORDER)) {
      return false;
    }
    if (phrase.is(WordClass.DESCENDING)
        || around.text(phrase).contains("descending")
        || around.text(phrase).contains("decreasing")
        || around.text(phrase).contains("reverse")) {
      draft.descending = draft.orders.isEmpty();
      reverseLast();
    }
    if (phrase.is(WordClass.ORDER) && at == 0) {
      return true;
    }
    if (around.text(phrase).contains("chronological") && !draft.groups.isEmpty()) {
      return true; // groups of time are in that order already
    }
    if (phrase.is(WordClass.ORDER)) {
      draft.descending =
          draft.descending
              || around.text(phrase).startsWith("rank"); // the first rank is the highest
      draft.ordered = true;
      draft.zone = Zone.ORDER;
      return true;
    }
    return around.text(phrase).equals("by")
        || phrase.is(WordClass.DESCENDING)
        || phrase.is(WordClass.ASCENDING);
  }

  /** "oldest first", "descending": an order of what is shown, or of its dates. */
  private boolean direction(Item.Phrase phrase) {
    if (around.text(phrase).matches("(oldest|youngest) first")
        && !draft.orders.isEmpty()
        && isAge(draft.orders.get(draft.orders.size() - 1))) {
      Sketch.Order last = draft.orders.remove(draft.orders.size() - 1);
      draft.orders.add(new Sketch.Order(last.term(), around.text(phrase).startsWith("oldest")));
      return true;
    }
    if (ordersByAge(phrase)) {
      Table table = draft.entities.iterator().next();
      draft.orders.add(
          new Sketch.Order(
              new Sketch.DateOf(table, Optional.empty()), phrase.is(WordClass.DESCENDING)));
      return true;
    }
    if (phrase.is(WordClass.DESCENDING) && !draft.shown.isEmpty()) {
      draft.descending = true;
      Sketch.Term last = draft.lastShown();
      if (draft.orders.isEmpty() && (Sketch.isMeasure(last) || kinds.isNumber(last))) {
        draft.orders.add(new Sketch.Order(last, true));
      }
      return true;
    }
    if (phrase.is(WordClass.ASCENDING) && !draft.shown.isEmpty()) {
      draft.zone = Zone.ORDER;
      return true;
    }
    return false;
  }

  private boolean count(Item.Phrase phrase, int at) {
    if (around.text(phrase).equals("how often")) {
      draft.unexplained.add(around.text(phrase));
      return true;
    }
    if (!phrase.is(WordClass.COUNT)) {
      return false;
    }
    if (!endsName(phrase, at) && !countsWhatWasNamed(at)) {
      draft.pendingCount = true;
      draft.lastCount = at;
    }
    return true;
  }

  /** Parts of texts, missing values, negations. */
  private boolean condition(Item.Phrase phrase, int at) {
    Optional<Match> match = match(phrase);
    if (match.isPresent()) {
      draft.pendingMatch = match;
      return true;
    }
    if (phrase.is(WordClass.MISSING)) {
      missing(at);
      return true;
    }
    if (phrase.is(WordClass.NEGATION)) {
      draft.absenceOfAnybody = around.text(phrase).matches("nobody|no one|none");
      draft.existenceNegated = !PREDICATIVE_NEGATIONS.contains(around.text(phrase));
      draft.negated = true;
      if (draft.zone == Zone.HEAD && !draft.shown.isEmpty()) {
        draft.zone = Zone.FILTER;
      }
      return true;
    }
    return false;
  }

  private static Optional<Match> match(Item.Phrase phrase) {
    if (phrase.is(WordClass.CONTAINS)) {
      return Optional.of(Match.CONTAINS);
    }
    if (phrase.is(WordClass.STARTS_WITH)) {
      return Optional.of(Match.STARTS_WITH);
    }
    return phrase.is(WordClass.ENDS_WITH) ? Optional.of(Match.ENDS_WITH) : Optional.empty();
  }

  private boolean group(Item.Phrase phrase, int at) {
    if (phrase.is(WordClass.DISTINCT)) {
      draft.distinctSeen = true;
      draft.distinct = true;
      return true;
    }
    if (phrase.is(WordClass.GROUP) && around.opensGroup(at) && !around.goesAcrossAll(phrase)) {
      draft.grouping = true;
      draft.zone = Zone.GROUP;
      return true;
    }
    if (phrase.is(WordClass.GROUP)
        && around.nothingFollows(at)
        && around.text(phrase).contains("each")) {
      draft.eachOfThem = true; // "what is in order 7, and how many of each"
      return true;
    }
    return false;
  }

  private boolean connection(Item.Phrase phrase, int at) {
    if (around.text(phrase).equals("but")
        && at > 0
        && around.text(items.get(at - 1)).matches("(?:.* )?(?:anything|everything|all|nothing)")) {
      draft.unexplained.add("but");
    }
    if (around.text(phrase).equals("both")) {
      draft.both = true;
    }
    if (phrase.is(WordClass.OR)) {
      draft.alternative = true;
      return true;
    }
    return false;
  }

  /** Words that ask: they may begin again what is asked for. */
  private boolean command(Item.Phrase phrase, int at) {
    if (phrase.is(WordClass.COMMAND) && tokens.get(phrase.first()).lower().endsWith("ed")) {
      draft.unexplained.add(around.text(phrase)); // "returned orders" command nothing
      return true;
    }
    if (phrase.is(WordClass.COMMAND) && around.text(phrase).equals("rank")) {
      draft.rankAsked = true;
      return true;
    }
    if (phrase.is(WordClass.COMMAND) && at > 0 && !phrase.is(WordClass.GROUP)) {
      if (items.get(at - 1) instanceof Item.Sign
          || draft.zone == Zone.GROUP && draft.shown.isEmpty()) {
        draft.zone = Zone.HEAD;
      }
      return true;
    }
    if (phrase.is(WordClass.EXISTENCE) && !draft.shown.isEmpty() && draft.zone == Zone.HEAD) {
      draft.zone = Zone.FILTER;
      return true;
    }
    if (phrase.is(WordClass.SHARE)) {
      draft.shareAsked = true;
      return true;
    }
    return false;
  }

  private static boolean isAge(Sketch.Order order) {
    return order.term() instanceof Sketch.OfField f && f.field().column().type().isNumeric();
  }

  /** "oldest first", "newest first": by the date of the rows that are asked for. */
  private boolean ordersByAge(Item.Phrase phrase) {
    boolean direction = phrase.is(WordClass.DESCENDING) || phrase.is(WordClass.ASCENDING);
    return direction
        && draft.orders.isEmpty()
        && around.text(phrase).matches("(from )?(oldest|newest|earliest|latest|most recent)\\b.*")
        && draft.hasOwnDate();
  }

  /** "email and phone number of the customer": the word belongs to the name before it. */
  private boolean endsName(Item.Phrase phrase, int at) {
    return around.text(phrase).equals("number of")
        && at > 0
        && items.get(at - 1) instanceof Item.Named named
        && !names.meaning(named).isTable();
  }

  /** "order count per status": the rows named just before are counted. */
  private boolean countsWhatWasNamed(int at) {
    boolean before = at > 0 && items.get(at - 1) instanceof Item.Named;
    boolean ends =
        around.next(at) == null
            || around.next(at) instanceof Item.Phrase p && p.is(WordClass.GROUP);
    boolean entity = !draft.shown.isEmpty() && draft.lastShown() instanceof Sketch.OfEntity;
    if (!before || !ends || !entity) {
      return false;
    }
    Sketch.OfEntity named = (Sketch.OfEntity) draft.shown.remove(draft.shown.size() - 1);
    draft.shown.add(new Sketch.CountOf(named.table(), Optional.empty()));
    return true;
  }

  private void reverseLast() {
    if (!draft.orders.isEmpty() && draft.limit.isEmpty()) {
      Sketch.Order last = draft.orders.remove(draft.orders.size() - 1);
      draft.orders.add(new Sketch.Order(last.term(), true));
    }
  }

  /** "most", "fewest", "top", "highest": what stands around them decides what they mean. */
  private boolean superlative(Item.Phrase phrase, int at) {
    Superlative said = Superlative.of(phrase);
    if (!said.isSaid() || around.isComparison(phrase, at)) {
      return false;
    }
    draft.superlativeSeen = true;
    if (said.top() && draft.limitImplied && around.endsPart(at)) {
      draft.limit = OptionalLong.empty();
      return true;
    }
    if (said.isEnd() && around.next(at) instanceof Item.Number) {
      draft.pendingSuperlative = Optional.of(said.high());
      return true;
    }
    return ranksWhatIsShown(said, at)
        || asksForExtreme(said, at)
        || ranksWhatFollows(phrase, said, at);
  }

  /** The classes of a superlative: a phrase may have several of them. */
  private record Superlative(
      boolean top, boolean bottom, boolean most, boolean fewest, boolean maximum, boolean minimum) {
    static Superlative of(Item.Phrase phrase) {
      return new Superlative(
          phrase.is(WordClass.LIMIT_TOP),
          phrase.is(WordClass.LIMIT_BOTTOM),
          phrase.is(WordClass.MOST),
          phrase.is(WordClass.FEWEST),
          phrase.is(WordClass.MAXIMUM),
          phrase.is(WordClass.MINIMUM));
    }

    boolean isSaid() {
      return isEnd() || isNumber() || isValue();
    }

    /** An end of a list. */
    boolean isEnd() {
      return top || bottom;
    }

    /** The largest or smallest number of something. */
    boolean isNumber() {
      return most || fewest;
    }

    /** The largest or smallest value. */
    boolean isValue() {
      return maximum || minimum;
    }

    boolean high() {
      return top || most || maximum;
    }

    Function extreme() {
      return maximum ? Function.MAX : Function.MIN;
    }
  }

  /** "… per city, highest first": the measure that was said before is ranked by. */
  private boolean ranksWhatIsShown(Superlative said, int at) {
    if (said.isNumber() && !draft.pendingFunctions.isEmpty()) {
      draft.pendingFunctions.add(said.most() ? Function.MAX : Function.MIN);
      return true;
    }
    boolean measured = !draft.shown.isEmpty() && Sketch.isMeasure(draft.lastShown());
    boolean ends = around.nothingFollows(at) && !draft.groups.isEmpty();
    boolean after =
        (said.isNumber() || said.isValue())
            && at > 0
            && items.get(at - 1) instanceof Item.Measured
            && draft.shown.size() > 1
            && !(around.next(at) instanceof Item.Named || around.next(at) instanceof Item.Measured);
    if (measured && (ends || after)) {
      draft.orderBy(draft.lastShown(), said.high());
      return true;
    }
    return false;
  }

  /** "the highest price", "the largest amount". */
  private boolean asksForExtreme(Superlative said, int at) {
    boolean extreme =
        said.isValue() && (isAggregateAsked(at) || around.next(at) instanceof Item.Quantity);
    if (extreme) {
      draft.pendingFunctions.add(said.extreme());
    }
    return extreme;
  }

  private boolean ranksWhatFollows(Item.Phrase phrase, Superlative said, int at) {
    if (around.next(at) instanceof Item.Stored && said.isNumber()) {
      draft.doubts.add("a ranking by a value"); // "who bought the most books"
    }
    if (around.text(phrase).matches(".*(common|frequent|often|popular).*")) {
      commonest(said.high(), at);
      return true;
    }
    if (around.next(at) instanceof Item.Degree
        || around.next(at) instanceof Item.Phrase p && around.isDegree(p)) {
      draft.pendingSuperlative = Optional.of(said.high());
      draft.pendingFlip = !said.high();
      return true;
    }
    boolean nothing =
        around.nextName(at) == null && !(around.nextMeaning(at) instanceof Item.Measured);
    if (nothing && !said.isEnd()) {
      commonest(said.high(), at);
      return true;
    }
    if (nothing) {
      return false;
    }
    announce(phrase, said, at);
    return true;
  }

  private void announce(Item.Phrase phrase, Superlative said, int at) {
    boolean counts =
        phrase.is(WordClass.COUNT)
            || said.isNumber() && around.text(phrase).contains("number")
            || around.next(at) instanceof Item.Phrase p && p.is(WordClass.COUNT);
    draft.pendingSuperlative = Optional.of(said.high());
    draft.pendingCount = draft.pendingCount || counts;
    draft.edge =
        around.text(phrase).matches(".*\\b(first|last|earliest|latest)\\b.*")
            ? Optional.of(around.text(phrase))
            : Optional.empty();
    boolean size = said.isValue() && !said.isNumber() && around.isDegree(phrase);
    draft.sizeWord = size ? Optional.of(tokens.get(phrase.first())) : Optional.empty();
  }

  private void commonest(boolean high, int at) {
    if (around.nextName(at) != null && draft.zone == Zone.HEAD && draft.shown.isEmpty()) {
      draft.pendingCommonest = Optional.of(high);
    } else if (!draft.shown.isEmpty()) {
      Sketch.Term last = draft.lastShown();
      PlanBuilder.tableOf(last).ifPresent(t -> draft.rankByCount(last, t, high));
    } else {
      draft.pendingCommonest = Optional.of(high);
    }
  }

  /** "the highest price" is an aggregate unless an entity is already asked for. */
  private boolean isAggregateAsked(int at) {
    if (!draft.shown.isEmpty() || draft.zone != Zone.HEAD) {
      return draft.zone == Zone.HEAD
              && !draft.shown.isEmpty()
              && draft.shown.stream().allMatch(s -> s instanceof Sketch.AggregateOf)
          || draft.zone == Zone.HEAD && !draft.pendingFunctions.isEmpty();
    }
    Item.Named name = around.nextName(at);
    if (name == null) {
      return around.next(at) instanceof Item.Phrase || around.next(at) instanceof Item.Sign;
    }
    Candidate meaning = names.meaning(name);
    return !meaning.isTable()
        && NameResolver.isOrdered(meaning.column().orElseThrow())
        && !(items.get(0) instanceof Item.Phrase p && around.text(p).matches("who|whose|where"));
  }

  private boolean comparison(Item.Phrase phrase, int at) {
    if (!around.isComparison(phrase, at)) {
      return false;
    }
    if (phrase.is(WordClass.COMPARE_BETWEEN)) {
      draft.pendingBetween = around.betweenNumbers(at);
      if (!draft.pendingBetween && around.text(phrase).equals("between")) {
        draft.doubts.add("'between' is not followed by two values");
      }
      return true;
    }
    Operator operator = Surroundings.operator(phrase).orElseThrow();
    draft.pendingOperator = Optional.of(draft.negated ? operator.negated() : operator);
    draft.negated = false;
    Token first = tokens.get(phrase.first());
    draft.pendingDegree =
        language.measuresOf(first).isEmpty() ? Optional.empty() : Optional.of(first);
    draft.zone =
        draft.zone == Zone.HEAD && draft.shown.isEmpty() && !draft.pendingCount
            ? draft.zone
            : Zone.FILTER;
    return true;
  }

  private int function(Function function, int at) {
    Item next = around.nextMeaning(at);
    if (function == Function.SUM && next instanceof Item.Phrase p && p.is(WordClass.COUNT)) {
      return at + 1;
    }
    boolean saidAgain =
        around.nothingFollows(at) && !draft.shown.isEmpty() && Sketch.isMeasure(draft.lastShown());
    if (function == Function.SUM && (next instanceof Item.Measured || saidAgain)) {
      return at + 1;
    }
    if (function == Function.SUM && draft.pendingFunctions.contains(Function.SUM)) {
      return at + 1;
    }
    if (draft.pendingOperator.isPresent()) {
      return againstAll(function, at);
    }
    boolean after =
        function == Function.SUM
            && at > 0
            && items.get(at - 1) instanceof Item.Named
            && !draft.shown.isEmpty()
            && kinds.isNumber(draft.lastShown());
    if (after) {
      Field field = ((Sketch.OfField) draft.shown.remove(draft.shown.size() - 1)).field();
      draft.shown.add(new Sketch.AggregateOf(Function.SUM, field)); // "purchase price total"
      return at + 1;
    }
    draft.pendingFunctions.add(function);
    return at + 1;
  }

  /** "above the average [age]". */
  private int againstAll(Function function, int at) {
    Optional<Field> field = draft.subject;
    int end = at + 1;
    Item.Named name = around.nextName(at);
    if (name != null
        && !names.meaning(name).isTable()
        && NameResolver.isOrdered(names.meaning(name).column().orElseThrow())) {
      field = Optional.of(names.meaning(name).field());
      end = items.indexOf(name) + 1;
    } else if (field.isEmpty() && draft.pendingDegree.isPresent()) {
      field =
          names.measured(draft.pendingDegree.get(), draft.tables()).map(NameResolver.Ranked::field);
    }
    if (field.isEmpty() || !NameResolver.isOrdered(field.get().column())) {
      draft.doubts.add("nothing to compare with the average");
    } else {
      draft.add(new Sketch.AgainstAll(field.get(), draft.pendingOperator.orElseThrow(), function));
    }
    draft.clearOperator();
    while (end < items.size() && items.get(end) instanceof Item.Filler) {
      end++;
    }
    return end;
  }

  private void missing(int at) {
    Optional<Field> field = draft.subject;
    if (field.isEmpty() && around.nextName(at) != null) {
      Candidate meaning = names.meaning(around.nextName(at));
      field = meaning.isTable() ? Optional.empty() : Optional.of(meaning.field());
    }
    if (field.isPresent()) {
      draft.dropShown(field.get());
      draft.add(new Sketch.Missing(field.get(), draft.negated));
    } else {
      draft.doubts.add("nothing is said to be missing");
    }
    draft.negated = false;
  }

  int sign(Item.Sign sign, int at) {
    if (sign.text().equals(",") && draft.zone == Zone.GROUP && draft.shown.isEmpty()) {
      draft.zone = Zone.HEAD;
    }
    if (sign.text().equals("<") || sign.text().equals(">")) {
      draft.pendingOperator =
          Optional.of(sign.text().equals("<") ? Operator.LESS : Operator.GREATER);
    }
    if (sign.text().matches("[.?]") && at < items.size() - 1) {
      draft.zone = Zone.HEAD;
    }
    return at + 1;
  }
}
