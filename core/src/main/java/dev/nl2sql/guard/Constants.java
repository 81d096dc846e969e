package dev.nl2sql.guard;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;

/** Works out, as far as the text tells, what an expression without columns comes to. */
final class Constants {
  private static final Set<String> NOW =
      Set.of("now", "current_date", "current_timestamp", "localtimestamp", "curdate", "today");
  private static final Pattern INTERVAL =
      Pattern.compile(
          "(?i)\\s*(\\d{1,9})\\s*'?\\s*(second|minute|hour|day|week|month|quarter|year)s?\\s*");
  private static final Pattern TIMESTAMP =
      Pattern.compile("(\\d{4,6}-\\d{2}-\\d{2})(?:[ T](\\d{2}:\\d{2}(?::\\d{2})?))?.*");
  private static final double DAY = Duration.ofDays(1).toSeconds();

  private final Literals literals;

  Constants(Literals literals) {
    this.literals = literals;
  }

  /** The number. */
  OptionalDouble number(Expression node) {
    if (node instanceof LongValue value) {
      return OptionalDouble.of(new BigDecimal(value.getStringValue()).doubleValue());
    }
    if (node instanceof DoubleValue value) {
      return OptionalDouble.of(value.getValue());
    }
    if (node instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return number(list.get(0));
    }
    if (node instanceof CastExpression cast) {
      return number(cast.getLeftExpression());
    }
    if (node instanceof SignedExpression signed) {
      OptionalDouble value = number(signed.getExpression());
      return signed.getSign() == '-' ? map(value, v -> -v) : value;
    }
    return node instanceof BinaryExpression binary ? arithmetic(binary) : OptionalDouble.empty();
  }

  private OptionalDouble arithmetic(BinaryExpression node) {
    OptionalDouble left = number(node.getLeftExpression());
    OptionalDouble right = number(node.getRightExpression());
    if (left.isEmpty() || right.isEmpty()) {
      return OptionalDouble.empty();
    }
    double a = left.getAsDouble();
    double b = right.getAsDouble();
    if (node instanceof Addition) {
      return OptionalDouble.of(a + b);
    }
    if (node instanceof Subtraction) {
      return OptionalDouble.of(a - b);
    }
    if (node instanceof Multiplication) {
      return OptionalDouble.of(a * b);
    }
    return node instanceof Division ? OptionalDouble.of(a / b) : OptionalDouble.empty();
  }

  private static OptionalDouble map(
      OptionalDouble value, java.util.function.DoubleUnaryOperator change) {
    return value.isPresent() ? OptionalDouble.of(change.applyAsDouble(value.getAsDouble())) : value;
  }

  /** The point in time, in seconds; words such as CURRENT_DATE mean the day of this machine. */
  OptionalDouble time(Expression node) {
    if (node instanceof DateTimeLiteralExpression literal) {
      return timestamp(literal.getValue());
    }
    if (node instanceof StringValue text) {
      return literals.value(text).map(Constants::parsed).orElse(OptionalDouble.empty());
    }
    if (node instanceof CastExpression cast) {
      return time(cast.getLeftExpression());
    }
    if (node instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return time(list.get(0));
    }
    if (node instanceof TimeKeyExpression key) {
      return now(key.getStringValue().replace("()", ""));
    }
    if (node instanceof Function call) {
      return call(call);
    }
    return moved(node);
  }

  private OptionalDouble call(Function call) {
    List<?> parameters = call.getParameters() == null ? List.of() : call.getParameters();
    boolean cuts = call.getName() != null && call.getName().equalsIgnoreCase("date_trunc");
    if (cuts && parameters.size() == 2 && parameters.get(1) instanceof Expression argument) {
      return time(argument);
    }
    return parameters.isEmpty() ? now(String.valueOf(call.getName())) : OptionalDouble.empty();
  }

  private OptionalDouble moved(Expression node) {
    boolean moves = node instanceof Addition || node instanceof Subtraction;
    if (!moves) {
      return OptionalDouble.empty();
    }
    BinaryExpression binary = (BinaryExpression) node;
    OptionalDouble start = time(binary.getLeftExpression());
    OptionalDouble step = step(binary.getRightExpression());
    OptionalDouble days = map(number(binary.getRightExpression()), n -> n * DAY);
    OptionalDouble by = step.isPresent() ? step : days;
    if (start.isEmpty() || by.isEmpty()) {
      return OptionalDouble.empty();
    }
    double sign = node instanceof Addition ? 1 : -1;
    return OptionalDouble.of(start.getAsDouble() + sign * by.getAsDouble());
  }

  private static OptionalDouble now(String word) {
    boolean known = NOW.contains(word.strip().toLowerCase(Locale.ROOT));
    return known
        ? OptionalDouble.of(LocalDate.now(java.time.ZoneOffset.UTC).toEpochDay() * DAY)
        : OptionalDouble.empty();
  }

  private OptionalDouble timestamp(String placeholder) {
    return literals.value(placeholder).map(Constants::parsed).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble parsed(String text) {
    Matcher matcher = TIMESTAMP.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    String time = Optional.ofNullable(matcher.group(2)).orElse("00:00");
    String sign = matcher.group(1).indexOf('-') > 4 ? "+" : "";
    try {
      LocalDateTime at = LocalDateTime.parse(sign + matcher.group(1) + "T" + time);
      return OptionalDouble.of(at.toEpochSecond(java.time.ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return OptionalDouble.empty();
    }
  }

  /** How long an interval is, in seconds, with months of 28 days. */
  OptionalDouble step(Expression node) {
    if (node instanceof CastExpression cast) {
      return step(cast.getLeftExpression());
    }
    if (node instanceof StringValue text) {
      return literals.value(text).map(Constants::interval).orElse(OptionalDouble.empty());
    }
    if (!(node instanceof IntervalExpression given)) {
      return OptionalDouble.empty();
    }
    String after = given.getIntervalQualifier() == null ? "" : " " + given.getIntervalQualifier();
    if (given.getParameter() != null) {
      return interval(literals.value(given.getParameter()).orElse(given.getParameter()) + after);
    }
    OptionalDouble count =
        given.getExpression() == null ? OptionalDouble.empty() : number(given.getExpression());
    return count.isPresent() && count.getAsDouble() >= 0 && count.getAsDouble() < 1e9
        ? interval((long) count.getAsDouble() + after)
        : OptionalDouble.empty();
  }

  /** How long the interval is that a text tells, such as {@code 3 days}. */
  static OptionalDouble interval(String text) {
    Matcher matcher = INTERVAL.matcher(text);
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    double unit =
        switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
          case "second" -> 1;
          case "minute" -> 60;
          case "hour" -> 3_600;
          case "day" -> DAY;
          case "week" -> 7 * DAY;
          case "month" -> 28 * DAY;
          case "quarter" -> 84 * DAY;
          default -> 365 * DAY;
        };
    return OptionalDouble.of(Integer.parseInt(matcher.group(1)) * unit);
  }
}
