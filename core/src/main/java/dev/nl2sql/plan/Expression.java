package dev.nl2sql.plan;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A value computed for a row or a group. */
public sealed interface Expression {

  /** A column of one use of a relation. */
  record ColumnReference(QueryPlan.TableUse table, Column column) implements Expression {
    public ColumnReference {
      Objects.requireNonNull(table);
      Objects.requireNonNull(column);
    }
  }

  /**
   * A constant: {@code String}, {@code Long}, {@code BigDecimal}, {@code Boolean}, {@code
   * LocalDate}, {@code LocalDateTime}, {@code OffsetDateTime} or {@code LocalTime}.
   */
  record Literal(Object value) implements Expression {
    public Literal {
      Objects.requireNonNull(value);
    }
  }

  /**
   * A value bound by the caller.
   *
   * @param index zero-based position among the question's binds
   * @param castTo the column to whose type the value is cast, if it needs one
   */
  record Parameter(int index, Optional<Column> castTo) implements Expression {
    public Parameter {
      Objects.requireNonNull(castTo);
    }
  }

  /**
   * An aggregate.
   *
   * @param function the function
   * @param argument what is aggregated; empty means COUNT(*)
   * @param distinct whether duplicates are removed first
   */
  record Aggregate(Function function, Optional<Expression> argument, boolean distinct)
      implements Expression {
    /** The aggregate functions every dialect has. */
    public enum Function {
      COUNT,
      SUM,
      AVG,
      MIN,
      MAX
    }

    public Aggregate {
      Objects.requireNonNull(function);
      Objects.requireNonNull(argument);
    }
  }

  /** The value below which the given fraction of rows lies, interpolated (SQL PERCENTILE_CONT). */
  record Percentile(double fraction, Expression argument) implements Expression {
    public Percentile {
      Objects.requireNonNull(argument);
    }
  }

  /** Arithmetic on two numbers; division is never integer division. */
  record Arithmetic(Operator operator, Expression left, Expression right) implements Expression {
    /** The four operations. */
    public enum Operator {
      PLUS,
      MINUS,
      TIMES,
      DIVIDE
    }

    public Arithmetic {
      Objects.requireNonNull(operator);
      Objects.requireNonNull(left);
      Objects.requireNonNull(right);
    }
  }

  /** The start of the calendar unit in which a date or timestamp lies, as a DATE. */
  record PeriodStart(CalendarUnit unit, Expression argument) implements Expression {
    public PeriodStart {
      Objects.requireNonNull(unit);
      Objects.requireNonNull(argument);
    }
  }

  /** A field of a date or timestamp, as an integer. */
  record DatePart(CalendarUnit unit, Expression argument) implements Expression {
    public DatePart {
      Objects.requireNonNull(unit);
      Objects.requireNonNull(argument);
    }
  }

  /** A text with one function applied, or its length. */
  record TextFunction(Function function, Expression argument) implements Expression {
    /** Functions every dialect has. */
    public enum Function {
      LOWER,
      UPPER,
      TRIM,
      LENGTH
    }

    public TextFunction {
      Objects.requireNonNull(function);
      Objects.requireNonNull(argument);
    }
  }

  /** The first argument that is not NULL. */
  record Coalesce(List<Expression> arguments) implements Expression {
    public Coalesce {
      arguments = List.copyOf(arguments);
    }
  }

  /** CASE WHEN … THEN … ELSE … END. */
  record Case(List<Branch> branches, Optional<Expression> otherwise) implements Expression {
    /** One WHEN … THEN …. */
    public record Branch(Predicate when, Expression then) {}

    public Case {
      branches = List.copyOf(branches);
      Objects.requireNonNull(otherwise);
    }
  }

  /** A sub-query that yields one value. It may refer to relations of the outer query. */
  record ScalarSubquery(QueryPlan plan) implements Expression {
    public ScalarSubquery {
      Objects.requireNonNull(plan);
    }
  }

  /** A conversion. */
  record Cast(Expression argument, ColumnType type) implements Expression {
    public Cast {
      Objects.requireNonNull(argument);
      Objects.requireNonNull(type);
    }
  }

  /** Calendar units, largest first. */
  enum CalendarUnit {
    YEAR,
    QUARTER,
    MONTH,
    WEEK,
    DAY,
    DAY_OF_WEEK,
    HOUR
  }
}
