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
import java.util.stream.DoubleStream;
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
  private static final double ROUNDS_OVER_DATA = 1_000;
  private static final double LARGEST_TABLE = 1e8;

  private final AllowList allowed;
  private final Tree tree;
  private final Map<Object, Relation> columnSources;
  private final Map<Object, Relation> fromSources;
  private final Literals literals;
  private final Constants constants;
  private final SeriesCheck series;
  private final Widths widths;
  private final Map<Select, Size> known = new IdentityHashMap<>();

  /**
   * How much a query may give.
   *
   * @param rows those whose number the text tells
   * @param unjoined over how many whole relations, side by side, it goes
   * @param width its widest column
   * @param step how much the columns that hold the value of the round before add to it
   */
  private record Size(double rows, int unjoined, Width width, double step) {
    static final Size ONE = new Size(1, 0, Width.SHORT, 0);
    static final Size RELATION = new Size(1, 1, Width.SHORT, 0);
    static final Size ROUND_BEFORE = new Size(1, 1, Width.ROUND_BEFORE, 0);

    Size of(double newRows, int newUnjoined) {
      return new Size(newRows, newUnjoined, width, step);
    }
  }

  /** An item of FROM with its size. */
  private record Member(FromItem item, Relation relation, Size size) {}

  private ShapeCheck(
      Tree tree, NameCheck.Resolution names, Literals literals, GuardContext context) {
    this.tree = tree;
    this.allowed = AllowList.of(context.dialect());
    this.columnSources = names.columnSources();
    this.fromSources = names.fromSources();
    this.literals = literals;
    this.constants = new Constants(literals);
    this.series = new SeriesCheck(constants);
    this.widths = new Widths(allowed, tree, literals, columnSources);
  }

  static void check(
      Select statement,
      Tree tree,
      NameCheck.Resolution names,
      Literals literals,
      GuardContext context) {
    new ShapeCheck(tree, names, literals, context).size(statement, Map.of());
  }

  private Size size(Select select, Map<String, Size> outer) {
    Size size = known.get(select);
    if (size == null) {
      size = measured(select, outer);
      known.put(select, size);
      widths.query(select, size.width());
    }
    return size;
  }

  private Size measured(Select select, Map<String, Size> outer) {
    Map<String, Size> with = new HashMap<>(outer);
    if (select.getWithItemsList() != null) {
      boolean recursive = select.getWithItemsList().stream().anyMatch(WithItem::isRecursive);
      select.getWithItemsList().forEach(w -> with(w, recursive, with));
    }
    Size size = limited(select, unlimited(select, with));
    if (!(size.rows() * size.width().base() <= LARGEST_TABLE)) {
      throw refusal("more is made up than can be held");
    }
    return size;
  }

  private Size unlimited(Select select, Map<String, Size> with) {
    if (select instanceof ParenthesedSelect inner) {
      return size(inner.getSelect(), with);
    }
    if (select instanceof SetOperationList list) {
      return together(list, with);
    }
    if (select instanceof Values values) {
      subqueries(values.getExpressions(), with);
      Width all = widths.of(values.getExpressions(), new Widths.Place(1, Width.SHORT, Width.SHORT));
      return new Size(values.getExpressions().size(), 0, all, all.growth() > 0 ? all.base() : 0);
    }
    return plain((PlainSelect) select, with);
  }

  private Size together(SetOperationList list, Map<String, Size> with) {
    double rows = 0;
    int unjoined = 0;
    Width width = Width.SHORT;
    double step = 0;
    for (Select part : list.getSelects()) {
      Size size = size(part, with);
      rows += size.rows();
      unjoined = Math.max(unjoined, size.unjoined());
      width = width.or(size.width());
      step = Math.max(step, size.step());
    }
    subqueries(list.getOrderByElements(), with);
    widths.of(list.getOrderByElements(), new Widths.Place(rows, width, width));
    return new Size(rows, unjoined, width, step);
  }

  private Size limited(Select select, Size size) {
    Expression rows =
        select.getLimit() != null
            ? select.getLimit().getRowCount()
            : select.getFetch() != null ? select.getFetch().getExpression() : null;
    OptionalDouble limit = rows == null ? OptionalDouble.empty() : constants.number(rows);
    return limit.isPresent() && limit.getAsDouble() <= FEW_ROWS
        ? size.of(Math.max(1, limit.getAsDouble()), 0)
        : size;
  }

  private void with(WithItem<?> item, boolean recursive, Map<String, Size> with) {
    String name = key(item.getAlias().getName());
    Select query = item.getSelect();
    if (recursive && refersTo(query, name)) {
      with.put(name, Size.ROUND_BEFORE);
      double rounds = requireEnd(query, name, with);
      with.put(name, repeated(size(query, with), rounds));
    } else {
      with.put(name, size(query, with));
    }
  }

  // What every round adds stays in the value, and every round stays in the result.
  private static Size repeated(Size once, double rounds) {
    Widths.requireSteady(once.width());
    boolean told = rounds > 0;
    double times = told ? rounds : ROUNDS_OVER_DATA;
    double added = once.step() * times;
    Size all =
        new Size(told ? rounds : once.rows(), 1, new Width(once.width().base() + added, 0), 0);
    if (!(added * times <= LARGEST_TABLE)) {
      throw refusal("a value grows too large round by round");
    }
    return all;
  }

  private static String key(String name) {
    return name.replace("\"", "").replace("`", "").toLowerCase(Locale.ROOT);
  }

  private boolean refersTo(Object query, String name) {
    return tree.all(query).stream().anyMatch(n -> isNamed(n, name));
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
    List<Object> clauses = new ArrayList<>(conditions(select));
    clauses.add(select.getDistinct());
    clauses.add(select.getGroupBy());
    clauses.add(select.getHaving());
    clauses.add(select.getQualify());
    clauses.add(select.getWindowDefinitions());
    clauses.add(select.getOrderByElements());
    subqueries(select.getSelectItems(), with);
    clauses.forEach(c -> subqueries(c, with));
    Size items = items(select, members, size);
    Widths.Place place = new Widths.Place(size.rows(), items.width(), items.width());
    clauses.forEach(c -> widths.of(c, place));
    if (select.getGroupBy() != null) {
      return items.of(size.rows(), Math.min(1, size.unjoined()));
    }
    boolean aggregated = select.getSelectItems().stream().allMatch(this::isAggregate);
    return aggregated ? items.of(1, 0) : items;
  }

  private Size items(PlainSelect select, List<Member> members, Size size) {
    Width beside = widths.all(members.stream().map(Member::relation).toList());
    Widths.Place place = new Widths.Place(size.rows(), beside, Width.SHORT);
    Width widest = Width.SHORT;
    double step = 0;
    for (SelectItem<?> item : select.getSelectItems()) {
      Width width = widths.of(item.getExpression(), place);
      widest = widest.or(width);
      step = width.growth() > 0 ? Math.max(step, width.base()) : step;
    }
    return new Size(size.rows(), size.unjoined(), widest, step);
  }

  private boolean isAggregate(SelectItem<?> item) {
    return tree.all(item).stream()
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
    if (node instanceof Select select) {
      size(select, with);
    } else if (Tree.isNode(node)) {
      // Lists of the tree are nodes, too; to visit them twice doubles the work with every level.
      tree.children(node).forEach(c -> subqueries(c, with));
    } else if (node instanceof Collection<?> many) {
      many.forEach(m -> subqueries(m, with));
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
      add(inner, size((Select) inner.getFromItem(), with), members);
    } else if (item instanceof ParenthesedFromItem inner) {
      add(inner.getFromItem(), with, members);
      if (inner.getJoins() != null) {
        inner.getJoins().forEach(j -> add(j.getFromItem(), with, members));
      }
    } else if (item != null) {
      add(item, size(item, with), members);
    }
  }

  private void add(FromItem item, Size size, List<Member> members) {
    Relation relation = fromSources.get(item);
    widths.relation(relation, size.width());
    members.add(new Member(item, relation, size));
  }

  private Size size(FromItem item, Map<String, Size> with) {
    if (item instanceof Select select) {
      return size(select, with);
    }
    if (item instanceof TableFunction call) {
      return made(call, with);
    }
    Table table = (Table) item;
    if (table.getSchemaName() == null && allowed.has("no-table", table.getName())) {
      return Size.ONE;
    }
    boolean ofWith = table.getSchemaName() == null && with.containsKey(key(table.getName()));
    return ofWith ? with.get(key(table.getName())) : Size.RELATION;
  }

  // A series has as many rows as its arguments tell, the elements of a value as many as it is wide.
  private Size made(TableFunction call, Map<String, Size> with) {
    subqueries(call.getFunction(), with);
    Widths.Place place = new Widths.Place(1, Width.SHORT, Width.SHORT);
    if (series.isSeries(call.getFunction())) {
      widths.of(call.getFunction().getParameters(), place);
      return Size.ONE.of(series.rows(call.getFunction()), 0);
    }
    Width width = widths.of(call.getFunction(), place);
    double rows = width.base() > 1 ? width.base() : 1;
    return new Size(rows, 0, width, width.growth() > 0 ? width.base() : 0);
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
    return Size.ONE.of(rows, together);
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
    for (Object below : tree.all(node)) {
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
  // counts up to a number. Gives the number, or zero where the data tell.
  private double requireEnd(Select query, String name, Map<String, Size> with) {
    if (query instanceof ParenthesedSelect inner) {
      return requireEnd(inner.getSelect(), name, with);
    }
    if (!(query instanceof SetOperationList list)) {
      throw refusal("a recursive query is a union of plain queries");
    }
    Select start = list.getSelect(0);
    return list.getSelects().stream()
        .filter(p -> refersTo(p, name))
        .mapToDouble(p -> requireEnd(p, start, members(inner(p), with), name))
        .max()
        .orElse(0);
  }

  private static PlainSelect inner(Select part) {
    if (part instanceof ParenthesedSelect outer) {
      return inner(outer.getSelect());
    }
    if (part instanceof PlainSelect plain) {
      return plain;
    }
    throw refusal("a recursive query is a union of plain queries");
  }

  private double requireEnd(Select given, Select start, List<Member> members, String name) {
    PlainSelect part = inner(given);
    List<Member> own = members.stream().filter(m -> isNamed(m.item(), name)).toList();
    if (own.size() != 1) {
      throw refusal("a recursive query may name itself once, in FROM");
    }
    Relation self = own.get(0).relation();
    Groups groups = groups(part, members);
    boolean alone = members.size() == 1;
    boolean joined = members.stream().allMatch(m -> groups.of(m.relation()) == groups.of(self));
    Rounds rounds = new Rounds(tree, columnSources, literals, self, part, start);
    List<Expression> conditions = conditions(part);
    List<OptionalDouble> ends =
        conditions.stream()
            .filter(c -> isBound(c, self))
            .map(rounds::until)
            .filter(OptionalDouble::isPresent)
            .toList();
    boolean runsOut =
        alone ? !ends.isEmpty() : joined && conditions.stream().anyMatch(rounds::looksAtChange);
    if (!runsOut) {
      throw refusal("the recursion has no end in sight");
    }
    return ends.stream()
        .mapToDouble(OptionalDouble::getAsDouble)
        .filter(n -> n > 0)
        .min()
        .orElse(0);
  }

  private DoubleStream numbers(Expression condition) {
    return tree.all(condition).stream()
        .filter(Expression.class::isInstance)
        .filter(n -> !(n instanceof Column) && !(n instanceof ExpressionList<?>))
        .map(n -> constants.number((Expression) n))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble);
  }

  private boolean isBound(Expression condition, Relation self) {
    boolean compares =
        (condition instanceof ComparisonOperator && !(condition instanceof NotEqualsTo))
            || condition instanceof Between;
    if (!compares || !sources(condition).contains(self)) {
      return false;
    }
    return numbers(condition).allMatch(n -> Math.abs(n) <= MAXIMUM_DEPTH);
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
