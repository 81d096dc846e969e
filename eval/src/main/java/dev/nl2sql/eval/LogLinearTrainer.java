package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Fits the weights of a log-linear model (logistic regression with a quadratic penalty) by Newton's
 * method, as in T. Minka, A comparison of numerical optimizers for logistic regression, 2003. The
 * problem is convex, so the weights depend on the examples only.
 */
final class LogLinearTrainer {
  private static final double PENALTY = 1;
  private static final int STEPS = 25;

  /**
   * One example.
   *
   * @param features by name; those left out are zero
   * @param right whether the reading gave the right rows
   */
  record Example(Map<String, Double> features, boolean right) {
    Example {
      features = Map.copyOf(features);
    }
  }

  private LogLinearTrainer() {}

  /**
   * The weights by name, in the order of the names.
   *
   * @throws IllegalArgumentException if there is nothing to learn from
   */
  static SortedMap<String, Double> fit(List<Example> examples) {
    SortedSet<String> names = new TreeSet<>();
    examples.forEach(e -> names.addAll(e.features().keySet()));
    if (names.isEmpty()) {
      throw new IllegalArgumentException("there is no example with a feature to learn from");
    }
    List<String> order = new ArrayList<>(names);
    double[] weights = new double[order.size()];
    for (int step = 0; step < STEPS; step++) {
      newton(examples, order, weights);
    }
    SortedMap<String, Double> fitted = new TreeMap<>();
    for (int i = 0; i < weights.length; i++) {
      fitted.put(order.get(i), weights[i]);
    }
    return fitted;
  }

  private static void newton(List<Example> examples, List<String> names, double[] weights) {
    int size = weights.length;
    double[] gradient = new double[size];
    double[][] curvature = new double[size][size];
    for (int i = 0; i < size; i++) {
      gradient[i] = -PENALTY * weights[i];
      curvature[i][i] = PENALTY;
    }
    for (Example example : examples) {
      double[] values = values(example, names);
      double probability = 1 / (1 + Math.exp(-product(values, weights)));
      double error = (example.right() ? 1 : 0) - probability;
      double spread = probability * (1 - probability);
      for (int i = 0; i < size; i++) {
        if (values[i] != 0) {
          gradient[i] += error * values[i];
          for (int j = 0; j < size; j++) {
            curvature[i][j] += spread * values[i] * values[j];
          }
        }
      }
    }
    double[] step = solved(curvature, gradient);
    for (int i = 0; i < size; i++) {
      weights[i] += step[i];
    }
  }

  private static double[] values(Example example, List<String> names) {
    return names.stream().mapToDouble(n -> example.features().getOrDefault(n, 0.0)).toArray();
  }

  private static double product(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  /** Solves a symmetric positive definite system in place by Cholesky's method. */
  private static double[] solved(double[][] matrix, double[] right) {
    int size = right.length;
    double[][] lower = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= lower[i][k] * lower[j][k];
        }
        lower[i][j] = i == j ? Math.sqrt(sum) : sum / lower[j][j];
      }
    }
    double[] half = new double[size];
    for (int i = 0; i < size; i++) {
      double sum = right[i];
      for (int k = 0; k < i; k++) {
        sum -= lower[i][k] * half[k];
      }
      half[i] = sum / lower[i][i];
    }
    double[] solution = new double[size];
    for (int i = size - 1; i >= 0; i--) {
      double sum = half[i];
      for (int k = i + 1; k < size; k++) {
        sum -= lower[k][i] * solution[k];
      }
      solution[i] = sum / lower[i][i];
    }
    return solution;
  }
}
