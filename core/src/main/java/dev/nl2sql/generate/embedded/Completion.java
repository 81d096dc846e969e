package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What is left when all is read: the parts are put together, and what had no effect is told. */
final class Completion {
  private static final Set<String> PRESENT = Set.of("current", "running", "ongoing", "present");
  private static final Set<String> ENDS =
      Set.copyOf(WordList.read(Completion.class, "end_words.txt"));
  private static final Set<String> NOW =
      Set.copyOf(WordList.read(Completion.class, "now_words.txt"));

  private final SketchDraft draft;
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final MeasureCompletion measureCompletion;
  private final SchemaLexicon lexicon;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  Completion(
      SketchDraft draft,
      Surroundings around,
      ColumnKinds kinds,
      MeasureCompletion measureCompletion) {
    this.draft = draft;
    this.around = around;
    this.kinds = kinds;
    this.measureCompletion = measureCompletion;
    this.lexicon = around.lexicon();
    this.tokens = around.tokens();
    this.items = around.items();
    this.names = around.names();
  }

  void finish() {
    completeAsked();
    nameWhoIsAsked();
    countGroupedEntities();
    if (rankedWithoutGroup()) {
      draft.doubts.add("a ranking of one total");
      draft.doubts.add("nothing to rank is named");
    }
    countWhatWasAsked();
    countWhatIsLeft();
    showWholeRow();
    rankByMeasure();
    orderByWhatIsShown();
    dropSingleRows();
    finishDate();
    relateAgents();
    measureCompletion.sumGroupedNumbers();
    readFirstOfEach();
    doubtComparisons();
    doubtWhatIsNotOneQuery();
    countAsGoverned();
    readNow();
    measureCompletion.finishAverage();
    measureCompletion.finishShare();
    if (!draft.pendingFunctions.isEmpty()) {
      measureCompletion.finishFunctions();
    }
    doubtWhatIsLeft();
  }

  /** What is asked for, where only conditions or an order tell it. */
  private void completeAsked() {
    boolean onlyConditions =
        draft.shown.isEmpty() && draft.groups.isEmpty() && draft.entities.isEmpty();
    if (onlyConditions && !draft.filters.isEmpty()) {
      PlanBuilder.tableOf(draft.filters.get(0).get(0)).ifPresent(this::askFor);
    }
    draft.shown.removeIf(
        t ->
            draft.shownInPassing.contains(t)
                && draft.orders.stream().anyMatch(o -> o.term().equals(t)));
    if (draft.orders.size() == 1
        && draft.orders.get(0).term() instanceof Sketch.MetricOf measure
        && !draft.shown.isEmpty()
        && !draft.shown.contains(measure)) {
      draft.shown.add(measure);
    }
    if (draft.ordered && draft.orders.isEmpty() && !draft.shown.isEmpty()) {
      draft.orders.add(new Sketch.Order(draft.shown.get(0), draft.descending));
    }
  }

  /** A count that was announced and named nothing itself: of the rows that are asked for. */
  private void countWhatIsLeft() {
    if (!draft.pendingCount || draft.entities.isEmpty()) {
      return;
    }
    Sketch.Term count = new Sketch.CountOf(draft.entities.iterator().next(), Optional.empty());
    boolean besideMeasure =
        draft.lastCount > 0
            && draft.shown.size() == 1
            && draft.entities.size() == 1
            && draft.orders.isEmpty()
            && Sketch.isMeasure(draft.shown.get(0))
            && draft.groups.isEmpty();
    if (besideMeasure) {
      draft.shown.add(0, count);
      draft.pendingCount = false; // "how many, and what are they worth in total"
    } else if (draft.shown.isEmpty()) {
      draft.shown.add(count);
    } else if (draft.groups.isEmpty()
        && draft.shown.stream().noneMatch(s -> s instanceof Sketch.CountOf)) {
      draft.doubts.add("a count of nothing named");
    }
  }

  private void showWholeRow() {
    if (draft.wholeRow
        && draft.shown.size() == 1
        && draft.shown.get(0) instanceof Sketch.OfEntity rows) {
      draft.shown.set(0, new Sketch.AllOf(rows.table()));
    }
  }

  private void doubtComparisons() {
    if (draft.pendingOperator.isPresent()) {
      draft.doubts.add("a comparison without effect");
    }
    if (draft.superlativeSeen && draft.orders.isEmpty() && !showsExtreme()) {
      draft.doubts.add("a ranking without effect");
    }
    if (around.isComparing() && !draft.comparedSides && draft.groups.isEmpty()) {
      draft.doubts.add("a comparison of what is not said");
    }
  }

  /** Words that announced something to which nothing came. */
  private void doubtWhatIsLeft() {
    if (draft.pendingSuperlative.isPresent() && draft.orders.isEmpty()) {
      draft.doubts.add("a ranking without a measure");
    }
    if (draft.afterTop.isPresent() && draft.orders.isEmpty()) {
      draft.doubts.add("a ranking without a measure");
    }
    if (draft.negated) {
      draft.doubts.add("a negation without effect");
    }
    if (draft.trailingNumber.isPresent()) {
      draft.unexplained.add(draft.trailingNumber.get().toPlainString());
    }
    if (draft.relatedRanking.isPresent()) {
      draft.doubts.add("popularity has no measure");
    }
  }

  /** "How many dogs": only a value says what is asked for. */
  private void askFor(Table table) {
    draft.entities.add(table);
    if (!draft.pendingCount && draft.pendingFunctions.isEmpty()) {
      draft.shown.add(new Sketch.OfEntity(table));
    }
  }

  /** "who spent the most", "people who signed up": whose rows are asked for. */
  private void nameWhoIsAsked() {
    boolean onlyTotals = draft.shown.stream().allMatch(Sketch::isMeasure);
    boolean ranked = !draft.orders.isEmpty() && draft.groups.isEmpty() && onlyTotals;
    boolean nothing = draft.shown.isEmpty() && draft.entities.isEmpty();
    if ((nothing || ranked) && around.asksForPerson()) {
      names.person().ifPresent(this::addAsked);
    }
  }

  private void addAsked(Table table) {
    draft.entities.add(table);
    if (!draft.pendingCount) {
      draft.shown.add(0, new Sketch.OfEntity(table));
    }
  }

  /** "active customers per city" asks how many there are in each. */
  private void countGroupedEntities() {
    boolean onlyEntity = draft.shown.size() == 1 && draft.shown.get(0) instanceof Sketch.OfEntity;
    boolean grouped =
        !draft.groups.isEmpty()
            && draft.orders.isEmpty()
            && draft.groups.stream()
                .allMatch(g -> g instanceof Sketch.OfField || g instanceof Sketch.GrainOf);
    if (onlyEntity && grouped && draft.groups.stream().allMatch(this::callsShown)) {
      draft.groups.clear(); // "list our customers by name"
      return;
    }
    if (onlyEntity && grouped) {
      Table table = ((Sketch.OfEntity) draft.shown.remove(0)).table();
      draft.shown.add(new Sketch.CountOf(table, Optional.empty()));
      if (tokens.get(0).lower().matches("list|show|give|display|name|names")) {
        noteCounted(table);
      }
    }
  }

  /** "show the events per day": with times there is little else than a number to show for each. */
  private void noteCounted(Table table) {
    if (draft.groups.stream().allMatch(g -> g instanceof Sketch.GrainOf)) {
      draft.assumptions.add(
          new Assumption(
              Assumption.Kind.READING,
              "the number of %s is shown for each time".formatted(table.name().name())));
    } else {
      draft.doubts.add("rows or numbers are asked for in each group");
    }
  }

  private boolean callsShown(Sketch.Term group) {
    Table table = ((Sketch.OfEntity) draft.shown.get(0)).table();
    return group instanceof Sketch.OfField f
        && f.field().table().equals(table)
        && lexicon.profile(table).display().contains(f.field().column());
  }

  private boolean rankedWithoutGroup() {
    return draft.groups.isEmpty()
        && !draft.orders.isEmpty()
        && draft.limit.isPresent()
        && !draft.shown.isEmpty()
        && draft.shown.stream().allMatch(Sketch::isMeasure);
  }

  /** "in port right now": rows whose only end is not there yet; if they have another, a doubt. */
  private void readNow() {
    if (tokens.stream().noneMatch(t -> NOW.contains(t.lower()))) {
      return;
    }
    Set<Table> said = new LinkedHashSet<>(draft.entities);
    draft.filters.stream()
        .flatMap(List::stream)
        .forEach(f -> PlanBuilder.tableOf(f).ifPresent(said::add));
    for (Table table : said) {
      if (hasEnd(table)) {
        present(table);
      }
    }
    boolean adjective = tokens.stream().anyMatch(t -> PRESENT.contains(t.lower()) && isRead(t));
    if (adjective && said.stream().noneMatch(this::hasEnd)) {
      draft.doubts.add("nothing tells what is so at present");
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
      draft.doubts.add("what is so at present is asked for");
      return;
    }
    draft.add(new Sketch.Missing(new Field(table, ends.get(0)), false));
    draft.assumptions.add(
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
    for (int i = 0; i < draft.orders.size(); i++) {
      Sketch.Order order = draft.orders.get(i);
      if (order.term() instanceof Sketch.OfField field) {
        Optional<Sketch.Term> aggregate =
            draft.shown.stream().filter(t -> Sketch.isAggregateOf(t, field.field())).findFirst();
        if (aggregate.isPresent()) {
          draft.orders.set(i, new Sketch.Order(aggregate.get(), order.descending()));
        }
      }
      if (order.term() instanceof Sketch.AggregateOf aggregate) {
        draft.shown.replaceAll(
            t -> t.equals(new Sketch.OfField(aggregate.field())) ? aggregate : t);
      }
    }
  }

  /** "rank the cities by number of orders". */
  private void rankByMeasure() {
    List<Sketch.Term> measures = draft.shown.stream().filter(Sketch::isMeasure).toList();
    if (draft.rankAsked && draft.orders.isEmpty() && measures.size() == 1) {
      draft.orders.add(new Sketch.Order(measures.get(0), true));
    } else if (draft.rankAsked && draft.orders.isEmpty()) {
      draft.doubts.add("a ranking without a measure");
    }
  }

  /** "card payments, total amount": a sum for each single row is the row itself. */
  private void dropSingleRows() {
    Set<Table> added = new LinkedHashSet<>();
    draft.shown.stream()
        .filter(t -> t instanceof Sketch.AggregateOf)
        .forEach(t -> added.add(((Sketch.AggregateOf) t).field().table()));
    boolean onlyThese =
        draft.shown.stream()
            .allMatch(t -> t instanceof Sketch.AggregateOf || t instanceof Sketch.OfEntity);
    if (onlyThese
        && added.size() == 1
        && draft.orders.isEmpty()
        && !draft.groups.contains(new Sketch.OfEntity(added.iterator().next()))) {
      draft.shown.remove(new Sketch.OfEntity(added.iterator().next()));
    }
  }

  /** "products ordered by clients in Pune": who did it, where nothing is added up. */
  private void relateAgents() {
    boolean list = !draft.shown.isEmpty() && draft.shown.stream().noneMatch(Sketch::isMeasure);
    boolean passive =
        tokens.stream()
            .anyMatch(
                t ->
                    t.lower().endsWith("ed")
                        && t.index() + 1 < tokens.size()
                        && tokens.stream()
                            .anyMatch(b -> b.index() > t.index() && b.lower().equals("by")));
    if (!list || !passive || !draft.orders.isEmpty()) {
      return;
    }
    for (Sketch.Term group : List.copyOf(draft.groups)) {
      if (group instanceof Sketch.OfEntity agent && !draft.shown.contains(group)) {
        draft.groups.remove(group);
        draft.filters.add(new ArrayList<>(List.of(new Sketch.Related(agent.table(), false))));
        draft.filterPositions.add(draft.position);
      }
    }
  }

  private boolean showsExtreme() {
    return !draft.pendingFunctions.isEmpty()
        || draft.pendingSuperlative.isPresent()
        || draft.filters.stream()
            .flatMap(List::stream)
            .anyMatch(f -> f instanceof Sketch.AgainstAll)
        || draft.shown.stream()
            .anyMatch(
                t ->
                    t instanceof Sketch.AggregateOf a
                            && (a.function() == Function.MAX || a.function() == Function.MIN)
                        || t instanceof Sketch.DateOf d && d.function().isPresent());
  }

  /** "orders below 25 - how many were there?", "which cities have over 3 shops, and how many?" */
  private void countWhatWasAsked() {
    boolean last = draft.lastCount > 0 && !draft.shown.isEmpty() && draft.pendingCount;
    if (!last) {
      return;
    }
    Optional<Table> counted =
        draft.filters.stream()
            .flatMap(List::stream)
            .filter(f -> f instanceof Sketch.Counted)
            .map(f -> ((Sketch.Counted) f).table())
            .findFirst();
    if (counted.isPresent()) {
      draft.shown.add(new Sketch.CountOf(counted.get(), Optional.empty()));
      draft.pendingCount = false;
    } else if (draft.orders.size() == 1
        && draft.orders.get(0).term() instanceof Sketch.CountOf count) {
      draft.shown.add(count); // "top 3 customers by number of orders, with the count"
      draft.pendingCount = false;
    } else if (draft.shown.size() == 1
        && draft.shown.get(0) instanceof Sketch.OfEntity e
        && draft.orders.isEmpty()) {
      Sketch.Term count = new Sketch.CountOf(e.table(), Optional.empty());
      if (draft.eachOfThem) {
        draft.shown.add(count);
      } else {
        draft.shown.set(0, count);
      }
      draft.pendingCount = false;
    }
  }

  /** Questions whose parts do not fit into the one query that is built. */
  private void doubtWhatIsNotOneQuery() {
    boolean categories =
        !draft.shown.isEmpty()
            && draft.shown.stream()
                .allMatch(t -> t instanceof Sketch.OfField f && kinds.isCategory(f.field()));
    boolean absent =
        draft.filters.stream()
            .flatMap(List::stream)
            .anyMatch(
                f -> f instanceof Sketch.Related r && r.negated() || f instanceof Sketch.Without);
    if (categories && absent) {
      draft.doubts.add("the absence of rows for a value"); // "cities without orders"
    }
    long counted =
        draft.shown.stream()
            .filter(t -> t instanceof Sketch.CountOf)
            .flatMap(t -> PlanBuilder.tableOf(t).stream())
            .distinct()
            .count();
    if (counted > 1) {
      draft.doubts.add("rows of several relations are counted");
    }
    boolean unlike =
        draft.filters.size() > 1
            && draft.filters.stream().anyMatch(any -> any.size() > 1 && !isOneKind(any));
    if (unlike) {
      draft.doubts.add("alternatives of different kinds beside other conditions");
    }
    if (ranksWithinGroups() && !draft.limitImplied) {
      draft.doubts.add("the first few of each group are asked for");
    }
  }

  private static boolean isOneKind(List<Sketch.Filter> alternatives) {
    return alternatives.stream().map(PlanBuilder::tableOf).distinct().count() == 1
        && alternatives.stream().map(Object::getClass).distinct().count() == 1;
  }

  /** "how many laptops did we sell": a measure that the glossary says is meant by this count. */
  private void countAsGoverned() {
    draft.shown.replaceAll(
        term ->
            term instanceof Sketch.CountOf c && c.distinct().isEmpty() && !draft.distinctSeen
                ? names
                    .countedBy(c.table(), tokens)
                    .<Sketch.Term>map(metric -> new Sketch.MetricOf(List.of(metric)))
                    .orElse(term)
                : term);
  }

  /** Whether something else than the groups is shown, of which the first few are asked for. */
  private boolean ranksWithinGroups() {
    return draft.grouping
        && !draft.groups.isEmpty()
        && draft.limit.isPresent()
        && draft.shown.stream().anyMatch(t -> !Sketch.isMeasure(t) && !draft.groups.contains(t));
  }

  /** "for each category, the best-selling product": one query gives the first of all only. */
  private void readFirstOfEach() {
    if (ranksWithinGroups() && draft.limitImplied) {
      firstOfEach();
    }
  }

  /** The rows of a group whose value is the highest or lowest of that group. */
  private void firstOfEach() {
    boolean columns =
        draft.groups.stream().allMatch(g -> g instanceof Sketch.OfField)
            && draft.orders.size() == 1
            && draft.orders.get(0).term() instanceof Sketch.OfField
            && draft.shown.contains(
                new Sketch.OfEntity(((Sketch.OfField) draft.orders.get(0).term()).field().table()));
    if (!columns) {
      draft.doubts.add("the first of each group is asked for");
      return;
    }
    List<Field> within = draft.groups.stream().map(g -> ((Sketch.OfField) g).field()).toList();
    Sketch.Order order = draft.orders.get(0);
    Field measured = ((Sketch.OfField) order.term()).field();
    List<Sketch.Filter> conditions =
        draft.filters.stream().filter(any -> any.size() == 1).map(any -> any.get(0)).toList();
    draft.filters.add(
        new ArrayList<>(
            List.of(new Sketch.Extreme(measured, order.descending(), within, conditions))));
    draft.filterPositions.add(draft.position);
    List<Table> named =
        draft.shown.stream()
            .filter(t -> t instanceof Sketch.OfEntity)
            .map(t -> ((Sketch.OfEntity) t).table())
            .toList();
    named.forEach(draft::nameEntity);
    for (int i = draft.groups.size() - 1; i >= 0; i--) {
      if (!draft.shown.contains(draft.groups.get(i))) {
        draft.shown.add(0, draft.groups.get(i));
      }
    }
    draft.groups.clear();
    draft.orders.clear();
    draft.superlativeSeen = false;
    draft.limit = OptionalLong.empty();
  }

  /** "when was the first order placed". */
  private void finishDate() {
    boolean asksWhen = tokens.get(0).lower().equals("when");
    if (!asksWhen
        || draft.shown.size() != 1
        || !(draft.shown.get(0) instanceof Sketch.OfEntity asked)) {
      return;
    }
    if (draft.orders.isEmpty() && draft.limit.isEmpty()) {
      Optional<Function> function =
          draft.pendingSuperlative.isEmpty()
              ? Optional.empty()
              : SketchDraft.edgeOf(draft.pendingSuperlative.get());
      draft.pendingSuperlative = Optional.empty();
      draft.shown.set(0, new Sketch.DateOf(asked.table(), function));
    }
  }
}
