package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads names of columns, and adjectives that measure them: shown, compared, ranked or grouped by.
 */
final class FieldReader {

  private final SketchDraft draft;
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final Language language;
  private final SchemaLexicon lexicon;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  FieldReader(SketchDraft draft, Surroundings around, ColumnKinds kinds) {
    this.draft = draft;
    this.around = around;
    this.kinds = kinds;
    this.language = around.language();
    this.lexicon = around.lexicon();
    this.tokens = around.tokens();
    this.items = around.items();
    this.names = around.names();
  }

  int field(Field field, int at) {
    if (!compared(field, at) && !condition(field, at) && !aggregate(field, at)) {
      draft.subject = Optional.of(field);
      draft.subjectEnd = at;
      inZone(field, at);
    }
    return at + 1;
  }

  /** The other side of a comparison that has begun. */
  private boolean compared(Field field, int at) {
    if (draft.pendingOperator.isPresent()
        && draft.trailingNumber.isEmpty()
        && comparesWith(field)) {
      return true;
    }
    if (draft.pendingOperator.isPresent() && draft.trailingNumber.isPresent()) {
      if (NameResolver.isOrdered(field.column())) {
        compareTrailing(field);
      } else {
        draft.doubts.add("different values are counted");
        draft.clearOperator();
      }
      return true;
    }
    if (isTruth(field) && draft.shown.isEmpty() && !operandFollows(at)) {
      draft.add(new Sketch.Truth(field, draft.negated));
      draft.negated = false;
      return true;
    }
    return false;
  }

  private static boolean isTruth(Field field) {
    return field.column().type() == ColumnType.BOOLEAN;
  }

  /** A value or comparison follows: the name is what it is about. */
  private boolean condition(Field field, int at) {
    if (!operandFollows(at)) {
      return false;
    }
    if (draft.pendingFunctions.size() == 1 && !draft.shown.isEmpty()) {
      draft.groupSubject =
          Optional.of(new Sketch.AggregateOf(draft.pendingFunctions.remove(0), field));
      draft.zone = Zone.FILTER;
      return true;
    }
    if (draft.pendingCount && around.isCounted(at)) {
      draft.pendingCount = false; // "how many products cost more than 100"
      draft.shown.add(new Sketch.CountOf(field.table(), Optional.empty()));
      draft.entities.add(field.table());
    }
    draft.subject = Optional.of(field);
    draft.subjectEnd = at;
    draft.zone = draft.zone == Zone.HEAD && !draft.shown.isEmpty() ? Zone.FILTER : draft.zone;
    return true;
  }

  /** What words before the name have announced: a function, a ranking, a count. */
  private boolean aggregate(Field field, int at) {
    if (!draft.pendingFunctions.isEmpty()) {
      applyFunctions(field, at);
    } else if (draft.pendingSuperlative.isPresent()
        && draft.zone == Zone.GROUP
        && !NameResolver.isOrdered(field.column())) {
      draft.groups.add(new Sketch.OfField(field)); // "top 2 customers per city by revenue"
    } else if (draft.pendingSuperlative.isPresent()) {
      superlative(field, at);
    } else if (draft.pendingCommonest.isPresent()) {
      boolean high = draft.pendingCommonest.get();
      draft.pendingCommonest = Optional.empty();
      Sketch.Term term = new Sketch.OfField(field);
      draft.shown.add(term);
      draft.rankByCount(term, field.table(), high);
    } else if (draft.pendingCount) {
      draft.pendingCount = false;
      boolean adds = !draft.distinct && kinds.addsUp(field) && around.isCounted(at);
      if (adds) {
        draft.assumeSum(field);
        term(new Sketch.AggregateOf(Function.SUM, field), at);
      } else {
        draft.distinct = false;
        term(new Sketch.CountOf(field.table(), Optional.of(field)), at);
      }
    } else {
      return false;
    }
    return true;
  }

  private void applyFunctions(Field field, int at) {
    List<Function> functions = draft.pendingFunctions;
    draft.pendingFunctions = new ArrayList<>();
    if (!field.column().type().isNumeric() && functions.contains(Function.SUM)) {
      draft.pendingCount = draft.pendingCount || !NameResolver.isOrdered(field.column());
    }
    functions.forEach(f -> term(new Sketch.AggregateOf(f, field), at));
  }

  private void inZone(Field field, int at) {
    switch (draft.zone) {
      case GROUP -> {
        if (!draft.superlativeSeen || !kinds.isQuantity(field)) {
          draft.groups.add(new Sketch.OfField(field));
        } else if (draft.orders.isEmpty()) {
          draft.orderBy(new Sketch.OfField(field), true); // "the biggest order by value"
        }
      }
      case ORDER -> draft.orders.add(new Sketch.Order(new Sketch.OfField(field), draft.descending));
      case FILTER -> {
        boolean missing =
            draft.negated && field.column().nullable() && around.endsAfter(at) && !isTruth(field);
        if (missing) {
          draft.add(new Sketch.Missing(field, false));
          draft.negated = false;
        } else {
          filterField(field, at);
        }
      }
      case HEAD -> ask(field, at);
    }
  }

  private void ask(Field field, int at) {
    if (names.isReferenceSaid(field, tokens)) {
      Optional<Table> target = names.target(field);
      if (target.isPresent() && !target.get().equals(field.table())) {
        draft.entities.add(target.get());
        draft.addShown(new Sketch.OfEntity(target.get()));
        return;
      }
      draft.doubts.add("a row that refers to another of its relation");
    }
    if (isTruth(field) && around.isPredicative(at)) {
      filterField(field, at);
      return;
    }
    if (around.isTheirs(at) || around.afterList(at)) {
      draft.nameEntity(field.table());
    }
    draft.addShown(new Sketch.OfField(field));
  }

  /** "ordered before their signup date": a column compared with another. */
  private boolean comparesWith(Field field) {
    Optional<Field> left =
        draft
            .subject
            .or(
                () ->
                    draft
                        .pendingDegree
                        .flatMap(degree -> names.measured(degree, draft.tables()))
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
      draft.dropShown(left.orElseThrow());
      draft.add(new Sketch.CompareFields(left.get(), draft.pendingOperator.orElseThrow(), field));
      draft.clearOperator();
    }
    return comparable;
  }

  private Optional<Field> onlyDate() {
    return draft.entities.stream()
        .findFirst()
        .filter(t -> lexicon.profile(t).dates().size() == 1)
        .map(t -> new Field(t, lexicon.profile(t).dates().get(0)));
  }

  private void filterField(Field field, int at) {
    if (field.column().type() == ColumnType.BOOLEAN) {
      draft.add(new Sketch.Truth(field, draft.negated));
      draft.negated = false;
    } else if (isGiven(field, at)) {
      draft.add(new Sketch.Missing(field, true)); // "members with an email"
    } else if (around.isTheirs(at)) {
      draft.nameEntity(field.table());
      draft.addShown(new Sketch.OfField(field));
    } else if (draft.afterWith || around.afterList(at)) {
      if (!draft.shown.contains(new Sketch.OfField(field))) {
        draft.shownInPassing.add(new Sketch.OfField(field));
      }
      draft.addShown(new Sketch.OfField(field));
    }
  }

  private boolean isGiven(Field field, int at) {
    boolean owned =
        draft.afterWith
            || at > 1 && items.get(at - 2) instanceof Item.Phrase p && p.is(WordClass.EXISTENCE);
    return owned
        && field.column().nullable()
        && at > 0
        && items.get(at - 1) instanceof Item.Filler f
        && tokens.get(f.first()).lower().matches("a|an|any");
  }

  /** An aggregate: shown, ranked by, or compared, as the words before it say. */
  int term(Sketch.Term term, int at) {
    if (draft.pendingSuperlative.isPresent()) {
      draft.orderBy(term, draft.pendingSuperlative.get());
      draft.pendingSuperlative = Optional.empty();
      return at + 1;
    }
    if (draft.afterTop.isPresent() && draft.orders.isEmpty()) {
      draft.orderBy(term, draft.afterTop.get());
      return at + 1;
    }
    if (comparisonAfter(at)) {
      draft.groupSubject = Optional.of(term);
      draft.zone = Zone.FILTER;
      return at + 1;
    }
    draft.addTerm(term);
    return at + 1;
  }

  private boolean comparisonAfter(int at) {
    Item next = around.next(at);
    if (next instanceof Item.Phrase p
        && p.is(WordClass.COMPARE_EQUAL)
        && Surroundings.operator(p).isEmpty()) {
      next = around.next(items.indexOf(next)); // "whose spend is above"
    }
    Item compared = next;
    return draft.zone != Zone.HEAD || !draft.shown.isEmpty()
        ? compared instanceof Item.Phrase p
            && (Surroundings.operator(p).isPresent()
                || p.is(WordClass.COMPARE_BETWEEN) && around.betweenNumbers(items.indexOf(p)))
        : false;
  }

  private int superlative(Field field, int at) {
    boolean high = draft.pendingSuperlative.orElseThrow();
    draft.pendingSuperlative = Optional.empty();
    if (draft.pendingCount && !kinds.isQuantity(field)) {
      draft.pendingCount = false;
      draft.orderBy(new Sketch.CountOf(field.table(), Optional.of(field)), high);
    } else if (NameResolver.isOrdered(field.column())) {
      draft.pendingCount = false;
      draft.orderBy(new Sketch.OfField(field), high);
      if (draft.shown.isEmpty() && around.nextName(at) == null) {
        draft.shown.add(new Sketch.OfField(field));
      }
    } else if (draft.limit.isPresent()) {
      draft.addShown(new Sketch.OfField(field));
      draft.afterTop = Optional.of(high);
    } else {
      draft.orderBy(new Sketch.CountOf(field.table(), Optional.of(field)), high);
      draft.doubts.add("a text column is ranked");
    }
    return at + 1;
  }

  /** "cheapest product", "older than 30". */
  int degree(int at) {
    Token token = tokens.get(items.get(at).first());
    boolean compared =
        token
            .lower()
            .matches(
                ".*(est|er)|best|worst|first|last|top|max|min|maximum|minimum|most|least|latest");
    if (!compared && draft.pendingSuperlative.isEmpty() && draft.zone != Zone.ORDER) {
      draft.unexplained.add(token.text()); // "expensive products" are not the most expensive one
      return at + 1;
    }
    List<Table> tables = draft.tables();
    Item.Named name = around.nextName(at);
    if (name != null && names.meaning(name).isTable()) {
      tables.add(0, names.meaning(name).table());
      boolean isEdge = token.lower().matches("first|last|latest|earliest|newest|oldest|recent");
      if (isEdge
          && !draft.shown.isEmpty()
          && !draft.tables().subList(0, 1).contains(names.meaning(name).table())) {
        draft.doubts.add("the " + token.text() + " of the rows of each"); // "whose latest order"
      }
    }
    if (name != null
        && !names.meaning(name).isTable()
        && NameResolver.isOrdered(names.meaning(name).column().orElseThrow())
        && language.measuresOf(token).get(0).measures().isEmpty()) {
      draft.pendingSuperlative = Optional.of(language.measuresOf(token).get(0).high());
      return at + 1;
    }
    names.mentionedTables().forEach(tables::add);
    Optional<NameResolver.Ranked> ranked =
        tables.isEmpty() ? names.measuredAnywhere(token) : names.measured(token, tables);
    if (ranked.isEmpty()) {
      draft.doubts.add("nothing is measured by '" + token.text() + "'");
      draft.unexplained.add(token.text());
      return at + 1;
    }
    boolean high = ranked.get().high();
    if (draft.pendingFlip) {
      high = !high;
      draft.pendingFlip = false;
    }
    draft.pendingSuperlative = Optional.empty();
    Field field = ranked.get().field();
    if (draft.zone == Zone.ORDER) {
      draft.orders.add(new Sketch.Order(new Sketch.OfField(field), high));
    } else {
      draft.orderBy(new Sketch.OfField(field), high);
    }
    return at + 1;
  }

  /** "amount", "value": the only number of the relation beside it that can be added up. */
  int quantity(int at) {
    Optional<Table> beside = Optional.empty();
    for (int i = at - 1; i >= 0 && beside.isEmpty(); i--) {
      beside = around.namedTable(items.get(i));
    }
    for (int i = at + 1; i < items.size() && beside.isEmpty(); i++) {
      beside = around.namedTable(items.get(i));
    }
    List<Field> numbers =
        beside.stream()
            .flatMap(t -> t.columns().stream().map(c -> new Field(t, c)))
            .filter(f -> kinds.isQuantity(f) && !kinds.isYearColumn(f.column()))
            .toList();
    if (numbers.size() != 1) {
      draft.unexplained.add(around.text(items.get(at)));
      return at + 1;
    }
    draft.shown.remove(new Sketch.OfEntity(beside.orElseThrow()));
    draft.assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "'%s' is %s".formatted(around.text(items.get(at)), numbers.get(0).column().name())));
    boolean counts = draft.pendingCount && !around.isCounted(at);
    draft.pendingCount = draft.pendingCount && !counts;
    int next = field(numbers.get(0), at);
    draft.pendingCount = draft.pendingCount || counts;
    return next;
  }

  private void compareTrailing(Field field) {
    BigDecimal value = draft.trailingNumber.orElseThrow();
    draft.addCompare(field, draft.pendingOperator.orElseThrow(), value);
    draft.clearOperator();
  }

  /** Whether a value or comparison follows the name, so that the name is part of a condition. */
  boolean operandFollows(int at) {
    if (around.isCountedAhead(at)) {
      return false;
    }
    boolean compared = false;
    for (int i = at + 1; i < items.size(); i++) {
      if (!leadsOn(items.get(i))) {
        return isOperand(items.get(i), i, at, compared);
      }
      compared = compared || !isPlain(items.get(i));
    }
    return false;
  }

  /** Whether the item may stand between a name and its value. */
  private boolean leadsOn(Item item) {
    if (item instanceof Item.Phrase p) {
      return Surroundings.operator(p).isEmpty()
          && !p.is(WordClass.COMPARE_BETWEEN)
          && !isTextOrMissing(p)
          && (p.is(WordClass.COMPARE_EQUAL)
              || p.is(WordClass.NEGATION)
              || p.is(WordClass.EXISTENCE));
    }
    return item instanceof Item.Filler
        && tokens.get(item.first()).lower().matches("is|are|was|were|of|the|a|an|be|in|at");
  }

  /** Whether the item between says nothing of a comparison. */
  private boolean isPlain(Item item) {
    return item instanceof Item.Filler
        && !tokens.get(item.first()).lower().matches("is|are|was|were|of");
  }

  private static boolean isTextOrMissing(Item.Phrase phrase) {
    return phrase.is(WordClass.MISSING)
        || phrase.is(WordClass.CONTAINS)
        || phrase.is(WordClass.STARTS_WITH)
        || phrase.is(WordClass.ENDS_WITH);
  }

  private boolean isOperand(Item item, int place, int at, boolean compared) {
    if (item instanceof Item.Phrase p) {
      return Surroundings.operator(p).isPresent()
          || (p.is(WordClass.COMPARE_BETWEEN) ? around.betweenNumbers(place) : isTextOrMissing(p));
    }
    if (item instanceof Item.Number) {
      return compared || draft.zone != Zone.HEAD || place == at + 1;
    }
    if (item instanceof Item.Dated) {
      return items.get(at) instanceof Item.Named n
          && names.meaning(n).field().column().type().isTemporal();
    }
    if (item instanceof Item.Stored stored) {
      return items.get(at) instanceof Item.Named n
          && stored.values().stream().anyMatch(v -> mayMean(n, new Field(v.table(), v.column())));
    }
    return item instanceof Item.Quoted || item instanceof Item.Bind;
  }

  private static boolean mayMean(Item.Named name, Field field) {
    return name.candidates().stream().anyMatch(c -> !c.isTable() && c.field().equals(field));
  }
}
