package dev.nl2sql.generate.embedded;

import dev.nl2sql.plan.QueryPlan;
import java.util.Map;
import java.util.Objects;

/**
 * One way the embedded generator understands a question, with what its probability is computed of;
 * for learning the weights.
 *
 * @param plan the query
 * @param features features by name; those that are zero are left out
 */
public record EmbeddedReading(QueryPlan plan, Map<String, Double> features) {
  public EmbeddedReading {
    Objects.requireNonNull(plan);
    features = Map.copyOf(features);
  }
}
