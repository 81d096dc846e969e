package dev.nl2sql.eval.benchmark;

import java.util.ArrayList;
import java.util.List;

/**
 * How many times as long something takes: the geometric mean over pairs of forks, with the interval
 * in which it lies with 95 % probability (Student's t on the logarithms).
 *
 * @param mean the ratio
 * @param low lower end of the interval
 * @param high upper end of the interval; both are the mean if there was one pair only
 */
record Ratio(double mean, double low, double high) {
  // two-sided 95 % quantiles of Student's t by degrees of freedom, from 1
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086
  };
  private static final double NORMAL = 1.96;

  /** Compares pair by pair, so that what slows a machine for a while falls on both. */
  static Ratio of(List<Double> measured, List<Double> baseline) {
    if (measured.size() != baseline.size() || measured.isEmpty()) {
      throw new IllegalArgumentException(
          measured.size() + " and " + baseline.size() + " scores are not pairs");
    }
    List<Double> logarithms = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      logarithms.add(Math.log(measured.get(i) / baseline.get(i)));
    }
    double mean = logarithms.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double half = halfWidth(logarithms, mean);
    return new Ratio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
  }

  private static double halfWidth(List<Double> values, double mean) {
    int freedom = values.size() - 1;
    if (freedom == 0) {
      return 0;
    }
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    double quantile = freedom <= T.length ? T[freedom - 1] : NORMAL;
    return quantile * Math.sqrt(squares / freedom / values.size());
  }

  @Override
  public String toString() {
    return "%.3f (%.3f to %.3f)".formatted(mean, low, high);
  }
}
