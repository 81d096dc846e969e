package dev.nl2sql.guard;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/** How many rows a function that makes rows gives, or why that cannot be told. */
final class SeriesCheck {
  static final long MAXIMUM_ROWS = 1_000_000;
  private static final Set<String> SERIES = Set.of("generate_series", "range", "system_range");
  private static final Set<String> EXTREMES = Set.of("min", "max", "count");
  private static final Set<String> MEASURES =
      Set.of(
          "length",
          "char_length",
          "cardinality",
          "array_length",
          "jsonb_array_length",
          "abs",
          "ceil",
          "ceiling",
          "floor",
          "round",
          "coalesce",
          "least",
          "greatest");
  private static final double DAY = 86_400;
  private static final long SMALL = 1_000;

  private final Constants constants;
  private final Tree tree = new Tree();

  SeriesCheck(Constants constants) {
    this.constants = constants;
  }

  /** Refuses a series whose length is hidden or large. */
  void requireBound(Function call) {
    double rows = rows(call);
    if (!(rows <= MAXIMUM_ROWS)) {
      throw new Refusal(
          GuardVerdict.Layer.SHAPE, "a series of more than " + MAXIMUM_ROWS + " rows");
    }
  }

  boolean isSeries(Function call) {
    return SERIES.contains(call.getName().toLowerCase(Locale.ROOT));
  }

  /** The rows, one where they come from the data. */
  double rows(Function call) {
    String name = call.getName().toLowerCase(Locale.ROOT);
    if (!SERIES.contains(name) || call.getParameters() == null) {
      return 1;
    }
    List<Expression> arguments = List.copyOf(call.getParameters());
    if (arguments.size() == 3 && constants.step(arguments.get(2)).isPresent()) {
      return times(arguments, constants.step(arguments.get(2)).getAsDouble());
    }
    return numbers(name, arguments);
  }

  private double times(List<Expression> arguments, double step) {
    OptionalDouble start = constants.time(arguments.get(0));
    OptionalDouble end = constants.time(arguments.get(1));
    if (start.isPresent() && end.isPresent()) {
      return Math.abs(end.getAsDouble() - start.getAsDouble()) / step + 1;
    }
    if (step < DAY) {
      throw hidden();
    }
    return 1;
  }

  private double numbers(String name, List<Expression> arguments) {
    boolean alone = arguments.size() == 1;
    double step =
        arguments.size() < 3 ? 1 : constants.number(arguments.get(2)).orElseThrow(this::hidden);
    OptionalDouble start = alone ? OptionalDouble.of(0) : constants.number(arguments.get(0));
    Expression last = arguments.get(alone ? 0 : 1);
    OptionalDouble end = constants.number(last);
    if (start.isPresent() && end.isPresent()) {
      boolean endless = alone && !name.equals("range");
      if (endless) {
        throw hidden();
      }
      return Math.abs(end.getAsDouble() - start.getAsDouble()) / Math.abs(step) + 1;
    }
    boolean fromData = (isNear(start) || isData(arguments.get(0))) && (isNear(end) || isData(last));
    if (!fromData || Math.abs(step) < 1) {
      throw hidden();
    }
    return 1;
  }

  // From a number far away to one of the data it is far, wherever that is.
  private static boolean isNear(OptionalDouble number) {
    return number.isPresent() && Math.abs(number.getAsDouble()) <= MAXIMUM_ROWS;
  }

  /** Whether the value is one of the data, give or take a little. */
  private boolean isData(Object node) {
    if (node instanceof Column || node instanceof ColDataType) {
      return true;
    }
    if (node instanceof LongValue number) {
      return number.getBigIntegerValue().abs().bitLength() < Integer.SIZE
          && number.getValue() <= SMALL;
    }
    if (node instanceof ParenthesedSelect query) {
      return isExtreme(query);
    }
    boolean plain =
        (node instanceof Function call
                && MEASURES.contains(call.getName().toLowerCase(Locale.ROOT)))
            || node instanceof Addition
            || node instanceof Subtraction
            || node instanceof CastExpression
            || node instanceof ExpressionList<?>;
    return plain && tree.children(node).stream().allMatch(this::isData);
  }

  private static boolean isExtreme(ParenthesedSelect query) {
    if (!(query.getSelect() instanceof PlainSelect select) || select.getSelectItems().size() != 1) {
      return false;
    }
    SelectItem<?> item = select.getSelectItems().get(0);
    return item.getExpression() instanceof Function call
        && EXTREMES.contains(call.getName().toLowerCase(Locale.ROOT))
        && call.getParameters() != null
        && call.getParameters().size() == 1
        && (call.getParameters().get(0) instanceof Column
            || call.getParameters().get(0) instanceof AllColumns);
  }

  private Refusal hidden() {
    return new Refusal(
        GuardVerdict.Layer.SHAPE, "the length of a series must be told by its arguments");
  }
}
