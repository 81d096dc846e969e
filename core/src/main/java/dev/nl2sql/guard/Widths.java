package dev.nl2sql.guard;

import dev.nl2sql.guard.Scope.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JsonFunction;
import net.sf.jsqlparser.expression.LambdaExpression;
import net.sf.jsqlparser.expression.MySQLGroupConcat;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.IntegerDivision;
import net.sf.jsqlparser.expression.operators.arithmetic.Modulo;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.RegExpMatchOperator;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Works out how large the values of a statement may become. What a function makes of its arguments
 * is told by the dialect's list; one that is only listed as allowed holds all of them once.
 */
final class Widths {
  private static final double LARGEST = 1_000_000;
  private static final double CHARACTERS = 20;
  private static final double LONG_SUBJECT = 50;
  private static final double UNITS_OF_ROUNDS = 1_000;
  private static final double MOST_TRIES = 1e9;
  private static final int MOST_LAMBDAS = 3;
  private static final List<Class<?>> SHORT =
      List.of(
          Addition.class,
          Subtraction.class,
          Multiplication.class,
          Division.class,
          IntegerDivision.class,
          Modulo.class,
          AndExpression.class,
          OrExpression.class,
          NotExpression.class,
          Between.class,
          ComparisonOperator.class,
          ExistsExpression.class,
          InExpression.class,
          IsBooleanExpression.class,
          IsNullExpression.class,
          LikeExpression.class,
          RegExpMatchOperator.class);

  private final AllowList allowed;
  private final Tree tree;
  private final Literals literals;
  private final Constants constants;
  private final SeriesCheck series;
  private final Map<Object, Relation> columnSources;
  private final Map<Relation, Width> relations = new IdentityHashMap<>();
  private final Map<Select, Width> queries = new IdentityHashMap<>();
  private final Map<Object, Width> known = new IdentityHashMap<>();
  private final Map<String, Width> lambdaParameters = new HashMap<>();
  private int lambdas;

  /**
   * Where an expression stands.
   *
   * @param rows how many rows are made up there, which an aggregate may collect
   * @param beside any column of the relations there
   * @param outputs what a name may mean that no relation has
   */
  record Place(double rows, Width beside, Width outputs) {}

  Widths(AllowList allowed, Tree tree, Literals literals, Map<Object, Relation> columnSources) {
    this.tree = tree;
    this.allowed = allowed;
    this.literals = literals;
    this.constants = new Constants(literals);
    this.series = new SeriesCheck(constants);
    this.columnSources = columnSources;
  }

  /** Notes the columns of a relation. */
  void relation(Relation relation, Width width) {
    relations.put(relation, width);
  }

  /** Notes the columns of a query. */
  void query(Select query, Width width) {
    queries.put(query, width);
  }

  /** The value of an expression or of several together. */
  Width of(Object node, Place place) {
    if (node == null) {
      return Width.NONE;
    }
    Width width = known.get(node);
    if (width == null) {
      width = unchecked(node, place);
      if (!(width.base() <= LARGEST)) {
        throw refusal("a value may grow larger than can be held");
      }
      known.put(node, width);
    }
    return width;
  }

  private Width unchecked(Object node, Place place) {
    if (node instanceof Select query) {
      return queries.getOrDefault(query, Width.SHORT);
    }
    if (node instanceof Column column) {
      return column(column, place);
    }
    if (node instanceof StringValue text) {
      return text(text);
    }
    if (node instanceof Function call) {
      return call(call, place);
    }
    if (node instanceof AnalyticExpression call) {
      return call(call, place);
    }
    if (node instanceof MySQLGroupConcat) {
      return sum(tree.children(node), place).times(place.rows());
    }
    if (node instanceof CaseExpression choice) {
      return choice(choice, place);
    }
    if (node instanceof LikeExpression like) {
      requireShortSubject(like.getLeftExpression(), wildcards(like), place);
    } else if (node instanceof RegExpMatchOperator match) {
      requireShortSubject(
          match.getLeftExpression(), repetitions(match.getRightExpression()), place);
    }
    Width all = sum(tree.children(node), place);
    if (node instanceof AllColumns) {
      return place.beside();
    }
    if (node instanceof JsonFunction) {
      return all.times(2).orShort();
    }
    boolean isShort =
        node instanceof ColDataType || SHORT.stream().anyMatch(type -> type.isInstance(node));
    return isShort ? Width.SHORT : all.orShort();
  }

  private Width column(Column column, Place place) {
    Relation source = columnSources.get(column);
    if (source != null) {
      return relations.getOrDefault(source, Width.SHORT);
    }
    Width parameter = lambdaParameters.get(column.getColumnName().toLowerCase(Locale.ROOT));
    return parameter == null ? place.outputs() : parameter;
  }

  private Width text(StringValue text) {
    int length = literals.value(text).map(String::length).orElse(1);
    return new Width(Math.max(1, length / CHARACTERS), 0);
  }

  private Width sum(List<?> nodes, Place place) {
    return nodes.stream().map(n -> of(n, place)).reduce(Width.NONE, Width::plus);
  }

  // One of the results; the conditions are looked at as well, but are no part of the value.
  private Width choice(CaseExpression node, Place place) {
    of(node.getSwitchExpression(), place);
    Width result = of(node.getElseExpression(), place);
    for (WhenClause when : node.getWhenClauses()) {
      of(when.getWhenExpression(), place);
      result = result.or(of(when.getThenExpression(), place));
    }
    return result.orShort();
  }

  private Width call(AnalyticExpression call, Place place) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(call.getExpression());
    arguments.add(call.getOffset());
    arguments.add(call.getDefaultValue());
    tree.children(call).stream().filter(c -> !arguments.contains(c)).forEach(c -> of(c, place));
    Width all = sum(arguments, place).orShort();
    return allowed.has("collects", String.valueOf(call.getName())) ? all.times(place.rows()) : all;
  }

  private Width call(Function call, Place place) {
    String name = String.valueOf(call.getName());
    List<Expression> parameters =
        call.getParameters() == null ? List.of() : List.copyOf(call.getParameters());
    Optional<LambdaExpression> lambda =
        parameters.stream()
            .filter(LambdaExpression.class::isInstance)
            .map(LambdaExpression.class::cast)
            .findFirst();
    if (lambda.isPresent()) {
      return ofEach(name, parameters, lambda.get(), place);
    }
    OptionalInt pattern = allowed.argument("pattern", name);
    if (pattern.isPresent() && pattern.getAsInt() < parameters.size()) {
      requireShortSubject(
          parameters.get(0), repetitions(parameters.get(pattern.getAsInt())), place);
    }
    List<Object> others = new ArrayList<>(tree.children(call));
    others.removeIf(c -> c == call.getParameters());
    Width all = sum(others, place).plus(sum(parameters, place));
    if (allowed.has("short", name)) {
      return Width.SHORT;
    }
    if (allowed.has("picks", name)) {
      return parameters.stream().map(p -> of(p, place)).reduce(Width.NONE, Width::or).orShort();
    }
    if (allowed.has("collects", name)) {
      return all.orShort().times(place.rows());
    }
    return changed(call, name, parameters, all, place).orShort();
  }

  private Width changed(
      Function call, String name, List<Expression> parameters, Width all, Place place) {
    OptionalInt size = argument("size", name, parameters);
    if (size.isPresent()) {
      double count = constants.number(parameters.get(size.getAsInt())).orElse(LARGEST);
      boolean repeats = allowed.has("repeats", name);
      Width filled = new Width(count / CHARACTERS, 0);
      return repeats ? of(parameters.get(0), place).times(Math.max(1, count)) : all.plus(filled);
    }
    OptionalInt replacement = argument("replaces", name, parameters);
    if (replacement.isPresent()) {
      return replaced(parameters, replacement.getAsInt(), name, place);
    }
    if (argument("format", name, parameters).isPresent()) {
      return all.plus(all.times(references(parameters.get(0))));
    }
    OptionalInt separator = argument("separates", name, parameters);
    if (separator.isPresent()) {
      boolean first = separator.getAsInt() == 0;
      Width gaps = first ? new Width(parameters.size(), 0) : all;
      return all.plus(of(parameters.get(separator.getAsInt()), place).times(gaps));
    }
    double factor = allowed.factor(name);
    return all.plus(new Width(series.rows(call) - 1, 0)).times(factor);
  }

  private OptionalInt argument(String kind, String name, List<Expression> parameters) {
    OptionalInt position = allowed.argument(kind, name);
    return position.isPresent() && position.getAsInt() < parameters.size()
        ? position
        : OptionalInt.empty();
  }

  // A replacement may stand for every character, and for the text between them too.
  private Width replaced(List<Expression> parameters, int replacement, String name, Place place) {
    Width subject = of(parameters.get(0), place);
    boolean expression = allowed.argument("pattern", name).isPresent();
    Optional<String> sought = literal(parameters.get(replacement - 1));
    Optional<String> given = literal(parameters.get(replacement));
    double shortest = expression ? 1 : Math.max(1, sought.map(String::length).orElse(1));
    Width by =
        given.isPresent()
            ? new Width(given.get().length() / shortest, 0)
            : of(parameters.get(replacement), place).times(CHARACTERS / shortest);
    Width factor = expression ? by.plus(Width.SHORT) : by.or(Width.SHORT);
    return subject.orShort().times(factor);
  }

  private Optional<String> literal(Expression node) {
    return node instanceof StringValue text ? literals.value(text) : Optional.empty();
  }

  // A format may name an argument as often as it likes.
  private double references(Expression format) {
    String text = literal(format).orElse("");
    return text.chars().filter(c -> c == '%' || c == '{').count();
  }

  // The list holds at most as many elements as it is wide, and all of them together are the list.
  private Width ofEach(
      String name, List<Expression> parameters, LambdaExpression lambda, Place place) {
    Width list =
        parameters.stream()
            .filter(p -> p != lambda)
            .map(p -> of(p, place))
            .reduce(Width.NONE, Width::plus)
            .orShort();
    if (allowed.has("reduces", name)) {
      requireSteady(body(lambda, Width.ROUND_BEFORE, Width.SHORT, place));
    }
    Width each = body(lambda, Width.SHORT, Width.SHORT, place);
    Width whole = body(lambda, list, list, place);
    return list.times(each).plus(whole);
  }

  /** Refuses what would hold the value of the round before more than once. */
  static void requireSteady(Width width) {
    if (!(width.growth() <= 1)) {
      throw refusal("a value grows by itself with every round");
    }
  }

  private Width body(LambdaExpression lambda, Width first, Width others, Place place) {
    if (lambdas == MOST_LAMBDAS) {
      throw refusal("functions are applied to each element more than " + MOST_LAMBDAS + " deep");
    }
    Map<String, Width> before = Map.copyOf(lambdaParameters);
    known.clear();
    lambdas++;
    List<String> names = lambda.getIdentifiers();
    for (int i = 0; i < names.size(); i++) {
      lambdaParameters.put(names.get(i).toLowerCase(Locale.ROOT), i == 0 ? first : others);
    }
    Width result = of(lambda.getExpression(), place);
    lambdas--;
    known.clear();
    lambdaParameters.clear();
    lambdaParameters.putAll(before);
    return result;
  }

  // Engines that go back and try again need a power of the length for it.
  private void requireShortSubject(Expression subject, double repetitions, Place place) {
    Width width = of(subject, place);
    double units = width.base() + width.growth() * UNITS_OF_ROUNDS;
    boolean tries = units > LONG_SUBJECT && repetitions > 1;
    if (tries && !(Math.pow(units * CHARACTERS, repetitions) <= MOST_TRIES)) {
      throw refusal("a pattern with several repetitions is matched against a long text");
    }
  }

  private double wildcards(LikeExpression like) {
    boolean regular =
        like.getLikeKeyWord() == LikeExpression.KeyWord.REGEXP
            || like.getLikeKeyWord() == LikeExpression.KeyWord.RLIKE;
    if (regular) {
      return repetitions(like.getRightExpression());
    }
    return tree.all(like.getRightExpression()).stream()
        .filter(StringValue.class::isInstance)
        .flatMap(t -> literals.value((StringValue) t).stream())
        .mapToLong(
            t -> t.replaceAll("%+", "%").replaceAll("%$", "").chars().filter(c -> c == '%').count())
        .sum();
  }

  // A search begins anew at every character.
  private double repetitions(Expression pattern) {
    return literal(pattern)
        .map(t -> 1 + t.chars().filter(c -> "*+{".indexOf(c) >= 0).count())
        .map(Long::doubleValue)
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** All columns of the relations noted as beside each other. */
  Width all(List<Relation> beside) {
    return beside.stream()
        .map(r -> relations.getOrDefault(r, Width.SHORT))
        .reduce(Width.SHORT, Width::or);
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.SHAPE, reason);
  }
}
