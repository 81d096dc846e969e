package dev.nl2sql.guard;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.expression.operators.relational.RegExpMatchOperator;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.create.table.ColDataType;

/**
 * Refuses single values that could be huge, cubes of many columns, and patterns that could take for
 * ever: both are cheap to the planner and cannot be stopped by every engine.
 */
final class ValueCheck {
  private static final int LARGEST_SIZE = 10_000;
  private static final int LARGEST_PRECISION = 10_000;
  private static final int MOST_WILDCARDS = 10;
  private static final int WIDEST_CUBE = 6;
  private static final Pattern WIDE_FORMAT = Pattern.compile("\\*|\\d{4,}|\\{[^{}]*\\{");
  private static final Pattern LARGE_NUMBER =
      Pattern.compile("\\s*[+-]?[\\d.]+[eE][+-]?\\d{4,}\\s*");
  private static final Pattern LARGE_NUMBER_INSIDE = Pattern.compile("\\d[eE][+-]?\\d{4,}");
  private static final int DIGITS_OF_LARGE_EXPONENT = 4;
  private static final Pattern LARGE_EXPONENT = Pattern.compile("\\d{4,}");
  private static final Pattern PART_OF_NUMBER =
      Pattern.compile("\\s*[+-]?[\\d.]*[eE][+-]?\\d*\\s*");
  private static final double MOST_DIGITS = 2_000;
  private static final Set<String> NUMBERS =
      Set.of("int", "integer", "smallint", "bigint", "numeric", "decimal", "int2", "int4", "int8");
  private static final Pattern LONG_NUMBER = Pattern.compile("\\d{6,}");

  private final AllowList allowed;
  private final Literals literals;
  private final Constants constants;
  private final SeriesCheck series;
  private final Tree tree;

  private ValueCheck(Tree tree, Literals literals, GuardContext context) {
    this.tree = tree;
    this.allowed = AllowList.of(context.dialect());
    this.literals = literals;
    this.constants = new Constants(literals);
    this.series = new SeriesCheck(constants);
  }

  static void check(List<Object> nodes, Tree tree, Literals literals, GuardContext context) {
    ValueCheck check = new ValueCheck(tree, literals, context);
    nodes.forEach(check::node);
  }

  private void node(Object node) {
    requireNoMadeUpNumber(node);
    if (node instanceof Function call && call.getName() != null) {
      ambiguous(call);
    }
    if (node instanceof Function call && call.getParameters() != null && call.getName() != null) {
      call(call);
    } else if (node instanceof Concat concat) {
      requireNoExponent(concat);
    } else if (node instanceof StringValue text) {
      requireNoExponent(text);
    } else if (node instanceof LikeExpression like) {
      like(like);
    } else if (node instanceof RegExpMatchOperator match) {
      expression(match.getRightExpression());
    } else if (node instanceof ColDataType type) {
      type(type);
    }
  }

  private void call(Function call) {
    if (call.getName().equalsIgnoreCase("cube") && call.getParameters().size() > WIDEST_CUBE) {
      throw refusal("a cube of more than " + WIDEST_CUBE + " columns");
    }
    series.requireBound(call);
    argument("size", call).ifPresent(this::size);
    argument("format", call).ifPresent(this::format);
    argument("pattern", call).ifPresent(this::expression);
    argument("json-path", call).ifPresent(this::path);
    argument("exponent", call).ifPresent(e -> exponent(call, e));
    requireNoExponent(call.getParameters());
  }

  // SUBSTRING(text FROM x): x is a position or a pattern, and with FOR it may be one of SQL's own.
  private void ambiguous(Function call) {
    OptionalInt position = allowed.argument("pattern-or-number", call.getName());
    List<Expression> arguments =
        call.getNamedParameters() != null
            ? List.copyOf(call.getNamedParameters())
            : call.getParameters() == null ? List.of() : List.copyOf(call.getParameters());
    if (position.isEmpty() || position.getAsInt() >= arguments.size()) {
      return;
    }
    Expression argument = arguments.get(position.getAsInt());
    Optional<Expression> third =
        arguments.size() > position.getAsInt() + 1
            ? Optional.of(arguments.get(position.getAsInt() + 1))
            : Optional.empty();
    if (third.filter(t -> !isNumber(t)).isPresent()) {
      throw refusal("a pattern with an escape character of its own");
    }
    if (third.isEmpty() && !isNumber(argument)) {
      expression(argument);
    }
  }

  private boolean isNumber(Expression node) {
    if (node instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return isNumber(list.get(0));
    }
    if (node instanceof CastExpression cast && cast.getColDataType() != null) {
      return NUMBERS.contains(cast.getColDataType().getDataType().toLowerCase(Locale.ROOT));
    }
    return node instanceof LongValue
        || node instanceof SignedExpression
        || node instanceof Addition
        || node instanceof Subtraction
        || node instanceof Multiplication
        || (node instanceof Function call
            && call.getName() != null
            && allowed.has("short", call.getName()));
  }

  // A path may hold regular expressions of its own.
  private void path(Expression argument) {
    Optional<String> text = literal(argument);
    if (text.isEmpty() || text.get().contains("like_regex")) {
      throw refusal("a path must be a simple text without regular expressions");
    }
  }

  private void exponent(Function call, Expression argument) {
    boolean fromData = tree.all(argument).stream().anyMatch(Column.class::isInstance);
    if (!fromData && !(digits(call) <= MOST_DIGITS)) {
      throw refusal("a power may have more than " + MOST_DIGITS + " digits");
    }
  }

  /** About how many digits a power of numbers has; without end if it cannot be told. */
  private double digits(Expression node) {
    if (node instanceof Function call && call.getName() != null) {
      Optional<Expression> exponent =
          call.getParameters() == null ? Optional.empty() : argument("exponent", call);
      if (exponent.isPresent()) {
        double times = Math.abs(constants.number(exponent.get()).orElse(Double.POSITIVE_INFINITY));
        boolean base = call.getParameters().size() > 1;
        return base ? times * digits(call.getParameters().get(0)) : times;
      }
    }
    OptionalDouble number = constants.number(node);
    return number.isPresent() ? Math.max(1, Math.log10(Math.abs(number.getAsDouble()) + 1)) : 1;
  }

  // To some engines a number of a thousand digits is as cheap to write as it is dear to work with.
  private void requireNoExponent(StringValue text) {
    if (literals.value(text).filter(t -> LARGE_NUMBER.matcher(t).matches()).isPresent()) {
      throw refusal("a number with an exponent of more than three digits");
    }
  }

  private void requireNoExponent(Object parts) {
    boolean part =
        tree.children(parts).stream()
            .flatMap(p -> literal(p).stream())
            .anyMatch(t -> PART_OF_NUMBER.matcher(t).matches());
    if (part) {
      throw refusal("a number with an exponent is put together from texts");
    }
  }

  // Texts that are cut or joined may come to such a number as well.
  private void requireNoMadeUpNumber(Object node) {
    boolean makes =
        (node instanceof Concat || node instanceof Function)
            && allowed.has("lexical", "exact-exponents");
    if (!makes) {
      return;
    }
    List<Object> below = tree.all(node);
    List<String> texts = below.stream().flatMap(n -> literal(n).stream()).toList();
    String together = String.join("", texts);
    boolean whole = texts.stream().anyMatch(t -> LARGE_NUMBER_INSIDE.matcher(t).find());
    boolean exponent = digits(below, together) >= DIGITS_OF_LARGE_EXPONENT;
    boolean cut = below.stream().anyMatch(this::cuts);
    if (cut && (whole || (exponent && together.toLowerCase(Locale.ROOT).contains("e")))) {
      throw refusal("a number with an exponent is put together from texts");
    }
  }

  // How many digits may follow each other: those of one text, of all texts and numbers where they
  // are joined, and any number of them where one is repeated.
  private long digits(List<Object> below, String texts) {
    boolean repeats = below.stream().anyMatch(this::repeats);
    boolean joins = below.stream().anyMatch(n -> n instanceof Concat || joins(n));
    String numbers =
        below.stream()
            .filter(LongValue.class::isInstance)
            .map(Object::toString)
            .filter(n -> n.length() >= DIGITS_OF_LARGE_EXPONENT)
            .collect(Collectors.joining());
    String all = joins ? texts + numbers : texts;
    long digits = all.chars().filter(c -> c >= '0' && c <= '9').count();
    boolean many = joins || LARGE_EXPONENT.matcher(texts).find();
    return repeats && digits > 0 ? Long.MAX_VALUE : many ? digits : 0;
  }

  private boolean cuts(Object node) {
    return node instanceof Function call
        && call.getName() != null
        && allowed.has("cuts", call.getName());
  }

  private static boolean joins(Object node) {
    return node instanceof Function call
        && call.getName() != null
        && call.getName().toLowerCase(Locale.ROOT).startsWith("concat");
  }

  private boolean repeats(Object node) {
    return node instanceof Function call
        && call.getName() != null
        && allowed.argument("size", call.getName()).isPresent();
  }

  private Optional<Expression> argument(String kind, Function call) {
    OptionalInt position = allowed.argument(kind, call.getName());
    return position.isPresent() && position.getAsInt() < call.getParameters().size()
        ? Optional.of(call.getParameters().get(position.getAsInt()))
        : Optional.empty();
  }

  private void size(Expression argument) {
    OptionalDouble size = constants.number(argument);
    if (size.isEmpty() || !(size.getAsDouble() <= LARGEST_SIZE)) {
      throw refusal("the length of a text must be a number of at most " + LARGEST_SIZE);
    }
  }

  private void format(Expression argument) {
    Optional<String> text =
        argument instanceof StringValue value ? literals.value(value) : Optional.empty();
    if (text.isEmpty() || WIDE_FORMAT.matcher(text.get()).find()) {
      throw refusal("a format must be a text without large widths");
    }
  }

  private Optional<String> literal(Object node) {
    return node instanceof StringValue text ? literals.value(text) : Optional.empty();
  }

  private void like(LikeExpression like) {
    boolean regular =
        like.getLikeKeyWord() == LikeExpression.KeyWord.REGEXP
            || like.getLikeKeyWord() == LikeExpression.KeyWord.RLIKE;
    if (regular) {
      expression(like.getRightExpression());
      return;
    }
    long wildcards =
        tree.all(like.getRightExpression()).stream()
            .filter(StringValue.class::isInstance)
            .flatMap(t -> literals.value((StringValue) t).stream())
            .mapToLong(t -> t.replaceAll("%+", "%").chars().filter(c -> c == '%').count())
            .sum();
    boolean computed =
        tree.all(like.getRightExpression()).stream()
            .anyMatch(n -> n instanceof Function call && argument("size", call).isPresent());
    if (wildcards > MOST_WILDCARDS || computed) {
      throw refusal("a pattern of LIKE has more than " + MOST_WILDCARDS + " wildcards");
    }
  }

  private void expression(Expression argument) {
    Optional<String> text = literal(argument);
    if (text.isEmpty() || !RegularExpression.isHarmless(text.get())) {
      throw refusal("a regular expression must be a simple text without nested repetition");
    }
  }

  private static void type(ColDataType type) {
    double elements = 1;
    for (Integer size : type.getArrayData()) {
      elements *= size == null ? 1 : size;
    }
    if (elements > LARGEST_PRECISION) {
      throw refusal("the type " + type + " holds too many elements");
    }
    String arguments =
        type.getDataType()
            + (type.getArgumentsStringList() == null ? "" : type.getArgumentsStringList());
    boolean large =
        LONG_NUMBER.matcher(arguments).find()
            || Pattern.compile("\\d+")
                .matcher(arguments.replaceFirst("^[A-Za-z_]+\\d*", ""))
                .results()
                .anyMatch(m -> Integer.parseInt(m.group()) > LARGEST_PRECISION);
    if (large) {
      throw refusal("the size of the type " + type + " is too large");
    }
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.SHAPE, reason);
  }
}
