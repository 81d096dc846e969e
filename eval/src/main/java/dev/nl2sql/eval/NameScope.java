package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** What names mean inside one SELECT: its relations by alias, then those of the queries around. */
final class NameScope {
  private final TableColumns schema;
  private final Optional<NameScope> outer;

  /** Text of common table expressions by name. */
  private final Map<String, String> queries;

  /** What stands behind an alias: a table's name, or the text of a query. */
  private final Map<String, String> relations = new LinkedHashMap<>();

  /** Columns that a join makes equal, each with the one that stands for them all. */
  private final Map<String, String> equal = new HashMap<>();

  private NameScope(TableColumns schema, Optional<NameScope> outer, Map<String, String> queries) {
    this.schema = schema;
    this.outer = outer;
    this.queries = queries;
  }

  static NameScope none(TableColumns schema) {
    return new NameScope(schema, Optional.empty(), Map.of());
  }

  NameScope withQuery(String name, String text) {
    Map<String, String> more = new HashMap<>(queries);
    more.put(lower(name), text);
    return new NameScope(schema, outer, more);
  }

  NameScope inside(PlainSelect select) {
    NameScope scope = new NameScope(schema, Optional.of(this), queries);
    List<FromItem> items = new ArrayList<>();
    if (select.getFromItem() != null) {
      items.add(select.getFromItem());
    }
    List<Join> joins = select.getJoins() == null ? List.of() : select.getJoins();
    joins.forEach(j -> items.add(j.getFromItem()));
    items.forEach(scope::addRelation);
    joins.forEach(j -> j.getOnExpressions().forEach(scope::addEqualColumns));
    return scope;
  }

  private void addRelation(FromItem item) {
    String name = relation(item);
    String own = item instanceof Table table ? table.getUnquotedName() : name;
    String alias = item.getAlias() == null ? own : item.getAlias().getUnquotedName();
    relations.put(lower(alias), name);
  }

  private void addEqualColumns(Expression condition) {
    if (condition instanceof AndExpression and) {
      addEqualColumns(and.getLeftExpression());
      addEqualColumns(and.getRightExpression());
    } else if (condition instanceof EqualsTo equals
        && equals.getLeftExpression() instanceof Column one
        && equals.getRightExpression() instanceof Column other) {
      String first = representative(plain(one));
      String second = representative(plain(other));
      String least = Collections.min(List.of(first, second));
      equal.put(first, least);
      equal.put(second, least);
    }
  }

  private String representative(String column) {
    String next = equal.get(column);
    return next == null || next.equals(column) ? column : representative(next);
  }

  /** The relation behind an alias or in a FROM list. */
  String relation(FromItem item) {
    if (item instanceof Table table) {
      String name = lower(table.getUnquotedName());
      return queries.getOrDefault(name, name);
    }
    if (item instanceof ParenthesedSelect query) {
      return SqlComponents.of(query.getSelect(), schema, this).text();
    }
    return lower(item.toString());
  }

  /** A column with its table, the same text for columns that a join makes equal. */
  String column(Column column) {
    return representative(plain(column));
  }

  /** A column with its table, as written. */
  String plain(Column column) {
    String name = lower(column.getUnquotedColumnName());
    if (column.getTable() != null && column.getTable().getName() != null) {
      String alias = lower(column.getTable().getUnquotedName());
      return behind(alias).orElse(alias) + "." + name;
    }
    if (relations.size() == 1) {
      String only = relations.values().iterator().next();
      return schema.knows(only) && !schema.has(only, name)
          ? elsewhere(column, name)
          : only + "." + name;
    }
    return relations.values().stream()
        .filter(r -> schema.has(r, name))
        .sorted()
        .findFirst()
        .map(r -> r + "." + name)
        .orElseGet(() -> elsewhere(column, name));
  }

  /** SQLite takes a name in double quotes that is no column for a text. */
  private String elsewhere(Column column, String name) {
    if (outer.isPresent() && !outer.get().relations.isEmpty()) {
      return outer.get().plain(column);
    }
    return column.getColumnName().startsWith("\"") ? "'" + name + "'" : name;
  }

  private Optional<String> behind(String alias) {
    String relation = relations.get(alias);
    return relation == null ? outer.flatMap(o -> o.behind(alias)) : Optional.of(relation);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
