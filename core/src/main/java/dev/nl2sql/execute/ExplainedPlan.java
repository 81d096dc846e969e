package dev.nl2sql.execute;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads cost and rows off the plans that engines print as JSON. */
final class ExplainedPlan {
  private static final int DEEPEST = 500;
  private static final String PLAN = "Plan";

  /** Steps of DuckDB that compare every row of one side with every row of the other. */
  private static final List<String> PRODUCTS =
      List.of("CROSS_PRODUCT", "NESTED_LOOP", "NL_JOIN", "PIECEWISE", "IE_JOIN");

  private ExplainedPlan() {}

  /** The cost of the whole, and the rows of its widest step. */
  static CostEstimate ofPostgres(String json) throws SQLException {
    double rows = highest(parsed(json), "Plan Rows");
    OptionalDouble cost = OptionalDouble.empty();
    if (parsed(json) instanceof List<?> plans
        && !plans.isEmpty()
        && plans.get(0) instanceof Map<?, ?> first
        && first.get(PLAN) instanceof Map<?, ?> plan) {
      cost = number(plan.get("Total Cost"));
    }
    return estimate(cost, rows, "EXPLAIN of PostgreSQL");
  }

  /** MySQL tells a cost; MariaDB tells rows of each table, which multiply in a nested loop. */
  static CostEstimate ofMySql(String json) throws SQLException {
    Object plan = parsed(json);
    double cost = highest(plan, "query_cost");
    OptionalDouble known = cost > 0 ? OptionalDouble.of(cost) : OptionalDouble.empty();
    return estimate(known, loopRows(plan), "EXPLAIN of MySQL or MariaDB");
  }

  /** DuckDB tells rows of each step, but for a product of tables those of one side only. */
  static CostEstimate ofDuckDb(String json) throws SQLException {
    return estimate(OptionalDouble.empty(), stepRows(parsed(json)).most(), "EXPLAIN of DuckDB");
  }

  private static CostEstimate estimate(OptionalDouble cost, double rows, String source) {
    return new CostEstimate(cost, OptionalDouble.of(rows), source);
  }

  /** JSON is read as YAML, which it is a part of. */
  private static Object parsed(String json) throws SQLException {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(0);
    try {
      return new Yaml(new SafeConstructor(options)).load(json);
    } catch (YAMLException e) {
      throw new SQLException("the plan that the database printed cannot be read", e);
    }
  }

  private static OptionalDouble number(Object value) {
    if (value instanceof Number number) {
      return OptionalDouble.of(number.doubleValue());
    }
    try {
      return value instanceof String text
          ? OptionalDouble.of(Double.parseDouble(text))
          : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private static double highest(Object node, String key) {
    double highest = 0;
    if (node instanceof Map<?, ?> map) {
      highest = number(map.get(key)).orElse(0);
      for (Object value : map.values()) {
        highest = Math.max(highest, highest(value, key));
      }
    } else if (node instanceof List<?> list) {
      for (Object value : list) {
        highest = Math.max(highest, highest(value, key));
      }
    }
    return highest;
  }

  /** The most rows of any nested loop: those of its tables multiplied. */
  private static double loopRows(Object node) {
    double most = 0;
    if (node instanceof Map<?, ?> map) {
      if (map.get("nested_loop") instanceof List<?> tables) {
        double product = 1;
        for (Object table : tables) {
          product *= tableRows(table).orElse(1);
        }
        most = product;
      }
      most = Math.max(most, number(map.get("rows")).orElse(0));
      for (Object value : map.values()) {
        most = Math.max(most, loopRows(value));
      }
    } else if (node instanceof List<?> list) {
      for (Object value : list) {
        most = Math.max(most, loopRows(value));
      }
    }
    return most;
  }

  /** The rows read of one table of a loop, which may stand below the way it is joined. */
  private static OptionalDouble tableRows(Object node) {
    if (!(node instanceof Map<?, ?> map)) {
      return OptionalDouble.empty();
    }
    for (String key : List.of("rows", "rows_examined_per_scan")) {
      if (map.containsKey(key)) {
        return number(map.get(key));
      }
    }
    return map.values().stream()
        .map(ExplainedPlan::tableRows)
        .filter(OptionalDouble::isPresent)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  /** Rows a step gives, and the most of it and the steps below. */
  private record StepRows(double given, double most) {}

  private static StepRows stepRows(Object node) {
    if (node instanceof List<?> list) {
      double most = 0;
      double product = 1;
      for (Object child : list) {
        StepRows rows = stepRows(child);
        most = Math.max(most, rows.most());
        product *= Math.max(1, rows.given());
      }
      return new StepRows(product, most);
    }
    if (!(node instanceof Map<?, ?> step)) {
      return new StepRows(0, 0);
    }
    StepRows below =
        Optional.ofNullable(step.get("children"))
            .map(ExplainedPlan::stepRows)
            .orElse(new StepRows(0, 0));
    double told =
        step.get("extra_info") instanceof Map<?, ?> info
            ? number(info.get("Estimated Cardinality")).orElse(0)
            : 0;
    String name = String.valueOf(step.get("name"));
    boolean product = PRODUCTS.stream().anyMatch(name::contains);
    double given = product ? Math.max(told, below.given()) : told;
    return new StepRows(given, Math.max(given, below.most()));
  }
}
