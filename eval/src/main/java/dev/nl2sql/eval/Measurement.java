package dev.nl2sql.eval;

import com.sun.management.OperatingSystemMXBean;
import dev.nl2sql.Answer;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times of questions put one after the other: on the clock, and the processor time of the whole
 * process, which tells what a question costs where the machine has other work as well.
 */
final class Measurement {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final double NANOS = 1e6;

  private final List<Double> clock = new ArrayList<>();
  private final List<Double> processor = new ArrayList<>();
  private final Map<String, List<Double>> stages = new LinkedHashMap<>();

  /** Asks and reads nothing; how it ends does not matter. */
  void ask(Connection connection, String question) throws SQLException {
    long cpu = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      execute(statement, "ASK '" + question.replace("'", "''") + "'");
      clock.add((System.nanoTime() - start) / NANOS);
      processor.add((SYSTEM.getProcessCpuTime() - cpu) / NANOS);
      if (statement.isWrapperFor(Answer.class)) {
        statement
            .unwrap(Answer.class)
            .timings()
            .forEach(
                (stage, time) ->
                    stages
                        .computeIfAbsent(stage, s -> new ArrayList<>())
                        .add(time.toNanos() / NANOS));
      }
    }
  }

  /** A question that is not understood takes its time as well. */
  private static boolean execute(Statement statement, String sql) {
    try {
      return statement.execute(sql);
    } catch (SQLException ended) {
      return false;
    }
  }

  double clock(double share) {
    return percentile(share, clock);
  }

  double processor(double share) {
    return percentile(share, processor);
  }

  private static double percentile(double share, List<Double> values) {
    return Percentile.of(share, values.stream().mapToDouble(v -> v).toArray());
  }

  /** A table of percentiles in milliseconds. */
  String text() {
    StringBuilder text = new StringBuilder("| ms |");
    Percentile.USUAL.keySet().forEach(name -> text.append(' ').append(name).append(" |"));
    text.append("\n|---|---|---|---|---|\n");
    row(text, "clock, whole question", clock);
    row(text, "processor, whole question", processor);
    stages.forEach((stage, values) -> row(text, "clock, " + stage, values));
    return text.toString();
  }

  private static void row(StringBuilder text, String name, List<Double> values) {
    text.append("| ").append(name).append(" (").append(values.size()).append(") |");
    Percentile.USUAL
        .values()
        .forEach(share -> text.append(" %.2f |".formatted(percentile(share, values))));
    text.append('\n');
  }
}
