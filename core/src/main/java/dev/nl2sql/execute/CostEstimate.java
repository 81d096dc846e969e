package dev.nl2sql.execute;

import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a statement may cost before it runs.
 *
 * @param cost in the engine's own unit, empty if it has none
 * @param rows the most rows that any step of the statement makes, empty if nobody can tell
 * @param source who estimated: {@code EXPLAIN of PostgreSQL}, {@code own estimate}
 */
public record CostEstimate(OptionalDouble cost, OptionalDouble rows, String source) {
  public CostEstimate {
    Objects.requireNonNull(cost);
    Objects.requireNonNull(rows);
    Objects.requireNonNull(source);
  }

  /** Whether the cost or the rows are above a limit. */
  public boolean exceeds(double limit) {
    return cost.orElse(0) > limit || rows.orElse(0) > limit;
  }

  /** The same with at least so many rows. */
  CostEstimate withRowsAtLeast(double least) {
    return new CostEstimate(cost, OptionalDouble.of(Math.max(least, rows.orElse(0))), source);
  }

  /** For people: {@code cost 1,200, 5,000 rows (EXPLAIN of PostgreSQL)}. */
  public String words() {
    String costs = cost.isPresent() ? "cost " + number(cost.getAsDouble()) : "";
    String counted = rows.isPresent() ? number(rows.getAsDouble()) + " rows" : "";
    String both = costs.isEmpty() || counted.isEmpty() ? costs + counted : costs + ", " + counted;
    return (both.isEmpty() ? "unknown" : both) + " (" + source + ")";
  }

  private static String number(double value) {
    return value < 1e15
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.1e", value);
  }
}
