package dev.nl2sql.language;

import java.util.List;

/**
 * What an adjective of degree measures: "oldest" is the highest age or the lowest birth date.
 *
 * @param high whether it means the highest value of the measures
 * @param measures words that columns of this measure are named with, best first; empty means any
 *     number
 */
public record Measure(boolean high, List<String> measures) {
  public Measure {
    measures = List.copyOf(measures);
  }
}
