package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;

/**
 * A statement taken apart, so that parts can be compared whatever they are called and in whatever
 * order they stand: aliases are resolved, names and texts in lower case, columns that a join makes
 * equal are one, literals count. Several branches of a set operation stand one after the other.
 */
final class SqlComponents {
  /** What is compared. */
  enum Part {
    /** What is shown, and whether each once. */
    SELECT,
    /** The conditions. */
    WHERE,
    /** What is grouped by, and the conditions on groups. */
    GROUP,
    /** The order and how many rows of it. */
    ORDER,
    /** The relations, how they are joined, and the set operations. */
    JOIN
  }

  private final Map<Part, List<String>> parts = new EnumMap<>(Part.class);
  private final TableColumns schema;

  private SqlComponents(TableColumns schema) {
    this.schema = schema;
    for (Part part : Part.values()) {
      parts.put(part, new ArrayList<>());
    }
  }

  /** Empty if it cannot be parsed as one query. */
  static Optional<SqlComponents> parse(String sql, TableColumns schema) {
    try {
      return CCJSqlParserUtil.parse(sql) instanceof Select select
          ? Optional.of(of(select, schema, NameScope.none(schema)))
          : Optional.empty();
    } catch (JSQLParserException e) {
      return Optional.empty();
    }
  }

  /** The parts of a query inside another. */
  static SqlComponents of(Select select, TableColumns schema, NameScope outer) {
    SqlComponents components = new SqlComponents(schema);
    components.add(select, outer);
    return components;
  }

  List<String> of(Part part) {
    return Collections.unmodifiableList(parts.get(part));
  }

  /** All parts as one text. */
  String text() {
    return parts.toString();
  }

  private void add(Select select, NameScope outer) {
    NameScope scope = outer;
    if (select.getWithItemsList() != null) {
      for (WithItem<?> with : select.getWithItemsList()) {
        scope =
            scope.withQuery(
                with.getUnquotedAliasName(), of(with.getSelect(), schema, scope).text());
      }
    }
    if (select instanceof ParenthesedSelect inner) {
      add(inner.getSelect(), scope);
      order(inner, scope);
    } else if (select instanceof SetOperationList list) {
      for (int i = 0; i < list.getSelects().size(); i++) {
        if (i > 0) {
          parts
              .get(Part.JOIN)
              .add(list.getOperation(i - 1).toString().toLowerCase(java.util.Locale.ROOT));
        }
        add(list.getSelects().get(i), scope);
      }
      order(list, scope);
    } else if (select instanceof PlainSelect plain) {
      addPlain(plain, scope);
    } else {
      parts.get(Part.SELECT).add(select.toString());
    }
  }

  private void addPlain(PlainSelect select, NameScope outer) {
    NameScope scope = outer.inside(select);
    SqlNormalForm form = new SqlNormalForm(scope, schema);
    List<String> shown = new ArrayList<>();
    for (SelectItem<?> item : select.getSelectItems()) {
      shown.add(form.text(item.getExpression()));
    }
    addSorted(Part.SELECT, shown);
    if (select.getDistinct() != null) {
      parts.get(Part.SELECT).add("distinct");
    }
    addSorted(Part.WHERE, conjuncts(select.getWhere(), form));
    List<String> groups = new ArrayList<>();
    if (select.getGroupBy() != null) {
      for (Expression key : select.getGroupBy().getGroupByExpressionList()) {
        groups.add(form.text(key));
      }
    }
    groups.addAll(conjuncts(select.getHaving(), form));
    addSorted(Part.GROUP, groups);
    order(select, scope);
    List<String> relations = new ArrayList<>();
    if (select.getFromItem() != null) {
      relations.add(scope.relation(select.getFromItem()));
    }
    for (Join join : select.getJoins() == null ? List.<Join>of() : select.getJoins()) {
      String kind =
          join.isLeft() ? "left " : join.isRight() ? "right " : join.isFull() ? "full " : "";
      relations.add(kind + scope.relation(join.getFromItem()));
      join.getOnExpressions().forEach(on -> relations.addAll(conjuncts(on, form)));
      if (join.getUsingColumns() != null) {
        join.getUsingColumns().forEach(c -> relations.add("using " + c.getUnquotedColumnName()));
      }
    }
    addSorted(Part.JOIN, relations);
  }

  private void order(Select select, NameScope scope) {
    SqlNormalForm form = new SqlNormalForm(scope, schema);
    if (select.getOrderByElements() != null) {
      for (OrderByElement element : select.getOrderByElements()) {
        parts
            .get(Part.ORDER)
            .add(form.text(element.getExpression()) + (element.isAsc() ? "" : " desc"));
      }
    }
    if (select.getLimit() != null && select.getLimit().getRowCount() != null) {
      parts.get(Part.ORDER).add("limit " + select.getLimit().getRowCount());
    }
    if (select.getFetch() != null) {
      parts.get(Part.ORDER).add("limit " + select.getFetch().getExpression());
    }
    if (select.getOffset() != null) {
      parts.get(Part.ORDER).add("offset " + select.getOffset().getOffset());
    }
  }

  private void addSorted(Part part, List<String> texts) {
    Collections.sort(texts);
    parts.get(part).addAll(texts);
  }

  private static List<String> conjuncts(Expression condition, SqlNormalForm form) {
    List<String> texts = new ArrayList<>();
    if (condition instanceof AndExpression and) {
      texts.addAll(conjuncts(and.getLeftExpression(), form));
      texts.addAll(conjuncts(and.getRightExpression(), form));
    } else if (condition instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      texts.addAll(conjuncts(list.get(0), form));
    } else if (condition != null) {
      texts.add(form.text(condition));
    }
    return texts;
  }
}
