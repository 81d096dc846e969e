package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.QueryPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The relations of one SELECT while it is built: each is joined when it is first needed. */
final class Relations {
  private final JoinGraph graph;
  private final Aliases aliases;
  private final QueryPlan.TableUse root;
  private final Map<Table, QueryPlan.TableUse> uses = new LinkedHashMap<>();
  private final List<QueryPlan.Join> joins = new ArrayList<>();
  private boolean multiplied;

  /** Names for the uses of relations, unique within a plan. */
  static final class Aliases {
    private int used;
    private final Set<JoinGraph.Hop> tied = new LinkedHashSet<>();

    /** Notes a join that could as well have gone over another reference. */
    void tied(JoinGraph.Hop hop) {
      tied.add(hop);
    }

    Set<JoinGraph.Hop> tied() {
      return tied;
    }

    String next() {
      used++;
      return "t" + used;
    }
  }

  Relations(JoinGraph graph, Aliases aliases, Table root) {
    this.graph = graph;
    this.aliases = aliases;
    this.root = new QueryPlan.TableUse(root, aliases.next());
    uses.put(root, this.root);
  }

  QueryPlan.TableUse root() {
    return root;
  }

  Set<Table> tables() {
    return uses.keySet();
  }

  List<QueryPlan.TableUse> all() {
    return List.copyOf(uses.values());
  }

  QueryPlan.Source source() {
    return new QueryPlan.Source(root, joins);
  }

  /** Whether a row of the root may appear more than once. */
  boolean isMultiplied() {
    return multiplied;
  }

  boolean contains(Table table) {
    return uses.containsKey(table);
  }

  /** Whether the relation is here, or can be joined without multiplying rows. */
  boolean isSafe(Table table) {
    return uses.containsKey(table) || bestPath(table).filter(Relations::isToOne).isPresent();
  }

  private static boolean isToOne(List<JoinGraph.Hop> path) {
    return path.stream().allMatch(JoinGraph.Hop::toOne);
  }

  /** The shortest way from a relation that is here; the root's comes first among equals. */
  private Optional<List<JoinGraph.Hop>> bestPath(Table table) {
    Optional<List<JoinGraph.Hop>> best = Optional.empty();
    for (Table here : uses.keySet()) {
      Optional<List<JoinGraph.Hop>> path = graph.path(here, table);
      if (path.isPresent() && (best.isEmpty() || path.get().size() < best.get().size())) {
        best = path;
      }
    }
    return best;
  }

  /**
   * The use of a relation, joined now if it is not here yet.
   *
   * @throws UnrelatedException if no reference leads to it
   */
  QueryPlan.TableUse use(Table table) {
    QueryPlan.TableUse found = uses.get(table);
    if (found != null) {
      return found;
    }
    List<JoinGraph.Hop> path =
        bestPath(table).orElseThrow(() -> new UnrelatedException(root.table(), table));
    for (JoinGraph.Hop hop : path) {
      if (!uses.containsKey(hop.to())) {
        if (graph.isTied(hop)) {
          aliases.tied(hop);
        }
        QueryPlan.TableUse use = new QueryPlan.TableUse(hop.to(), aliases.next());
        joins.add(
            new QueryPlan.Join(
                QueryPlan.Join.Kind.INNER, use, condition(uses.get(hop.from()), use, hop)));
        uses.put(hop.to(), use);
        multiplied = multiplied || !hop.toOne();
      }
    }
    return uses.get(table);
  }

  Expression column(Field field) {
    return new Expression.ColumnReference(use(field.table()), field.column());
  }

  static Expression column(QueryPlan.TableUse use, Column column) {
    return new Expression.ColumnReference(use, column);
  }

  /** The equalities of a reference. */
  static Predicate condition(QueryPlan.TableUse from, QueryPlan.TableUse to, JoinGraph.Hop hop) {
    List<Predicate> equalities = new ArrayList<>();
    for (int i = 0; i < hop.fromColumns().size(); i++) {
      equalities.add(
          new Predicate.Comparison(
              Predicate.Comparison.Operator.EQUAL,
              column(from, from.table().column(hop.fromColumns().get(i)).orElseThrow()),
              column(to, to.table().column(hop.toColumns().get(i)).orElseThrow())));
    }
    return Predicate.all(equalities);
  }

  JoinGraph graph() {
    return graph;
  }

  Aliases aliases() {
    return aliases;
  }

  /** Two relations of a question that no reference connects. */
  static final class UnrelatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnrelatedException(Table one, Table other) {
      super(
          "no reference connects %s and %s".formatted(one.name().name(), other.name().name()),
          null,
          false,
          false);
    }
  }
}
