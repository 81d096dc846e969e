package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Compares rows by what they say: the columns of the answer may stand in another order and have
 * other labels, and the order of rows counts only where the gold orders them.
 */
final class RowComparison {
  private static final Pattern ORDER_KEY =
      Pattern.compile("(?i)\\border\\s+by\\s+(?:\\w+\\.)?\"?(\\w+)");

  private final boolean ordered;
  private final boolean extraColumns;

  /**
   * @param ordered whether the order of rows counts
   * @param extraColumns whether the answer may have columns the gold has not
   */
  RowComparison(boolean ordered, boolean extraColumns) {
    this.ordered = ordered;
    this.extraColumns = extraColumns;
  }

  /**
   * As {@link #same}, but rows that are equal in the column the gold orders by may change places.
   *
   * @param goldSql names the column
   */
  boolean sameUpToTies(String goldSql, Rows gold, Rows answer) {
    if (!ordered || same(gold, answer)) {
      return same(gold, answer);
    }
    int key = orderColumn(goldSql, gold);
    RowComparison loose = new RowComparison(false, extraColumns);
    return key >= 0
        && loose.same(gold, answer)
        && IntStream.range(0, answer.columns())
            .anyMatch(j -> answer.column(j).equals(gold.column(key)));
  }

  private static int orderColumn(String goldSql, Rows gold) {
    Matcher order = ORDER_KEY.matcher(goldSql);
    String key = "";
    while (order.find()) {
      key = order.group(1);
    }
    for (int i = 0; i < gold.columns(); i++) {
      if (gold.labels().get(i).equalsIgnoreCase(key)) {
        return i;
      }
    }
    return -1;
  }

  boolean same(Rows gold, Rows answer) {
    if (gold.cut() || answer.cut() || gold.cells().size() != answer.cells().size()) {
      return false;
    }
    if (extraColumns ? answer.columns() < gold.columns() : answer.columns() != gold.columns()) {
      return false;
    }
    if (gold.cells().isEmpty()) {
      return true;
    }
    return assign(gold, candidates(gold, answer), answer, new ArrayList<>());
  }

  /** For each column of the gold, the columns of the answer that hold the same values. */
  private List<List<Integer>> candidates(Rows gold, Rows answer) {
    List<Object> contents = new ArrayList<>();
    for (int j = 0; j < answer.columns(); j++) {
      contents.add(content(answer.column(j)));
    }
    List<List<Integer>> candidates = new ArrayList<>();
    for (int i = 0; i < gold.columns(); i++) {
      Object wanted = content(gold.column(i));
      List<Integer> fitting = new ArrayList<>();
      for (int j = 0; j < contents.size(); j++) {
        if (contents.get(j).equals(wanted)) {
          fitting.add(j);
        }
      }
      candidates.add(fitting);
    }
    return candidates;
  }

  private boolean assign(
      Rows gold, List<List<Integer>> candidates, Rows answer, List<Integer> chosen) {
    if (chosen.size() == gold.columns()) {
      return content(gold.cells()).equals(content(project(answer, chosen)));
    }
    for (int column : candidates.get(chosen.size())) {
      if (!chosen.contains(column)) {
        chosen.add(column);
        if (assign(gold, candidates, answer, chosen)) {
          return true;
        }
        chosen.remove(chosen.size() - 1);
      }
    }
    return false;
  }

  private static List<List<String>> project(Rows rows, List<Integer> columns) {
    return rows.cells().stream().map(r -> columns.stream().map(r::get).toList()).toList();
  }

  /** A list where the order counts, else how often each value stands there. */
  private Object content(List<?> values) {
    if (ordered) {
      return values;
    }
    Map<Object, Integer> counts = new HashMap<>();
    for (Object value : values) {
      counts.merge(value, 1, Integer::sum);
    }
    return counts;
  }
}
