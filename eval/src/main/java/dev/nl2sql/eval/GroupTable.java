package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The figures of groups of questions side by side, a column a figure. */
final class GroupTable {
  private static final Map<String, Function<Scores, String>> FIGURES = figures();

  private GroupTable() {}

  private static Map<String, Function<Scores, String>> figures() {
    Map<String, Function<Scores, String>> figures = new LinkedHashMap<>();
    figures.put("questions", s -> Integer.toString(s.judged()));
    figures.put("strict", s -> TextReport.percent(s.strictAccuracy()));
    figures.put("lenient", s -> TextReport.percent(s.lenientAccuracy()));
    figures.put("exact match", s -> TextReport.percent(s.exactMatch()));
    figures.put("coverage", s -> TextReport.percent(s.coverage()));
    figures.put("right when answered", s -> TextReport.percent(s.accuracyWhenAnswered()));
    for (Ending ending : Ending.values()) {
      if (ending != Ending.RIGHT) {
        figures.put(ending.words(), s -> Integer.toString(s.count(ending)));
      }
    }
    figures.put("p50 ms", s -> "%.1f".formatted(s.latency(0.5)));
    figures.put("p95 ms", s -> "%.1f".formatted(s.latency(0.95)));
    return figures;
  }

  /** Columns, each with its title first. */
  static List<List<String>> columns(String name, Map<String, Scores> groups) {
    List<List<String>> columns = new ArrayList<>();
    List<String> labels = new ArrayList<>(List.of(name));
    labels.addAll(groups.keySet());
    columns.add(labels);
    FIGURES.forEach(
        (title, figure) -> {
          List<String> column = new ArrayList<>(List.of(title));
          groups.values().forEach(g -> column.add(figure.apply(g)));
          columns.add(column);
        });
    return columns;
  }
}
