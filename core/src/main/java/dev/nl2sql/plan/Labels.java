package dev.nl2sql.plan;

import dev.nl2sql.plan.Expression.Aggregate;
import dev.nl2sql.plan.Expression.Arithmetic;
import dev.nl2sql.plan.Expression.Cast;
import dev.nl2sql.plan.Expression.Coalesce;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Expression.DatePart;
import dev.nl2sql.plan.Expression.Percentile;
import dev.nl2sql.plan.Expression.PeriodStart;
import dev.nl2sql.plan.Expression.ScalarSubquery;
import dev.nl2sql.plan.Expression.TextFunction;
import dev.nl2sql.plan.QueryPlan.Projection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The labels of a result: a plain column keeps its catalog name, an aggregate is {@code
 * function_column} or {@code count}, an explicit label wins, and the second of two equal labels
 * gets {@code _2}. Computed labels are lower case, so they are the same on every engine.
 */
public final class Labels {
  // PostgreSQL cuts names at 63 bytes; a cut label could collide with another.
  private static final int MAXIMUM_LENGTH = 60;

  private Labels() {}

  /** The labels of a plan's columns, in order and without duplicates. */
  public static List<String> of(QueryPlan plan) {
    if (plan instanceof QueryPlan.SetOperation operation) {
      return of(operation.left());
    }
    return of(((QueryPlan.Select) plan).projections());
  }

  /** The labels of projections, in order and without duplicates (compared without case). */
  public static List<String> of(List<Projection> projections) {
    return distinct(projections.stream().map(Labels::wanted).toList());
  }

  /** The given labels, each repetition numbered from {@code _2} (compared without case). */
  public static List<String> distinct(List<String> wanted) {
    Set<String> reserved = new HashSet<>();
    wanted.forEach(w -> reserved.add(fold(w)));
    Set<String> used = new HashSet<>();
    List<String> labels = new ArrayList<>();
    for (String label : wanted) {
      String free = label;
      for (int n = 2; !used.add(fold(free)); n++) {
        String numbered = label + "_" + n;
        free = reserved.contains(fold(numbered)) ? free : numbered;
      }
      labels.add(free);
    }
    return List.copyOf(labels);
  }

  /** Whether the engine would give this label by itself, so that no alias is needed. */
  static boolean isImplicit(Projection projection, String label) {
    return projection.expression() instanceof ColumnReference reference
        && reference.column().name().equals(label);
  }

  private static String wanted(Projection projection) {
    return projection.label().orElseGet(() -> cut(label(projection.expression())));
  }

  private static String cut(String label) {
    return label.length() <= MAXIMUM_LENGTH ? label : label.substring(0, MAXIMUM_LENGTH);
  }

  private static String label(Expression expression) {
    return expression instanceof ColumnReference reference
        ? reference.column().name()
        : fold(computed(expression));
  }

  private static String computed(Expression expression) {
    if (expression instanceof ColumnReference reference) {
      return reference.column().name();
    }
    if (expression instanceof Aggregate aggregate) {
      String function = aggregate.function().name();
      return aggregate.argument().map(a -> function + "_" + computed(a)).orElse(function);
    }
    if (expression instanceof Percentile percentile) {
      return percentileName(percentile.fraction()) + "_" + computed(percentile.argument());
    }
    if (expression instanceof PeriodStart start) {
      return start.unit().name();
    }
    if (expression instanceof DatePart part) {
      return part.unit().name();
    }
    if (expression instanceof TextFunction function) {
      return function.function().name() + "_" + computed(function.argument());
    }
    if (expression instanceof Arithmetic arithmetic) {
      return arithmeticName(arithmetic.operator());
    }
    if (expression instanceof Coalesce coalesce && !coalesce.arguments().isEmpty()) {
      return computed(coalesce.arguments().get(0));
    }
    if (expression instanceof Cast cast) {
      return computed(cast.argument());
    }
    if (expression instanceof ScalarSubquery subquery) {
      return of(subquery.plan()).get(0);
    }
    return "value";
  }

  private static String percentileName(double fraction) {
    BigDecimal percent = BigDecimal.valueOf(fraction).movePointRight(2).stripTrailingZeros();
    return fraction == 0.5 ? "median" : "percentile_" + percent.toPlainString().replace('.', '_');
  }

  private static String arithmeticName(Arithmetic.Operator operator) {
    return switch (operator) {
      case PLUS -> "sum";
      case MINUS -> "difference";
      case TIMES -> "product";
      case DIVIDE -> "ratio";
    };
  }

  private static String fold(String label) {
    return label.toLowerCase(Locale.ROOT);
  }
}
