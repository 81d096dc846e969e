package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.plan.PlanWalk;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.resource.WordList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What tells good readings from bad ones: what a reading leaves unread, how sure its names are, and
 * whether words of grammar in the question have their counterpart in the query. They speak of
 * language and of the shape of queries, never of one database.
 */
final class Features {
  private static final double WEAK = 0.66;
  private static final double CLOSE = 0.12;
  private static final Set<String> COMPARING_ROWS =
      Set.copyOf(WordList.read(Features.class, "other_row_words.txt"));

  private final Line line;
  private final Mentions mentions;
  private final List<Reading> all;

  /**
   * @param line the question
   * @param mentions what it names
   * @param all every reading of it
   */
  Features(Line line, Mentions mentions, List<Reading> all) {
    this.line = line;
    this.mentions = mentions;
    this.all = List.copyOf(all);
  }

  /** The features of one of the readings by name, those that are zero left out. */
  Map<String, Double> of(Reading reading) {
    Map<String, Double> found = new LinkedHashMap<>();
    put(found, "base", 1);
    agreement(reading, found);
    put(found, "unread", Math.min(3, reading.unread().size()));
    put(found, "unread.any", reading.unread().isEmpty() ? 0 : 1);
    put(found, "doubts", Math.min(3, reading.doubts().size()));
    put(found, "doubts.any", reading.doubts().isEmpty() ? 0 : 1);
    put(found, "notices", reading.notices().isEmpty() ? 0 : 1);
    names(found);
    shape(reading, found);
    conventions(reading, found);
    words(reading, found);
    return found;
  }

  private void agreement(Reading reading, Map<String, Double> found) {
    put(found, "reader." + reading.reader().name().toLowerCase(Locale.ROOT), 1);
    boolean agree = all.stream().anyMatch(r -> r != reading && r.plan().equals(reading.plan()));
    put(found, "agree", agree ? 1 : 0);
    put(found, "agree.sure", isAgreed(reading) ? 1 : 0);
    put(found, "alone", all.size() == 1 ? 1 : 0);
    List<Reading> others = all.stream().filter(r -> r != reading).toList();
    put(found, "other.doubts", others.stream().anyMatch(r -> !r.doubts().isEmpty()) ? 1 : 0);
    put(found, "other.unread", others.stream().anyMatch(r -> !r.unread().isEmpty()) ? 1 : 0);
    boolean otherSure = others.stream().anyMatch(Features::isSure);
    put(found, "differ.sure", !agree && otherSure && isSure(reading) ? 1 : 0);
  }

  /** Whether two readers came to the same query, and neither left anything unread or in doubt. */
  boolean isAgreed(Reading reading) {
    return isSure(reading)
        && line.items().stream().noneMatch(Features::isRelated)
        && all.stream().anyMatch(r -> r != reading && isSure(r) && r.plan().equals(reading.plan()));
  }

  /** Whether only a dictionary tells what the word means here. */
  static boolean isRelated(Item item) {
    return item instanceof Item.Named named
        && named.candidates().get(0).fit() == Candidate.Fit.RELATED;
  }

  /** Whether the reading leaves nothing unread and has no doubts. */
  static boolean isSure(Reading reading) {
    return reading.unread().isEmpty() && reading.doubts().isEmpty();
  }

  private void names(Map<String, Double> found) {
    int weak = 0;
    int close = 0;
    int synonyms = 0;
    int names = 0;
    for (Item item : line.items()) {
      if (item instanceof Item.Named named) {
        names++;
        Candidate best = named.candidates().get(0);
        weak += best.score() < WEAK ? 1 : 0;
        synonyms += best.fit() == Candidate.Fit.SYNONYM ? 1 : 0;
        close +=
            named.candidates().stream().skip(1).anyMatch(c -> c.score() > best.score() - CLOSE)
                ? 1
                : 0;
      }
    }
    put(found, "names", Math.min(6, names));
    put(found, "names.weak", Math.min(3, weak));
    put(found, "names.close", Math.min(3, close));
    put(found, "names.synonym", Math.min(3, synonyms));
    put(
        found,
        "names.related",
        Math.min(3, line.items().stream().filter(Features::isRelated).count()));
    put(
        found,
        "values",
        Math.min(3, line.items().stream().filter(i -> i instanceof Item.Stored).count()));
    put(
        found,
        "quoted.unknown",
        line.items().stream().anyMatch(i -> i instanceof Item.Quoted q && q.values().isEmpty())
            ? 1
            : 0);
    put(found, "fillers", Math.min(4, line.items().stream().filter(this::isVerb).count()));
    put(found, "length", Math.min(40, line.tokens().size()) / 10.0);
  }

  private boolean isVerb(Item item) {
    return item instanceof Item.Filler filler && !filler.hints().isEmpty();
  }

  private void shape(Reading reading, Map<String, Double> found) {
    Sketch sketch = reading.sketch();
    List<QueryPlan.Select> selects = PlanWalk.selects(reading.plan());
    QueryPlan.Select outer = selects.get(0);
    long joins = outer.from().joins().size();
    put(found, "joins", Math.min(4, joins));
    put(found, "joins.many", joins > 2 ? 1 : 0);
    put(found, "nested", Math.min(3, selects.size() - 1));
    put(found, "setOperation", reading.plan() instanceof QueryPlan.SetOperation ? 1 : 0);
    put(found, "filters", Math.min(3, sketch.filters().size()));
    put(found, "filters.or", sketch.filters().stream().anyMatch(any -> any.size() > 1) ? 1 : 0);
    put(found, "filters.related", has(sketch, Sketch.Related.class));
    put(found, "filters.counted", has(sketch, Sketch.Counted.class));
    put(found, "filters.against", has(sketch, Sketch.AgainstAll.class));
    put(found, "filters.compare", has(sketch, Sketch.Compare.class));
    put(found, "filters.period", has(sketch, Sketch.Within.class));
    put(found, "filters.absent", has(sketch, Sketch.Without.class));
    put(found, "groups", outer.groupBy().isEmpty() ? 0 : 1);
    put(found, "having", outer.having().isPresent() ? 1 : 0);
    put(found, "ordered", outer.orderBy().isEmpty() ? 0 : 1);
    put(found, "limited", outer.limit().isPresent() ? 1 : 0);
    put(found, "distinct", outer.distinct() ? 1 : 0);
    put(found, "shown", Math.min(4, outer.projections().size()));
    put(found, "shown.many", outer.projections().size() > 4 ? 1 : 0);
    put(
        found,
        "shown.rows",
        sketch.shown().stream().anyMatch(t -> t instanceof Sketch.OfEntity) ? 1 : 0);
    boolean aggregate = sketch.shown().stream().anyMatch(PlanBuilder::isAggregate);
    put(found, "shown.aggregate", aggregate ? 1 : 0);
    put(
        found,
        "shown.mixed",
        aggregate && sketch.groups().isEmpty() && sketch.shown().size() > 1 ? 1 : 0);
    put(
        found,
        "shown.distinctCount",
        sketch.shown().stream()
                .anyMatch(t -> t instanceof Sketch.CountOf c && c.distinct().isPresent())
            ? 1
            : 0);
  }

  /** Choices that people make in one way as well as in the other. */
  private void conventions(Reading reading, Map<String, Double> found) {
    Sketch sketch = reading.sketch();
    QueryPlan.Select outer = PlanWalk.selects(reading.plan()).get(0);
    boolean listing = sketch.shown().size() == 1 && !outer.distinct() && outer.limit().isEmpty();
    boolean column = listing && sketch.shown().get(0) instanceof Sketch.OfField;
    put(found, "listing.column", column ? 1 : 0);
    put(found, "listing.nested", column && PlanWalk.selects(reading.plan()).size() > 1 ? 1 : 0);
    put(
        found,
        "groups.rows",
        sketch.groups().stream().anyMatch(g -> g instanceof Sketch.OfEntity) ? 1 : 0);
    boolean joined = !outer.groupBy().isEmpty() && !outer.from().joins().isEmpty();
    put(found, "groups.joined", joined ? 1 : 0);
    Set<Table> said = mentions.said();
    long unsaid =
        PlanWalk.tableUses(reading.plan()).stream()
            .map(QueryPlan.TableUse::table)
            .distinct()
            .filter(t -> !said.contains(t))
            .count();
    put(found, "tables.unsaid", Math.min(4, unsaid));
    put(found, "tables.unsaid.any", unsaid > 0 ? 1 : 0);
    put(found, "joins.tied", mentions.isTied(reading.plan()) ? 1 : 0);
    boolean far =
        PlanWalk.selects(reading.plan()).stream()
            .skip(1)
            .anyMatch(s -> PlanWalk.usesOf(s).size() > 2);
    put(found, "nested.far", far ? 1 : 0);
    long unused = mentions.unused(reading.plan());
    put(found, "names.unused", Math.min(3, unused));
    put(found, "names.unused.any", unused > 0 ? 1 : 0);
  }

  private static double has(Sketch sketch, Class<? extends Sketch.Filter> kind) {
    return sketch.allFilters().anyMatch(kind::isInstance) ? 1 : 0;
  }

  /** Words of grammar that the query has nothing for. */
  private void words(Reading reading, Map<String, Double> found) {
    Sketch sketch = reading.sketch();
    QueryPlan.Select outer = PlanWalk.selects(reading.plan()).get(0);
    boolean negated =
        reading.plan() instanceof QueryPlan.SetOperation
            || PlanWalk.selects(reading.plan()).stream()
                .anyMatch(s -> s.where().filter(Features::negates).isPresent());
    put(found, "said.negation", line.saysAbsence() && !negated ? 1 : 0);
    put(
        found,
        "said.or",
        isSaid(WordClass.OR) && sketch.filters().stream().allMatch(Features::isSingle) ? 1 : 0);
    put(found, "said.each", isSaid(WordClass.GROUP) && outer.groupBy().isEmpty() ? 1 : 0);
    boolean superlative =
        isSaid(WordClass.MOST)
            || isSaid(WordClass.FEWEST)
            || isSaid(WordClass.MAXIMUM)
            || isSaid(WordClass.MINIMUM);
    boolean extreme = outer.limit().isPresent() || shows(sketch, true);
    put(found, "said.superlative", superlative && !extreme ? 1 : 0);
    boolean compared =
        isSaid(WordClass.COMPARE_GREATER)
            || isSaid(WordClass.COMPARE_LESS)
            || isSaid(WordClass.COMPARE_AT_LEAST)
            || isSaid(WordClass.COMPARE_AT_MOST);
    boolean compares =
        sketch
            .allFilters()
            .anyMatch(f -> !(f instanceof Sketch.OneOf || f instanceof Sketch.Related));
    put(found, "said.comparison", compared && !compares ? 1 : 0);
    put(
        found,
        "said.function",
        (isSaid(WordClass.AVERAGE) || isSaid(WordClass.SUM)) && !shows(sketch, false) ? 1 : 0);
    put(
        found,
        "said.count",
        isSaid(WordClass.COUNT)
                && !shows(sketch, false)
                && !outer.having().isPresent()
                && outer.orderBy().isEmpty()
            ? 1
            : 0);
    put(found, "said.otherRows", line.saysAny(COMPARING_ROWS) ? 1 : 0);
    put(found, "said.both", line.tokens().stream().anyMatch(t -> t.lower().equals("both")) ? 1 : 0);
    put(
        found,
        "said.distinct",
        isSaid(WordClass.DISTINCT) && !outer.distinct() && outer.groupBy().isEmpty() ? 1 : 0);
    put(found, "said.order", isSaid(WordClass.ORDER) && outer.orderBy().isEmpty() ? 1 : 0);
    put(
        found,
        "said.and",
        Math.min(3, line.tokens().stream().filter(t -> t.lower().equals("and")).count()));
    put(
        found,
        "said.sentences",
        line.tokens().stream()
                .limit(Math.max(0, line.tokens().size() - 1))
                .anyMatch(t -> t.text().equals(".") || t.text().equals("?"))
            ? 1
            : 0);
  }

  private static boolean isSingle(List<Sketch.Filter> any) {
    return any.size() == 1 && !(any.get(0) instanceof Sketch.OneOf o && o.values().size() > 1);
  }

  private static boolean negates(Predicate predicate) {
    if (predicate instanceof Predicate.And and) {
      return and.operands().stream().anyMatch(Features::negates);
    }
    return predicate instanceof Predicate.Exists e && e.negated()
        || predicate instanceof Predicate.InSubquery i && i.negated()
        || predicate instanceof Predicate.InList l && l.negated()
        || predicate instanceof Predicate.TextMatch t && t.negated()
        || predicate instanceof Predicate.IsNull
        || predicate instanceof Predicate.Not
        || predicate instanceof Predicate.Comparison c
            && c.operator() == Predicate.Comparison.Operator.NOT_EQUAL;
  }

  private static boolean shows(Sketch sketch, boolean extremesOnly) {
    return sketch.shown().stream()
        .anyMatch(
            t ->
                PlanBuilder.isAggregate(t)
                    && (!extremesOnly
                        || t instanceof Sketch.AggregateOf a
                            && (a.function() == dev.nl2sql.plan.Expression.Aggregate.Function.MAX
                                || a.function()
                                    == dev.nl2sql.plan.Expression.Aggregate.Function.MIN)));
  }

  private boolean isSaid(WordClass wordClass) {
    return line.items().stream().anyMatch(i -> i instanceof Item.Phrase p && p.is(wordClass));
  }

  private static void put(Map<String, Double> found, String name, double value) {
    if (value != 0) {
      found.put(name, value);
    }
  }
}
