package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.resource.WordList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads stored and quoted values and binds: conditions on the column that holds them. */
final class ValueReader {
  private static final Set<String> INCLUDING =
      Set.copyOf(WordList.read(ValueReader.class, "including_words.txt"));

  private final SketchDraft draft;
  private final Surroundings around;
  private final SchemaLexicon lexicon;
  private final List<Item> items;
  private final NameResolver names;

  ValueReader(SketchDraft draft, Surroundings around) {
    this.draft = draft;
    this.around = around;
    this.lexicon = around.lexicon();
    this.items = around.items();
    this.names = around.names();
  }

  int stored(List<StoredValue> values, String said, int at) {
    if (includesOnly(at)) {
      return at + 1;
    }
    if (draft.trailingNumber.isEmpty() && around.followsPreposition(at)) {
      draft.clearOperator(); // "listed under Toys" compares nothing
    }
    Optional<Field> named =
        draft.subject.filter(f -> draft.subjectIsNear(at)).or(() -> around.nextField(at));
    StoredValue place = names.place(values, named);
    Field field = new Field(place.table(), place.column());
    boolean absence =
        draft.negated
            && around.next(at) instanceof Item.Named n
            && names.meaning(n).isTable()
            && names.meaning(n).table().equals(field.table())
            && !draft.entities.contains(field.table());
    if (named.isPresent() && named.get().equals(field)) {
      draft.dropShown(field);
    }
    if (isFarFrom(around.next(at), field)) {
      draft.doubts.add("'" + said + "' is no word for the rows it stands before");
    }
    if (isAbsent(field)) {
      without(field, place, at);
      draft.negated = false;
      draft.zone = Zone.FILTER;
      return consumedAbsent(at);
    }
    if (place.variants().size() > 1 || !place.variants().get(0).equalsIgnoreCase(said)) {
      draft.assumptions.add(
          new Assumption(
              Assumption.Kind.VALUE,
              "'"
                  + said
                  + "' is taken as "
                  + field.column().name()
                  + " "
                  + String.join(", ", place.variants())));
    }
    boolean sideBySide = around.isComparedBefore(at) && !draft.filters.isEmpty() && lastIsOn(field);
    boolean continues =
        sideBySide || !draft.filters.isEmpty() && around.joinsAlternatives(at) && lastIsOn(field);
    if (continues && around.isComparing() && !draft.groups.contains(new Sketch.OfField(field))) {
      draft.groups.add(new Sketch.OfField(field));
      draft.comparedSides = true;
    }
    boolean each =
        draft.both
            || draft.entities.stream()
                .findFirst()
                .filter(e -> !names.isToOne(e, field.table()))
                .isPresent();
    draft.alternative = draft.alternative || continues && !each;
    if (continues && extendsNegation(field, place.variants())) {
      draft.alternative = false;
      draft.negated = false;
      return consumedNext(named, at);
    }
    draft.add(new Sketch.OneOf(field, place.variants(), draft.negated && !absence));
    draft.negated = absence;
    if (draft.zone == Zone.HEAD && !draft.shown.isEmpty()) {
      draft.zone = Zone.FILTER;
    }
    draft.zone = draft.zone == Zone.GROUP ? Zone.HEAD : draft.zone;
    return consumedNext(named, at);
  }

  /** "including canceled orders": adds what would be left out, and leaves nothing else out. */
  private boolean includesOnly(int at) {
    return at > 0 && INCLUDING.contains(around.text(items.get(at - 1)));
  }

  /** "fire stations" are no stations that once saw a fire. */
  private boolean isFarFrom(Item next, Field field) {
    Optional<Table> table = next == null ? Optional.empty() : around.namedTable(next);
    return table
        .filter(t -> !t.equals(field.table()) && !names.isToOne(t, field.table()))
        .filter(t -> !names.dependants(t).contains(field.table()))
        .isPresent();
  }

  /** "stations without a tanker": there must be no row with the value. */
  private boolean isAbsent(Field field) {
    boolean many =
        draft.entities.stream()
            .findFirst()
            .filter(e -> !e.equals(field.table()) && !names.isToOne(e, field.table()))
            .isPresent();
    return many
        && (draft.negated && draft.existenceNegated
            || draft.alternative && lastWithoutOf(field) >= 0);
  }

  private void without(Field field, StoredValue place, int at) {
    int last = draft.alternative ? lastWithoutOf(field) : -1;
    List<String> values = new ArrayList<>(place.variants());
    if (last >= 0) {
      Sketch.Without before = (Sketch.Without) draft.filters.remove(last).get(0);
      draft.filterPositions.remove(last);
      values.addAll(0, ((Sketch.OneOf) before.conditions().get(0)).values());
    }
    draft.alternative = false;
    Sketch.Filter value = new Sketch.OneOf(field, values, false);
    draft.add(new Sketch.Without(field.table(), List.of(value)));
  }

  private int lastWithoutOf(Field field) {
    int last = draft.filters.size() - 1;
    boolean same =
        last >= 0
            && draft.filters.get(last).get(0) instanceof Sketch.Without w
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
            && draft.filters.get(draft.filters.size() - 1).get(0) instanceof Sketch.Without w
            && names.meaning(n).table().equals(w.table());
    return named ? at + 2 : at + 1;
  }

  private int consumedNext(Optional<Field> named, int at) {
    Optional<Field> next = around.nextField(at);
    boolean consumed =
        named.isPresent()
            && next.isPresent()
            && next.get().equals(named.get())
            && draft.filters.get(draft.filters.size() - 1).stream()
                .anyMatch(f -> f instanceof Sketch.OneOf o && o.field().equals(next.get()));
    return consumed ? at + 2 : at + 1;
  }

  /** "other than books and toys": none of them. */
  private boolean extendsNegation(Field field, List<String> values) {
    List<Sketch.Filter> last = draft.filters.get(draft.filters.size() - 1);
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

  private boolean lastIsOn(Field field) {
    List<Sketch.Filter> last = draft.filters.get(draft.filters.size() - 1);
    return last.stream().allMatch(f -> f instanceof Sketch.OneOf o && o.field().equals(field));
  }

  int quoted(Item.Quoted quoted, int at) {
    Optional<Field> named =
        draft.subject.filter(f -> draft.subjectIsNear(at)).or(() -> around.nextField(at));
    if (draft.pendingMatch.isPresent()) {
      Optional<Field> field = named.or(this::displayField);
      if (field.isPresent()) {
        draft.dropShown(field.get());
        draft.add(
            new Sketch.Like(field.get(), quoted.text(), draft.pendingMatch.get(), draft.negated));
      } else {
        draft.unexplained.add(quoted.text());
      }
      draft.pendingMatch = Optional.empty();
      draft.negated = false;
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
        draft.dropShown(field);
      } else {
        draft.doubts.add("the quoted text is taken as " + field);
      }
      boolean continues =
          !draft.filters.isEmpty() && around.joinsAlternatives(at) && lastCompares(field);
      draft.alternative = draft.alternative || continues;
      draft.add(
          new Sketch.Compare(
              field,
              draft.negated ? Operator.NOT_EQUAL : Operator.EQUAL,
              new Expression.Literal(quoted.text())));
      draft.negated = false;
      draft.zone = Zone.FILTER;
      return at + 1;
    }
    if (named.isPresent()) {
      draft.dropShown(named.get());
      Optional<BigDecimal> number = decimal(quoted.text());
      if (number.isPresent()) {
        draft.addCompare(named.get(), draft.pendingOperator.orElse(Operator.EQUAL), number.get());
        draft.clearOperator();
        return at + 1;
      }
    }
    draft.unexplained.add(quoted.text());
    return at + 1;
  }

  private boolean lastCompares(Field field) {
    return draft.filters.get(draft.filters.size() - 1).stream()
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
    return draft.entities.stream()
        .findFirst()
        .map(t -> new Field(t, lexicon.profile(t).display().get(0)));
  }

  int bind(Item.Bind bind, int at) {
    Expression.Parameter free = new Expression.Parameter(bind.index(), Optional.empty());
    if (draft.subject.isEmpty()
        && around.nextName(at) != null
        && draft.pendingOperator.isPresent()
        && names.meaning(around.nextName(at)).isTable()) {
      draft.add(
          new Sketch.Counted(
              names.meaning(around.nextName(at)).table(), draft.pendingOperator.get(), free));
      draft.clearOperator();
      return items.indexOf(around.nextName(at)) + 1;
    }
    Optional<Field> named = draft.subject.or(() -> around.nextField(at));
    if (named.isEmpty()) {
      draft.unexplained.add("?");
      return at + 1;
    }
    draft.dropShown(named.get());
    Expression value = new Expression.Parameter(bind.index(), Optional.of(named.get().column()));
    if (draft.pendingBetween) {
      boolean first =
          draft.filters.isEmpty()
              || draft.filters.get(draft.filters.size() - 1).stream()
                  .noneMatch(
                      f ->
                          f instanceof Sketch.Compare c
                              && c.field().equals(named.get())
                              && c.operator() == Operator.GREATER_OR_EQUAL);
      draft.pendingBetween = first;
      draft.add(
          new Sketch.Compare(
              named.get(), first ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL, value));
      return at + 1;
    }
    Operator operator =
        draft.pendingOperator.orElse(draft.negated ? Operator.NOT_EQUAL : Operator.EQUAL);
    draft.negated = false;
    draft.add(new Sketch.Compare(named.get(), operator, value));
    draft.clearOperator();
    return at + 1;
  }
}
