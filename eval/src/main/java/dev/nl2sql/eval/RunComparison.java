package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two runs of the same questions, and how likely their difference is chance: McNemar's exact test
 * on the questions that only one of them got right.
 *
 * @param both right in both
 * @param neither right in none
 * @param lost right in the first only
 * @param gained right in the second only
 */
record RunComparison(int both, int neither, List<String> lost, List<String> gained) {
  RunComparison {
    lost = List.copyOf(lost);
    gained = List.copyOf(gained);
  }

  static RunComparison of(Map<String, String> first, Map<String, String> second) {
    int both = 0;
    int neither = 0;
    List<String> lost = new ArrayList<>();
    List<String> gained = new ArrayList<>();
    for (Map.Entry<String, String> entry : first.entrySet()) {
      String other = second.get(entry.getKey());
      if (other == null) {
        continue;
      }
      boolean was = isRight(entry.getValue());
      boolean is = isRight(other);
      if (was && is) {
        both++;
      } else if (was) {
        lost.add(entry.getKey());
      } else if (is) {
        gained.add(entry.getKey());
      } else {
        neither++;
      }
    }
    return new RunComparison(both, neither, lost, gained);
  }

  private static boolean isRight(String ending) {
    return ending.equals(Ending.RIGHT.words());
  }

  int questions() {
    return both + neither + lost.size() + gained.size();
  }

  /** Two-sided exact probability of a difference at least this large if the runs were equal. */
  double chance() {
    int n = lost.size() + gained.size();
    int k = Math.min(lost.size(), gained.size());
    double tail = 0;
    for (int i = 0; i <= k; i++) {
      tail += Math.exp(logChoose(n, i) - n * Math.log(2));
    }
    return Math.min(1, 2 * tail);
  }

  private static double logChoose(int n, int k) {
    double sum = 0;
    for (int i = 1; i <= k; i++) {
      sum += Math.log(n - k + (double) i) - Math.log(i);
    }
    return sum;
  }

  String text() {
    return """
        | compared | questions |
        |---|---|
        | in both files | %d |
        | right in both | %d |
        | right in none | %d |
        | lost | %d |
        | gained | %d |

        McNemar's exact test, two-sided: p = %.4f
        lost: %s
        gained: %s
        """
        .formatted(questions(), both, neither, lost.size(), gained.size(), chance(), lost, gained);
  }
}
