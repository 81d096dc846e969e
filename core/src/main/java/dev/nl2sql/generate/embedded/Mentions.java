package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.plan.PlanWalk;
import dev.nl2sql.plan.QueryPlan;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a question names, held against what a query has: a relation that is named and not used, or
 * used and neither named nor the only way, is a sign of a wrong reading.
 */
record Mentions(Line line, JoinGraph graph) {
  private static final double SAID = 0.8;
  private static final double CLOSE = 0.12;

  /** The relations that the question names, by themselves or by something of theirs. */
  Set<Table> said() {
    Set<Table> said = new HashSet<>();
    for (Item item : line.items()) {
      if (item instanceof Item.Named named) {
        named.candidates().stream().filter(c -> c.score() > SAID).forEach(c -> said.add(c.table()));
      } else if (item instanceof Item.Stored stored && stored.values().size() == 1) {
        said.add(stored.values().get(0).table());
      }
    }
    return said;
  }

  /** Whether the query goes through a relation nobody named, and could go through another one. */
  boolean isTied(QueryPlan plan) {
    Set<Table> said = said();
    Set<Table> used = tables(plan);
    return used.stream().filter(t -> !said.contains(t)).anyMatch(t -> isReplaceable(t, used));
  }

  /**
   * Whether rows are connected only by having the same third row, which nobody spoke of: courses
   * and instructors of one department.
   */
  boolean goesOverTop(QueryPlan plan) {
    Set<Table> said = said();
    return PlanWalk.selects(plan).stream()
        .anyMatch(
            select -> {
              Set<Table> used =
                  PlanWalk.usesOf(select).stream()
                      .map(QueryPlan.TableUse::table)
                      .collect(Collectors.toSet());
              return used.stream().anyMatch(t -> !said.contains(t) && isShared(t, used));
            });
  }

  private boolean isShared(Table table, Set<Table> used) {
    List<JoinGraph.Hop> hops =
        graph.hops(table).stream()
            .filter(h -> used.contains(h.to()) && !h.to().equals(table))
            .toList();
    return hops.size() > 1 && hops.stream().noneMatch(JoinGraph.Hop::toOne);
  }

  private boolean isReplaceable(Table table, Set<Table> used) {
    List<Table> joined = graph.neighbours(table).stream().filter(used::contains).toList();
    return joined.size() > 1
        && graph.neighbours(joined.get(0)).stream()
            .filter(other -> !used.contains(other))
            .anyMatch(other -> graph.neighbours(other).containsAll(joined));
  }

  /** How many names the query has nothing for. */
  long unused(QueryPlan plan) {
    return IntStream.range(0, line.size()).filter(at -> isUnused(at, plan)).count();
  }

  /**
   * The relations that are named as such, by a word of their own, and that the query leaves out.
   */
  Set<Table> leftOut(QueryPlan plan) {
    return IntStream.range(0, line.size())
        .filter(at -> isUnused(at, plan) && !isPartOfCompound(at))
        .mapToObj(at -> line.named(at).orElseThrow().candidates().get(0))
        .filter(Candidate::isTable)
        .map(Candidate::table)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether rows of the relation are rows of what the query is about: entrepreneurs are people. */
  boolean refersTo(Table table, QueryPlan plan) {
    return PlanWalk.selects(plan).stream()
        .limit(1)
        .map(select -> select.from().root().table())
        .anyMatch(
            root ->
                graph.hops(table).stream()
                    .anyMatch(
                        h -> h.to().equals(root) && h.reference().from().equals(table.name())));
  }

  private boolean isPartOfCompound(int at) {
    return line.named(at - 1).isPresent() || line.named(at + 1).isPresent();
  }

  private boolean isUnused(int at, QueryPlan plan) {
    if (line.named(at).isEmpty()) {
      return false;
    }
    List<Candidate> candidates = line.named(at).get().candidates();
    double best = candidates.get(0).score();
    return best > SAID
        && candidates.stream().filter(c -> c.score() > best - CLOSE).noneMatch(c -> isIn(c, plan));
  }

  private static boolean isIn(Candidate candidate, QueryPlan plan) {
    return candidate.isTable()
        ? tables(plan).contains(candidate.table())
        : PlanWalk.columns(plan).stream()
            .anyMatch(
                c ->
                    c.table().table().equals(candidate.table())
                        && c.column().equals(candidate.column().orElseThrow()));
  }

  private static Set<Table> tables(QueryPlan plan) {
    return PlanWalk.tableUses(plan).stream()
        .map(QueryPlan.TableUse::table)
        .collect(Collectors.toSet());
  }
}
