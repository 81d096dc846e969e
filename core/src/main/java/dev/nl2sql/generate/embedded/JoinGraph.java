package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.link.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/** The relations of a catalog and the references between them. */
final class JoinGraph {
  /** A step from one relation to another along a reference. */
  record Hop(Table from, Table to, ForeignKey reference) {
    /** Whether a row of {@code from} has at most one partner. */
    boolean toOne() {
      return reference.from().equals(from.name())
          || to.primaryKey().size() == reference.columns().size()
              && to.primaryKey().containsAll(reference.columns());
    }

    List<String> fromColumns() {
      return reference.from().equals(from.name()) ? reference.columns() : reference.targetColumns();
    }

    List<String> toColumns() {
      return reference.from().equals(from.name()) ? reference.targetColumns() : reference.columns();
    }
  }

  private record Reached(Table table, double cost, List<Hop> path) {}

  private final Map<TableName, List<Hop>> hops;
  private final Map<TableName, Integer> islands;
  private final Set<Table> preferred;
  private final Set<ForeignKey> said;

  private JoinGraph(
      Map<TableName, List<Hop>> hops,
      Map<TableName, Integer> islands,
      Set<Table> preferred,
      Set<ForeignKey> said) {
    this.hops = hops;
    this.islands = islands;
    this.preferred = Set.copyOf(preferred);
    this.said = Set.copyOf(said);
  }

  JoinGraph(Catalog catalog) {
    this(new HashMap<>(), new HashMap<>(), Set.of(), Set.of());
    for (ForeignKey key : catalog.foreignKeys()) {
      Optional<Table> from = catalog.table(key.from());
      Optional<Table> to = catalog.table(key.to());
      if (from.isPresent() && to.isPresent()) {
        add(new Hop(from.get(), to.get(), key));
        if (!from.get().equals(to.get())) {
          add(new Hop(to.get(), from.get(), key));
        }
      }
    }
    catalog.tables().forEach(this::settle);
  }

  /** Numbers every relation that can be reached from this one like this one. */
  private void settle(Table table) {
    int island = islands.size();
    Deque<TableName> open = new ArrayDeque<>(List.of(table.name()));
    while (!open.isEmpty()) {
      TableName next = open.pop();
      if (islands.putIfAbsent(next, island) == null) {
        hops.getOrDefault(next, List.of()).forEach(hop -> open.push(hop.to().name()));
      }
    }
  }

  /** Whether there is a way from one relation to the other; asked far more often than for it. */
  boolean areConnected(Table one, Table other) {
    Integer island = islands.get(one.name());
    return island != null && island.equals(islands.get(other.name()));
  }

  private void add(Hop hop) {
    hops.computeIfAbsent(hop.from().name(), n -> new ArrayList<>()).add(hop);
  }

  /** The cheapest path; steps to a single partner first, then declared ones. */
  Optional<List<Hop>> path(Table from, Table to) {
    if (!areConnected(from, to)) {
      return Optional.empty();
    }
    PriorityQueue<Reached> open =
        new PriorityQueue<>(
            Comparator.comparingDouble(Reached::cost)
                .thenComparing(r -> r.table().name().toString()));
    Map<TableName, Double> done = new HashMap<>();
    open.add(new Reached(from, 0, List.of()));
    while (!open.isEmpty()) {
      Reached next = open.poll();
      if (next.table().equals(to)) {
        return Optional.of(next.path());
      }
      if (done.putIfAbsent(next.table().name(), next.cost()) == null) {
        for (Hop hop : hops.getOrDefault(next.table().name(), List.of())) {
          if (!done.containsKey(hop.to().name())) {
            List<Hop> path = new ArrayList<>(next.path());
            path.add(hop);
            double cost = cost(hop, next.path());
            open.add(new Reached(hop.to(), next.cost() + cost, Collections.unmodifiableList(path)));
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Going up to one partner and down to many others says little about the row one came from, so it
   * costs more than going through a relation that refers to both.
   */
  private double cost(Hop hop, List<Hop> before) {
    boolean down = !hop.toOne();
    boolean overTop = down && !before.isEmpty() && before.get(before.size() - 1).toOne();
    return 1
        + (down ? 0.05 : 0)
        + (overTop ? 1.1 : 0)
        + (hop.reference().declared() ? 0 : 0.3)
        - (hop.fromColumns().equals(hop.toColumns()) ? 0.02 : 0)
        - (preferred.contains(hop.to()) ? 0.2 : 0)
        - (said.contains(hop.reference()) ? 0.1 : 0);
  }

  /**
   * The same references; ways through the given relations, and over references that the question
   * speaks of, are shorter.
   */
  JoinGraph preferring(Set<Table> tables, Set<ForeignKey> saidReferences) {
    return new JoinGraph(hops, islands, tables, saidReferences);
  }

  /** Whether the question speaks of the relation. */
  boolean isSaid(Table table) {
    return preferred.contains(table);
  }

  /** Whether another reference joins the same relations and the question prefers neither. */
  boolean isTied(Hop hop) {
    return hops(hop.from()).stream()
        .filter(h -> h.to().equals(hop.to()) && !h.reference().equals(hop.reference()))
        .anyMatch(h -> said.contains(h.reference()) == said.contains(hop.reference()));
  }

  /** Steps from a relation. */
  List<Hop> hops(Table table) {
    return hops.getOrDefault(table.name(), List.of());
  }

  /** Relations one step away, in a stable order. */
  List<Table> neighbours(Table table) {
    return hops.getOrDefault(table.name(), List.of()).stream().map(Hop::to).distinct().toList();
  }

  /** Number of steps, -1 if there is no way. */
  int distance(Table from, Table to) {
    return path(from, to).map(List::size).orElse(-1);
  }

  /** Whether every row of {@code from} has at most one partner in {@code to}. */
  boolean isToOne(Table from, Table to) {
    return path(from, to).filter(p -> p.stream().allMatch(Hop::toOne)).isPresent();
  }

  /** Whether the column refers to another relation. */
  boolean isReference(Field field) {
    return hops(field.table()).stream().anyMatch(hop -> isFrom(hop, field));
  }

  /** Whether the column refers to the relation. */
  boolean refersTo(Field field, Table table) {
    return hops(field.table()).stream()
        .anyMatch(hop -> hop.to().equals(table) && isFrom(hop, field));
  }

  private static boolean isFrom(Hop hop, Field field) {
    return hop.reference().from().equals(field.table().name())
        && hop.reference().columns().contains(field.column().name());
  }

  /** Whether a row of one relation may have many of the other, directly or further on. */
  boolean hasMany(Table one, Table other) {
    return !one.equals(other) && path(one, other).isPresent() && !isToOne(one, other);
  }

  /** Whether each row of a relation is a row of the other: entrepreneurs are people. */
  boolean isKind(Table kind, Table of) {
    return hops(kind).stream()
        .filter(h -> h.to().equals(of))
        .map(Hop::reference)
        .anyMatch(r -> r.from().equals(kind.name()) && r.columns().equals(kind.primaryKey()));
  }
}
