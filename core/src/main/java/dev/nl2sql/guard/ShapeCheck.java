package dev.nl2sql.guard;

import dev.nl2sql.guard.Scope.Relation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.TableFunction;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;

/**
 * Refuses statements whose work has no bound in sight: relations joined without a condition,
 * recursion without an end, series of hidden length. It reads the text only; what passes is still
 * held by the limits on time and rows.
 */
final class ShapeCheck {
  private static final int MAXIMUM_RELATIONS = 32;
  private static final int MAXIMUM_UNJOINED = 2;
  private static final long MAXIMUM_DEPTH = 1_000_000;
  private static final long FEW_ROWS = 1_000;

  private final AllowList allowed;
  private final Map<Object, Relation> columnSources;
  private final Map<Object, Relation> fromSources;
  private final Constants constants;
  private final SeriesCheck series;

  /**
   * How many rows a query may give.
   *
   * @param rows those whose number the text tells
   * @param unjoined over how many whole relations, side by side, it goes
   */
  private record Size(double rows, int unjoined) {
    static final Size ONE = new Size(1, 0);
    static final Size RELATION = new Size(1, 1);
  }

  /** An item of FROM with its size. */
  private record Member(FromItem item, Relation relation, Size size) {}

  private ShapeCheck(NameCheck.Resolution names, Literals literals, GuardContext context) {
    this.allowed = AllowList.of(context.dialect());
    this.columnSources = names.columnSources();
    this.fromSources = names.fromSources();
    this.constants = new Constants(literals);
    this.series = new SeriesCheck(constants);
  }

  static void check(
      Select statement, NameCheck.Resolution names, Literals literals, GuardContext context) {
    new ShapeCheck(names, literals, context).size(statement, Map.of());
  }

  private Size size(Select select, Map<String, Size> outer) {
    Map<String, Size> with = new HashMap<>(outer);
    if (select.getWithItemsList() != null) {
      boolean recursive = select.getWithItemsList().stream().anyMatch(WithItem::isRecursive);
      select.getWithItemsList().forEach(w -> with(w, recursive, with));
    }
    return limited(select, unlimited(select, with));
  }

  private Size unlimited(Select select, Map<String, Size> with) {
    if (select instanceof ParenthesedSelect inner) {
      return size(inner.getSelect(), with);
    }
    if (select instanceof SetOperationList list) {
      double rows = 0;
      int unjoined = 0;
      for (Select part : list.getSelects()) {
        Size size = size(part, with);
        rows += size.rows();
        unjoined = Math.max(unjoined, size.unjoined());
      }
      subqueries(list.getOrderByElements(), with);
      return new Size(rows, unjoined);
    }
    if (select instanceof Values values) {
      subqueries(values.getExpressions(), with);
      return new Size(values.getExpressions().size(), 0);
    }
    return plain((PlainSelect) select, with);
  }

  private Size limited(Select select, Size size) {
    Expression rows =
        select.getLimit() != null
            ? select.getLimit().getRowCount()
            : select.getFetch() != null ? select.getFetch().getExpression() : null;
    OptionalDouble limit = rows == null ? OptionalDouble.empty() : constants.number(rows);
    return limit.isPresent() && limit.getAsDouble() <= FEW_ROWS
        ? new Size(Math.max(1, limit.getAsDouble()), 0)
        : size;
  }

  private void with(WithItem<?> item, boolean recursive, Map<String, Size> with) {
    String name = key(item.getAlias().getName());
    Select query = item.getSelect();
    if (recursive && refersTo(query, name)) {
      with.put(name, Size.RELATION);
      requireEnd(query, name, with);
      size(query, with);
    } else {
      with.put(name, size(query, with));
    }
  }

  private static String key(String name) {
    return name.replaceAll("[\"`]", "").toLowerCase(Locale.ROOT);
  }

  private static boolean refersTo(Object query, String name) {
    return Tree.all(query).stream().anyMatch(n -> isNamed(n, name));
  }

  private static boolean isNamed(Object node, String name) {
    return node instanceof Table table
        && table.getName() != null
        && table.getSchemaName() == null
        && key(table.getName()).equals(name);
  }

  private Size plain(PlainSelect select, Map<String, Size> with) {
    List<Member> members = members(select, with);
    Size size = product(select, members);
    conditions(select).forEach(c -> subqueries(c, with));
    subqueries(select.getSelectItems(), with);
    subqueries(select.getDistinct(), with);
    subqueries(select.getGroupBy(), with);
    subqueries(select.getHaving(), with);
    subqueries(select.getQualify(), with);
    subqueries(select.getWindowDefinitions(), with);
    subqueries(select.getOrderByElements(), with);
    if (select.getGroupBy() != null) {
      return new Size(size.rows(), Math.min(1, size.unjoined()));
    }
    return select.getSelectItems().stream().allMatch(this::isAggregate) ? Size.ONE : size;
  }

  private boolean isAggregate(SelectItem<?> item) {
    return Tree.all(item).stream()
        .anyMatch(
            n ->
                n instanceof Function call
                    && call.getName() != null
                    && allowed.has("aggregate", call.getName()));
  }

  private void subqueries(Object node, Map<String, Size> with) {
    if (node == null) {
      return;
    }
    if (node instanceof Collection<?> many) {
      many.forEach(m -> subqueries(m, with));
    }
    if (node instanceof Select select) {
      size(select, with);
    } else if (Tree.isNode(node)) {
      Tree.children(node).forEach(c -> subqueries(c, with));
    }
  }

  private List<Member> members(PlainSelect select, Map<String, Size> with) {
    List<Member> members = new ArrayList<>();
    add(select.getFromItem(), with, members);
    if (select.getJoins() != null) {
      select.getJoins().forEach(j -> add(j.getFromItem(), with, members));
    }
    if (members.size() > MAXIMUM_RELATIONS) {
      throw refusal("more than " + MAXIMUM_RELATIONS + " relations are joined");
    }
    return members;
  }

  private void add(FromItem item, Map<String, Size> with, List<Member> members) {
    if (item instanceof ParenthesedFromItem inner && fromSources.containsKey(inner)) {
      members.add(
          new Member(inner, fromSources.get(inner), size((Select) inner.getFromItem(), with)));
    } else if (item instanceof ParenthesedFromItem inner) {
      add(inner.getFromItem(), with, members);
      if (inner.getJoins() != null) {
        inner.getJoins().forEach(j -> add(j.getFromItem(), with, members));
      }
    } else if (item != null) {
      members.add(new Member(item, fromSources.get(item), size(item, with)));
    }
  }

  private Size size(FromItem item, Map<String, Size> with) {
    if (item instanceof Select select) {
      return size(select, with);
    }
    if (item instanceof TableFunction call) {
      subqueries(call.getFunction(), with);
      return new Size(series.rows(call.getFunction()), 0);
    }
    Table table = (Table) item;
    if (table.getSchemaName() == null && allowed.has("no-table", table.getName())) {
      return Size.ONE;
    }
    boolean ofWith = table.getSchemaName() == null && with.containsKey(key(table.getName()));
    return ofWith ? with.get(key(table.getName())) : Size.RELATION;
  }

  private Size product(PlainSelect select, List<Member> members) {
    Groups groups = groups(select, members);
    double rows = 1;
    Map<Object, Integer> unjoined = new IdentityHashMap<>();
    for (Member member : members) {
      rows *= member.size().rows();
      if (member.size().unjoined() > 0) {
        unjoined.merge(
            groups.of(member.relation()), member.size().unjoined(), (sum, more) -> sum + more - 1);
      }
    }
    int together = unjoined.values().stream().mapToInt(Integer::intValue).sum();
    if (together > MAXIMUM_UNJOINED) {
      throw refusal("relations are joined without a condition between them");
    }
    if (rows > SeriesCheck.MAXIMUM_ROWS) {
      throw refusal("more than " + SeriesCheck.MAXIMUM_ROWS + " rows are made up");
    }
    return new Size(rows, together);
  }

  private Groups groups(PlainSelect select, List<Member> members) {
    Groups groups = new Groups();
    for (Expression condition : conditions(select)) {
      if (!(condition instanceof NotEqualsTo)) {
        groups.unite(sources(condition));
      }
    }
    for (Member member : members) {
      if (member.item() instanceof TableFunction || member.item() instanceof Select) {
        Set<Relation> joined = sources(member.item());
        joined.add(member.relation());
        groups.unite(joined);
      }
    }
    joins(select, groups);
    return groups;
  }

  private void joins(PlainSelect select, Groups groups) {
    FromItem before = select.getFromItem();
    List<Join> joins = select.getJoins() == null ? List.of() : select.getJoins();
    for (Join join : joins) {
      boolean using = join.getUsingColumns() != null && !join.getUsingColumns().isEmpty();
      if (using || join.isNatural()) {
        Set<Relation> both = relations(before);
        both.addAll(relations(join.getFromItem()));
        groups.unite(both);
      }
      before = join.getFromItem();
    }
  }

  private Set<Relation> relations(FromItem item) {
    Set<Relation> found = Collections.newSetFromMap(new IdentityHashMap<>());
    Relation own = fromSources.get(item);
    if (own != null) {
      found.add(own);
    } else if (item instanceof ParenthesedFromItem inner) {
      found.addAll(relations(inner.getFromItem()));
    }
    return found;
  }

  private Set<Relation> sources(Object node) {
    Set<Relation> found = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Object below : Tree.all(node)) {
      Relation source = columnSources.get(below);
      if (source != null) {
        found.add(source);
      }
    }
    return found;
  }

  private static List<Expression> conditions(PlainSelect select) {
    List<Expression> found = new ArrayList<>();
    conjuncts(select.getWhere(), found);
    conditions(select.getJoins(), found);
    if (select.getFromItem() instanceof ParenthesedFromItem inner) {
      conditions(inner.getJoins(), found);
    }
    return found;
  }

  private static void conditions(List<Join> joins, List<Expression> found) {
    if (joins == null) {
      return;
    }
    for (Join join : joins) {
      join.getOnExpressions().forEach(e -> conjuncts(e, found));
      if (join.getFromItem() instanceof ParenthesedFromItem inner) {
        conditions(inner.getJoins(), found);
      }
    }
  }

  private static void conjuncts(Expression node, List<Expression> found) {
    if (node instanceof AndExpression and) {
      conjuncts(and.getLeftExpression(), found);
      conjuncts(and.getRightExpression(), found);
    } else if (node instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      conjuncts(list.get(0), found);
    } else if (node != null) {
      found.add(node);
    }
  }

  // Every part that refers to the name itself must run out: it joins the name with a relation, or
  // counts up to a number.
  private void requireEnd(Select query, String name, Map<String, Size> with) {
    if (query instanceof ParenthesedSelect inner) {
      requireEnd(inner.getSelect(), name, with);
    } else if (query instanceof SetOperationList list) {
      list.getSelects().forEach(s -> requireEnd(s, name, with));
    } else if (query instanceof PlainSelect part && refersTo(part, name)) {
      requireEnd(part, members(part, with), name);
    }
  }

  private void requireEnd(PlainSelect part, List<Member> members, String name) {
    List<Member> own = members.stream().filter(m -> isNamed(m.item(), name)).toList();
    if (own.size() != 1) {
      throw refusal("a recursive query may name itself once, in FROM");
    }
    Relation self = own.get(0).relation();
    Groups groups = groups(part, members);
    boolean alone = members.size() == 1;
    boolean joined = members.stream().allMatch(m -> groups.of(m.relation()) == groups.of(self));
    boolean bounded = conditions(part).stream().anyMatch(c -> isBound(c, self));
    if (!joined || (alone && !bounded)) {
      throw refusal("the recursion has no end in sight");
    }
  }

  private boolean isBound(Expression condition, Relation self) {
    boolean compares =
        (condition instanceof ComparisonOperator && !(condition instanceof NotEqualsTo))
            || condition instanceof Between;
    if (!compares || !sources(condition).contains(self)) {
      return false;
    }
    return Tree.all(condition).stream()
        .filter(Expression.class::isInstance)
        .filter(n -> !(n instanceof Column) && !(n instanceof ExpressionList<?>))
        .map(n -> constants.number((Expression) n))
        .allMatch(n -> n.isEmpty() || Math.abs(n.getAsDouble()) <= MAXIMUM_DEPTH);
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.SHAPE, reason);
  }

  /** Relations that conditions hold together. */
  private static final class Groups {
    private final Map<Relation, Relation> parents = new IdentityHashMap<>();

    Relation of(Relation relation) {
      Relation at = relation;
      while (parents.get(at) != null) {
        at = parents.get(at);
      }
      return at;
    }

    void unite(Collection<Relation> relations) {
      for (Relation relation : relations) {
        Relation first = of(relations.iterator().next());
        Relation second = of(relation);
        if (first != second) {
          parents.put(second, first);
        }
      }
    }
  }
}
