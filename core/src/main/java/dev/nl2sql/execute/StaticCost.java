package dev.nl2sql.execute;

import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.GuardedSql;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;

/**
 * An estimate for engines whose planner tells none: tables that are joined by equal columns give as
 * many rows as the larger of them, others those of both multiplied; a sub-query that looks at the
 * rows around it runs once for each of them.
 */
final class StaticCost {
  /** What a recursion counts as: nobody can tell when it ends. */
  static final double ROWS_OF_A_RECURSION = 1e9;

  /** Rows of a relation nobody has counted. */
  private static final double UNKNOWN_ROWS = 1_000;

  private static final Pattern RECURSIVE =
      Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|(?i:\\bWITH\\s+RECURSIVE\\b)");

  private final Function<TableName, OptionalLong> counts;
  private final Map<String, TableName> relations = new HashMap<>();
  private final Map<String, Double> named = new HashMap<>();
  private double most;

  private StaticCost(GuardedSql sql, Function<TableName, OptionalLong> counts) {
    this.counts = counts;
    sql.relations().forEach(r -> relations.put(key(r.name()), r));
  }

  /** The most rows that any step of the statement makes. */
  static double rows(GuardedSql sql, Function<TableName, OptionalLong> counts) {
    StaticCost cost = new StaticCost(sql, counts);
    try {
      if (CCJSqlParserUtil.parse(sql.sql()) instanceof Select select) {
        cost.rows(select, 1);
        return cost.most;
      }
      return Double.POSITIVE_INFINITY;
    } catch (JSQLParserException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** Whether the statement has a recursion, quoted text aside. */
  static boolean isRecursive(GuardedSql sql) {
    Matcher matcher = RECURSIVE.matcher(sql.sql());
    while (matcher.find()) {
      if (matcher.group().regionMatches(true, 0, "WITH", 0, 4)) {
        return true;
      }
    }
    return false;
  }

  /** The rows a query gives when it runs so many times. */
  private double rows(Select select, double times) {
    if (select.getWithItemsList() != null) {
      for (WithItem<?> item : select.getWithItemsList()) {
        boolean query = item.getParenthesedStatement() instanceof Select;
        double given = query ? rows((Select) item.getParenthesedStatement(), 1) : UNKNOWN_ROWS;
        named.put(key(item.getAlias().getName()), given);
      }
    }
    double given = body(select, times);
    return select.getLimit() != null && select.getLimit().getRowCount() instanceof LongValue limit
        ? Math.min(given, limit.getValue())
        : given;
  }

  private double body(Select select, double times) {
    if (select instanceof PlainSelect plain) {
      return plain(plain, times);
    }
    if (select instanceof ParenthesedSelect inner) {
      return rows(inner.getSelect(), times);
    }
    if (select instanceof SetOperationList operations) {
      return operations.getSelects().stream().mapToDouble(s -> rows(s, times)).sum();
    }
    return 1;
  }

  private double plain(PlainSelect select, double times) {
    double rows = select.getFromItem() == null ? 1 : from(select.getFromItem(), times);
    Set<String> seen = new HashSet<>();
    addAlias(select.getFromItem(), seen);
    List<Join> joins = select.getJoins() == null ? List.of() : select.getJoins();
    for (Join join : joins) {
      double joined = from(join.getFromItem(), times);
      boolean matched =
          join.isNatural()
              || (join.getUsingColumns() != null && !join.getUsingColumns().isEmpty())
              || join.getOnExpressions().stream().anyMatch(e -> equates(e, join, seen))
              || equates(select.getWhere(), join, seen);
      rows = matched ? Math.max(rows, joined) : rows * joined;
      addAlias(join.getFromItem(), seen);
      count(rows * times);
    }
    count(rows * times);
    inExpressions(select, seen, rows * times);
    return rows;
  }

  private void count(double rows) {
    most = Math.max(most, rows);
  }

  private double from(FromItem item, double times) {
    if (item instanceof Table table) {
      return table(table);
    }
    if (item instanceof ParenthesedSelect inner) {
      return rows(inner.getSelect(), times);
    }
    if (item instanceof ParenthesedFromItem group) {
      double rows = from(group.getFromItem(), times);
      for (Join join : group.getJoins() == null ? List.<Join>of() : group.getJoins()) {
        boolean matched = !join.getOnExpressions().isEmpty();
        double joined = from(join.getFromItem(), times);
        rows = matched ? Math.max(rows, joined) : rows * joined;
      }
      return rows;
    }
    return UNKNOWN_ROWS;
  }

  private double table(Table table) {
    String name = key(table.getName());
    if (table.getSchemaName() == null && named.containsKey(name)) {
      return named.get(name);
    }
    TableName relation = relations.get(name);
    OptionalLong counted = relation == null ? OptionalLong.empty() : counts.apply(relation);
    return counted.isPresent() ? Math.max(1, counted.getAsLong()) : UNKNOWN_ROWS;
  }

  /** Whether a condition holds the join's table equal to one that stands before it. */
  private static boolean equates(Expression condition, Join join, Set<String> before) {
    if (condition == null) {
      return false;
    }
    Set<String> own = new HashSet<>();
    addAlias(join.getFromItem(), own);
    boolean[] found = {false};
    condition.accept(
        new ExpressionVisitorAdapter<Void>() {
          @Override
          public <S> Void visit(EqualsTo equal, S context) {
            if (equal.getLeftExpression() instanceof Column left
                && equal.getRightExpression() instanceof Column right) {
              String one = qualifier(left);
              String other = qualifier(right);
              found[0] |=
                  (own.contains(one) && before.contains(other))
                      || (own.contains(other) && before.contains(one));
            }
            return super.visit(equal, context);
          }
        },
        null);
    return found[0];
  }

  /** Sub-queries in the list of columns and in conditions. */
  private void inExpressions(PlainSelect select, Set<String> around, double times) {
    ExpressionVisitorAdapter<Void> visitor =
        new ExpressionVisitorAdapter<>() {
          @Override
          public <S> Void visit(ParenthesedSelect inner, S context) {
            rows(inner.getSelect(), looksAround(inner, around) ? times : 1);
            return null;
          }

          @Override
          public <S> Void visit(Select inner, S context) {
            rows(inner, looksAround(inner, around) ? times : 1);
            return null;
          }
        };
    select.getSelectItems().forEach(i -> i.getExpression().accept(visitor, null));
    if (select.getWhere() != null) {
      select.getWhere().accept(visitor, null);
    }
    if (select.getHaving() != null) {
      select.getHaving().accept(visitor, null);
    }
  }

  /** Whether a sub-query names a table of the query around it. */
  private static boolean looksAround(Select inner, Set<String> around) {
    String text = inner.toString().toLowerCase(Locale.ROOT).replace("\"", "");
    return around.stream()
        .anyMatch(a -> Pattern.compile("\\b" + Pattern.quote(a) + "\\.").matcher(text).find());
  }

  private static void addAlias(FromItem item, Set<String> aliases) {
    if (item == null) {
      return;
    }
    if (item.getAlias() != null) {
      aliases.add(key(item.getAlias().getName()));
    } else if (item instanceof Table table) {
      aliases.add(key(table.getName()));
    }
  }

  private static String qualifier(Column column) {
    return column.getTable() == null ? "" : key(column.getTable().getName());
  }

  private static String key(String name) {
    return name == null ? "" : name.replaceAll("^[\"`]|[\"`]$", "").toLowerCase(Locale.ROOT);
  }
}
