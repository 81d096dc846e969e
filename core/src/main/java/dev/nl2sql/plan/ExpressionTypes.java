package dev.nl2sql.plan;

import dev.nl2sql.catalog.ColumnType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Optional;

/** The kind of value an expression yields, as far as it is known without asking the database. */
public final class ExpressionTypes {
  private ExpressionTypes() {}

  /** The type; empty if unknown. */
  public static Optional<ColumnType> of(Expression expression) {
    if (expression instanceof Expression.ColumnReference reference) {
      return Optional.of(reference.column().type());
    }
    if (expression instanceof Expression.Literal literal) {
      return ofValue(literal.value());
    }
    if (expression instanceof Expression.Parameter parameter) {
      return parameter.castTo().map(c -> c.type());
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      return switch (aggregate.function()) {
        case COUNT -> Optional.of(ColumnType.INTEGER);
        case AVG, SUM -> Optional.of(ColumnType.DECIMAL);
        case MIN, MAX -> aggregate.argument().flatMap(ExpressionTypes::of);
      };
    }
    if (expression instanceof Expression.Percentile
        || expression instanceof Expression.Arithmetic) {
      return Optional.of(ColumnType.DECIMAL);
    }
    if (expression instanceof Expression.PeriodStart) {
      return Optional.of(ColumnType.DATE);
    }
    if (expression instanceof Expression.DatePart) {
      return Optional.of(ColumnType.INTEGER);
    }
    if (expression instanceof Expression.TextFunction function) {
      boolean length = function.function() == Expression.TextFunction.Function.LENGTH;
      return Optional.of(length ? ColumnType.INTEGER : ColumnType.TEXT);
    }
    if (expression instanceof Expression.Cast cast) {
      return Optional.of(cast.type());
    }
    if (expression instanceof Expression.Coalesce coalesce) {
      return coalesce.arguments().stream().flatMap(a -> of(a).stream()).findFirst();
    }
    return Optional.empty();
  }

  private static Optional<ColumnType> ofValue(Object value) {
    if (value instanceof String) {
      return Optional.of(ColumnType.TEXT);
    }
    if (value instanceof BigDecimal) {
      return Optional.of(ColumnType.DECIMAL);
    }
    if (value instanceof Number) {
      return Optional.of(ColumnType.INTEGER);
    }
    if (value instanceof Boolean) {
      return Optional.of(ColumnType.BOOLEAN);
    }
    if (value instanceof LocalDate) {
      return Optional.of(ColumnType.DATE);
    }
    if (value instanceof LocalTime) {
      return Optional.of(ColumnType.TIME);
    }
    if (value instanceof LocalDateTime) {
      return Optional.of(ColumnType.TIMESTAMP);
    }
    return value instanceof OffsetDateTime
        ? Optional.of(ColumnType.TIMESTAMP_WITH_ZONE)
        : Optional.empty();
  }

  /** Whether every engine compares values of these types. */
  public static boolean comparable(ColumnType left, ColumnType right) {
    return left == right
        || left == ColumnType.OTHER
        || right == ColumnType.OTHER
        || (left.isNumeric() && right.isNumeric())
        || (left.isTemporal() && right.isTemporal());
  }
}
