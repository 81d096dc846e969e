package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.plan.Expression;
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
final class Mentions {
  private static final double SAID = 0.8;
  private static final double CLOSE = 0.12;

  private final Line line;
  private final JoinGraph graph;
  private final Set<Table> said;

  /** The relations and columns of a query, read off it once for all names. */
  private record Used(Set<Table> tables, Set<Expression.ColumnReference> columns) {
    static Used by(QueryPlan plan) {
      return new Used(tablesOf(PlanWalk.tableUses(plan)), PlanWalk.columns(plan));
    }

    boolean has(Candidate candidate) {
      return candidate.isTable()
          ? tables.contains(candidate.table())
          : columns.stream()
              .anyMatch(
                  c ->
                      c.table().table().equals(candidate.table())
                          && c.column().equals(candidate.column().orElseThrow()));
    }
  }

  /**
   * @param line the question
   * @param graph the references between the relations
   */
  Mentions(Line line, JoinGraph graph) {
    this.line = line;
    this.graph = graph;
    this.said = saidIn(line);
  }

  private static Set<Table> saidIn(Line line) {
    Set<Table> said = new HashSet<>();
    for (Item item : line.items()) {
      if (item instanceof Item.Named named) {
        named.candidates().stream().filter(c -> c.score() > SAID).forEach(c -> said.add(c.table()));
      } else if (item instanceof Item.Stored stored && stored.values().size() == 1) {
        said.add(stored.values().get(0).table());
      }
    }
    return Set.copyOf(said);
  }

  /** The relations that the question names, by themselves or by something of theirs. */
  Set<Table> said() {
    return said;
  }

  JoinGraph graph() {
    return graph;
  }

  /** Whether the query goes through a relation nobody named, and could go through another one. */
  boolean isTied(QueryPlan plan) {
    Set<Table> used = tablesOf(PlanWalk.tableUses(plan));
    return used.stream().filter(t -> !said.contains(t)).anyMatch(t -> isReplaceable(t, used));
  }

  /**
   * Whether rows are connected only by having the same third row, which nobody spoke of: courses
   * and instructors of one department.
   */
  boolean goesOverTop(QueryPlan plan) {
    return PlanWalk.selects(plan).stream()
        .map(select -> tablesOf(PlanWalk.usesOf(select)))
        .anyMatch(used -> used.stream().anyMatch(t -> !said.contains(t) && isShared(t, used)));
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
    Used used = Used.by(plan);
    return IntStream.range(0, line.size()).filter(at -> isUnused(at, used)).count();
  }

  /**
   * The relations that are named as such, by a word of their own, and that the query leaves out.
   */
  Set<Table> leftOut(QueryPlan plan) {
    Used used = Used.by(plan);
    return IntStream.range(0, line.size())
        .filter(at -> isUnused(at, used) && !isPartOfCompound(at))
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

  private boolean isUnused(int at, Used used) {
    if (line.named(at).isEmpty()) {
      return false;
    }
    List<Candidate> candidates = line.named(at).get().candidates();
    double best = candidates.get(0).score();
    return best > SAID
        && candidates.stream().filter(c -> c.score() > best - CLOSE).noneMatch(used::has);
  }

  /** The relations that are used. */
  static Set<Table> tablesOf(List<QueryPlan.TableUse> uses) {
    return uses.stream().map(QueryPlan.TableUse::table).collect(Collectors.toSet());
  }
}
