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
record RunComparison(int both, int neither, List<Change> lost, List<Change> gained) {
  RunComparison {
    lost = List.copyOf(lost);
    gained = List.copyOf(gained);
  }

  /** A question that changed side, with what ran before and after. */
  record Change(String id, String question, String before, String after) {}

  static RunComparison of(
      Map<String, ResultFile.Recorded> first, Map<String, ResultFile.Recorded> second) {
    int both = 0;
    int neither = 0;
    List<Change> lost = new ArrayList<>();
    List<Change> gained = new ArrayList<>();
    for (Map.Entry<String, ResultFile.Recorded> entry : first.entrySet()) {
      ResultFile.Recorded was = entry.getValue();
      ResultFile.Recorded is = second.get(entry.getKey());
      if (is == null) {
        continue;
      }
      Change change = new Change(entry.getKey(), was.question(), was.sql(), is.sql());
      if (was.right() && is.right()) {
        both++;
      } else if (was.right()) {
        lost.add(change);
      } else if (is.right()) {
        gained.add(change);
      } else {
        neither++;
      }
    }
    return new RunComparison(both, neither, lost, gained);
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

        ### Lost

        %s
        ### Gained

        %s"""
        .formatted(
            questions(),
            both,
            neither,
            lost.size(),
            gained.size(),
            chance(),
            list(lost),
            list(gained));
  }

  private static String list(List<Change> changes) {
    StringBuilder text = new StringBuilder();
    for (Change change : changes) {
      text.append("- **%s** %s%n".formatted(change.id(), change.question()));
      text.append("  - before: `%s`%n  - after: `%s`%n".formatted(change.before(), change.after()));
    }
    return changes.isEmpty() ? "none\n" : text.toString();
  }
}
