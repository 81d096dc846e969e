package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.GlossarySql;
import dev.nl2sql.glossary.SqlText;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.Token;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.PlanRewriter;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.QueryPlan;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the glossary adds to a plan: measures, readings and governed filters. */
final class GlossaryPlans {
  private final GenerationRequest request;
  private final Language language;
  private final List<Token> tokens;
  private final Set<Assumption> assumptions = new LinkedHashSet<>();

  GlossaryPlans(GenerationRequest request, Language language, List<Token> tokens) {
    this.request = request;
    this.language = language;
    this.tokens = tokens;
  }

  /** The governed filters that applied, stated once each. */
  List<Assumption> assumptions() {
    return List.copyOf(assumptions);
  }

  /** The relation whose rows the first measure or reading among the terms adds up. */
  Optional<Table> root(List<Sketch.Term> terms, Collection<Table> needed, JoinGraph graph) {
    for (Sketch.Term term : terms) {
      if (term instanceof Sketch.ReadingOf reading) {
        return fact(tables(reading.reading().order().orElseThrow()), needed, graph);
      }
      if (term instanceof Sketch.MetricOf metric) {
        return metric.metrics().stream()
            .flatMap(m -> fact(tables(m.sql()), List.of(), graph).stream())
            .filter(t -> needed.stream().allMatch(n -> graph.isToOne(t, n)))
            .findFirst()
            .or(() -> fact(tables(metric.metrics().get(0).sql()), List.of(), graph));
      }
    }
    return Optional.empty();
  }

  /** The relation from which all others are reached without repeating rows. */
  private static Optional<Table> fact(
      Collection<Table> tables, Collection<Table> needed, JoinGraph graph) {
    List<Table> all = new ArrayList<>(tables);
    return all.stream()
        .filter(t -> all.stream().allMatch(o -> graph.isToOne(t, o)))
        .filter(t -> needed.isEmpty() || needed.stream().anyMatch(o -> graph.distance(t, o) >= 0))
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  /** The relations that SQL of the glossary names. */
  Set<Table> tables(SqlText sql) {
    Set<Table> tables = new LinkedHashSet<>();
    Probe probe = new Probe(tables);
    if (sql.sql().strip().toUpperCase(Locale.ROOT).matches("(?s).*\\b(ASC|DESC)")) {
      GlossarySql.ordering(sql, request.catalog(), request.time().asOf(), probe);
    } else {
      probePredicateOrValue(sql, probe);
    }
    return tables;
  }

  private void probePredicateOrValue(SqlText sql, Probe probe) {
    try {
      GlossarySql.expression(sql, request.catalog(), request.time().asOf(), probe);
    } catch (RuntimeException e) {
      GlossarySql.predicate(sql, request.catalog(), request.time().asOf(), probe);
    }
  }

  /** Adds the governed filters of all relations here, once each. */
  void govern(Relations relations, List<Predicate> where) {
    Catalog catalog = request.catalog();
    for (Glossary.GovernedDefault governed : request.glossary().defaults()) {
      boolean applies =
          relations.tables().stream()
              .anyMatch(t -> governed.applies().stream().anyMatch(a -> isNamed(t, a)));
      if (applies && governed.unless().stream().noneMatch(this::isSaid)) {
        where.add(
            GlossarySql.predicate(
                governed.filter(), catalog, request.time().asOf(), scope(relations)));
        assumptions.add(new Assumption(Assumption.Kind.DEFAULT, governed.statement()));
      }
    }
  }

  /** Sub-queries written in the glossary are governed like all others. */
  private PlanRewriter governed() {
    return PlanRewriter.ofSelects(this::governed);
  }

  private QueryPlan.Select governed(QueryPlan.Select select) {
    List<QueryPlan.TableUse> uses = new ArrayList<>();
    uses.add(select.from().root());
    select.from().joins().forEach(j -> uses.add(j.table()));
    List<Predicate> where = new ArrayList<>();
    select.where().ifPresent(where::add);
    for (Glossary.GovernedDefault governed : request.glossary().defaults()) {
      boolean applies =
          uses.stream()
              .anyMatch(u -> governed.applies().stream().anyMatch(a -> isNamed(u.table(), a)));
      if (applies && governed.unless().stream().noneMatch(this::isSaid)) {
        where.add(
            GlossarySql.predicate(
                governed.filter(), request.catalog(), request.time().asOf(), new Inside(uses)));
        assumptions.add(new Assumption(Assumption.Kind.DEFAULT, governed.statement()));
      }
    }
    return new QueryPlan.Select(
        select.projections(),
        select.distinct(),
        select.from(),
        where.isEmpty() ? Optional.empty() : Optional.of(Predicate.all(where)),
        select.groupBy(),
        select.having(),
        select.orderBy(),
        select.limit());
  }

  /** The relations of a sub-query that is already built. */
  private record Inside(List<QueryPlan.TableUse> uses) implements GlossarySql.Scope {
    @Override
    public QueryPlan.TableUse use(Table table) {
      return uses.stream()
          .filter(u -> u.table().equals(table))
          .findFirst()
          .orElseThrow(() -> new Relations.UnrelatedException(uses.get(0).table(), table));
    }

    @Override
    public String freshAlias() {
      return uses.get(0).alias() + "g";
    }
  }

  private static boolean isNamed(Table table, String name) {
    return table.name().name().equalsIgnoreCase(name)
        || table.name().toString().equalsIgnoreCase(name);
  }

  private boolean isSaid(String phrase) {
    List<Token> words = language.tokenize(phrase);
    for (int at = 0; at + words.size() <= tokens.size(); at++) {
      boolean same = !words.isEmpty();
      for (int i = 0; i < words.size() && same; i++) {
        Token here = tokens.get(at + i);
        same =
            here.lower().equals(words.get(i).lower()) || here.lemma().equals(words.get(i).lemma());
      }
      if (same) {
        return true;
      }
    }
    return false;
  }

  /** The condition of a reading. */
  Predicate condition(Glossary.Reading reading, Relations relations) {
    return governed()
        .rewrite(
            GlossarySql.predicate(
                reading.filter().orElseThrow(),
                request.catalog(),
                request.time().asOf(),
                scope(relations)));
  }

  /** The condition of a reading with its dates replaced by those of a period. */
  Predicate conditionWithin(
      Glossary.Reading reading, Period period, ZoneId zone, Relations relations) {
    return PlanRewriter.ofPredicates(
            p -> p instanceof Predicate.Comparison c && isDateBound(c) ? moved(c, period, zone) : p)
        .rewrite(condition(reading, relations));
  }

  /** A period may be open at one end: then its other end stands for both. */
  private static Predicate moved(Predicate.Comparison bound, Period period, ZoneId zone) {
    Optional<Predicate> lower = DateChoice.lowerBound(bound::left, period, zone);
    Optional<Predicate> upper = DateChoice.upperBound(bound::left, period, zone);
    boolean isLower =
        bound.operator() == Predicate.Comparison.Operator.GREATER
            || bound.operator() == Predicate.Comparison.Operator.GREATER_OR_EQUAL;
    return isLower ? lower.or(() -> upper).orElseThrow() : upper.or(() -> lower).orElseThrow();
  }

  /** Whether the conditions of readings differ in the bounds of their dates only. */
  boolean differInDatesOnly(List<Glossary.Reading> readings) {
    return readings.stream().map(this::withoutDates).distinct().count() == 1;
  }

  /** The condition with every bound of a date replaced by a mark, for comparing. */
  private Optional<Predicate> withoutDates(Glossary.Reading reading) {
    PlanRewriter unbound =
        PlanRewriter.ofPredicates(
            p ->
                p instanceof Predicate.Comparison c && isDateBound(c)
                    ? new Predicate.IsNull(c.left(), true)
                    : p);
    return reading
        .filter()
        .map(
            sql ->
                GlossarySql.predicate(
                    sql,
                    request.catalog(),
                    request.time().asOf(),
                    new Probe(new LinkedHashSet<>())))
        .map(unbound::rewrite);
  }

  private static boolean isDateBound(Predicate.Comparison comparison) {
    return comparison.right() instanceof Expression.Literal literal
        && literal.value() instanceof java.time.temporal.Temporal;
  }

  /** The date of a reading. */
  Expression date(Glossary.Reading reading, Relations relations) {
    return governed()
        .rewrite(
            GlossarySql.expression(
                reading.date().orElseThrow(),
                request.catalog(),
                request.time().asOf(),
                scope(relations)));
  }

  /** The measure that is meant among those of the name: the one at home in the query. */
  Glossary.Metric chosen(Sketch.MetricOf metric, Relations relations) {
    return metric.metrics().stream()
        .filter(
            m ->
                fact(tables(m.sql()), List.of(), relations.graph())
                    .filter(t -> t.equals(relations.root().table()))
                    .isPresent())
        .findFirst()
        .orElse(metric.metrics().get(0));
  }

  /** The value of a measure or of a reading's order. */
  Expression value(Sketch.Term term, Relations relations) {
    GlossarySql.Scope scope = scope(relations);
    if (term instanceof Sketch.ReadingOf reading) {
      return GlossarySql.ordering(
              reading.reading().order().orElseThrow(),
              request.catalog(),
              request.time().asOf(),
              scope)
          .expression();
    }
    Glossary.Metric metric = chosen((Sketch.MetricOf) term, relations);
    request.catalog().tables().stream()
        .filter(t -> metric.tables().stream().anyMatch(name -> isNamed(t, name)))
        .forEach(relations::use);
    return GlossarySql.expression(metric.sql(), request.catalog(), request.time().asOf(), scope);
  }

  private static GlossarySql.Scope scope(Relations relations) {
    return new GlossarySql.Scope() {
      @Override
      public QueryPlan.TableUse use(Table table) {
        return relations.use(table);
      }

      @Override
      public String freshAlias() {
        return relations.aliases().next();
      }
    };
  }

  /** Collects the relations named. */
  private record Probe(Set<Table> tables) implements GlossarySql.Scope {
    @Override
    public QueryPlan.TableUse use(Table table) {
      tables.add(table);
      return new QueryPlan.TableUse(table, "t0");
    }

    @Override
    public String freshAlias() {
      return "t0";
    }
  }
}
