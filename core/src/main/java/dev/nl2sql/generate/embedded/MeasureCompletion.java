package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Averages, shares and sums, whose parts are known only when all is read. */
final class MeasureCompletion {

  private final SketchDraft draft;
  private final ColumnKinds kinds;
  private final List<Token> tokens;
  private final List<Item> items;

  MeasureCompletion(SketchDraft draft, Surroundings around, ColumnKinds kinds) {
    this.draft = draft;
    this.kinds = kinds;
    this.tokens = around.tokens();
    this.items = around.items();
  }

  /** "tonnes per commodity": numbers of many rows in one group are added up. */
  void sumGroupedNumbers() {
    boolean onlyNumbers =
        !draft.shown.isEmpty()
            && draft.shown.stream()
                .allMatch(t -> t instanceof Sketch.OfField f && kinds.isQuantity(f.field()));
    if (!draft.grouping || draft.groups.isEmpty() || !onlyNumbers) {
      return;
    }
    for (int i = 0; i < draft.shown.size(); i++) {
      Field field = ((Sketch.OfField) draft.shown.get(i)).field();
      if (!kinds.addsUp(field)) {
        draft.doubts.add("single values are asked for in each group");
      }
      draft.assumeSum(field);
      Sketch.Term single = draft.shown.get(i);
      Sketch.Term sum = new Sketch.AggregateOf(Function.SUM, field);
      draft.shown.set(i, sum);
      draft.orders.replaceAll(
          o -> o.term().equals(single) ? new Sketch.Order(sum, o.descending()) : o);
    }
  }

  /** "average number of orders per customer": the whole, spread over the groups. */
  void finishAverage() {
    boolean measureOnly = draft.shown.stream().filter(Sketch::isMeasure).count() == 1;
    if (!draft.pendingFunctions.equals(List.of(Function.AVG)) || !measureOnly) {
      return;
    }
    Sketch.Term measure = draft.shown.stream().filter(Sketch::isMeasure).findFirst().orElseThrow();
    Optional<Sketch.Term> per = averagedOver(measure);
    if (Sketch.isAdditive(measure) && per.isPresent()) {
      draft.pendingFunctions = new ArrayList<>();
      draft.groups.clear();
      draft.shown.clear();
      draft.shown.add(new Sketch.RatioOf(measure, per.get()));
    }
  }

  /** The only group, or the only other relation of the question. */
  private Optional<Sketch.Term> averagedOver(Sketch.Term measure) {
    List<Sketch.Term> others = new ArrayList<>(draft.groups);
    draft.shown.stream().filter(t -> t instanceof Sketch.OfEntity).forEach(others::add);
    if (others.isEmpty()) {
      draft.lastRelated().map(Sketch.OfEntity::new).ifPresent(others::add);
    }
    boolean rows =
        others.size() == 1
            && (others.get(0) instanceof Sketch.OfEntity || others.get(0) instanceof Sketch.GrainOf)
            && !PlanBuilder.tableOf(others.get(0)).equals(PlanBuilder.tableOf(measure));
    return rows ? Optional.of(others.get(0)) : Optional.empty();
  }

  /** "what percentage of orders were paid by card". */
  void finishShare() {
    if (!draft.shareAsked) {
      return;
    }
    Optional<Sketch.Term> whole =
        draft.shown.stream()
            .filter(Sketch::isMeasure)
            .findFirst()
            .or(
                () ->
                    draft.entities.stream()
                        .findFirst()
                        .map(t -> new Sketch.CountOf(t, Optional.empty())));
    List<Integer> part = partOfShare();
    if (whole.isEmpty() || part.isEmpty()) {
      draft.doubts.add("a share is asked for");
      return;
    }
    List<Sketch.Filter> conditions = new ArrayList<>();
    for (int i = part.size() - 1; i >= 0; i--) {
      conditions.add(0, draft.filters.remove((int) part.get(i)).get(0));
    }
    draft.shown.removeIf(t -> Sketch.isMeasure(t) || t instanceof Sketch.OfEntity);
    draft.shown.add(new Sketch.ShareOf(whole.get(), conditions));
    draft.pendingCount = false;
  }

  /** The conditions after the last verb make the part; the others say of what. */
  private List<Integer> partOfShare() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < draft.filters.size(); i++) {
      if (draft.filters.get(i).size() == 1) {
        all.add(i);
      }
    }
    if (all.size() < 2) {
      return all;
    }
    for (int i : all) {
      Sketch.Filter filter = draft.filters.get(i).get(0);
      if (filter instanceof Sketch.Related || filter instanceof Sketch.Counted) {
        return all.stream().filter(a -> a >= i).toList(); // "who ordered in 2026"
      }
    }
    int verb = lastVerb(draft.filterPositions.get(draft.filters.size() - 1));
    List<Integer> after = all.stream().filter(i -> draft.filterPositions.get(i) > verb).toList();
    List<Integer> of = after.isEmpty() ? all : after;
    List<Integer> undated =
        of.stream().filter(i -> !(draft.filters.get(i).get(0) instanceof Sketch.Within)).toList();
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
        draft.groups.size() == 1
            && (draft.groups.get(0) instanceof Sketch.OfEntity
                || draft.groups.get(0) instanceof Sketch.GrainOf);
    return draft.functionOfRows
        && spread
        && draft.pendingFunctions.equals(List.of(Function.AVG))
        && draft.shown.stream().allMatch(t -> t instanceof Sketch.OfEntity);
  }

  void finishFunctions() {
    if (averagesRows()) {
      Table rows = draft.entities.iterator().next();
      draft.shown.removeIf(t -> t instanceof Sketch.OfEntity);
      Sketch.Term count = new Sketch.CountOf(rows, Optional.empty());
      draft.shown.add(new Sketch.RatioOf(count, draft.groups.remove(0)));
      return; // "average loans per member"
    }
    Optional<Field> number = draft.onlyNumber();
    boolean measured = draft.shown.stream().anyMatch(Sketch::isMeasure);
    if (number.isEmpty() || measured || !draft.functionOfRows) {
      draft.doubts.add(
          measured ? "two measures are asked for at once" : "an aggregate of nothing named");
      return;
    }
    draft.pendingFunctions.forEach(f -> draft.shown.add(new Sketch.AggregateOf(f, number.get())));
    draft.shown.removeIf(t -> t instanceof Sketch.OfField f && f.field().equals(number.get()));
    draft.assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            number.get().column().name() + " is the number that is meant"));
  }
}
