package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.TimeContext;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.link.TableProfile;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.plan.PlanRewriter;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.QueryPlan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Makes a query of a sketch: chooses the root, joins, nests conditions. One builder, one plan. */
final class PlanBuilder {
  private static final int MOST_COLUMNS = 16;

  private final SchemaLexicon lexicon;
  private final JoinGraph graph;
  private final DateChoice dates;
  private final TimeContext time;
  private final GlossaryPlans glossary;
  private final Relations.Aliases aliases = new Relations.Aliases();
  private final List<Assumption> assumptions = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<String> doubts = new ArrayList<>();
  private Optional<Glossary.Reading> dateReading = Optional.empty();

  private Sketch sketch;
  private Table asked;
  private boolean listing;

  PlanBuilder(
      SchemaLexicon lexicon,
      JoinGraph graph,
      DateChoice dates,
      TimeContext time,
      GlossaryPlans glossary) {
    this.lexicon = lexicon;
    this.graph = graph;
    this.dates = dates;
    this.time = time;
    this.glossary = glossary;
  }

  List<Assumption> assumptions() {
    return List.copyOf(assumptions);
  }

  List<Notice> notices() {
    return List.copyOf(notices);
  }

  List<String> doubts() {
    List<String> all = new ArrayList<>(doubts);
    aliases
        .tied()
        .forEach(
            hop ->
                all.add(
                    "%s refers to %s in more than one way"
                        .formatted(hop.reference().from(), hop.reference().to())));
    return List.copyOf(all);
  }

  /**
   * @throws Relations.UnrelatedException if relations of the question are not connected
   * @throws NothingAskedException if the sketch shows nothing
   */
  QueryPlan build(Sketch sketch) {
    this.sketch = sketch;
    dateReading = sketch.dateReading();
    List<Sketch.Term> shown = shown(sketch);
    List<Sketch.Term> groups = new ArrayList<>(sketch.groups());
    boolean aggregated =
        shown.stream().anyMatch(PlanBuilder::isAggregate)
            || sketch.orders().stream().anyMatch(o -> isAggregate(o.term()))
            || sketch.allFilters().anyMatch(f -> f instanceof Sketch.GroupCompare);
    aggregated = aggregated || sketch.distinct() && !shown.containsAll(orderedBy(sketch));
    Table root = root(sketch, shown, groups);
    this.asked = root;
    Optional<Sketch.Filter> havingCount = countOfRoot(sketch, root);
    aggregated = aggregated || havingCount.isPresent();
    this.listing = !aggregated;
    if (!aggregated && !shown.isEmpty()) {
      groups.stream()
          .filter(g -> sketch.shown().isEmpty() && !shown.contains(g))
          .forEach(shown::add);
      if (!shown.containsAll(groups) && !isOfEach(shown, groups)) {
        doubts.add("a group without anything to add up or count");
      }
      groups.clear();
    }
    if (aggregated) {
      shown.stream().filter(t -> !isAggregate(t) && !groups.contains(t)).forEach(groups::add);
    }
    for (Sketch.Term group : List.copyOf(groups)) {
      if (!shown.contains(group) && !coveredBy(group, shown)) {
        shown.add(shown.stream().allMatch(PlanBuilder::isAggregate) ? groupPlace(shown) : 0, group);
      }
    }
    Relations relations = new Relations(graph, aliases, root);
    shown.forEach(t -> tableOf(t).ifPresent(relations::use));
    groups.forEach(t -> tableOf(t).ifPresent(relations::use));
    sketch.orders().forEach(o -> tableOf(o.term()).ifPresent(relations::use));
    List<Predicate> where = new ArrayList<>();
    List<Predicate> having = new ArrayList<>();
    where(sketch, relations, where, having, havingCount);
    if (aggregated && isRanking(sketch)) {
      groups.stream().flatMap(g -> unknown(g, relations)).forEach(where::add);
    }
    List<Expression> groupBy = new ArrayList<>();
    groups.forEach(g -> addGroup(g, relations, groupBy));
    List<QueryPlan.Projection> projections = new ArrayList<>();
    shown.forEach(t -> addProjections(t, relations, projections));
    List<QueryPlan.Ordering> orderBy = new ArrayList<>();
    boolean grouped = aggregated && !groupBy.isEmpty();
    for (Sketch.Order order : sketch.orders()) {
      for (Expression expression : values(order.term(), relations)) {
        Expression key = grouped ? groupedOrder(expression, groupBy, order) : expression;
        orderBy.add(new QueryPlan.Ordering(key, order.descending()));
      }
    }
    if (orderBy.isEmpty()) {
      groups.stream()
          .filter(g -> g instanceof Sketch.GrainOf)
          .forEach(g -> orderBy.add(new QueryPlan.Ordering(values(g, relations).get(0), false)));
    }
    if (groupBy.isEmpty() && !having.isEmpty()) {
      doubts.add("groups are compared, but none are named");
    }
    glossary.govern(relations, where);
    warnOfMultiplication(shown, sketch, relations);
    boolean distinct = sketch.distinct() && !aggregated;
    return new QueryPlan.Select(
        projections,
        distinct,
        relations.source(),
        conjunction(where),
        aggregated ? groupBy : List.of(),
        conjunction(having),
        orderBy,
        sketch.limit());
  }

  private static boolean isRanking(Sketch sketch) {
    return sketch.limit().isPresent()
        && sketch.orders().stream().anyMatch(o -> isAggregate(o.term()));
  }

  /** "the provider with the fewest patients": rows without a provider are none of one. */
  private static Stream<Predicate> unknown(Sketch.Term group, Relations relations) {
    return group instanceof Sketch.OfField f && f.field().column().nullable()
        ? Stream.of(new Predicate.IsNull(relations.column(f.field()), true))
        : Stream.empty();
  }

  /** "the email of each member": for every row what it has, and nothing to add up. */
  private static boolean isOfEach(List<Sketch.Term> shown, List<Sketch.Term> groups) {
    return groups.stream()
        .allMatch(
            g ->
                g instanceof Sketch.OfEntity each
                    && shown.stream()
                        .allMatch(
                            t ->
                                t instanceof Sketch.OfField f
                                    && f.field().table().equals(each.table())));
  }

  /** What decides the order; different rows can only be ordered by it once they are groups. */
  private static List<Sketch.Term> orderedBy(Sketch sketch) {
    return sketch.orders().stream().map(Sketch.Order::term).toList();
  }

  private static int groupPlace(List<Sketch.Term> shown) {
    int place = 0;
    while (place < shown.size() && !isAggregate(shown.get(place))) {
      place++;
    }
    return place;
  }

  private boolean coveredBy(Sketch.Term group, List<Sketch.Term> shown) {
    return group instanceof Sketch.OfEntity e
        && shown.stream()
            .anyMatch(t -> t instanceof Sketch.OfField f && isOf(f.field(), e.table()));
  }

  private List<Sketch.Term> shown(Sketch sketch) {
    List<Sketch.Term> shown = new ArrayList<>();
    for (Sketch.Term term : sketch.shown()) {
      boolean repeated =
          term instanceof Sketch.OfEntity e
              && sketch.shown().stream()
                  .anyMatch(t -> t instanceof Sketch.OfField f && isOf(f.field(), e.table()));
      if (!repeated && !shown.contains(term)) {
        shown.add(term);
      }
    }
    if (shown.isEmpty()) {
      sketch.groups().forEach(shown::add);
    }
    if (shown.isEmpty() && !sketch.orders().isEmpty()) {
      tableOf(sketch.orders().get(0).term()).ifPresent(t -> shown.add(new Sketch.OfEntity(t)));
    }
    if (shown.isEmpty()) {
      throw new NothingAskedException();
    }
    return shown;
  }

  /** A column of the relation, or one that refers to it. */
  private boolean isOf(Field field, Table table) {
    return field.table().equals(table) || graph.refersTo(field, table);
  }

  private Table root(Sketch sketch, List<Sketch.Term> shown, List<Sketch.Term> groups) {
    List<Sketch.Term> all = new ArrayList<>();
    shown.stream().filter(PlanBuilder::isAggregate).forEach(all::add);
    sketch.orders().stream()
        .map(Sketch.Order::term)
        .filter(PlanBuilder::isAggregate)
        .forEach(all::add);
    for (List<Sketch.Filter> any : sketch.filters()) {
      for (Sketch.Filter filter : any) {
        if (filter instanceof Sketch.GroupCompare c) {
          all.add(c.term());
        }
      }
    }
    all.addAll(shown);
    all.addAll(groups);
    sketch.orders().forEach(o -> all.add(o.term()));
    all.replaceAll(PlanBuilder::measured);
    Optional<Table> metricRoot = glossary.root(all, neededTables(sketch, shown, groups), graph);
    if (metricRoot.isPresent()
        && (all.get(0) instanceof Sketch.MetricOf || all.get(0) instanceof Sketch.ReadingOf)) {
      return metricRoot.get();
    }
    return all.stream()
        .flatMap(t -> tableOf(t).stream())
        .findFirst()
        .or(() -> metricRoot)
        .orElseThrow(NothingAskedException::new);
  }

  /** What an average or a share is made of. */
  private static Sketch.Term measured(Sketch.Term term) {
    if (term instanceof Sketch.RatioOf r) {
      return r.measure();
    }
    return term instanceof Sketch.ShareOf s ? s.measure() : term;
  }

  private static Set<Table> neededTables(
      Sketch sketch, List<Sketch.Term> shown, List<Sketch.Term> groups) {
    Set<Table> needed = new LinkedHashSet<>();
    shown.forEach(t -> tableOf(t).ifPresent(needed::add));
    groups.forEach(t -> tableOf(t).ifPresent(needed::add));
    sketch.allFilters().forEach(f -> tableOf(f).ifPresent(needed::add));
    for (Sketch.Term term : shown) {
      if (term instanceof Sketch.ShareOf share) {
        share.part().forEach(f -> tableOf(f).ifPresent(needed::add));
      }
      if (term instanceof Sketch.RatioOf ratio) {
        tableOf(ratio.per()).ifPresent(needed::add);
      }
    }
    return needed;
  }

  /** "cities with more than 10 customers": the rows counted are those of the root. */
  private static Optional<Sketch.Filter> countOfRoot(Sketch sketch, Table root) {
    return sketch.filters().stream()
        .filter(any -> any.size() == 1)
        .map(any -> any.get(0))
        .filter(f -> f instanceof Sketch.Counted c && c.table().equals(root))
        .findFirst();
  }

  // ---- conditions

  /** Conditions on relations reached over a one-to-many step, nested together. */
  private static final class Nest {
    private final JoinGraph.Hop hop;
    private final List<Sketch.Filter> filters = new ArrayList<>();
    private boolean closed;

    Nest(JoinGraph.Hop hop) {
      this.hop = hop;
    }
  }

  private void where(
      Sketch sketch,
      Relations relations,
      List<Predicate> where,
      List<Predicate> having,
      Optional<Sketch.Filter> havingCount) {
    List<Sketch.Filter> single = new ArrayList<>();
    for (List<Sketch.Filter> any : sketch.filters()) {
      if (any.size() == 1) {
        Sketch.Filter filter = any.get(0);
        if (havingCount.isPresent() && havingCount.get().equals(filter)) {
          Sketch.Counted counted = (Sketch.Counted) filter;
          having.add(
              new Predicate.Comparison(
                  counted.operator(), count(relations, Optional.empty()), counted.number()));
        } else if (filter instanceof Sketch.GroupCompare compare) {
          having.add(
              new Predicate.Comparison(
                  compare.operator(), values(compare.term(), relations).get(0), compare.number()));
        } else {
          single.add(dated(filter, relations));
        }
      } else {
        List<Predicate> alternatives = new ArrayList<>();
        any.forEach(f -> conditions(List.of(dated(f, relations)), relations, alternatives));
        where.add(new Predicate.Or(alternatives));
      }
    }
    if (single.stream().anyMatch(one -> single.stream().anyMatch(other -> isApart(one, other)))) {
      throw new PeriodException("two periods are named for one date, and no day lies in both");
    }
    conditions(single, relations, where);
  }

  /** Whether two conditions ask for days of one date that exclude each other: no row has both. */
  private static boolean isApart(Sketch.Filter one, Sketch.Filter other) {
    return one instanceof Sketch.Within w
        && other instanceof Sketch.Within o
        && w.date().equals(o.date())
        && w.period()
            .to()
            .filter(to -> o.period().from().filter(from -> !from.isBefore(to)).isPresent())
            .isPresent();
  }

  /** The relations of which a row has one, and those that are here already. */
  private List<Table> others(Relations relations) {
    List<Table> others = new ArrayList<>();
    graph.hops(relations.root().table()).stream()
        .filter(JoinGraph.Hop::toOne)
        .map(JoinGraph.Hop::to)
        .forEach(others::add);
    others.addAll(relations.tables());
    return others;
  }

  private Sketch.Filter dated(Sketch.Filter filter, Relations relations) {
    return filter instanceof Sketch.Within within && within.date().isEmpty()
        ? dated(within, relations)
        : filter;
  }

  private Sketch.Filter dated(Sketch.Within within, Relations relations) {
    if (sketch.dateReading().isPresent()) {
      return new Sketch.WithinReading(within.period(), sketch.dateReading().get());
    }
    List<Table> preferred = new ArrayList<>();
    within.near().ifPresent(preferred::add);
    sketch
        .allFilters()
        .filter(f -> f instanceof Sketch.Related || f instanceof Sketch.Counted)
        .forEach(f -> tableOf(f).ifPresent(preferred::add));
    preferred.add(relations.root().table());
    Optional<Field> field = dates.choose(preferred, others(relations));
    if (field.isEmpty()) {
      throw noDate();
    }
    return new Sketch.Within(within.period(), field, within.near());
  }

  /** Adds the conditions: plain where rows stay single, nested otherwise. */
  private void conditions(List<Sketch.Filter> filters, Relations relations, List<Predicate> where) {
    List<Nest> nests = new ArrayList<>();
    for (Sketch.Filter filter : filters) {
      Optional<Table> table =
          filter instanceof Sketch.OfReading r ? unsafeOf(r.reading(), relations) : tableOf(filter);
      boolean own =
          table.isEmpty()
              || relations.contains(table.get()) && !isNesting(filter, relations)
              || !isNesting(filter, relations) && relations.isSafe(table.get());
      if (own) {
        plain(filter, relations).ifPresent(where::add);
      } else if (filter instanceof Sketch.Without without) {
        nests.add(absent(without, nestingHop(relations, table.get()), relations));
      } else {
        JoinGraph.Hop hop = nestingHop(relations, table.get());
        doubtFarFetched(filter, relations);
        place(filter, hop, nests);
      }
    }
    nests.forEach(nest -> where.addAll(nested(nest, relations)));
  }

  /** A value of rows that are only reached over a third relation, of which nothing is said. */
  private void doubtFarFetched(Sketch.Filter filter, Relations relations) {
    if (!(filter instanceof Sketch.OneOf value)) {
      return;
    }
    Optional<List<JoinGraph.Hop>> path =
        graph.path(relations.root().table(), value.field().table());
    boolean overTop =
        path.filter(p -> p.get(0).toOne() && p.stream().anyMatch(h -> !h.toOne())).isPresent();
    boolean spoken =
        path.stream()
            .flatMap(List::stream)
            .anyMatch(h -> graph.isSaid(h.to()) && !h.to().equals(value.field().table()));
    if (overTop && !spoken) {
      doubts.add("'" + value.values().get(0) + "' is far from what is asked for");
    }
  }

  private Nest absent(Sketch.Without without, JoinGraph.Hop hop, Relations relations) {
    Nest nest = new Nest(hop);
    nest.closed = true;
    nest.filters.add(new Sketch.Related(without.table(), true));
    for (Sketch.Filter condition : without.conditions()) {
      nest.filters.add(dated(condition, relations));
    }
    return nest;
  }

  /**
   * Conditions on the same step are about the same row, unless they give a column two values: then
   * there are two rows, or one that must not be.
   */
  private static void place(Sketch.Filter filter, JoinGraph.Hop hop, List<Nest> nests) {
    boolean absent = filter instanceof Sketch.OneOf o && o.negated();
    if (filter instanceof Sketch.Within) {
      List<Nest> same = nests.stream().filter(n -> n.hop.equals(hop) && !n.closed).toList();
      same.forEach(n -> n.filters.add(filter));
      if (!same.isEmpty()) {
        return;
      }
    }
    for (Nest nest : nests) {
      if (nest.hop.equals(hop) && !nest.closed && !contradicts(nest, filter)) {
        nest.filters.add(filter);
        return;
      }
    }
    boolean other = nests.stream().anyMatch(n -> n.hop.equals(hop));
    Nest nest = new Nest(hop);
    nests.stream()
        .filter(n -> n.hop.equals(hop) && !n.closed)
        .findFirst()
        .ifPresent(
            n ->
                n.filters.stream()
                    .filter(f -> f instanceof Sketch.Within)
                    .forEach(nest.filters::add));
    nests.add(nest);
    if (absent && other) {
      Sketch.OneOf value = (Sketch.OneOf) filter;
      nest.filters.add(new Sketch.OneOf(value.field(), value.values(), false));
      nest.filters.add(new Sketch.Related(hop.to(), true));
    } else {
      nest.filters.add(filter);
    }
  }

  private static boolean contradicts(Nest nest, Sketch.Filter filter) {
    return filter instanceof Sketch.OneOf value
        && nest.filters.stream()
            .anyMatch(f -> f instanceof Sketch.OneOf o && o.field().equals(value.field()));
  }

  /** The relation of a reading's condition that would repeat rows, if one does. */
  private Optional<Table> unsafeOf(Glossary.Reading reading, Relations relations) {
    return glossary.tables(reading.filter().orElseThrow()).stream()
        .filter(t -> !relations.isSafe(t))
        .findFirst();
  }

  private static boolean isNesting(Sketch.Filter filter, Relations relations) {
    return filter instanceof Sketch.Related r && r.negated()
        || filter instanceof Sketch.Counted
        || filter instanceof Sketch.Without
        || filter instanceof Sketch.Related p
            && !relations.contains(p.table())
            && !relations.isSafe(p.table());
  }

  /** The first step that multiplies; for a negation over single partners, the first step. */
  private JoinGraph.Hop nestingHop(Relations relations, Table table) {
    Table root = relations.root().table();
    List<JoinGraph.Hop> best = null;
    for (Table here : relations.tables()) {
      Optional<List<JoinGraph.Hop>> path = graph.path(here, table);
      if (path.isPresent()
          && !path.get().isEmpty()
          && (best == null || path.get().size() < best.size())) {
        best = path.get();
      }
    }
    if (best == null) {
      throw new Relations.UnrelatedException(root, table);
    }
    for (JoinGraph.Hop hop : best) {
      if (!hop.toOne()) {
        return hop;
      }
    }
    return best.get(0);
  }

  private List<Predicate> nested(Nest nest, Relations outer) {
    QueryPlan.TableUse anchor = outer.use(nest.hop.from());
    if (graph.isTied(nest.hop)) {
      aliases.tied(nest.hop);
    }
    Relations inner = new Relations(graph, aliases, nest.hop.to());
    List<Predicate> where = new ArrayList<>();
    where.add(Relations.condition(anchor, inner.root(), nest.hop));
    boolean negated = false;
    Optional<Sketch.Counted> counted = Optional.empty();
    List<Sketch.Filter> rest = new ArrayList<>();
    for (Sketch.Filter filter : nest.filters) {
      if (filter instanceof Sketch.Related related) {
        negated = negated || related.negated();
        inner.use(related.table());
      } else if (filter instanceof Sketch.Counted c) {
        counted = Optional.of(c);
        inner.use(c.table());
      } else {
        rest.add(filter);
      }
    }
    conditions(rest, inner, where);
    glossary.govern(inner, where);
    if (counted.isPresent()) {
      boolean distinct = inner.isMultiplied();
      Expression argument = key(inner, counted.get().table());
      Expression count =
          distinct
              ? new Expression.Aggregate(Function.COUNT, Optional.of(argument), true)
              : new Expression.Aggregate(Function.COUNT, Optional.empty(), false);
      QueryPlan plan = select(List.of(count), inner, where);
      return List.of(
          new Predicate.Comparison(
              counted.get().operator(),
              new Expression.ScalarSubquery(plan),
              counted.get().number()));
    }
    QueryPlan plan = select(List.of(new Expression.Literal(1L)), inner, where);
    return List.of(new Predicate.Exists(plan, negated));
  }

  private static QueryPlan select(
      List<Expression> shown, Relations relations, List<Predicate> where) {
    return new QueryPlan.Select(
        shown.stream().map(QueryPlan.Projection::new).toList(),
        false,
        relations.source(),
        conjunction(where),
        List.of(),
        Optional.empty(),
        List.of(),
        OptionalLong.empty());
  }

  private Optional<Predicate> plain(Sketch.Filter filter, Relations relations) {
    if (filter instanceof Sketch.Compare c) {
      return Optional.of(compare(c, relations));
    }
    if (filter instanceof Sketch.OneOf o) {
      return Optional.of(oneOf(o, relations));
    }
    if (filter instanceof Sketch.Like l) {
      return Optional.of(
          new Predicate.TextMatch(relations.column(l.field()), l.text(), l.match(), l.negated()));
    }
    if (filter instanceof Sketch.Within w) {
      Field field = w.date().orElseThrow();
      assumptions.add(
          new Assumption(
              Assumption.Kind.PERIOD,
              nameBeside(field) + ": " + w.period().toSentence(time.zone())));
      return Optional.of(DateChoice.within(() -> relations.column(field), w.period(), time.zone()));
    }
    if (filter instanceof Sketch.WithinReading w) {
      assumptions.add(new Assumption(Assumption.Kind.PERIOD, w.period().toSentence(time.zone())));
      return Optional.of(
          DateChoice.within(() -> glossary.date(w.reading(), relations), w.period(), time.zone()));
    }
    if (filter instanceof Sketch.Missing m) {
      return Optional.of(new Predicate.IsNull(relations.column(m.field()), m.negated()));
    }
    if (filter instanceof Sketch.Truth t) {
      return Optional.of(new Predicate.IsTrue(relations.column(t.field()), t.negated()));
    }
    if (filter instanceof Sketch.Related r) {
      relations.use(r.table());
      return Optional.empty();
    }
    if (filter instanceof Sketch.AgainstAll a) {
      return Optional.of(againstAll(a, relations));
    }
    if (filter instanceof Sketch.OfReading r) {
      return Optional.of(glossary.condition(r.reading(), relations));
    }
    if (filter instanceof Sketch.CompareFields c) {
      if (!relations.isSafe(c.right().table())) {
        doubts.add("columns of rows that are not one to one are compared");
      }
      return Optional.of(
          new Predicate.Comparison(
              c.operator(), relations.column(c.left()), relations.column(c.right())));
    }
    if (filter instanceof Sketch.Extreme e) {
      return Optional.of(extreme(e, relations));
    }
    if (filter instanceof Sketch.OfReadingWithin r) {
      assumptions.add(new Assumption(Assumption.Kind.PERIOD, r.period().toSentence(time.zone())));
      return Optional.of(glossary.conditionWithin(r.reading(), r.period(), time.zone(), relations));
    }
    doubts.add("a condition has no effect");
    return Optional.empty();
  }

  private Predicate compare(Sketch.Compare c, Relations relations) {
    Expression column = relations.column(c.field());
    ColumnType type = c.field().column().type();
    if (type.isTemporal()
        && c.value() instanceof Expression.Literal l
        && l.value() instanceof Long) {
      return new Predicate.Comparison(
          c.operator(), new Expression.DatePart(Expression.CalendarUnit.YEAR, column), c.value());
    }
    boolean text =
        type == ColumnType.TEXT
            && (c.operator() == Operator.EQUAL || c.operator() == Operator.NOT_EQUAL);
    if (text && c.value() instanceof Expression.Literal l && l.value() instanceof String s) {
      return new Predicate.Comparison(
          c.operator(),
          new Expression.TextFunction(Expression.TextFunction.Function.LOWER, column),
          new Expression.Literal(s.toLowerCase(Locale.ROOT)));
    }
    if (text && c.value() instanceof Expression.Parameter) {
      return new Predicate.Comparison(
          c.operator(),
          new Expression.TextFunction(Expression.TextFunction.Function.LOWER, column),
          new Expression.TextFunction(Expression.TextFunction.Function.LOWER, c.value()));
    }
    return new Predicate.Comparison(c.operator(), column, c.value());
  }

  private static Predicate oneOf(Sketch.OneOf o, Relations relations) {
    Expression column = relations.column(o.field());
    if (o.values().size() == 1) {
      return new Predicate.Comparison(
          o.negated() ? Operator.NOT_EQUAL : Operator.EQUAL,
          column,
          new Expression.Literal(o.values().get(0)));
    }
    List<Expression> values = new ArrayList<>();
    o.values().forEach(v -> values.add(new Expression.Literal(v)));
    return new Predicate.InList(column, values, o.negated());
  }

  private Predicate extreme(Sketch.Extreme extreme, Relations outer) {
    Relations inner = new Relations(graph, aliases, extreme.field().table());
    List<Predicate> where = new ArrayList<>();
    for (Field field : extreme.within()) {
      where.add(new Predicate.Comparison(Operator.EQUAL, inner.column(field), outer.column(field)));
    }
    List<Sketch.Filter> dated = extreme.conditions().stream().map(f -> dated(f, outer)).toList();
    conditions(dated, inner, where);
    glossary.govern(inner, where);
    Expression aggregate =
        new Expression.Aggregate(
            extreme.highest() ? Function.MAX : Function.MIN,
            Optional.of(inner.column(extreme.field())),
            false);
    return new Predicate.Comparison(
        Operator.EQUAL,
        outer.column(extreme.field()),
        new Expression.ScalarSubquery(select(List.of(aggregate), inner, where)));
  }

  private Predicate againstAll(Sketch.AgainstAll a, Relations relations) {
    Relations all = new Relations(graph, aliases, a.of().table());
    List<Predicate> where = new ArrayList<>();
    conditions(a.conditions().stream().map(f -> dated(f, all)).toList(), all, where);
    glossary.govern(all, where);
    Expression aggregate =
        new Expression.Aggregate(a.function(), Optional.of(all.column(a.of())), false);
    return new Predicate.Comparison(
        a.operator(),
        relations.column(a.field()),
        new Expression.ScalarSubquery(select(List.of(aggregate), all, where)));
  }

  private static Optional<Predicate> conjunction(List<Predicate> all) {
    return all.isEmpty() ? Optional.empty() : Optional.of(Predicate.all(all));
  }

  // ---- values

  private void addGroup(Sketch.Term term, Relations relations, List<Expression> groupBy) {
    if (term instanceof Sketch.OfEntity e) {
      QueryPlan.TableUse use = relations.use(e.table());
      e.table().primaryKey().stream()
          .flatMap(n -> e.table().column(n).stream())
          .forEach(c -> addOnce(groupBy, Relations.column(use, c)));
      lexicon.profile(e.table()).display().forEach(c -> addOnce(groupBy, Relations.column(use, c)));
    } else if (term instanceof Sketch.OfField f) {
      boolean name = lexicon.profile(f.field().table()).display().contains(f.field().column());
      boolean root = f.field().table().equals(relations.root().table());
      if (name && !root) {
        QueryPlan.TableUse use = relations.use(f.field().table());
        f.field().table().primaryKey().stream()
            .flatMap(n -> f.field().table().column(n).stream())
            .forEach(c -> addOnce(groupBy, Relations.column(use, c)));
      }
      addOnce(groupBy, relations.column(f.field()));
    } else if (!isAggregate(term)) {
      values(term, relations).forEach(e -> addOnce(groupBy, e));
    }
  }

  private static void addOnce(List<Expression> all, Expression expression) {
    if (!all.contains(expression)) {
      all.add(expression);
    }
  }

  /** Rows that nobody has a name for are shown whole: a list of keys says nothing. */
  private List<Column> called(Table table) {
    TableProfile profile = lexicon.profile(table);
    boolean nameless = profile.key().containsAll(profile.display()) && !isNamed(profile);
    boolean readable = table.columns().size() <= MOST_COLUMNS;
    return listing && nameless && readable ? table.columns() : profile.display();
  }

  /** A key may be the name by which rows are called. */
  private boolean isNamed(TableProfile profile) {
    Column called = profile.display().get(0);
    return called.type() == ColumnType.TEXT && lexicon.wordsOf(called).contains("name");
  }

  private void addProjections(
      Sketch.Term term, Relations relations, List<QueryPlan.Projection> projections) {
    Optional<String> label = Optional.empty();
    if (term instanceof Sketch.MetricOf m) {
      label = Optional.of(glossary.chosen(m, relations).name());
    } else if (term instanceof Sketch.RatioOf) {
      label = Optional.of("average");
    } else if (term instanceof Sketch.ShareOf) {
      label = Optional.of("percentage");
    } else if (term instanceof Sketch.ReadingOf r) {
      label = Optional.of(r.reading().id());
    }
    for (Expression expression : values(term, relations)) {
      projections.add(new QueryPlan.Projection(expression, label));
    }
  }

  private Expression groupedOrder(
      Expression expression, List<Expression> groupBy, Sketch.Order order) {
    if (groupBy.contains(expression) || isAggregate(order.term())) {
      return expression;
    }
    return new Expression.Aggregate(
        order.descending() ? Function.MAX : Function.MIN, Optional.of(expression), false);
  }

  private List<Expression> values(Sketch.Term term, Relations relations) {
    if (term instanceof Sketch.OfField f) {
      return List.of(relations.column(f.field()));
    }
    if (term instanceof Sketch.OfEntity e) {
      QueryPlan.TableUse use = relations.use(e.table());
      List<Expression> columns = new ArrayList<>();
      called(e.table()).forEach(c -> columns.add(Relations.column(use, c)));
      return columns;
    }
    if (term instanceof Sketch.AllOf all) {
      QueryPlan.TableUse use = relations.use(all.table());
      return all.table().columns().stream().map(c -> Relations.column(use, c)).toList();
    }
    if (term instanceof Sketch.CountOf c) {
      relations.use(c.table());
      if (c.distinct().isPresent()) {
        return List.of(
            new Expression.Aggregate(
                Function.COUNT, Optional.of(relations.column(c.distinct().get())), true));
      }
      return List.of(
          c.table().equals(relations.root().table())
              ? count(relations, Optional.empty())
              : count(relations, Optional.of(c.table())));
    }
    if (term instanceof Sketch.AggregateOf a) {
      return List.of(
          new Expression.Aggregate(a.function(), Optional.of(relations.column(a.field())), false));
    }
    if (term instanceof Sketch.GrainOf g) {
      return List.of(grain(g, relations));
    }
    if (term instanceof Sketch.RatioOf r) {
      return List.of(ratio(r, relations));
    }
    if (term instanceof Sketch.ShareOf s) {
      return List.of(share(s, relations));
    }
    if (term instanceof Sketch.DateOf d) {
      return List.of(date(d, relations));
    }
    return List.of(glossary.value(term, relations));
  }

  /** Groups without any row of the measure are not counted, which is said. */
  private Expression ratio(Sketch.RatioOf ratio, Relations relations) {
    Expression measure = values(ratio.measure(), relations).get(0);
    Expression per =
        ratio.per() instanceof Sketch.OfEntity e
            ? key(relations, e.table())
            : values(ratio.per(), relations).get(0);
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "the average is the whole divided by the number of "
                + Interpretation.term(ratio.per())
                + " it is spread over; those without any are not counted"));
    return divided(measure, new Expression.Aggregate(Function.COUNT, Optional.of(per), true));
  }

  private Expression share(Sketch.ShareOf share, Relations relations) {
    Expression whole = values(share.measure(), relations).get(0);
    Expression part =
        PlanRewriter.ofExpressions(
                e ->
                    e instanceof Expression.Aggregate a
                        ? onlyWhere(a, condition(share.part(), relations))
                        : e)
            .rewrite(whole);
    return divided(
        new Expression.Arithmetic(
            Expression.Arithmetic.Operator.TIMES, new Expression.Literal(100L), part),
        whole);
  }

  private Predicate condition(List<Sketch.Filter> filters, Relations relations) {
    List<Predicate> all = new ArrayList<>();
    List<Sketch.Filter> dated = filters.stream().map(f -> dated(f, relations)).toList();
    conditions(dated, relations, all);
    return Predicate.all(all);
  }

  private static Expression onlyWhere(Expression.Aggregate aggregate, Predicate condition) {
    Expression value = aggregate.argument().orElse(new Expression.Literal(1L));
    Expression.Case kept =
        new Expression.Case(
            List.of(new Expression.Case.Branch(condition, value)), Optional.empty());
    return new Expression.Aggregate(aggregate.function(), Optional.of(kept), aggregate.distinct());
  }

  /** NULL where there is nothing to divide by. */
  private static Expression divided(Expression value, Expression by) {
    Predicate some = new Predicate.Comparison(Operator.NOT_EQUAL, by, new Expression.Literal(0L));
    Expression quotient =
        new Expression.Arithmetic(Expression.Arithmetic.Operator.DIVIDE, value, by);
    return new Expression.Case(
        List.of(new Expression.Case.Branch(some, quotient)), Optional.empty());
  }

  private Expression date(Sketch.DateOf date, Relations relations) {
    Field field = dates.choose(List.of(date.table()), List.of()).orElseThrow(PlanBuilder::noDate);
    if (dates.isChosen(field, date.table())) {
      tell("when: the %s of %s".formatted(Interpretation.name(field), date.table().name().name()));
    }
    Expression column = relations.column(field);
    return date.function()
        .<Expression>map(f -> new Expression.Aggregate(f, Optional.of(column), false))
        .orElse(column);
  }

  private Expression grain(Sketch.GrainOf grain, Relations relations) {
    if (dateReading.isPresent()) {
      Expression date = glossary.date(dateReading.get(), relations);
      if (date instanceof Expression.ScalarSubquery) {
        throw new PeriodException(
            "rows cannot be grouped by '" + dateReading.get().definition() + "'; name a period");
      }
      return unit(grain, date);
    }
    Field field =
        dates
            .choose(List.of(relations.root().table()), others(relations))
            .orElseThrow(PlanBuilder::noDate);
    if (dates.isChosen(field, relations.root().table())) {
      tell("%s: of %s".formatted(Interpretation.term(grain), Interpretation.name(field)));
    }
    if (field.column().type().isNumeric()) {
      if (grain.unit() != Expression.CalendarUnit.YEAR) {
        throw noDate();
      }
      return relations.column(field);
    }
    return unit(grain, relations.column(field));
  }

  /** A column of what is asked about by its name; of another relation with the relation's. */
  private String nameBeside(Field field) {
    String column = field.column().name();
    return field.table().equals(asked) ? column : field.table().name().name() + "." + column;
  }

  /** Says once what was assumed about a time. */
  private void tell(String text) {
    Assumption assumption = new Assumption(Assumption.Kind.PERIOD, text);
    if (!assumptions.contains(assumption)) {
      assumptions.add(assumption);
    }
  }

  private static Expression unit(Sketch.GrainOf grain, Expression date) {
    return switch (grain.unit()) {
      case YEAR, DAY_OF_WEEK, HOUR -> new Expression.DatePart(grain.unit(), date);
      default -> new Expression.PeriodStart(grain.unit(), date);
    };
  }

  /** The number of rows of a relation, whatever the joins repeat. */
  private Expression count(Relations relations, Optional<Table> other) {
    Table table = other.orElse(relations.root().table());
    boolean plain = other.isEmpty() && !relations.isMultiplied();
    return plain
        ? new Expression.Aggregate(Function.COUNT, Optional.empty(), false)
        : new Expression.Aggregate(Function.COUNT, Optional.of(key(relations, table)), true);
  }

  private Expression key(Relations relations, Table table) {
    Column key = lexicon.profile(table).key().get(0);
    return Relations.column(relations.use(table), key);
  }

  private void warnOfMultiplication(List<Sketch.Term> shown, Sketch sketch, Relations relations) {
    boolean adds =
        shown.stream().anyMatch(PlanBuilder::addsUp)
            || sketch.orders().stream().anyMatch(o -> addsUp(o.term()));
    if (relations.isMultiplied() && adds) {
      notices.add(
          new Notice(
              Condition.UNSAFE_AGGREGATE,
              "rows of "
                  + relations.root().table().name().name()
                  + " may be counted more than once, because a join repeats them"));
      doubts.add("a join repeats rows that are added up");
    }
  }

  private static boolean addsUp(Sketch.Term given) {
    Sketch.Term term = measured(given);
    return term instanceof Sketch.AggregateOf a
            && (a.function() == Function.SUM || a.function() == Function.AVG)
        || term instanceof Sketch.MetricOf;
  }

  static boolean isAggregate(Sketch.Term term) {
    return term instanceof Sketch.CountOf
        || term instanceof Sketch.AggregateOf
        || term instanceof Sketch.MetricOf
        || term instanceof Sketch.ReadingOf
        || term instanceof Sketch.RatioOf
        || term instanceof Sketch.ShareOf
        || term instanceof Sketch.DateOf d && d.function().isPresent();
  }

  static Optional<Table> tableOf(Sketch.Term term) {
    if (term instanceof Sketch.OfField f) {
      return Optional.of(f.field().table());
    }
    if (term instanceof Sketch.OfEntity e) {
      return Optional.of(e.table());
    }
    if (term instanceof Sketch.AllOf all) {
      return Optional.of(all.table());
    }
    if (term instanceof Sketch.CountOf c) {
      return Optional.of(c.table());
    }
    if (term instanceof Sketch.AggregateOf a) {
      return Optional.of(a.field().table());
    }
    if (term instanceof Sketch.DateOf d) {
      return Optional.of(d.table());
    }
    Sketch.Term measured = measured(term);
    return measured == term ? Optional.empty() : tableOf(measured);
  }

  static Optional<Table> tableOf(Sketch.Filter filter) {
    if (filter instanceof Sketch.Compare c) {
      return Optional.of(c.field().table());
    }
    if (filter instanceof Sketch.OneOf o) {
      return Optional.of(o.field().table());
    }
    if (filter instanceof Sketch.Like l) {
      return Optional.of(l.field().table());
    }
    if (filter instanceof Sketch.Within w) {
      return w.date().map(Field::table);
    }
    if (filter instanceof Sketch.Missing m) {
      return Optional.of(m.field().table());
    }
    if (filter instanceof Sketch.Truth t) {
      return Optional.of(t.field().table());
    }
    if (filter instanceof Sketch.Related r) {
      return Optional.of(r.table());
    }
    if (filter instanceof Sketch.Counted c) {
      return Optional.of(c.table());
    }
    if (filter instanceof Sketch.AgainstAll a) {
      return Optional.of(a.field().table());
    }
    if (filter instanceof Sketch.CompareFields c) {
      return Optional.of(c.left().table());
    }
    if (filter instanceof Sketch.Extreme e) {
      return Optional.of(e.field().table());
    }
    if (filter instanceof Sketch.Without w) {
      return Optional.of(w.table());
    }
    return Optional.empty();
  }

  /** The question names nothing that could be shown. */
  static final class NothingAskedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NothingAskedException() {
      super("nothing is named that could be shown", null, false, false);
    }
  }

  static PeriodException noDate() {
    return new PeriodException("a period is named, but nothing that was asked for has a date");
  }

  /** A period is named that no row can be asked for. */
  static final class PeriodException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PeriodException(String message) {
      super(message, null, false, false);
    }
  }
}
