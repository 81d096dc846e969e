package dev.nl2sql.plan;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.Arithmetic;
import dev.nl2sql.plan.Expression.Case;
import dev.nl2sql.plan.Expression.Cast;
import dev.nl2sql.plan.Expression.Coalesce;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.DatePart;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.Expression.Parameter;
import dev.nl2sql.plan.Expression.Percentile;
import dev.nl2sql.plan.Expression.PeriodStart;
import dev.nl2sql.plan.Expression.ScalarSubquery;
import dev.nl2sql.plan.Expression.TextFunction;
import dev.nl2sql.plan.Predicate.And;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.Predicate.Exists;
import dev.nl2sql.plan.Predicate.InList;
import dev.nl2sql.plan.Predicate.InSubquery;
import dev.nl2sql.plan.Predicate.IsNull;
import dev.nl2sql.plan.Predicate.IsTrue;
import dev.nl2sql.plan.Predicate.Not;
import dev.nl2sql.plan.Predicate.Or;
import dev.nl2sql.plan.Predicate.TextMatch;
import dev.nl2sql.plan.QueryPlan.Join;
import dev.nl2sql.plan.QueryPlan.Ordering;
import dev.nl2sql.plan.QueryPlan.Projection;
import dev.nl2sql.plan.QueryPlan.Select;
import dev.nl2sql.plan.QueryPlan.SetOperation;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Prints a plan as SQL of one dialect: relations with their schema, names quoted where folding
 * would change them, literals from their values. Thread-safe; the same plan always gives the same
 * text.
 */
public final class SqlRenderer {
  private static final DateTimeFormatter DATE_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final DateTimeFormatter DATE_TIME_FRACTION =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("xxx");

  private final Dialect dialect;
  private final List<Integer> parameters = new ArrayList<>();

  /**
   * A plan as SQL.
   *
   * @param sql one statement, without a semicolon
   * @param parameters for each question mark, from left to right, the bind it stands for
   */
  public record Rendered(String sql, List<Integer> parameters) {
    public Rendered {
      parameters = List.copyOf(parameters);
    }
  }

  private SqlRenderer(Dialect dialect) {
    this.dialect = Objects.requireNonNull(dialect);
  }

  /**
   * The plan as one statement, without a semicolon.
   *
   * @throws NotInDialectException if the engine cannot compute a part of the plan
   */
  public static String render(QueryPlan plan, Dialect dialect) {
    SqlRenderer renderer = new SqlRenderer(dialect);
    return renderer.query(plan, Labels.of(plan));
  }

  /**
   * The plan as one statement with the order of its binds.
   *
   * @throws NotInDialectException if the engine cannot compute a part of the plan
   */
  public static Rendered renderWithBinds(QueryPlan plan, Dialect dialect) {
    SqlRenderer renderer = new SqlRenderer(dialect);
    return new Rendered(renderer.query(plan, Labels.of(plan)), renderer.parameters);
  }

  /** One expression, with columns written as {@code alias.column}. */
  public static String render(Expression expression, Dialect dialect) {
    return new SqlRenderer(dialect).expression(expression);
  }

  /** One condition, with columns written as {@code alias.column}. */
  public static String render(Predicate predicate, Dialect dialect) {
    return new SqlRenderer(dialect).predicate(predicate);
  }

  private String query(QueryPlan plan, List<String> labels) {
    if (plan instanceof Select select) {
      return select(select, labels);
    }
    SetOperation operation = (SetOperation) plan;
    return operand(operation.left(), labels)
        + " "
        + dialect.setOperator(operation.operator())
        + " "
        + operand(operation.right(), List.of());
  }

  private String operand(QueryPlan plan, List<String> labels) {
    boolean bare =
        plan instanceof Select select && select.orderBy().isEmpty() && select.limit().isEmpty();
    String sql = query(plan, labels);
    if (bare) {
      return sql;
    }
    return dialect.setOperand() == Dialect.SetOperand.PARENTHESIS
        ? "(" + sql + ")"
        : "SELECT * FROM (" + sql + ")" + dialect.tableAlias("operand");
  }

  private String select(Select select, List<String> labels) {
    Optional<Percentile> ranked = dialect.rankedPercentile(select);
    if (ranked.isPresent()) {
      return byRank(select, ranked.get(), labels);
    }
    StringBuilder sql = new StringBuilder(select.distinct() ? "SELECT DISTINCT " : "SELECT ");
    if (dialect.limitStandsFirst()) {
      select.limit().ifPresent(l -> sql.append(dialect.limit(l)).append(' '));
    }
    sql.append(projections(select.projections(), labels));
    sql.append(" FROM ").append(tableUse(select.from().root()));
    select.from().joins().forEach(j -> sql.append(join(j)));
    select.where().ifPresent(w -> sql.append(" WHERE ").append(predicate(w)));
    if (!select.groupBy().isEmpty()) {
      sql.append(" GROUP BY ").append(list(select.groupBy(), this::expression));
    }
    select.having().ifPresent(h -> sql.append(" HAVING ").append(predicate(h)));
    if (!select.orderBy().isEmpty()) {
      boolean distinct = select.distinct();
      sql.append(" ORDER BY ")
          .append(list(select.orderBy(), distinct ? this::plainOrdering : this::ordering));
    }
    if (!dialect.limitStandsFirst()) {
      select.limit().ifPresent(l -> sql.append(" ").append(dialect.limit(l)));
    }
    return sql.toString();
  }

  /**
   * A percentile where the engine has no aggregate for it: between the two values around its place
   * in the order, as much nearer to one of them as the place is.
   */
  private String byRank(Select select, Percentile percentile, List<String> labels) {
    String value = expression(percentile.argument());
    String fraction = BigDecimal.valueOf(percentile.fraction()).toPlainString();
    StringBuilder inner =
        new StringBuilder("SELECT ")
            .append(value)
            .append(" AS v, ROW_NUMBER() OVER (ORDER BY ")
            .append(expression(percentile.argument()))
            .append(") AS place, ")
            .append(fraction)
            .append(" * (COUNT(*) OVER () - 1) + 1 AS spot FROM ")
            .append(tableUse(select.from().root()));
    select.from().joins().forEach(j -> inner.append(join(j)));
    List<Predicate> conditions = new ArrayList<>();
    select.where().ifPresent(conditions::add);
    conditions.add(new IsNull(percentile.argument(), true));
    inner.append(" WHERE ").append(predicate(new And(conditions)));
    String label = labels.isEmpty() ? "" : " AS " + dialect.identifier(labels.get(0));
    return "SELECT MIN(w.v) + (MAX(w.v) - MIN(w.v)) * MAX(w.part)"
        + label
        + " FROM (SELECT r.v AS v, r.spot - FLOOR(r.spot) AS part FROM ("
        + inner
        + ")"
        + dialect.tableAlias("r")
        + " WHERE r.place = FLOOR(r.spot) OR r.place = CEILING(r.spot))"
        + dialect.tableAlias("w");
  }

  private String projections(List<Projection> projections, List<String> labels) {
    List<String> printed = new ArrayList<>();
    for (int i = 0; i < projections.size(); i++) {
      Projection projection = projections.get(i);
      String sql = expression(projection.expression());
      boolean labelled = i < labels.size() && !Labels.isImplicit(projection, labels.get(i));
      printed.add(labelled ? sql + " AS " + dialect.identifier(labels.get(i)) : sql);
    }
    return String.join(", ", printed);
  }

  private String tableUse(TableUse use) {
    return dialect.relation(use.table().name()) + dialect.tableAlias(use.alias());
  }

  private String join(Join join) {
    String kind = join.kind() == Join.Kind.LEFT ? " LEFT JOIN " : " JOIN ";
    return kind + tableUse(join.table()) + " ON " + predicate(join.on());
  }

  // With DISTINCT a sort key must be one of the columns shown, so nothing may be put around it.
  private String plainOrdering(Ordering ordering) {
    return dialect.nullsLast() == Dialect.NullsLast.NATIVE
        ? ordering(ordering)
        : expression(ordering.expression()) + (ordering.descending() ? " DESC" : "");
  }

  private String ordering(Ordering ordering) {
    String key = expression(ordering.expression());
    String sorted = key + (ordering.descending() ? " DESC" : "");
    return switch (dialect.nullsLast()) {
      case NATIVE -> sorted + " NULLS LAST";
      case CASE -> "CASE WHEN " + key + " IS NULL THEN 1 ELSE 0 END, " + sorted;
      case IS_NULL -> key + " IS NULL, " + sorted;
    };
  }

  private String expression(Expression expression) {
    if (expression instanceof ColumnReference reference) {
      return dialect.alias(reference.table().alias())
          + "."
          + dialect.identifier(reference.column().name());
    }
    if (expression instanceof Literal literal) {
      return literal(literal.value());
    }
    if (expression instanceof Parameter parameter) {
      parameters.add(parameter.index());
      return parameter.castTo().map(c -> "CAST(? AS " + castType(c) + ")").orElse("?");
    }
    if (expression instanceof Aggregate aggregate) {
      String argument = aggregate.argument().map(this::expression).orElse("*");
      String distinct = aggregate.distinct() ? "DISTINCT " : "";
      return aggregate.function() == Aggregate.Function.AVG
          ? dialect.fill("average", Map.of("distinct", distinct, "argument", argument))
          : aggregate.function().name() + "(" + distinct + argument + ")";
    }
    if (expression instanceof Percentile percentile) {
      String fraction = BigDecimal.valueOf(percentile.fraction()).toPlainString();
      return dialect.fill(
          "percentile",
          Map.of("fraction", fraction, "argument", expression(percentile.argument())));
    }
    if (expression instanceof Arithmetic arithmetic) {
      return arithmetic(arithmetic);
    }
    if (expression instanceof Case choice) {
      return choice(choice);
    }
    if (expression instanceof ScalarSubquery subquery) {
      return "(" + query(subquery.plan(), List.of()) + ")";
    }
    return function(expression);
  }

  private String function(Expression expression) {
    if (expression instanceof PeriodStart start) {
      return dialect.periodStart(start.unit(), expression(start.argument()));
    }
    if (expression instanceof DatePart part) {
      return dialect.datePart(part.unit(), expression(part.argument()));
    }
    if (expression instanceof TextFunction function) {
      String argument = text(function.argument());
      return function.function() == TextFunction.Function.LENGTH
          ? dialect.fill("textLength", Map.of("argument", argument))
          : function.function().name() + "(" + argument + ")";
    }
    if (expression instanceof Coalesce coalesce) {
      return "COALESCE(" + list(coalesce.arguments(), this::expression) + ")";
    }
    Cast cast = (Cast) expression;
    return "CAST(" + expression(cast.argument()) + " AS " + dialect.castType(cast.type()) + ")";
  }

  private String castType(Column column) {
    boolean nameIsPlain = column.typeName().matches("[A-Za-z_][A-Za-z_0-9]*");
    return column.type() == ColumnType.OTHER && nameIsPlain
        ? dialect.identifier(column.typeName())
        : dialect.castType(column.type());
  }

  // Enumerations and the like are texts to the caller, but not to the engine's text functions.
  private String text(Expression argument) {
    String sql = expression(argument);
    boolean isText =
        !(argument instanceof ColumnReference reference)
            || dialect.isTextType(reference.column().typeName());
    return isText ? sql : "CAST(" + sql + " AS " + dialect.castType(ColumnType.TEXT) + ")";
  }

  private String arithmetic(Arithmetic arithmetic) {
    String left = nested(arithmetic.left());
    String right = nested(arithmetic.right());
    return switch (arithmetic.operator()) {
      case PLUS -> left + " + " + right;
      case MINUS -> left + " - " + right;
      case TIMES -> left + " * " + right;
      case DIVIDE -> dialect.fill("divide", Map.of("left", left, "right", right));
    };
  }

  private String nested(Expression expression) {
    String sql = expression(expression);
    return expression instanceof Arithmetic ? "(" + sql + ")" : sql;
  }

  private String choice(Case choice) {
    StringBuilder sql = new StringBuilder("CASE");
    for (Case.Branch branch : choice.branches()) {
      sql.append(" WHEN ").append(predicate(branch.when()));
      sql.append(" THEN ").append(expression(branch.then()));
    }
    choice.otherwise().ifPresent(e -> sql.append(" ELSE ").append(expression(e)));
    return sql.append(" END").toString();
  }

  private String literal(Object value) {
    if (value instanceof String text) {
      return dialect.textLiteral(text);
    }
    if (value instanceof Long || value instanceof Integer) {
      return number(BigDecimal.valueOf(((Number) value).longValue()));
    }
    if (value instanceof BigDecimal decimal) {
      return number(decimal);
    }
    if (value instanceof Boolean truth) {
      return dialect.truth(truth);
    }
    if (value instanceof LocalDate date) {
      return dialect.literal("date", date.toString());
    }
    if (value instanceof LocalTime time) {
      return dialect.literal("time", TIME.format(time));
    }
    if (value instanceof LocalDateTime dateTime) {
      return dateTime(dateTime);
    }
    if (value instanceof OffsetDateTime dateTime) {
      String text = dateTimeText(dateTime.toLocalDateTime()) + OFFSET.format(dateTime);
      return dialect.literal("timestampWithZone", text);
    }
    throw new IllegalArgumentException("no literal for " + value.getClass().getName());
  }

  private String dateTime(LocalDateTime dateTime) {
    boolean midnight = dateTime.toLocalTime().equals(LocalTime.MIDNIGHT);
    return midnight && dialect.midnightIsDate()
        ? dialect.literal("date", dateTime.toLocalDate().toString())
        : dialect.literal("timestamp", dateTimeText(dateTime));
  }

  private static String dateTimeText(LocalDateTime dateTime) {
    return (dateTime.getNano() == 0 ? DATE_TIME : DATE_TIME_FRACTION).format(dateTime);
  }

  private static String number(BigDecimal value) {
    if (Math.abs((long) value.scale()) > 400) {
      throw new IllegalArgumentException("number out of range: " + value);
    }
    String text = value.toPlainString();
    return text.startsWith("-") ? "(" + text + ")" : text;
  }

  private String predicate(Predicate predicate) {
    if (predicate instanceof Comparison comparison) {
      return expression(comparison.left())
          + operator(comparison.operator())
          + expression(comparison.right());
    }
    if (predicate instanceof And and) {
      return junction(and.operands(), " AND ", "1 = 1");
    }
    if (predicate instanceof Or or) {
      return junction(or.operands(), " OR ", "1 = 0");
    }
    if (predicate instanceof Not not) {
      return "NOT (" + predicate(not.operand()) + ")";
    }
    if (predicate instanceof IsNull isNull) {
      return expression(isNull.argument()) + (isNull.negated() ? " IS NOT NULL" : " IS NULL");
    }
    if (predicate instanceof IsTrue isTrue) {
      String fact = isTrue.negated() ? "isFalse" : "isTrue";
      return dialect.fill(fact, Map.of("argument", expression(isTrue.argument())));
    }
    return membership(predicate);
  }

  private String membership(Predicate predicate) {
    if (predicate instanceof InList in) {
      if (in.values().isEmpty()) {
        return in.negated() ? "1 = 1" : "1 = 0";
      }
      String values = list(in.values(), this::expression);
      return expression(in.argument()) + in(in.negated()) + "(" + values + ")";
    }
    if (predicate instanceof InSubquery in) {
      String subquery = query(in.plan(), List.of());
      return expression(in.argument()) + in(in.negated()) + "(" + subquery + ")";
    }
    if (predicate instanceof Exists exists) {
      String subquery = query(exists.plan(), List.of());
      return (exists.negated() ? "NOT EXISTS (" : "EXISTS (") + subquery + ")";
    }
    TextMatch match = (TextMatch) predicate;
    String sql =
        dialect.fill(
            "textMatch", Map.of("argument", text(match.argument()), "pattern", pattern(match)));
    return match.negated() ? "NOT (" + sql + ")" : sql;
  }

  private static String in(boolean negated) {
    return negated ? " NOT IN " : " IN ";
  }

  private String pattern(TextMatch match) {
    String mark = dialect.likeEscape();
    String escaped =
        match.text().replace(mark, mark + mark).replace("%", mark + "%").replace("_", mark + "_");
    return dialect.textLiteral(
        switch (match.match()) {
          case CONTAINS -> "%" + escaped + "%";
          case STARTS_WITH -> escaped + "%";
          case ENDS_WITH -> "%" + escaped;
        });
  }

  private String junction(List<Predicate> operands, String word, String ofNone) {
    if (operands.isEmpty()) {
      return ofNone;
    }
    if (operands.size() == 1) {
      return predicate(operands.get(0));
    }
    return operands.stream().map(this::inJunction).collect(Collectors.joining(word));
  }

  private String inJunction(Predicate operand) {
    String sql = predicate(operand);
    return operand instanceof And || operand instanceof Or ? "(" + sql + ")" : sql;
  }

  private static String operator(Comparison.Operator operator) {
    return switch (operator) {
      case EQUAL -> " = ";
      case NOT_EQUAL -> " <> ";
      case LESS -> " < ";
      case LESS_OR_EQUAL -> " <= ";
      case GREATER -> " > ";
      case GREATER_OR_EQUAL -> " >= ";
    };
  }

  private static <T> String list(List<T> items, Function<T, String> printer) {
    return items.stream().map(printer).collect(Collectors.joining(", "));
  }
}
