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
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
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
 * Resolves every name of a statement in real scopes against the catalog, and writes relations with
 * their schema. Changes the tree it is given.
 */
final class NameCheck {
  private final GuardContext context;
  private final Dialect dialect;
  private final AllowList allowed;
  private final Names names;
  private final Set<TableName> relations = new LinkedHashSet<>();
  private final Set<Object> units = Collections.newSetFromMap(new IdentityHashMap<>());

  private NameCheck(GuardContext context) {
    this.context = context;
    this.dialect = context.dialect();
    this.allowed = AllowList.of(dialect);
    this.names = new Names(dialect);
  }

  /** The relations read, each once. */
  static List<TableName> resolve(Select statement, GuardContext context) {
    NameCheck check = new NameCheck(context);
    check.query(statement, Optional.empty());
    return List.copyOf(check.relations);
  }

  private List<String> query(Select select, Optional<Scope> outer) {
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
      return List.of();
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
      item.getWithItemList().forEach(c -> declared.add(names.meant(c.toString())));
    }
    aliasColumns(item.getAlias()).forEach(declared::add);
    Scope inner = new Scope(Optional.of(scope));
    if (recursive) {
      List<String> own = declared.isEmpty() ? firstColumns(item.getSelect(), inner) : declared;
      inner.addWith(new Relation(name, own, false, false));
    }
    List<String> columns = query(item.getSelect(), Optional.of(inner));
    scope.addWith(new Relation(name, declared.isEmpty() ? columns : declared, false, false));
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
    from(select.getFromItem(), scope);
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
      relation(all.getTable(), scope).columns().forEach(outputs::add);
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

  private void from(FromItem item, Scope scope) {
    if (item == null) {
      return;
    }
    if (item.getAlias() != null) {
      names.refuseSpecial(item.getAlias().getName());
    }
    if (item instanceof Table table) {
      scope.add(table(table, scope));
    } else if (item instanceof TableFunction call) {
      expressions(call.getFunction(), scope);
      scope.add(call(call));
    } else if (item instanceof ParenthesedFromItem inner) {
      from(inner.getFromItem(), scope);
      if (inner.getJoins() != null) {
        inner.getJoins().forEach(j -> join(j, scope));
      }
      if (inner.getAlias() != null) {
        throw refusal("an alias of a join in parentheses is not allowed");
      }
    } else if (item instanceof Select select) {
      scope.add(derived(select, scope));
    } else {
      throw refusal("this kind of relation is not allowed");
    }
  }

  private Relation derived(Select select, Scope scope) {
    // The relations beside a derived table are not visible inside it, names of WITH are.
    List<String> columns = query(select, Optional.of(scope.withoutRelations()));
    Alias alias = select.getAlias();
    if (alias == null) {
      return new Relation("", columns, false, false);
    }
    List<String> renamed = aliasColumns(alias);
    return new Relation(
        names.meant(alias.getName()), renamed.isEmpty() ? columns : renamed, false, false);
  }

  private Relation call(TableFunction call) {
    Alias alias = call.getAlias();
    String function = dialect.fold(call.getFunction().getName());
    String name = alias == null ? function : names.meant(alias.getName());
    List<String> columns = new ArrayList<>(alias == null ? List.of() : aliasColumns(alias));
    if (columns.isEmpty()) {
      columns.addAll(List.of(name, function, dialect.fold("x"), dialect.fold("value")));
      columns.addAll(List.of(dialect.fold("key"), dialect.fold("c1")));
    }
    return new Relation(name, columns, false, true);
  }

  private List<String> aliasColumns(Alias alias) {
    return alias.getAliasColumns() == null
        ? List.of()
        : alias.getAliasColumns().stream().map(c -> names.meant(c.name)).toList();
  }

  private Relation table(Table table, Scope scope) {
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
        return new Relation(aliasOr(table, with.get().name()), with.get().columns(), false, false);
      }
    }
    dev.nl2sql.catalog.Table found = find(table);
    relations.add(found.name());
    table.setName(dialect.identifier(found.name().name()));
    if (!found.name().schema().isEmpty()) {
      table.setSchemaName(dialect.identifier(found.name().schema()));
    }
    List<String> columns = found.columns().stream().map(Column::name).toList();
    List<String> renamed = table.getAlias() == null ? List.of() : aliasColumns(table.getAlias());
    return new Relation(
        aliasOr(table, found.name().name()),
        renamed.isEmpty() ? columns : renamed,
        renamed.isEmpty(),
        false);
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
    String written = table.getName();
    List<dev.nl2sql.catalog.Table> named =
        context.catalog().tables().stream()
            .filter(t -> names.means(written, t.name().name()))
            .toList();
    if (table.getSchemaName() != null) {
      named =
          named.stream()
              .filter(t -> names.means(table.getSchemaName(), t.name().schema()))
              .toList();
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
    from(join.getFromItem(), scope);
    if (join.isNatural()) {
      scope.mergeAll();
    }
    if (join.getOnExpressions() != null) {
      join.getOnExpressions().forEach(e -> expressions(e, scope));
    }
    if (join.getUsingColumns() != null) {
      join.getUsingColumns().forEach(c -> scope.merge(names.meant(c.getColumnName())));
      join.getUsingColumns().forEach(c -> expressions(c, scope));
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
    } else if (node instanceof AllTableColumns all) {
      relation(all.getTable(), scope);
    } else if (node instanceof Table table) {
      throw refusal("a relation stands where a value must stand: " + table);
    } else {
      if (node instanceof Function call) {
        noteUnit(call);
      }
      Tree.children(node).forEach(c -> expressions(c, scope));
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

  private Relation relation(Table qualifier, Scope scope) {
    String written = qualifier.getName();
    Optional<Relation> found = scope.relation(written, names);
    if (found.isEmpty() || qualifier.getNameParts().size() > 2) {
      throw new Refusal(
          GuardVerdict.Layer.NAMES,
          "there is no relation or alias " + qualifier.getFullyQualifiedName() + " here",
          Names.nearest(written, scope.relations().stream().map(Relation::name).toList()));
    }
    return found.get();
  }

  private void column(net.sf.jsqlparser.schema.Column column, Scope scope) {
    if (units.contains(column)) {
      return;
    }
    expressions(column.getArrayConstructor(), scope);
    String written = column.getColumnName();
    names.refuseSpecial(written);
    Table qualifier = column.getTable();
    boolean qualified = qualifier != null && qualifier.getName() != null;
    Optional<String> found =
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
    column.setColumnName(found.get());
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.NAMES, reason);
  }
}
