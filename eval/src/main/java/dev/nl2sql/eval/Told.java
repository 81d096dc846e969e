package dev.nl2sql.eval;

import dev.nl2sql.Answer;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the driver told about one question beside its rows.
 *
 * @param sql the SQL that ran; empty if none did
 * @param confidence 0–1; {@link #NO_CONFIDENCE} if it did not say
 * @param interpretation the question as it was understood
 * @param warnings on the statement, in their order
 * @param stages milliseconds by stage, all rounds together
 * @param attempts generations tried
 * @param tokens tokens of a model
 * @param traceId names the question in the driver's log
 */
record Told(
    String sql,
    double confidence,
    String interpretation,
    List<Warning> warnings,
    Map<String, Double> stages,
    int attempts,
    long tokens,
    String traceId) {
  /** Below every confidence. */
  static final double NO_CONFIDENCE = -1;

  /** Of a question that never reached the driver. */
  static final Told NOTHING = new Told("", NO_CONFIDENCE, "", List.of(), Map.of(), 0, 0, "");

  private static final double NANOS = 1e6;

  /** A warning's SQLState and message. */
  record Warning(String state, String text) {}

  Told {
    warnings = List.copyOf(warnings);
    stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
  }

  /**
   * @param before what earlier rounds of the same question took
   */
  static Told of(Answer answer, Statement statement, Told before) throws SQLException {
    Map<String, Double> stages = new LinkedHashMap<>(before.stages);
    for (Map.Entry<String, Duration> stage : answer.timings().entrySet()) {
      stages.merge(stage.getKey(), stage.getValue().toNanos() / NANOS, Double::sum);
    }
    return new Told(
        answer.sql().orElse(""),
        answer.interpretation().isEmpty() ? NO_CONFIDENCE : answer.confidence(),
        answer.interpretation(),
        warnings(statement.getWarnings()),
        stages,
        answer.attempts(),
        before.tokens + answer.tokens(),
        answer.traceId());
  }

  private static List<Warning> warnings(SQLWarning first) {
    List<Warning> warnings = new ArrayList<>();
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      warnings.add(
          new Warning(String.valueOf(warning.getSQLState()), String.valueOf(warning.getMessage())));
    }
    return warnings;
  }

  List<String> states() {
    return warnings.stream().map(Warning::state).toList();
  }

  /** Without warnings, which belong to rows that are taken back. */
  Told withoutWarnings() {
    return new Told(sql, confidence, interpretation, List.of(), stages, attempts, tokens, traceId);
  }
}
