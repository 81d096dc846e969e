package dev.nl2sql.guard;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.SystemSchemas;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.Scope.Relation;
import dev.nl2sql.plan.Dialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LambdaExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
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
 * Resolves every name of a statement in real scopes against the catalog, writes relations with
 * their schema, and puts rules in place of relations that may be seen in part only. A relation,
 * column or query that it did not come by is refused. Changes the tree it is given.
 */
final class NameCheck {
  private static final String WITH_PREFIX = "nl2sql_with_";

  private final Tree tree;
  private final GuardContext context;
  private final Dialect dialect;
  private final AllowList allowed;
  private final Names names;
  private final Set<TableName> relations = new LinkedHashSet<>();
  private final Set<Object> units = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> replacements = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> withUses = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Relation, String> withSpellings = new IdentityHashMap<>();
  private int withNames;
  private final Map<Object, Relation> columnSources = new IdentityHashMap<>();
  private final Map<Object, Relation> fromSources = new IdentityHashMap<>();

  /**
   * What the names of a statement mean.
   *
   * @param relations the relations of the catalog, each once
   * @param columnSources for a column, by identity, the relation it comes from
   * @param fromSources for an item of FROM, by identity, the relation it is
   */
  record Resolution(
      List<TableName> relations,
      Map<Object, Relation> columnSources,
      Map<Object, Relation> fromSources) {}

  private NameCheck(Tree tree, GuardContext context) {
    this.tree = tree;
    this.context = context;
    this.dialect = context.dialect();
    this.allowed = AllowList.of(dialect);
    this.names = new Names(dialect);
  }

  static Resolution resolve(Select statement, List<Object> nodes, Tree tree, GuardContext context) {
    NameCheck check = new NameCheck(tree, context);
    check.query(statement, Optional.empty());
    check.requireSeen(nodes);
    return new Resolution(List.copyOf(check.relations), check.columnSources, check.fromSources);
  }

  // A position of the grammar that this class does not know must not hide a name in it.
  private void requireSeen(List<Object> nodes) {
    for (Object node : nodes) {
      boolean named =
          node instanceof Select
              || node instanceof Table
              || node instanceof net.sf.jsqlparser.schema.Column;
      if (named && !seen.contains(node)) {
        throw refusal("a part of the statement is not understood: " + node);
      }
    }
  }

  private List<String> query(Select select, Optional<Scope> outer) {
    seen.add(select);
    Scope scope = new Scope(outer);
    if (select.getWithItemsList() != null) {
      boolean recursive = select.getWithItemsList().stream().anyMatch(WithItem::isRecursive);
      select.getWithItemsList().forEach(w -> with(w, recursive, scope));
    }
    if (select instanceof ParenthesedSelect inner) {
      List<String> columns = query(inner.getSelect(), Optional.of(scope));
      columns.forEach(scope::addOutput);
      tail(select, scope);
      return columns;
    }
    if (select instanceof SetOperationList list) {
      hoistTail(list);
      List<String> columns = List.of();
      for (Select part : list.getSelects()) {
        List<String> found = query(part, Optional.of(scope));
        columns = columns.isEmpty() ? found : columns;
      }
      columns.forEach(scope::addOutput);
      tail(select, scope);
      return columns;
    }
    if (select instanceof Values values) {
      expressions(values.getExpressions(), scope);
      tail(select, scope);
      return columnsOf(values);
    }
    return plain((PlainSelect) select, scope);
  }

  // The parser hangs order and limit of a set operation on its last part, where they stand in the
  // text; to the engine they belong to the whole.
  private static void hoistTail(SetOperationList list) {
    Select last = list.getSelects().get(list.getSelects().size() - 1);
    if (!(last instanceof PlainSelect)) {
      return;
    }
    if (last.getOrderByElements() != null) {
      list.setOrderByElements(last.getOrderByElements());
      last.setOrderByElements(null);
    }
    if (last.getLimit() != null) {
      list.setLimit(last.getLimit());
      last.setLimit(null);
    }
    if (last.getOffset() != null) {
      list.setOffset(last.getOffset());
      last.setOffset(null);
    }
    if (last.getFetch() != null) {
      list.setFetch(last.getFetch());
      last.setFetch(null);
    }
  }

  // Engines number the columns of VALUES under either of two names.
  private List<String> columnsOf(Values values) {
    int width =
        values.getExpressions().get(0) instanceof ExpressionList<?> row
            ? row.size()
            : values.getExpressions().size();
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= width; i++) {
      columns.add(dialect.fold("column" + i));
      columns.add(dialect.fold("c" + i));
    }
    return columns;
  }

  private void tail(Select select, Scope scope) {
    if (select.getOrderByElements() != null) {
      select.getOrderByElements().forEach(o -> expressions(o, scope));
    }
    expressions(select.getLimit(), scope);
    expressions(select.getOffset(), scope);
    expressions(select.getFetch(), scope);
  }

  private void with(WithItem<?> item, boolean recursive, Scope scope) {
    String written = item.getAlias().getName();
    names.refuseSpecial(written);
    String name = names.meant(written);
    List<String> declared = new ArrayList<>();
    if (item.getWithItemList() != null) {
      for (SelectItem<?> column : item.getWithItemList()) {
        declared.add(declared(column));
      }
    }
    aliasColumns(item.getAlias()).forEach(declared::add);
    String spelling = spelling(item);
    Scope inner = new Scope(Optional.of(scope));
    if (recursive) {
      List<String> own = declared.isEmpty() ? firstColumns(item.getSelect(), inner) : declared;
      addWith(Relation.query(name, own), spelling, inner);
    }
    List<String> columns = query(item.getSelect(), Optional.of(inner));
    addWith(Relation.query(name, declared.isEmpty() ? columns : declared), spelling, scope);
  }

  private void addWith(Relation relation, String spelling, Scope scope) {
    withSpellings.put(relation, spelling);
    scope.addWith(relation);
  }

  // Some engines prefer a table to a name of WITH. There the name is replaced by one that no table
  // has, so that a name of WITH cannot stand for a table that must not be read.
  private String spelling(WithItem<?> item) {
    if (allowed.has("lexical", "with-names-first")) {
      item.getAlias().setName(names.plain(item.getAlias().getName()));
    } else {
      withNames++;
      item.getAlias().setName(dialect.identifier(dialect.fold(WITH_PREFIX + withNames)));
    }
    return item.getAlias().getName();
  }

  private Table withName(Table table, Relation with, Scope scope) {
    if (table.getAlias() == null && !withSpellings.get(with).equals(table.getName())) {
      table.setAlias(new Alias(names.plain(table.getName()), true));
    }
    table.setName(withSpellings.get(with));
    add(table, Relation.query(aliasOr(table, with.name()), renamed(table, with.columns())), scope);
    withUses.add(table);
    return table;
  }

  private String declared(SelectItem<?> item) {
    if (item.getAlias() == null
        && item.getExpression() instanceof net.sf.jsqlparser.schema.Column column
        && column.getTable() == null) {
      seen.add(column);
      names.refuseSpecial(column.getColumnName());
      column.setColumnName(names.plain(column.getColumnName()));
      return names.meant(column.getColumnName());
    }
    throw refusal("a column of WITH is a name: " + item);
  }

  // A recursive name has the columns of its first part, which cannot refer to the name itself.
  private List<String> firstColumns(Select select, Scope scope) {
    if (select instanceof ParenthesedSelect inner) {
      return firstColumns(inner.getSelect(), scope);
    }
    if (select instanceof SetOperationList list) {
      return firstColumns(list.getSelect(0), scope);
    }
    return select instanceof PlainSelect plain && plain.getWithItemsList() == null
        ? outputs(plain, fromScope(plain, scope))
        : List.of();
  }

  private Scope fromScope(PlainSelect select, Scope outer) {
    Scope scope = new Scope(Optional.of(outer));
    from(select.getFromItem(), scope);
    if (select.getJoins() != null) {
      select.getJoins().forEach(j -> from(j.getFromItem(), scope));
    }
    return scope;
  }

  private List<String> plain(PlainSelect select, Scope scope) {
    select.setFromItem(from(select.getFromItem(), scope));
    if (select.getJoins() != null) {
      select.getJoins().forEach(j -> join(j, scope));
    }
    expressions(select.getWhere(), scope);
    expressions(select.getDistinct(), scope);
    select.getSelectItems().forEach(i -> expressions(i.getExpression(), scope));
    expressions(select.getWindowDefinitions(), scope);
    List<String> outputs = outputs(select, scope);
    outputs.forEach(scope::addOutput);
    expressions(select.getGroupBy(), scope);
    expressions(select.getHaving(), scope);
    expressions(select.getQualify(), scope);
    tail(select, scope);
    return outputs;
  }

  private List<String> outputs(PlainSelect select, Scope scope) {
    List<String> outputs = new ArrayList<>();
    for (SelectItem<?> item : select.getSelectItems()) {
      if (item.getAlias() != null) {
        names.refuseSpecial(item.getAlias().getName());
        outputs.add(names.meant(item.getAlias().getName()));
      } else {
        outputs(item.getExpression(), scope, outputs);
      }
    }
    return outputs;
  }

  private void outputs(Expression expression, Scope scope, List<String> outputs) {
    if (expression instanceof AllTableColumns all) {
      outputs.addAll(relation(all.getTable(), scope).columns());
    } else if (expression instanceof AllColumns) {
      scope.relations().forEach(r -> outputs.addAll(r.columns()));
    } else if (expression instanceof net.sf.jsqlparser.schema.Column column) {
      outputs.add(names.meant(column.getColumnName()));
    } else if (expression instanceof Function function) {
      outputs.add(dialect.fold(function.getName()));
    } else if (expression instanceof CastExpression cast) {
      outputs(cast.getLeftExpression(), scope, outputs);
    } else {
      outputs.add("");
    }
  }

  /** What is to stand in FROM instead of the item. */
  private FromItem from(FromItem item, Scope scope) {
    if (item == null) {
      return null;
    }
    if (replacements.contains(item) || withUses.contains(item)) {
      scope.add(fromSources.get(item));
      return item;
    }
    if (item.getAlias() != null) {
      names.refuseSpecial(item.getAlias().getName());
    }
    if (item instanceof Table table) {
      return table(table, scope);
    }
    if (item instanceof TableFunction call) {
      expressions(call.getFunction(), scope);
      add(call, call(call), scope);
    } else if (item instanceof ParenthesedFromItem inner && isQuery(inner)) {
      add(inner, derived((Select) inner.getFromItem(), inner.getAlias(), scope), scope);
    } else if (item instanceof ParenthesedFromItem inner) {
      inner.setFromItem(from(inner.getFromItem(), scope));
      if (inner.getJoins() != null) {
        inner.getJoins().forEach(j -> join(j, scope));
      }
      if (inner.getAlias() != null) {
        throw refusal("an alias of a join in parentheses is not allowed");
      }
    } else if (item instanceof Select select) {
      add(select, derived(select, select.getAlias(), scope), scope);
    } else {
      throw refusal("this kind of relation is not allowed");
    }
    return item;
  }

  private void add(FromItem item, Relation relation, Scope scope) {
    scope.add(relation);
    fromSources.put(item, relation);
  }

  // (VALUES …) AS v: the alias stands outside of the parentheses.
  private static boolean isQuery(ParenthesedFromItem item) {
    boolean alone = item.getJoins() == null || item.getJoins().isEmpty();
    return alone && item.getFromItem() instanceof Select && item.getFromItem().getAlias() == null;
  }

  private Relation derived(Select select, Alias alias, Scope scope) {
    // The relations beside a derived table are not visible inside it unless it is LATERAL; names of
    // WITH are.
    Scope around = select instanceof LateralSubSelect ? scope : scope.withoutRelations();
    List<String> columns = query(select, Optional.of(around));
    if (alias == null) {
      return Relation.query("", columns);
    }
    List<String> renamed = aliasColumns(alias);
    return Relation.query(names.meant(alias.getName()), renamed.isEmpty() ? columns : renamed);
  }

  private Relation call(TableFunction call) {
    Alias alias = call.getAlias();
    String function = dialect.fold(call.getFunction().getName());
    String name = alias == null ? function : names.meant(alias.getName());
    List<String> columns = new ArrayList<>(alias == null ? List.of() : aliasColumns(alias));
    if (columns.isEmpty()) {
      columns.addAll(List.of(name, function, dialect.fold("x"), dialect.fold("value")));
      columns.addAll(List.of(dialect.fold("key"), dialect.fold("c1"), dialect.fold("ordinality")));
    }
    return new Relation(name, columns, Scope.Kind.CALL, Optional.empty());
  }

  private List<String> aliasColumns(Alias alias) {
    return alias.getAliasColumns() == null
        ? List.of()
        : alias.getAliasColumns().stream().map(c -> names.meant(c.name)).toList();
  }

  private FromItem table(Table table, Scope scope) {
    seen.add(table);
    if (table.getPivot() != null || table.getUnPivot() != null) {
      throw refusal("pivots are not allowed");
    }
    List<String> parts = table.getNameParts();
    if (table.getNameParts().size() > 2 || parts.stream().anyMatch(p -> p == null || p.isEmpty())) {
      throw refusal("a relation is named by schema and name: " + table.getFullyQualifiedName());
    }
    String written = table.getName();
    names.refuseSpecial(written);
    if (table.getSchemaName() == null) {
      Optional<Relation> with = scope.with(written, names);
      if (with.isPresent()) {
        return withName(table, with.get(), scope);
      }
    }
    if (isNoTable(table)) {
      add(table, Relation.query(aliasOr(table, written), List.of()), scope);
      return table;
    }
    return base(table, find(table), scope);
  }

  /** DUAL, where the engine has it and no relation of that name is in the catalog. */
  private boolean isNoTable(Table table) {
    String written = table.getName();
    return table.getSchemaName() == null
        && !Names.isQuoted(written)
        && allowed.has("no-table", written)
        && context.catalog().tables().stream()
            .noneMatch(t -> names.means(written, t.name().name()));
  }

  private FromItem base(Table table, dev.nl2sql.catalog.Table found, Scope scope) {
    relations.add(found.name());
    table.setName(dialect.identifier(found.name().name()));
    if (!found.name().schema().isEmpty()) {
      table.setSchemaName(dialect.identifier(found.name().schema()));
    }
    List<String> columns = found.columns().stream().map(Column::name).toList();
    List<String> shown = renamed(table, columns);
    FromItem item =
        context.rules().restrict(found.name()) ? restricted(table, found.name()) : table;
    Relation relation =
        new Relation(
            aliasOr(table, found.name().name()),
            shown,
            shown.equals(columns) ? Scope.Kind.BASE : Scope.Kind.QUERY,
            Optional.of(found.name()).filter(n -> table.getAlias() == null));
    add(item, relation, scope);
    return item;
  }

  private FromItem restricted(Table table, TableName name) {
    FromItem item = context.rules().inPlaceOf(name, Optional.ofNullable(table.getSampleClause()));
    replacements.add(item);
    item.setAlias(
        table.getAlias() == null ? new Alias(dialect.identifier(name.name())) : table.getAlias());
    return item;
  }

  private List<String> renamed(Table table, List<String> columns) {
    List<String> renamed = table.getAlias() == null ? List.of() : aliasColumns(table.getAlias());
    return renamed.isEmpty() ? columns : renamed;
  }

  private String aliasOr(Table table, String name) {
    return table.getAlias() == null ? name : names.meant(table.getAlias().getName());
  }

  private dev.nl2sql.catalog.Table find(Table table) {
    dev.nl2sql.catalog.Table found = named(table);
    if (!context.allowSystemCatalogs() && SystemSchemas.contains(found.name().schema())) {
      throw unknownRelation(table);
    }
    return found;
  }

  private dev.nl2sql.catalog.Table named(Table table) {
    Names.Meant meant = names.read(table.getName());
    List<dev.nl2sql.catalog.Table> named =
        context.catalog().tables().stream().filter(t -> meant.is(t.name().name())).toList();
    if (table.getSchemaName() != null) {
      Names.Meant schema = names.read(table.getSchemaName());
      named = named.stream().filter(t -> schema.is(t.name().schema())).toList();
      if (!named.isEmpty()) {
        return named.get(0);
      }
      throw unknownRelation(table);
    }
    for (String schema : context.catalog().searchPath()) {
      for (dev.nl2sql.catalog.Table candidate : named) {
        if (dialect.sameName(candidate.name().schema(), schema)) {
          return candidate;
        }
      }
    }
    return named.stream()
        .filter(t -> t.name().schema().isEmpty())
        .findFirst()
        .orElseThrow(() -> unknownRelation(table));
  }

  private Refusal unknownRelation(Table table) {
    List<String> known = context.catalog().tables().stream().map(t -> t.name().name()).toList();
    return new Refusal(
        GuardVerdict.Layer.NAMES,
        "there is no relation " + table.getFullyQualifiedName() + " that may be read",
        Names.nearest(table.getName(), known));
  }

  private void join(Join join, Scope scope) {
    join.setFromItem(from(join.getFromItem(), scope));
    if (join.isNatural()) {
      scope.mergeAll();
    }
    if (join.getOnExpressions() != null) {
      join.getOnExpressions().forEach(e -> expressions(e, scope));
    }
    if (join.getUsingColumns() != null) {
      join.getUsingColumns().forEach(c -> scope.merge(names.meant(c.getColumnName())));
      join.getUsingColumns().forEach(c -> column(c, scope));
    }
  }

  private void expressions(Object node, Scope scope) {
    if (node == null) {
      return;
    }
    if (node instanceof List<?> many) {
      many.forEach(m -> expressions(m, scope));
      return;
    }
    if (node instanceof Select select) {
      query(select, Optional.of(scope));
    } else if (node instanceof net.sf.jsqlparser.schema.Column column) {
      column(column, scope);
    } else if (node instanceof LambdaExpression lambda) {
      lambda(lambda, scope);
    } else if (node instanceof AllColumns all) {
      allColumns(all, scope);
    } else if (node instanceof Table table) {
      throw refusal("a relation stands where a value must stand: " + table);
    } else {
      if (node instanceof Function call) {
        noteUnit(call);
      }
      tree.children(node).forEach(c -> expressions(c, scope));
    }
  }

  // DATEADD(DAY, …), DATE_TRUNC(…, DAY): the word is a unit of time, not a column.
  private void noteUnit(Function call) {
    boolean takesUnit = call.getParameters() != null && !call.getParameters().isEmpty();
    if (takesUnit && allowed.has("unit-function", call.getName())) {
      noteUnit(call.getParameters().get(0));
      noteUnit(call.getParameters().get(call.getParameters().size() - 1));
    }
  }

  private void noteUnit(Object parameter) {
    if (parameter instanceof net.sf.jsqlparser.schema.Column column
        && column.getTable() == null
        && allowed.has("unit", column.getColumnName())) {
      units.add(column);
    }
  }

  private void lambda(LambdaExpression lambda, Scope scope) {
    Scope inner = new Scope(Optional.of(scope));
    for (String parameter : lambda.getIdentifiers()) {
      names.refuseSpecial(parameter);
      inner.addOutput(names.meant(parameter));
    }
    expressions(lambda.getExpression(), inner);
  }

  // * and t.*, some of them EXCLUDE (a, b) and REPLACE (… AS a)
  private void allColumns(AllColumns all, Scope scope) {
    if (all instanceof AllTableColumns some) {
      relation(some.getTable(), scope);
    }
    expressions(all.getExceptColumns(), scope);
    if (all.getReplaceExpressions() != null) {
      for (SelectItem<?> item : all.getReplaceExpressions()) {
        expressions(item.getExpression(), scope);
      }
    }
  }

  private Relation relation(Table qualifier, Scope scope) {
    seen.add(qualifier);
    String written = qualifier.getName();
    Optional<Relation> found =
        qualifier.getSchemaName() == null
            ? scope.relation(written, names)
            : scope.relation(qualifier.getSchemaName(), written, names);
    if (found.isEmpty() || qualifier.getNameParts().size() > 2) {
      throw new Refusal(
          GuardVerdict.Layer.NAMES,
          "there is no relation or alias " + qualifier.getFullyQualifiedName() + " here",
          Names.nearest(written, scope.relations().stream().map(Relation::name).toList()));
    }
    boolean replaced = found.get().table().filter(t -> context.rules().restrict(t)).isPresent();
    if (replaced) {
      qualifier.setSchemaName(null);
    }
    qualifier.setName(spelling(qualifier, found.get()));
    return found.get();
  }

  // Some engines tell aliases of different case apart although their columns are not.
  private String spelling(Table qualifier, Relation meant) {
    boolean same = names.meant(qualifier.getName()).equals(meant.name());
    return same ? names.plain(qualifier.getName()) : dialect.alias(meant.name());
  }

  private void column(net.sf.jsqlparser.schema.Column column, Scope scope) {
    seen.add(column);
    if (units.contains(column)) {
      return;
    }
    expressions(column.getArrayConstructor(), scope);
    String written = column.getColumnName();
    Table qualifier = column.getTable();
    if (qualifier != null) {
      seen.add(qualifier);
    }
    boolean qualified = qualifier != null && qualifier.getName() != null;
    if (!qualified && isPolicyName(written)) {
      return;
    }
    names.refuseSpecial(written);
    Optional<Scope.Resolved> found =
        qualified
            ? Scope.column(relation(qualifier, scope), written, names, dialect)
            : scope.column(written, names, dialect);
    if (found.isEmpty()) {
      boolean wholeRow = !qualified && scope.relation(written, names).isPresent();
      throw new Refusal(
          GuardVerdict.Layer.NAMES,
          wholeRow
              ? "a whole row cannot be used as a value: " + written
              : "there is no column " + column.getFullyQualifiedName(),
          Names.nearest(written, scope.columnNames()));
    }
    column.setColumnName(names.plain(found.get().spelling()));
    found.get().relation().ifPresent(r -> columnSources.put(column, r));
  }

  private boolean isPolicyName(String written) {
    return context.author() == GuardContext.Author.POLICY
        && !Names.isQuoted(written)
        && allowed.has("policy-name", written);
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.NAMES, reason);
  }
}
