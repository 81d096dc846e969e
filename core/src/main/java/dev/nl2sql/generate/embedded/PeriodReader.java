package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Period;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads times and terms of the glossary. */
final class PeriodReader {

  private final SketchDraft draft;
  private final Surroundings around;
  private final ColumnKinds kinds;
  private final SchemaLexicon lexicon;
  private final List<Item> items;
  private final NameResolver names;

  PeriodReader(SketchDraft draft, Surroundings around, ColumnKinds kinds) {
    this.draft = draft;
    this.around = around;
    this.kinds = kinds;
    this.lexicon = around.lexicon();
    this.items = around.items();
    this.names = around.names();
  }

  /** "active in the last 60 days": the only period of the question is the term's. */
  int settled(Item.Settled settled, int at) {
    List<Item.Dated> periods =
        items.stream().filter(i -> i instanceof Item.Dated).map(i -> (Item.Dated) i).toList();
    if (periods.size() == 1) {
      draft.used.add(periods.get(0));
      draft.add(new Sketch.OfReadingWithin(settled.reading(), periods.get(0).period()));
    } else {
      draft.unexplained.add(around.text(settled));
    }
    return at + 1;
  }

  int dated(Item.Dated dated, int at) {
    if (draft.used.contains(dated)) {
      return at + 1;
    }
    Optional<Field> field =
        draft
            .subject
            .filter(
                f -> (f.column().type().isTemporal() || kinds.isYear(f)) && draft.subjectIsNear(at))
            .or(() -> hintedDate(at));
    field.ifPresent(draft::dropShown);
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
          && !((draft.hasOwnDate() || around.isMeasured()) && around.isNarrowing(i))) {
        near = Optional.of(names.meaning(named).table());
      }
    }
    int last = draft.filters.size() - 1;
    if (field.isEmpty()
        && last >= 0
        && draft.filters.get(last).get(0) instanceof Sketch.Without absent
        && draft.filters.get(last).size() == 1
        && !absent.conditions().isEmpty()
        && absent.conditions().get(0) instanceof Sketch.OneOf) {
      List<Sketch.Filter> conditions = new ArrayList<>(absent.conditions());
      conditions.add(
          new Sketch.Within(
              dated.period(),
              Optional.empty(),
              Optional.of(doneBefore(at).orElse(absent.table()))));
      draft.filters.get(last).set(0, new Sketch.Without(absent.table(), conditions));
      return at + 1; // "nobody from Pune since August"
    }
    Sketch.Filter within = new Sketch.Within(dated.period(), field, near);
    Optional<Table> done = draft.negated ? draft.lastPresent() : Optional.empty();
    if (done.isPresent()) {
      within = new Sketch.Without(done.get(), List.of(within));
      draft.negated = false;
    }
    draft.add(within);
    draft.clearOperator();
    compareTimes(dated.period());
    boolean eitherOrBoth = dated.period().label().matches("(?i).*\\band in\\b.*");
    if (eitherOrBoth && draft.shown.stream().anyMatch(t -> t instanceof Sketch.OfEntity)) {
      draft.doubts.add(
          "one time or the other, or both"); // "customers who ordered in May and in June"
    }
    if (draft.zone == Zone.HEAD && !draft.shown.isEmpty()) {
      draft.zone = Zone.FILTER;
    }
    return at + 1;
  }

  /** "compare revenue in 2024 and 2025": a row for each time. */
  private void compareTimes(Period period) {
    boolean compared =
        around.isComparing() && period.label().matches("(?i).*\\b(and|vs|versus|to|with|or)\\b.*");
    if (!compared) {
      return;
    }
    Optional<Expression.CalendarUnit> unit = wholeUnits(period);
    if (unit.isPresent()) {
      draft.groups.add(new Sketch.GrainOf(unit.get()));
      draft.comparedSides = true;
    } else {
      draft.doubts.add("times are compared");
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
        draft.entities.stream()
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
      Optional<Table> named = around.namedTable(items.get(i));
      if (named.isPresent()) {
        return named.filter(t -> !draft.entities.contains(t));
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
                .filter(f -> f.column().type().isTemporal() || kinds.isYear(f))
                .findFirst();
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  private boolean isAbout(Table table) {
    return draft.entities.isEmpty()
        || draft.entities.contains(table)
        || names.dependants(draft.entities.iterator().next()).contains(table);
  }

  int reading(Item.Ambiguous item, int at) {
    Optional<Glossary.Reading> chosen = item.use().chosen();
    if (chosen.isEmpty()) {
      return at + 1;
    }
    Glossary.Reading reading = chosen.get();
    if (reading.filter().isPresent()) {
      draft.add(new Sketch.OfReading(reading));
    }
    if (reading.date().isPresent()) {
      draft.dateReading = Optional.of(reading);
    }
    if (reading.order().isPresent() && item.ranked().isPresent()) {
      Sketch.Term ranked = item.ranked().get();
      draft.addShown(ranked);
      PlanBuilder.tableOf(ranked).ifPresent(draft.entities::add);
      draft.groups.add(ranked);
      Sketch.Term measure = new Sketch.ReadingOf(reading);
      draft.shown.add(measure);
      draft.orders.add(new Sketch.Order(measure, item.descending()));
      if (draft.limit.isEmpty()) {
        draft.limit = OptionalLong.of(item.count());
      }
    }
    return at + 1;
  }
}
