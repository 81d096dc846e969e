package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.PredicateText;
import dev.nl2sql.plan.QueryPlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tells which condition of a SELECT removed all rows: each is dropped in turn and the rest asked
 * for a row. Where no single one is to blame, each is asked alone; where none is, the relations and
 * their joins are. For one statement and one thread.
 */
final class EmptyDiagnosis {
  /** More conditions than people write; the rest is not looked at. */
  private static final int MOST_CONDITIONS = 8;

  private static final String WITHOUT = "without the condition ";

  private final RowSource rows;
  private final NearbyValues nearby;

  /** Whether a question stayed open, so that nothing follows from what was not found. */
  private boolean open;

  /** Answers whether a statement has a row; empty if that cannot be told in time. */
  @FunctionalInterface
  interface RowSource {
    Optional<Boolean> has(QueryPlan.Select select) throws SQLException;
  }

  EmptyDiagnosis(RowSource rows, ValueIndex values) {
    this.rows = rows;
    this.nearby = new NearbyValues(values);
  }

  EmptyReason of(QueryPlan.Select select) throws SQLException {
    EmptyReason reason = reason(select);
    boolean certain = !open || reason.sentences().stream().anyMatch(s -> s.startsWith(WITHOUT));
    return certain ? reason : EmptyReason.UNKNOWN;
  }

  private boolean has(QueryPlan.Select select) throws SQLException {
    Optional<Boolean> answer = rows.has(select);
    open |= answer.isEmpty();
    return answer.orElse(false);
  }

  private EmptyReason reason(QueryPlan.Select select) throws SQLException {
    List<Predicate> conditions = select.where().map(EmptyDiagnosis::flat).orElse(List.of());
    boolean computes = select.groupBy().isEmpty() && !select.having().isPresent();
    if (has(probe(select, conditions))) {
      return select
          .having()
          .map(h -> EmptyReason.of(List.of("no group satisfies '" + PredicateText.of(h) + "'")))
          .orElse(computes ? EmptyReason.ZERO : EmptyReason.UNKNOWN);
    }
    List<Predicate> looked = conditions.stream().limit(MOST_CONDITIONS).toList();
    List<Predicate> blamed = new ArrayList<>();
    for (Predicate condition : looked) {
      List<Predicate> others = without(conditions, condition);
      if (has(probe(select, others))) {
        blamed.addAll(inside(select, others, condition));
      }
    }
    if (!blamed.isEmpty()) {
      return told(blamed, WITHOUT + "'%s' there are rows");
    }
    return looked.size() < 2 ? relations(select) : alone(select, looked);
  }

  /** Of "there is a row of … where …" the conditions without which there would be one. */
  private List<Predicate> inside(
      QueryPlan.Select select, List<Predicate> others, Predicate condition) throws SQLException {
    if (!(condition instanceof Predicate.Exists exists)
        || exists.negated()
        || !(exists.plan() instanceof QueryPlan.Select inner)
        || !inner.groupBy().isEmpty()) {
      return List.of(condition);
    }
    List<Predicate> own = inner.where().map(EmptyDiagnosis::flat).orElse(List.of());
    List<Predicate> blamed = new ArrayList<>();
    for (Predicate part : own.stream().filter(p -> !PredicateText.isLink(p)).toList()) {
      List<Predicate> left = without(own, part);
      Optional<Predicate> where =
          left.isEmpty() ? Optional.empty() : Optional.of(Predicate.all(left));
      List<Predicate> all = new ArrayList<>(others);
      all.add(new Predicate.Exists(where(inner, where), false));
      if (has(probe(select, all))) {
        blamed.add(part);
      }
    }
    return blamed.isEmpty() ? List.of(condition) : blamed;
  }

  private static QueryPlan.Select where(QueryPlan.Select select, Optional<Predicate> where) {
    return new QueryPlan.Select(
        select.projections(),
        select.distinct(),
        select.from(),
        where,
        select.groupBy(),
        select.having(),
        select.orderBy(),
        select.limit());
  }

  /** No condition alone is to blame for what all of them remove. */
  private EmptyReason alone(QueryPlan.Select select, List<Predicate> conditions)
      throws SQLException {
    List<Predicate> blamed = new ArrayList<>();
    for (Predicate condition : conditions) {
      if (!has(probe(select, List.of(condition)))) {
        blamed.add(condition);
      }
    }
    if (blamed.isEmpty()) {
      return EmptyReason.of(
          List.of("each condition matches rows by itself, but no row satisfies all of them"));
    }
    return blamed.size() == conditions.size() && !has(probe(select, List.of()))
        ? relations(select)
        : told(blamed, "no row satisfies '%s' whatever else is asked");
  }

  private EmptyReason relations(QueryPlan.Select select) throws SQLException {
    QueryPlan.TableUse root = select.from().root();
    List<QueryPlan.Join> joins = new ArrayList<>();
    if (!has(probe(from(select, joins), List.of()))) {
      return EmptyReason.of(List.of(root.table().name().name() + " has no rows"));
    }
    for (QueryPlan.Join join : select.from().joins()) {
      joins.add(join);
      if (!has(probe(from(select, joins), List.of()))) {
        return EmptyReason.of(
            List.of(
                "no row of %s has a partner in %s"
                    .formatted(root.table().name().name(), join.table().table().name().name())));
      }
    }
    return EmptyReason.UNKNOWN;
  }

  private EmptyReason told(List<Predicate> blamed, String sentence) {
    List<String> sentences = new ArrayList<>();
    for (Predicate condition : blamed) {
      sentences.add(sentence.formatted(PredicateText.of(condition)));
      sentences.addAll(nearby.of(condition));
    }
    return EmptyReason.of(sentences);
  }

  /** Both ends of a period stand in a conjunction of their own and are one condition. */
  private static List<Predicate> flat(Predicate predicate) {
    return predicate instanceof Predicate.And and ? and.operands() : List.of(predicate);
  }

  private static List<Predicate> without(List<Predicate> conditions, Predicate dropped) {
    return conditions.stream().filter(c -> c != dropped).toList();
  }

  private static QueryPlan.Select from(QueryPlan.Select select, List<QueryPlan.Join> joins) {
    return new QueryPlan.Select(
        select.projections(),
        false,
        new QueryPlan.Source(select.from().root(), joins),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        OptionalLong.empty());
  }

  /** One row of the relations under these conditions, of which nothing is shown. */
  private static QueryPlan.Select probe(QueryPlan.Select select, List<Predicate> conditions) {
    return new QueryPlan.Select(
        List.of(new QueryPlan.Projection(new Expression.Literal(1L), Optional.of("found"))),
        false,
        select.from(),
        conditions.isEmpty() ? Optional.empty() : Optional.of(Predicate.all(conditions)),
        List.of(),
        Optional.empty(),
        List.of(),
        OptionalLong.of(1));
  }
}
