package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads names of relations, and decides whether a name is that of a column. */
final class NameReader {

  private final SketchDraft draft;
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final FieldReader fieldReader;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  NameReader(SketchDraft draft, Surroundings around, ColumnKinds kinds, FieldReader fieldReader) {
    this.draft = draft;
    this.around = around;
    this.kinds = kinds;
    this.fieldReader = fieldReader;
    this.tokens = around.tokens();
    this.items = around.items();
    this.names = around.names();
  }

  int named(Item.Named named, int at) {
    Candidate meaning = names.meaning(named);
    if (meaning.isTable()) {
      return table(meaning.table(), at);
    }
    return isVerbOfDate(named, meaning) ? at + 1 : fieldReader.field(meaning.field(), at);
  }

  /** "paid" beside a column paid_at says what happened, and asks for nothing. */
  private boolean isVerbOfDate(Item.Named named, Candidate meaning) {
    Token word = tokens.get(named.first());
    return named.end() - named.first() == 1
        && (meaning.column().orElseThrow().type().isTemporal() && meaning.score() < 0.9
            || meaning.score() < 0.7 && word.lower().endsWith("ed"))
        && !word.lower().equals(word.lemma())
        && !fieldReader.operandFollows(items.indexOf(named));
  }

  private int table(Table table, int at) {
    if (condition(table)
        || beside(table, at)
        || superlative(table)
        || commonest(table)
        || count(table, at)
        || aggregate(table, at)
        || inZone(table, at)) {
      return at + 1;
    }
    ask(table, at);
    return at + 1;
  }

  /** "more than 3 orders", "without orders". */
  private boolean condition(Table table) {
    if (draft.pendingOperator.isPresent() && draft.trailingNumber.isPresent()) {
      draft.counted(table, draft.pendingOperator.get(), draft.trailingNumber.get());
      return true;
    }
    boolean absent =
        draft.negated
            && (draft.zone != Zone.HEAD || !draft.entities.isEmpty())
            && !draft.entities.contains(table);
    if (absent) {
      draft.add(new Sketch.Related(table, true));
      draft.negated = false;
    }
    return absent;
  }

  private boolean beside(Table table, int at) {
    if (isAskedBeside(at) && !draft.entities.contains(table)) {
      draft.entities.add(table);
      draft.shown.add(new Sketch.OfEntity(table));
      return true;
    }
    return ownsNextField(table, at);
  }

  /** "the biggest order", "customers with the most orders". */
  private boolean superlative(Table table) {
    if (draft.pendingSuperlative.isEmpty()) {
      return false;
    }
    if (draft.edge.isPresent() && !draft.shown.isEmpty()) {
      draft.doubts.add(
          "the " + draft.edge.get() + " of the rows of each"); // "whose last order was in 2025"
    }
    if (draft.zone == Zone.GROUP) {
      draft.doubts.add("the first of each group is asked for");
    }
    Optional<Field> size = sizeOf(table);
    if (size.isPresent()) {
      draft.orderBy(new Sketch.OfField(size.get()), draft.pendingSuperlative.get());
      draft.pendingSuperlative = Optional.empty();
      if (draft.shown.isEmpty()) {
        draft.shown.add(new Sketch.OfEntity(table));
      }
      draft.entities.add(table);
      return true;
    }
    boolean ranked =
        !draft.shown.isEmpty() || draft.groups.stream().anyMatch(g -> g instanceof Sketch.GrainOf);
    if (ranked && !draft.entities.contains(table)) {
      draft.entities.addAll(draft.shown.isEmpty() ? List.of(table) : List.of());
      draft.orderBy(new Sketch.CountOf(table, Optional.empty()), draft.pendingSuperlative.get());
      draft.pendingSuperlative = Optional.empty();
      draft.pendingCount = false;
      return true;
    }
    return false;
  }

  private boolean commonest(Table table) {
    if (draft.pendingCommonest.isEmpty()) {
      return false;
    }
    draft.shown.add(new Sketch.OfEntity(table));
    draft.entities.add(table);
    rankByRelated(table);
    return true;
  }

  private boolean count(Table table, int at) {
    if (draft.pendingCount) {
      draft.pendingCount = false;
      draft.entities.add(table);
      draft.distinct = false;
      fieldReader.term(new Sketch.CountOf(table, Optional.empty()), at);
      return true;
    }
    boolean counted = !draft.shown.isEmpty() && draft.lastShown() instanceof Sketch.CountOf;
    boolean listed = at > 0 && items.get(at - 1) instanceof Item.Phrase p && p.is(WordClass.AND);
    if (draft.zone == Zone.HEAD && counted && listed && !draft.entities.contains(table)) {
      draft.doubts.add(
          "rows of several relations are counted"); // "number of customers and products"
    }
    return false;
  }

  private boolean aggregate(Table table, int at) {
    if (averagesShownMeasure() && !draft.entities.contains(table)) {
      draft.groups.add(new Sketch.OfEntity(table));
      draft.entities.add(table);
      return true;
    }
    if (isTotalOfRows(at)) {
      draft.pendingFunctions = new ArrayList<>();
      draft.entities.add(table);
      boolean adds = table.columns().stream().anyMatch(c -> kinds.addsUp(new Field(table, c)));
      if (adds) {
        draft.doubts.add("a total of rows or of their numbers");
      }
      fieldReader.term(new Sketch.CountOf(table, Optional.empty()), at); // "total members"
      return true;
    }
    if (!draft.pendingFunctions.isEmpty()) {
      draft.functionOfRows = around.followsFunction(at); // "the total of payments"
      draft.entities.add(table);
      return true;
    }
    return false;
  }

  /** What the name is for in a group, an order or a condition. */
  private boolean inZone(Table table, int at) {
    if (draft.zone == Zone.GROUP && !draft.groups.isEmpty() && !around.afterList(at)) {
      draft.zone = Zone.FILTER;
    }
    switch (draft.zone) {
      case GROUP -> {
        draft.groups.add(new Sketch.OfEntity(table));
        draft.entities.add(table);
      }
      case FILTER -> {
        if (!draft.entities.contains(table) && !isOwner(at)) {
          draft.relate(table);
        }
      }
      case ORDER, HEAD -> {}
    }
    return draft.zone != Zone.HEAD;
  }

  private void ask(Table table, int at) {
    if (around.asksWhatWasDone() && draft.shown.isEmpty()) {
      draft.entities.add(table);
      return;
    }
    boolean owner = isOwner(at);
    if (!draft.entities.contains(table) && !owner) {
      boolean told =
          around.next(at) instanceof Item.Stored || around.next(at) instanceof Item.Quoted;
      if (!draft.shown.isEmpty() && (told || !around.afterList(at) || around.isBelonging(at))) {
        draft.relate(table);
      } else {
        draft.shown.add(new Sketch.OfEntity(table));
      }
    }
    if (!owner || draft.entities.isEmpty()) {
      draft.entities.add(table);
    }
    draft.subject = Optional.empty();
  }

  private boolean isTotalOfRows(int at) {
    return draft.pendingFunctions.equals(List.of(Function.SUM))
        && at > 0
        && items.get(at - 1) instanceof Item.Phrase p
        && around.text(p).equals("total");
  }

  /** "on average, how many units are in an order". */
  private boolean averagesShownMeasure() {
    return draft.pendingFunctions.equals(List.of(Function.AVG))
        && draft.groups.isEmpty()
        && !draft.shown.isEmpty()
        && Sketch.isMeasure(draft.lastShown());
  }

  /** "and at which berth": asked for beside what came first. */
  private boolean isAskedBeside(int at) {
    boolean which =
        at > 1
            && items.get(at - 1) instanceof Item.Phrase p
            && around.text(p).matches("which|what");
    return which
        && !draft.shown.isEmpty()
        && items.subList(Math.max(0, at - 3), at - 1).stream()
            .anyMatch(
                i -> i instanceof Item.Sign || i instanceof Item.Phrase p && p.is(WordClass.AND));
  }

  /** "the biggest order": what its size is, if it has one. */
  private Optional<Field> sizeOf(Table table) {
    return draft
        .sizeWord
        .flatMap(word -> names.measured(word, List.of(table)))
        .map(NameResolver.Ranked::field);
  }

  /** "customer city": the relation only says whose column comes next. */
  private boolean ownsNextField(Table table, int at) {
    return at + 1 < items.size()
        && items.get(at + 1) instanceof Item.Named next
        && !names.meaning(next).isTable()
        && names.meaning(next).table().equals(table)
        && draft.zone != Zone.FILTER
        && !(draft.zone == Zone.HEAD && draft.pendingCount);
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
        && draft.shown.stream()
            .anyMatch(
                s ->
                    s instanceof Sketch.OfField f && f.field().equals(names.meaning(named).field())
                        || s instanceof Sketch.AggregateOf a
                            && a.field().equals(names.meaning(named).field())
                        || s instanceof Sketch.CountOf);
  }

  private void rankByRelated(Table table) {
    boolean high = draft.pendingCommonest.orElseThrow();
    draft.pendingCommonest = Optional.empty();
    draft.relatedRanking = Optional.of(high);
    draft.groups.add(new Sketch.OfEntity(table));
    draft.doubts.add("popularity is taken as the number of related rows");
  }
}
