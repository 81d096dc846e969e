package dev.nl2sql.guard;

import dev.nl2sql.guard.Scope.Relation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.Values;

/**
 * Tells when a part of a recursion runs out: what its condition compares must move towards the end
 * with every round. A counter that stands still, or moves away, is no end.
 */
final class Rounds {
  private static final double MOST = 1_000_000;
  private static final double DAY = 86_400;
  private static final double LEAST_FACTOR = 1.5;
  private static final Set<String> ADDS =
      Set.of("date", "datetime", "date_add", "adddate", "dateadd", "timestampadd");
  private static final Set<String> SUBTRACTS = Set.of("date_sub", "subdate", "datesub");
  private static final Set<String> SAME_ORDER =
      Set.of("date", "datetime", "julianday", "timestamp");

  private final Tree tree;
  private final Map<Object, Relation> columnSources;
  private final Constants constants;
  private final Literals literals;
  private final Relation self;
  private final List<SelectItem<?>> next;
  private final List<? extends Expression> first;

  /** How much a value changes from one round to the next, in seconds if it is a point in time. */
  private record Change(double amount, boolean time) {
    static final Change NONE = new Change(0, false);

    Change plus(Change other, int sign) {
      return new Change(amount + sign * other.amount, time || other.time);
    }
  }

  /**
   * A part that names itself.
   *
   * @param self the rows of the round before, as the part sees them
   * @param part what is done with them
   * @param start what the recursion starts with
   */
  Rounds(
      Tree tree,
      Map<Object, Relation> columnSources,
      Literals literals,
      Relation self,
      PlainSelect part,
      Select start) {
    this.tree = tree;
    this.columnSources = columnSources;
    this.constants = new Constants(literals);
    this.literals = literals;
    this.self = self;
    this.next = part.getSelectItems();
    this.first = values(start);
  }

  private static List<? extends Expression> values(Select start) {
    if (start instanceof PlainSelect select) {
      return select.getSelectItems().stream().map(SelectItem::getExpression).toList();
    }
    return start instanceof Values values ? List.copyOf(values.getExpressions()) : List.of();
  }

  /** Whether a column of the round before, that the condition looks at, may change. */
  boolean looksAtChange(Expression condition) {
    return tree.all(condition).stream()
        .filter(n -> columnSources.get(n) == self)
        .anyMatch(n -> item((Column) n).map(i -> !isSame(i, (Column) n)).orElse(!repeatsAll()));
  }

  // All columns of another relation are no values of the round before.
  private boolean repeatsAll() {
    return next.stream()
        .map(SelectItem::getExpression)
        .filter(AllColumns.class::isInstance)
        .anyMatch(
            e ->
                !(e instanceof AllTableColumns all)
                    || bare(all.getTable().getName()).equals(bare(self.name())));
  }

  /**
   * After how many rounds the condition fails; zero where only the data tell, empty where it may
   * hold for ever or for very long.
   */
  OptionalDouble until(Expression condition) {
    if (condition instanceof Between between && !between.isNot()) {
      Optional<Change> moves = trend(between.getLeftExpression());
      return moves.isPresent() && moves.get().amount() != 0
          ? rounds(
              between.getLeftExpression(),
              moves.get().amount() > 0
                  ? between.getBetweenExpressionEnd()
                  : between.getBetweenExpressionStart(),
              moves.get())
          : OptionalDouble.empty();
    }
    if (!(condition instanceof BinaryExpression comparison)) {
      return OptionalDouble.empty();
    }
    Optional<Change> left = trend(comparison.getLeftExpression());
    Optional<Change> right = trend(comparison.getRightExpression());
    if (left.isEmpty() || right.isEmpty()) {
      return OptionalDouble.empty();
    }
    Change net = left.get().plus(right.get(), -1);
    boolean ends =
        ((condition instanceof MinorThan || condition instanceof MinorThanEquals)
                && net.amount() > 0)
            || ((condition instanceof GreaterThan || condition instanceof GreaterThanEquals)
                && net.amount() < 0)
            || (condition instanceof EqualsTo && net.amount() != 0);
    return ends
        ? rounds(comparison.getLeftExpression(), comparison.getRightExpression(), net)
        : OptionalDouble.empty();
  }

  private OptionalDouble rounds(Expression left, Expression right, Change net) {
    OptionalDouble rounds =
        net.time()
            ? between(constants.time(started(left)), constants.time(started(right)), net)
            : between(constants.number(started(left)), constants.number(started(right)), net);
    if (rounds.isPresent()) {
      return rounds.getAsDouble() <= MOST ? rounds : OptionalDouble.empty();
    }
    return Math.abs(net.amount()) >= (net.time() ? DAY : 1)
        ? OptionalDouble.of(known(left, right))
        : OptionalDouble.empty();
  }

  // Where it starts with the data, the number it runs up to is still told.
  private double known(Expression left, Expression right) {
    double a = constants.number(left).orElse(0);
    return Math.max(Math.abs(a), Math.abs(constants.number(right).orElse(0)));
  }

  private static OptionalDouble between(OptionalDouble left, OptionalDouble right, Change net) {
    return left.isPresent() && right.isPresent()
        ? OptionalDouble.of(
            Math.abs(left.getAsDouble() - right.getAsDouble()) / Math.abs(net.amount()) + 1)
        : OptionalDouble.empty();
  }

  /** What stands for the expression in the first round. */
  private Expression started(Expression node) {
    Expression plain = plain(node);
    if (plain instanceof Column column && columnSources.get(column) == self) {
      int position = position(column);
      return position >= 0 && position < first.size() ? first.get(position) : node;
    }
    return node;
  }

  private static Expression plain(Expression node) {
    if (node instanceof CastExpression cast) {
      return plain(cast.getLeftExpression());
    }
    return node instanceof ParenthesedExpressionList<?> list && list.size() == 1
        ? plain(list.get(0))
        : node;
  }

  private Optional<Change> trend(Expression given) {
    Expression node = plain(given);
    if (node instanceof Column column && columnSources.get(column) == self) {
      return item(column).flatMap(i -> change(i, column));
    }
    boolean touches = tree.all(node).stream().anyMatch(n -> columnSources.get(n) == self);
    if (!touches) {
      return Optional.of(Change.NONE);
    }
    if (node instanceof Addition || node instanceof Subtraction) {
      BinaryExpression sum = (BinaryExpression) node;
      int sign = node instanceof Addition ? 1 : -1;
      Optional<Change> right = trend(sum.getRightExpression());
      return trend(sum.getLeftExpression()).flatMap(l -> right.map(r -> l.plus(r, sign)));
    }
    boolean sameOrder =
        node instanceof Function call && isCalled(call, SAME_ORDER) && parameters(call).size() == 1;
    if (sameOrder) {
      return trend(parameters((Function) node).get(0));
    }
    // A measure of something that is carried along.
    boolean carried =
        tree.all(node).stream()
            .filter(n -> columnSources.get(n) == self)
            .allMatch(n -> item((Column) n).filter(i -> isSame(i, (Column) n)).isPresent());
    return carried ? Optional.of(Change.NONE) : Optional.empty();
  }

  private Optional<Change> change(Expression given, Column column) {
    Expression node = plain(given);
    if (isSame(node, column)) {
      return Optional.of(Change.NONE);
    }
    if (node instanceof Addition sum) {
      Optional<Change> left = moved(sum.getLeftExpression(), sum.getRightExpression(), 1, column);
      return left.isPresent()
          ? left
          : moved(sum.getRightExpression(), sum.getLeftExpression(), 1, column);
    }
    if (node instanceof Subtraction sum) {
      return moved(sum.getLeftExpression(), sum.getRightExpression(), -1, column);
    }
    if (node instanceof Multiplication product) {
      Optional<Change> left =
          grown(product.getLeftExpression(), product.getRightExpression(), column);
      return left.isPresent()
          ? left
          : grown(product.getRightExpression(), product.getLeftExpression(), column);
    }
    return node instanceof Function call ? called(call, column) : Optional.empty();
  }

  private Optional<Change> moved(Expression base, Expression by, int sign, Column column) {
    Optional<Change> amount = amount(by);
    return change(base, column).flatMap(c -> amount.map(a -> c.plus(a, sign)));
  }

  // From a number that is no less than one, the first step is the shortest.
  private Optional<Change> grown(Expression base, Expression by, Column column) {
    double factor = constants.number(by).orElse(0);
    double start = constants.number(started(column)).orElse(0);
    return isSame(plain(base), column) && factor >= LEAST_FACTOR && start >= 1
        ? Optional.of(new Change(start * (factor - 1), false))
        : Optional.empty();
  }

  private Optional<Change> amount(Expression given) {
    Expression node = plain(given);
    OptionalDouble number = constants.number(node);
    if (number.isPresent()) {
      return Optional.of(new Change(number.getAsDouble(), false));
    }
    boolean interval = node instanceof IntervalExpression || node instanceof StringValue;
    OptionalDouble step = interval ? constants.step(node) : OptionalDouble.empty();
    return step.isPresent()
        ? Optional.of(new Change(step.getAsDouble(), true))
        : node instanceof StringValue text ? signed(text) : Optional.empty();
  }

  // '+1 day' and '-1 day'
  private Optional<Change> signed(StringValue text) {
    String value = literals.value(text).orElse("").strip();
    boolean sign = value.startsWith("+") || value.startsWith("-");
    OptionalDouble step = sign ? Constants.interval(value.substring(1)) : OptionalDouble.empty();
    return step.isPresent()
        ? Optional.of(
            new Change(value.startsWith("-") ? -step.getAsDouble() : step.getAsDouble(), true))
        : Optional.empty();
  }

  private Optional<Change> called(Function call, Column column) {
    boolean subtracts = isCalled(call, SUBTRACTS);
    List<Expression> parameters = parameters(call);
    if (!subtracts && !isCalled(call, ADDS)) {
      return Optional.empty();
    }
    int sign = subtracts ? -1 : 1;
    if (parameters.size() == 1) {
      return change(parameters.get(0), column);
    }
    if (parameters.size() == 2) {
      return moved(parameters.get(0), parameters.get(1), sign, column);
    }
    boolean unitFirst = parameters.size() == 3 && isSame(plain(parameters.get(2)), column);
    OptionalDouble count = unitFirst ? constants.number(parameters.get(1)) : OptionalDouble.empty();
    if (count.isEmpty()) {
      return Optional.empty();
    }
    long whole = (long) Math.abs(count.getAsDouble());
    OptionalDouble step = Constants.interval(whole + " " + unit(parameters.get(0)));
    double direction = sign * Math.signum(count.getAsDouble());
    return step.isPresent()
        ? Optional.of(new Change(direction * step.getAsDouble(), true))
        : Optional.empty();
  }

  private String unit(Expression node) {
    return node instanceof StringValue text ? literals.value(text).orElse("") : node.toString();
  }

  private static boolean isCalled(Function call, Set<String> names) {
    return names.contains(String.valueOf(call.getName()).toLowerCase(Locale.ROOT));
  }

  private static List<Expression> parameters(Function call) {
    return call.getParameters() == null ? List.of() : List.copyOf(call.getParameters());
  }

  /** Whether the value is the column of the round before itself. */
  private boolean isSame(Expression node, Column column) {
    return plain(node) instanceof Column other
        && columnSources.get(other) == self
        && position(other) == position(column);
  }

  /** What becomes of the column in the next round. */
  private Optional<Expression> item(Column column) {
    int position = position(column);
    boolean star = next.stream().anyMatch(i -> i.getExpression() instanceof AllColumns);
    return star || position < 0 || position >= next.size()
        ? Optional.empty()
        : Optional.of(next.get(position).getExpression());
  }

  private int position(Column column) {
    for (int i = 0; i < self.columns().size(); i++) {
      if (bare(self.columns().get(i)).equals(bare(column.getColumnName()))) {
        return i;
      }
    }
    return -1;
  }

  private static String bare(String name) {
    return name.replace("\"", "").replace("`", "").toLowerCase(Locale.ROOT);
  }
}
