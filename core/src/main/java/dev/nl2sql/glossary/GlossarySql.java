package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Turns the SQL of a glossary, one expression at a time, into plan nodes whose names are catalog
 * objects. What the plan cannot say is refused, with the place in the file.
 */
public final class GlossarySql {

  /** Where the tables an expression names come from. */
  public interface Scope {
    /** The use of the table in the query the expression goes into. */
    TableUse use(Table table);

    /** An alias no other use has. */
    String freshAlias();
  }

  private static final Pattern INTERVAL =
      Pattern.compile("(?i)INTERVAL\\s+'?(\\d{1,6})'?\\s+'?(DAY|WEEK|MONTH|YEAR)S?'?");
  private static final String ALLOWED =
      "columns, numbers, texts, arithmetic, comparisons, AND/OR/NOT, CASE, COALESCE, LOWER, UPPER, TRIM,"
          + " LENGTH, COUNT, SUM, AVG, MIN, MAX, PERCENTILE_CONT, CURRENT_DATE with intervals, EXISTS and"
          + " single-value sub-queries";

  private final SqlText text;
  private final Catalog catalog;
  private final LocalDate asOf;
  private final Scope outer;
  private final Map<String, TableUse> local = new HashMap<>();

  private GlossarySql(SqlText text, Catalog catalog, LocalDate asOf, Scope outer) {
    this.text = text;
    this.catalog = catalog;
    this.asOf = asOf;
    this.outer = outer;
  }

  /** A value, for a metric or a date. */
  public static Expression expression(SqlText text, Catalog catalog, LocalDate asOf, Scope scope) {
    GlossarySql reader = new GlossarySql(text, catalog, asOf, scope);
    return reader.value(reader.parse(text.sql()));
  }

  /** A condition, for a filter. */
  public static Predicate predicate(SqlText text, Catalog catalog, LocalDate asOf, Scope scope) {
    GlossarySql reader = new GlossarySql(text, catalog, asOf, scope);
    return reader.condition(reader.parse(text.sql()));
  }

  /** A sort key with its direction. */
  public static QueryPlan.Ordering ordering(
      SqlText text, Catalog catalog, LocalDate asOf, Scope scope) {
    GlossarySql reader = new GlossarySql(text, catalog, asOf, scope);
    PlainSelect select = reader.select("SELECT 1 FROM x ORDER BY " + text.sql());
    List<OrderByElement> keys = Optional.ofNullable(select.getOrderByElements()).orElse(List.of());
    boolean alone =
        keys.size() == 1
            && keys.get(0).getNullOrdering() == null
            && select.toString().equals("SELECT 1 FROM x ORDER BY " + keys.get(0));
    if (!alone) {
      throw reader.refuse(text.sql(), "one sort key with ASC or DESC");
    }
    return new QueryPlan.Ordering(reader.value(keys.get(0).getExpression()), !keys.get(0).isAsc());
  }

  /** The line break keeps a comment at the end of the text from hiding the bracket after it. */
  private net.sf.jsqlparser.expression.Expression parse(String sql) {
    PlainSelect select = select("SELECT 1 FROM x WHERE (" + sql + "\n) = 1");
    if (!select.toString().equals("SELECT 1 FROM x WHERE " + select.getWhere())) {
      throw refuse(sql, "SQL of one expression");
    }
    if (select.getWhere() instanceof EqualsTo wrapped
        && wrapped.getLeftExpression() instanceof ParenthesedExpressionList<?> list
        && list.size() == 1) {
      return list.get(0);
    }
    if (select.getWhere() instanceof EqualsTo wrapped) {
      return wrapped.getLeftExpression();
    }
    throw refuse(sql, "one expression");
  }

  private PlainSelect select(String sql) {
    try {
      if (CCJSqlParserUtil.parseStatements(sql).size() == 1
          && CCJSqlParserUtil.parse(sql) instanceof PlainSelect select) {
        return select;
      }
      throw refuse(text.sql(), "SQL of one expression");
    } catch (JSQLParserException | TokenMgrException e) {
      throw refuse(text.sql(), "SQL of one expression");
    }
  }

  private Expression value(net.sf.jsqlparser.expression.Expression node) {
    if (node instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return value(list.get(0));
    }
    if (node instanceof LongValue number) {
      return number(number.getStringValue());
    }
    if (node instanceof DoubleValue number) {
      return new Literal(new BigDecimal(number.toString()));
    }
    if (node instanceof StringValue string) {
      return new Literal(string.getNotExcapedValue());
    }
    if (node instanceof BooleanValue bool) {
      return new Literal(bool.getValue());
    }
    if (node instanceof SignedExpression signed && signed.getSign() == '-') {
      return new Expression.Arithmetic(
          Expression.Arithmetic.Operator.MINUS, new Literal(0L), value(signed.getExpression()));
    }
    if (node instanceof TimeKeyExpression key
        && key.getStringValue().toUpperCase(Locale.ROOT).startsWith("CURRENT_DATE")) {
      return new Literal(asOf);
    }
    if (node instanceof DateTimeLiteralExpression date) {
      return date(date);
    }
    if (node instanceof net.sf.jsqlparser.schema.Column column) {
      return column(column);
    }
    if (node instanceof BinaryExpression binary) {
      return arithmetic(binary);
    }
    if (node instanceof Function function) {
      return function(function);
    }
    if (node instanceof TrimFunction trim
        && trim.getTrimSpecification() == null
        && trim.getFromExpression() == null) {
      return new Expression.TextFunction(
          Expression.TextFunction.Function.TRIM, value(trim.getExpression()));
    }
    if (node instanceof AnalyticExpression percentile) {
      return percentile(percentile);
    }
    if (node instanceof CaseExpression branches && branches.getSwitchExpression() == null) {
      return cases(branches);
    }
    if (node instanceof ParenthesedSelect select) {
      return new Expression.ScalarSubquery(subquery(select.getSelect()));
    }
    throw refuse(node.toString(), ALLOWED);
  }

  private static Literal number(String digits) {
    BigInteger value = new BigInteger(digits);
    return value.bitLength() < Long.SIZE
        ? new Literal(value.longValue())
        : new Literal(new BigDecimal(value));
  }

  private Literal date(DateTimeLiteralExpression node) {
    try {
      return new Literal(LocalDate.parse(node.getValue().replace("'", "")));
    } catch (DateTimeParseException e) {
      throw refuse(node.toString(), "a date, such as DATE '2026-10-15'");
    }
  }

  private Expression column(net.sf.jsqlparser.schema.Column node) {
    String owner = node.getTable() == null ? "" : unquoted(node.getTable().getName());
    if (owner.isEmpty()) {
      if (node.getColumnName().equalsIgnoreCase("CURRENT_DATE")) {
        return new Literal(asOf);
      }
      throw refuse("'" + node + "'", "a column with its table, as table.column");
    }
    TableUse use =
        Optional.ofNullable(local.get(owner.toLowerCase(Locale.ROOT)))
            .orElseGet(() -> outer.use(table(node.getTable())));
    String name = unquoted(node.getColumnName());
    Column column =
        use.table().columns().stream()
            .filter(c -> c.name().equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow(
                () ->
                    UnknownNameException.at(
                        text.location(),
                        "the unknown column '" + owner + "." + name + "'",
                        "a column of " + use.table().name().name(),
                        NearestName.of(
                            name, use.table().columns().stream().map(Column::name).toList())));
    return new Expression.ColumnReference(use, column);
  }

  private Table table(net.sf.jsqlparser.schema.Table node) {
    String name = unquoted(node.getName());
    String schema = node.getSchemaName() == null ? "" : unquoted(node.getSchemaName());
    List<Table> fitting =
        catalog.tables().stream()
            .filter(t -> t.name().name().equalsIgnoreCase(name))
            .filter(t -> schema.isEmpty() || t.name().schema().equalsIgnoreCase(schema))
            .toList();
    return fitting.stream()
        .filter(t -> catalog.searchPath().indexOf(t.name().schema()) == 0)
        .findFirst()
        .or(() -> fitting.stream().findFirst())
        .orElseThrow(
            () ->
                UnknownNameException.at(
                    text.location(),
                    "the unknown table '" + (schema.isEmpty() ? name : schema + "." + name) + "'",
                    "a table of the database",
                    NearestName.of(
                        name, catalog.tables().stream().map(t -> t.name().name()).toList())));
  }

  private Expression arithmetic(BinaryExpression node) {
    if (node.getRightExpression() instanceof IntervalExpression interval) {
      return shifted(node, interval);
    }
    Expression.Arithmetic.Operator operator;
    if (node instanceof Addition) {
      operator = Expression.Arithmetic.Operator.PLUS;
    } else if (node instanceof Subtraction) {
      operator = Expression.Arithmetic.Operator.MINUS;
    } else if (node instanceof Multiplication) {
      operator = Expression.Arithmetic.Operator.TIMES;
    } else if (node instanceof Division) {
      operator = Expression.Arithmetic.Operator.DIVIDE;
    } else {
      throw refuse(node.toString(), ALLOWED);
    }
    return new Expression.Arithmetic(
        operator, value(node.getLeftExpression()), value(node.getRightExpression()));
  }

  /** A date moved by an interval is worked out now, so that no dialect has to. */
  private Expression shifted(BinaryExpression node, IntervalExpression interval) {
    Expression left = value(node.getLeftExpression());
    boolean moves = node instanceof Addition || node instanceof Subtraction;
    if (!moves
        || !(left instanceof Literal literal)
        || !(literal.value() instanceof LocalDate date)) {
      throw refuse(node.toString(), "an interval added to or taken from CURRENT_DATE or a date");
    }
    int sign = node instanceof Subtraction ? -1 : 1;
    Matcher matcher = INTERVAL.matcher(interval.toString());
    if (!matcher.matches()) {
      throw refuse(interval.toString(), "an interval of days, such as INTERVAL '30' DAY");
    }
    long count = sign * Long.parseLong(matcher.group(1));
    return new Literal(
        switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
          case "DAY" -> date.plusDays(count);
          case "WEEK" -> date.plusWeeks(count);
          case "MONTH" -> date.plusMonths(count);
          default -> date.plusYears(count);
        });
  }

  private Expression function(Function node) {
    String name = node.getName().toUpperCase(Locale.ROOT);
    List<net.sf.jsqlparser.expression.Expression> arguments = new ArrayList<>();
    if (node.getParameters() != null) {
      arguments.addAll(node.getParameters());
    }
    boolean plain = !node.isDistinct() && node.getKeep() == null;
    if (name.equals("COUNT") && arguments.size() == 1 && arguments.get(0).toString().equals("*")) {
      return new Aggregate(Aggregate.Function.COUNT, Optional.empty(), false);
    }
    switch (name) {
      case "COUNT", "SUM", "AVG", "MIN", "MAX" -> {
        if (arguments.size() == 1) {
          return new Aggregate(
              Aggregate.Function.valueOf(name),
              Optional.of(value(arguments.get(0))),
              node.isDistinct());
        }
      }
      case "COALESCE" -> {
        return new Expression.Coalesce(arguments.stream().map(this::value).toList());
      }
      case "LOWER", "UPPER", "LENGTH" -> {
        if (plain && arguments.size() == 1) {
          return new Expression.TextFunction(
              Expression.TextFunction.Function.valueOf(name), value(arguments.get(0)));
        }
      }
      default -> throw refuse("the function '" + node.getName() + "'", ALLOWED);
    }
    throw refuse(node.toString(), ALLOWED);
  }

  private Expression percentile(AnalyticExpression node) {
    boolean known =
        node.getName().equalsIgnoreCase("PERCENTILE_CONT")
            && isFraction(node.getExpression())
            && node.getOrderByElements() != null
            && node.getOrderByElements().size() == 1;
    if (!known) {
      throw refuse(node.toString(), ALLOWED);
    }
    return new Expression.Percentile(
        Double.parseDouble(node.getExpression().toString()),
        value(node.getOrderByElements().get(0).getExpression()));
  }

  private static boolean isFraction(net.sf.jsqlparser.expression.Expression node) {
    boolean number = node instanceof DoubleValue || node instanceof LongValue;
    return number && new BigDecimal(node.toString()).compareTo(BigDecimal.ONE) <= 0;
  }

  private Expression cases(CaseExpression node) {
    List<Expression.Case.Branch> branches = new ArrayList<>();
    for (WhenClause when : node.getWhenClauses()) {
      branches.add(
          new Expression.Case.Branch(
              condition(when.getWhenExpression()), value(when.getThenExpression())));
    }
    return new Expression.Case(
        branches, Optional.ofNullable(node.getElseExpression()).map(this::value));
  }

  private Predicate condition(net.sf.jsqlparser.expression.Expression node) {
    if (node instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return condition(list.get(0));
    }
    if (node instanceof AndExpression and) {
      return new Predicate.And(
          List.of(condition(and.getLeftExpression()), condition(and.getRightExpression())));
    }
    if (node instanceof OrExpression or) {
      return new Predicate.Or(
          List.of(condition(or.getLeftExpression()), condition(or.getRightExpression())));
    }
    if (node instanceof NotExpression not) {
      return new Predicate.Not(condition(not.getExpression()));
    }
    if (node instanceof IsNullExpression test) {
      return new Predicate.IsNull(value(test.getLeftExpression()), test.isNot());
    }
    if (node instanceof Between between && !between.isNot()) {
      Expression argument = value(between.getLeftExpression());
      return new Predicate.And(
          List.of(
              new Predicate.Comparison(
                  Predicate.Comparison.Operator.GREATER_OR_EQUAL,
                  argument,
                  value(between.getBetweenExpressionStart())),
              new Predicate.Comparison(
                  Predicate.Comparison.Operator.LESS_OR_EQUAL,
                  argument,
                  value(between.getBetweenExpressionEnd()))));
    }
    if (node instanceof InExpression in) {
      return in(in);
    }
    if (node instanceof LikeExpression like) {
      return like(like);
    }
    if (node instanceof ExistsExpression exists
        && exists.getRightExpression() instanceof ParenthesedSelect select) {
      return new Predicate.Exists(subquery(select.getSelect()), exists.isNot());
    }
    if (node instanceof ComparisonOperator comparison) {
      return new Predicate.Comparison(
          operator(comparison),
          value(comparison.getLeftExpression()),
          value(comparison.getRightExpression()));
    }
    if (node instanceof net.sf.jsqlparser.schema.Column column
        && column(column) instanceof Expression.ColumnReference reference
        && reference.column().type() == ColumnType.BOOLEAN) {
      return new Predicate.IsTrue(reference, false);
    }
    throw refuse(node.toString(), "a condition made of " + ALLOWED);
  }

  private Predicate in(InExpression node) {
    Expression argument = value(node.getLeftExpression());
    if (node.getRightExpression() instanceof ParenthesedSelect select) {
      return new Predicate.InSubquery(argument, subquery(select.getSelect()), node.isNot());
    }
    if (node.getRightExpression() instanceof ExpressionList<?> list) {
      return new Predicate.InList(argument, list.stream().map(this::value).toList(), node.isNot());
    }
    throw refuse(node.toString(), "IN with a list of values");
  }

  private Predicate like(LikeExpression node) {
    boolean known =
        node.getLikeKeyWord() == LikeExpression.KeyWord.LIKE
            || node.getLikeKeyWord() == LikeExpression.KeyWord.ILIKE;
    if (!known || node.getEscape() != null) {
      throw refuse(node.toString(), "LIKE without ESCAPE");
    }
    if (!(value(node.getRightExpression()) instanceof Literal literal)
        || !(literal.value() instanceof String pattern)) {
      throw refuse(node.toString(), "LIKE with a text");
    }
    boolean start = pattern.startsWith("%");
    boolean end = pattern.endsWith("%");
    String inner =
        pattern.substring(start ? 1 : 0, Math.max(start ? 1 : 0, pattern.length() - (end ? 1 : 0)));
    if (!start && !end || inner.contains("%") || inner.contains("_")) {
      throw refuse(node.toString(), "LIKE with % at the beginning or the end only");
    }
    Predicate.TextMatch.Match match =
        start && end
            ? Predicate.TextMatch.Match.CONTAINS
            : start ? Predicate.TextMatch.Match.ENDS_WITH : Predicate.TextMatch.Match.STARTS_WITH;
    return new Predicate.TextMatch(value(node.getLeftExpression()), inner, match, node.isNot());
  }

  private Predicate.Comparison.Operator operator(ComparisonOperator node) {
    if (node instanceof EqualsTo) {
      return Predicate.Comparison.Operator.EQUAL;
    }
    if (node instanceof NotEqualsTo) {
      return Predicate.Comparison.Operator.NOT_EQUAL;
    }
    if (node instanceof GreaterThan) {
      return Predicate.Comparison.Operator.GREATER;
    }
    if (node instanceof GreaterThanEquals) {
      return Predicate.Comparison.Operator.GREATER_OR_EQUAL;
    }
    if (node instanceof MinorThan) {
      return Predicate.Comparison.Operator.LESS;
    }
    if (node instanceof MinorThanEquals) {
      return Predicate.Comparison.Operator.LESS_OR_EQUAL;
    }
    throw refuse(node.toString(), "one of = <> < <= > >=");
  }

  /** SELECT one expression FROM one table [WHERE …]; its table hides one of the outer query. */
  private QueryPlan subquery(Select node) {
    if (!(node instanceof PlainSelect select)
        || select.getSelectItems().size() != 1
        || !(select.getFromItem() instanceof net.sf.jsqlparser.schema.Table from)
        || !node.toString().equals(plain(select))) {
      throw refuse(node.toString(), "a sub-query SELECT one expression FROM one table WHERE …");
    }
    Table table = table(from);
    TableUse use = new TableUse(table, outer.freshAlias());
    String name =
        from.getAlias() == null ? unquoted(from.getName()) : unquoted(from.getAlias().getName());
    TableUse hidden = local.put(name.toLowerCase(Locale.ROOT), use);
    Expression shown = value(select.getSelectItems().get(0).getExpression());
    Optional<Predicate> where = Optional.ofNullable(select.getWhere()).map(this::condition);
    if (hidden == null) {
      local.remove(name.toLowerCase(Locale.ROOT));
    } else {
      local.put(name.toLowerCase(Locale.ROOT), hidden);
    }
    return new QueryPlan.Select(
        List.of(new QueryPlan.Projection(shown)),
        false,
        new QueryPlan.Source(use, List.of()),
        where,
        List.of(),
        Optional.empty(),
        List.of(),
        OptionalLong.empty());
  }

  /** How the select prints if it has no other parts. */
  private static String plain(PlainSelect select) {
    String where = select.getWhere() == null ? "" : " WHERE " + select.getWhere();
    return "SELECT " + select.getSelectItems().get(0) + " FROM " + select.getFromItem() + where;
  }

  private static String unquoted(String name) {
    return name.length() > 1 && (name.startsWith("\"") || name.startsWith("`"))
        ? name.substring(1, name.length() - 1)
        : name;
  }

  private ConfigurationException refuse(String found, String expected) {
    return new ConfigurationException(
        "%s: found %s; expected %s".formatted(text.location(), found, expected));
  }
}
