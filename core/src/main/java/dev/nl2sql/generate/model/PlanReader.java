package dev.nl2sql.generate.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.CalendarUnit;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.Literal;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.Predicate.Comparison;
import dev.nl2sql.plan.QueryPlan;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Reads a query that a model wrote as a tree. Every name must be one of the catalog: what a model
 * makes up never becomes part of a plan.
 */
final class PlanReader {
  private static final String NONE = "none";
  private static final int MOST_JOINS = 20;
  private static final int MOST_ITEMS = 100;
  private static final Map<String, Comparison.Operator> COMPARISONS =
      Map.of(
          "=", Comparison.Operator.EQUAL,
          "<>", Comparison.Operator.NOT_EQUAL,
          "!=", Comparison.Operator.NOT_EQUAL,
          "<", Comparison.Operator.LESS,
          "<=", Comparison.Operator.LESS_OR_EQUAL,
          ">", Comparison.Operator.GREATER,
          ">=", Comparison.Operator.GREATER_OR_EQUAL);
  private static final Map<String, Predicate.TextMatch.Match> MATCHES =
      Map.of(
          "contains", Predicate.TextMatch.Match.CONTAINS,
          "starts with", Predicate.TextMatch.Match.STARTS_WITH,
          "ends with", Predicate.TextMatch.Match.ENDS_WITH);

  private final GenerationRequest request;
  private final Map<String, QueryPlan.TableUse> uses = new LinkedHashMap<>();

  private PlanReader(GenerationRequest request) {
    this.request = request;
  }

  /**
   * @throws UnusableAnswerException if a name is unknown or a part is not of the form
   */
  static QueryPlan read(JsonNode plan, GenerationRequest request) {
    return new PlanReader(request).select(plan);
  }

  private QueryPlan select(JsonNode plan) {
    QueryPlan.TableUse root = use(plan.path("from"));
    List<QueryPlan.Join> joins = new ArrayList<>();
    for (JsonNode join : items(plan, "joins", MOST_JOINS)) {
      joins.add(join(join));
    }
    List<QueryPlan.Projection> projections = new ArrayList<>();
    for (JsonNode item : items(plan, "select", MOST_ITEMS)) {
      String label = item.path("as").asText("").strip();
      projections.add(
          new QueryPlan.Projection(
              expression(item), Optional.of(label).filter(l -> l.matches("[a-z][a-z0-9_]*"))));
    }
    if (projections.isEmpty()) {
      throw new UnusableAnswerException("the plan shows nothing: select is empty");
    }
    List<Expression> groups = new ArrayList<>();
    items(plan, "groupBy", MOST_ITEMS).forEach(g -> groups.add(expression(g)));
    List<QueryPlan.Ordering> order = new ArrayList<>();
    items(plan, "orderBy", MOST_ITEMS)
        .forEach(
            o ->
                order.add(
                    new QueryPlan.Ordering(expression(o), o.path("descending").asBoolean(false))));
    long limit = plan.path("limit").asLong(0);
    return new QueryPlan.Select(
        projections,
        plan.path("distinct").asBoolean(false),
        new QueryPlan.Source(root, joins),
        conditions(plan, "where"),
        groups,
        conditions(plan, "having"),
        order,
        limit > 0 ? OptionalLong.of(limit) : OptionalLong.empty());
  }

  private static List<JsonNode> items(JsonNode plan, String key, int most) {
    List<JsonNode> all = new ArrayList<>();
    plan.path(key).forEach(all::add);
    if (all.size() > most) {
      throw new UnusableAnswerException(
          "the plan has %d entries under %s; %d are allowed".formatted(all.size(), key, most));
    }
    return all;
  }

  private QueryPlan.TableUse use(JsonNode node) {
    String name = node.path("table").asText("").strip();
    Table table = table(name);
    String alias = node.path("as").asText("").strip().toLowerCase(Locale.ROOT);
    String key = alias.isEmpty() ? table.name().name().toLowerCase(Locale.ROOT) : alias;
    // The alias is ours: what a model writes is only looked up.
    QueryPlan.TableUse use = new QueryPlan.TableUse(table, "t" + (uses.size() + 1));
    if (uses.putIfAbsent(key, use) != null) {
      throw new UnusableAnswerException("the plan uses the name " + quoted(key) + " twice");
    }
    return use;
  }

  private Table table(String name) {
    String plain = name.replace("\"", "").replace("`", "");
    return request.catalog().tables().stream()
        .filter(
            t ->
                t.name().name().equalsIgnoreCase(plain)
                    || t.name().toString().equalsIgnoreCase(plain))
        .findFirst()
        .orElseThrow(
            () ->
                unknown(
                    "table",
                    plain,
                    request.catalog().tables().stream().map(t -> t.name().name()).toList()));
  }

  private QueryPlan.Join join(JsonNode node) {
    List<QueryPlan.TableUse> before = List.copyOf(uses.values());
    QueryPlan.TableUse use = use(node);
    List<Predicate> pairs = new ArrayList<>();
    for (JsonNode pair : items(node, "on", MOST_ITEMS)) {
      pairs.add(
          new Comparison(
              Comparison.Operator.EQUAL,
              column(pair.path("left").asText("")),
              column(pair.path("right").asText(""))));
    }
    if (pairs.isEmpty()) {
      pairs.addAll(alongReference(before, use));
    }
    QueryPlan.Join.Kind kind =
        node.path("kind").asText("").equalsIgnoreCase("left")
            ? QueryPlan.Join.Kind.LEFT
            : QueryPlan.Join.Kind.INNER;
    return new QueryPlan.Join(kind, use, Predicate.all(pairs));
  }

  private List<Predicate> alongReference(
      List<QueryPlan.TableUse> before, QueryPlan.TableUse joined) {
    for (QueryPlan.TableUse other : before) {
      for (ForeignKey key : request.catalog().foreignKeysOf(joined.table().name())) {
        boolean down = key.from().equals(joined.table().name());
        if ((down ? key.to() : key.from()).equals(other.table().name())) {
          return pairs(key, down ? joined : other, down ? other : joined);
        }
      }
    }
    throw new UnusableAnswerException(
        "nothing says how "
            + quoted(joined.table().name().name())
            + " is joined; give it under on");
  }

  private static List<Predicate> pairs(
      ForeignKey key, QueryPlan.TableUse from, QueryPlan.TableUse to) {
    List<Predicate> pairs = new ArrayList<>();
    for (int i = 0; i < key.columns().size(); i++) {
      pairs.add(
          new Comparison(
              Comparison.Operator.EQUAL,
              reference(from, key.columns().get(i)),
              reference(to, key.targetColumns().get(i))));
    }
    return pairs;
  }

  private static ColumnReference reference(QueryPlan.TableUse use, String column) {
    return new ColumnReference(use, use.table().column(column).orElseThrow());
  }

  private Expression expression(JsonNode node) {
    String function = node.path("function").asText(NONE).toLowerCase(Locale.ROOT);
    String name = node.path("column").asText("").strip();
    boolean counts = function.equals("count");
    if (name.isEmpty() && !counts || name.equals("*") && !counts) {
      throw new UnusableAnswerException("an entry of the plan names no column");
    }
    Optional<Expression> argument =
        name.isEmpty() || name.equals("*") ? Optional.empty() : Optional.of(inUnit(node, name));
    return switch (function) {
      case NONE, "" -> argument.orElseThrow();
      case "count", "sum", "avg", "min", "max" ->
          new Aggregate(
              Aggregate.Function.valueOf(function.toUpperCase(Locale.ROOT)),
              argument,
              node.path("distinct").asBoolean(false) && argument.isPresent());
      default ->
          throw new UnusableAnswerException(
              "the plan has the function %s; expected count, sum, avg, min or max"
                  .formatted(quoted(function)));
    };
  }

  private Expression inUnit(JsonNode node, String name) {
    String unit = node.path("unit").asText(NONE).toLowerCase(Locale.ROOT);
    ColumnReference column = column(name);
    return switch (unit) {
      case NONE, "" -> column;
      case "year", "quarter", "month", "week", "day" ->
          new Expression.PeriodStart(CalendarUnit.valueOf(unit.toUpperCase(Locale.ROOT)), column);
      default ->
          throw new UnusableAnswerException(
              "the plan has the unit %s; expected year, quarter, month, week or day"
                  .formatted(quoted(unit)));
    };
  }

  /** {@code alias.column}, or a column that only one relation has. */
  private ColumnReference column(String text) {
    String name = text.replace("\"", "").replace("`", "").strip();
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      String owner = name.substring(0, dot).toLowerCase(Locale.ROOT);
      QueryPlan.TableUse use = owner(owner);
      return in(use, name.substring(dot + 1))
          .orElseThrow(
              () ->
                  unknown(
                      "column of " + use.table().name().name(),
                      name.substring(dot + 1),
                      use.table().columns().stream().map(Column::name).toList()));
    }
    List<ColumnReference> found =
        uses.values().stream().flatMap(use -> in(use, name).stream()).toList();
    if (found.size() > 1) {
      throw new UnusableAnswerException(
          "several relations of the plan have a column " + quoted(name) + "; name one");
    }
    return found.stream()
        .findFirst()
        .orElseThrow(
            () ->
                unknown(
                    "column",
                    name,
                    uses.values().stream()
                        .flatMap(u -> u.table().columns().stream().map(Column::name))
                        .toList()));
  }

  private QueryPlan.TableUse owner(String name) {
    return Optional.ofNullable(uses.get(name))
        .or(
            () ->
                uses.values().stream()
                    .filter(
                        u ->
                            u.table().name().name().equalsIgnoreCase(name)
                                || u.table().name().toString().equalsIgnoreCase(name))
                    .findFirst())
        .orElseThrow(() -> unknown("relation", name, List.copyOf(uses.keySet())));
  }

  private static Optional<ColumnReference> in(QueryPlan.TableUse use, String name) {
    return use.table().columns().stream()
        .filter(c -> c.name().equalsIgnoreCase(name))
        .findFirst()
        .map(c -> new ColumnReference(use, c));
  }

  private Optional<Predicate> conditions(JsonNode plan, String key) {
    List<Predicate> all = new ArrayList<>();
    items(plan, key, MOST_ITEMS).forEach(c -> all.add(condition(c)));
    return all.isEmpty() ? Optional.empty() : Optional.of(Predicate.all(all));
  }

  private Predicate condition(JsonNode node) {
    Expression left = expression(node);
    String is = node.path("is").asText("").strip().toLowerCase(Locale.ROOT);
    List<String> values = new ArrayList<>();
    node.path("values").forEach(v -> values.add(v.asText()));
    if (node.has("value")) {
      values.add(node.path("value").asText());
    }
    if (is.equals("is null") || is.equals("is not null")) {
      return new Predicate.IsNull(left, is.equals("is not null"));
    }
    if (values.isEmpty()) {
      throw new UnusableAnswerException("a condition of the plan has no value");
    }
    if (is.equals("in") || is.equals("not in")) {
      List<Expression> literals = values.stream().map(v -> literal(left, v)).toList();
      return new Predicate.InList(left, literals, is.equals("not in"));
    }
    if (MATCHES.containsKey(is)) {
      return new Predicate.TextMatch(left, values.get(0), MATCHES.get(is), false);
    }
    Comparison.Operator operator = COMPARISONS.get(is);
    if (operator == null) {
      throw new UnusableAnswerException(
          "the plan has the comparison %s, which is not one of those allowed"
              .formatted(quoted(is)));
    }
    return new Comparison(operator, left, literal(left, values.get(0)));
  }

  /** A constant of the type of what it is compared with. */
  private Expression literal(Expression with, String text) {
    if (text.equals("?")) {
      return parameter(with);
    }
    try {
      return new Literal(value(with, text.strip()));
    } catch (DateTimeException | NumberFormatException e) {
      throw new UnusableAnswerException(
          "the plan compares a column with %s, which is not of its type".formatted(quoted(text)));
    }
  }

  private int nextParameter;

  private Expression parameter(Expression with) {
    Optional<Column> column =
        with instanceof ColumnReference reference
            ? Optional.of(reference.column())
            : Optional.empty();
    return new Expression.Parameter(nextParameter++, column);
  }

  private Object value(Expression with, String text) {
    if (!(with instanceof ColumnReference reference)) {
      return with instanceof Expression.PeriodStart ? LocalDate.parse(text) : new BigDecimal(text);
    }
    return switch (reference.column().type()) {
      case INTEGER, DECIMAL -> new BigDecimal(text);
      case BOOLEAN -> Boolean.valueOf(text);
      case DATE ->
          LocalDate.parse(text.substring(0, Math.min(text.length(), "2026-01-01".length())));
      case TIMESTAMP -> instant(text);
      case TIMESTAMP_WITH_ZONE -> instant(text).atZone(zone()).toOffsetDateTime();
      case TEXT, TIME, BINARY, OTHER -> text;
    };
  }

  private ZoneId zone() {
    return request.time().zone();
  }

  private static LocalDateTime instant(String text) {
    String plain = text.replace(' ', 'T');
    return plain.contains("T") ? LocalDateTime.parse(plain) : LocalDate.parse(plain).atStartOfDay();
  }

  private static UnusableAnswerException unknown(String what, String name, List<String> known) {
    String nearest =
        known.stream()
            .distinct()
            .sorted(
                java.util.Comparator.comparingInt(
                    n ->
                        LevenshteinDistance.getDefaultInstance()
                            .apply(n.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))))
            .limit(3)
            .map(QuotedData::name)
            .collect(java.util.stream.Collectors.joining(", "));
    return new UnusableAnswerException(
        FailedAttempt.Kind.UNKNOWN_NAME,
        "there is no %s %s; the nearest names are %s".formatted(what, quoted(name), nearest));
  }

  private static String quoted(String text) {
    return QuotedData.of(text, 60);
  }
}
