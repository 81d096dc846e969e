package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.Predicate.TextMatch.Match;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A sketch while the question is read: what was said so far, and what a word has announced and
 * waits for the words after it. The readers of one question share it; it serves one thread.
 */
final class SketchDraft {
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final SchemaLexicon lexicon;
  private final List<Token> tokens;
  private final List<Item> items;

  // The sketch as far as it is read.
  final List<Sketch.Term> shown = new ArrayList<>();
  final List<Sketch.Term> groups = new ArrayList<>();
  final List<List<Sketch.Filter>> filters = new ArrayList<>();
  final List<Sketch.Order> orders = new ArrayList<>();
  final List<String> doubts = new ArrayList<>();
  final List<Assumption> assumptions = new ArrayList<>();
  final List<String> unexplained = new ArrayList<>();
  final Set<Table> entities = new LinkedHashSet<>();
  OptionalLong limit = OptionalLong.empty();
  boolean distinct;
  Optional<Glossary.Reading> dateReading = Optional.empty();

  // Where we are: the place, the zone, and what was named last.
  int position;
  Zone zone = Zone.HEAD;
  Optional<Field> subject = Optional.empty();
  int subjectEnd = -1;
  boolean afterWith;
  final List<Integer> filterPositions = new ArrayList<>();
  final Set<Item> used = new LinkedHashSet<>();

  // What a word has announced; the names and values after it take it away.
  boolean negated;
  boolean alternative;
  boolean both;
  Optional<Operator> pendingOperator = Optional.empty();
  Optional<Token> pendingDegree = Optional.empty();
  Optional<Match> pendingMatch = Optional.empty();
  List<Function> pendingFunctions = new ArrayList<>();
  boolean pendingCount;
  boolean pendingBetween;
  Optional<Boolean> pendingSuperlative = Optional.empty();
  boolean pendingFlip;
  Optional<Boolean> pendingCommonest = Optional.empty();
  Optional<BigDecimal> trailingNumber = Optional.empty();
  Optional<Sketch.Term> groupSubject = Optional.empty();
  Optional<Boolean> afterTop = Optional.empty();
  Optional<Boolean> relatedRanking = Optional.empty();
  Optional<String> edge = Optional.empty();
  Optional<Token> sizeWord = Optional.empty();

  // What was said and is used when all is read.
  boolean wholeRow;
  boolean descending;
  boolean ordered;
  boolean shareAsked;
  boolean limitImplied;
  boolean grouping;
  boolean eachOfThem;
  boolean absenceOfAnybody;
  boolean existenceNegated;
  boolean rankAsked;
  boolean comparedSides;
  boolean functionOfRows;
  int lastCount;
  boolean distinctSeen;
  boolean superlativeSeen;

  /** Columns named beside conditions: shown only if nothing else is done with them. */
  final Set<Sketch.Term> shownInPassing = new LinkedHashSet<>();

  SketchDraft(Surroundings around, ColumnKinds kinds) {
    this.around = around;
    this.kinds = kinds;
    this.lexicon = around.lexicon();
    this.tokens = around.tokens();
    this.items = around.items();
  }

  List<Assumption> assumptions() {
    return List.copyOf(assumptions);
  }

  void rankByCount(Sketch.Term grouped, Table table, boolean high) {
    groups.add(grouped);
    orders.add(new Sketch.Order(new Sketch.CountOf(table, Optional.empty()), high));
    if (limit.isEmpty()) {
      limit = OptionalLong.of(1);
    }
  }

  void joint(String word, int at) {
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

  void relate(Table table) {
    if (absenceOfAnybody) {
      return; // "nobody from Pune bought": what nobody did is part of the absence
    }
    boolean own =
        shown.stream().anyMatch(t -> PlanBuilder.tableOf(t).filter(table::equals).isPresent());
    if (!own) {
      add(new Sketch.Related(table, false));
    }
  }

  /** Shows the rows of a relation by the columns that name them, whatever else is shown. */
  void nameEntity(Table table) {
    int place = shown.indexOf(new Sketch.OfEntity(table));
    if (place >= 0) {
      shown.remove(place);
      for (Column column : lexicon.profile(table).display()) {
        shown.add(place++, new Sketch.OfField(new Field(table, column)));
      }
    }
  }

  /** What was shown last; only where something is. */
  Sketch.Term lastShown() {
    return shown.get(shown.size() - 1);
  }

  void addShown(Sketch.Term term) {
    if (!shown.contains(term)) {
      shown.add(term);
    }
  }

  void addTerm(Sketch.Term term) {
    if (zone == Zone.ORDER) {
      orders.add(new Sketch.Order(term, descending));
    } else if (zone == Zone.HEAD || zone == Zone.GROUP || zone == Zone.FILTER) {
      shown.add(term);
    }
  }

  void orderBy(Sketch.Term term, boolean high) {
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
        .filter(
            t ->
                items.stream()
                    .anyMatch(i -> i instanceof Item.Phrase p && around.text(p).equals(t)))
        .findFirst();
  }

  /** Words that were items of meaning and yet had no effect. */
  List<String> unexplained() {
    return List.copyOf(unexplained);
  }

  /** Takes back the last relation that was said to have rows, to say how many. */
  Optional<Table> lastRelated() {
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

  Optional<Field> onlyNumber() {
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
          .filter(c -> c.type().isNumeric() && !kinds.isIdentifier(table, c))
          .forEach(c -> numbers.add(new Field(table, c)));
      break;
    }
    return numbers.size() == 1 ? Optional.of(numbers.get(0)) : Optional.empty();
  }

  void assumeSum(Field field) {
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING, "the values of " + field.column().name() + " are added up"));
  }

  void counted(Table table, Operator operator, BigDecimal value) {
    if (shown.contains(new Sketch.OfEntity(table))) {
      doubts.add("rows are counted for the rows of another relation");
    }
    add(new Sketch.Counted(table, operator, literal(value)));
    clearOperator();
  }

  void addCompare(Field field, Operator operator, BigDecimal value) {
    dropShown(field);
    if (field.column().type().isTemporal() && ColumnKinds.isYear(value)) {
      add(new Sketch.Compare(field, operator, literal(value)));
      return;
    }
    Expression right =
        field.column().type() == ColumnType.TEXT
            ? new Expression.Literal(value.toPlainString())
            : literal(value);
    add(new Sketch.Compare(field, operator, right));
  }

  static Expression literal(BigDecimal value) {
    boolean whole =
        value.stripTrailingZeros().scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE;
    return new Expression.Literal(whole ? (Object) value.longValue() : value);
  }

  void clearOperator() {
    pendingOperator = Optional.empty();
    pendingDegree = Optional.empty();
    trailingNumber = Optional.empty();
  }

  boolean subjectIsNear(int at) {
    for (int i = subjectEnd + 1; i < at; i++) {
      Item item = items.get(i);
      if (item instanceof Item.Named || item instanceof Item.Dated) {
        return false;
      }
    }
    return at - subjectEnd <= 6;
  }

  /** "orders from Delhi customers since May": what is asked for has a date of its own. */
  boolean hasOwnDate() {
    return entities.stream()
        .findFirst()
        .filter(t -> !lexicon.profile(t).dates().isEmpty())
        .isPresent();
  }

  /** The last relation of which rows are asked for. */
  Optional<Table> lastPresent() {
    for (int i = filters.size() - 1; i >= 0; i--) {
      for (Sketch.Filter filter : filters.get(i)) {
        if (filter instanceof Sketch.Related related && !related.negated()) {
          return Optional.of(related.table());
        }
      }
    }
    return Optional.empty();
  }

  /** The first is the earliest; words of the end are those that rank low. */
  static Optional<Function> edgeOf(boolean first) {
    return Optional.of(first ? Function.MIN : Function.MAX);
  }

  List<Table> tables() {
    Set<Table> tables = new LinkedHashSet<>(entities);
    shown.forEach(t -> PlanBuilder.tableOf(t).ifPresent(tables::add));
    return new ArrayList<>(tables);
  }

  void dropShown(Field field) {
    if (subject.isPresent() && subject.get().equals(field) && shown.size() > 1) {
      Sketch.Term last = lastShown();
      if (last instanceof Sketch.OfField f && f.field().equals(field) && zone == Zone.FILTER) {
        shown.remove(shown.size() - 1);
      }
    }
  }

  void add(Sketch.Filter filter) {
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

  Sketch sketch() {
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
}
