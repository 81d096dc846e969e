package dev.nl2sql;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The whole answer to a question: how it ended, what was run, what was assumed. Plain data without
 * rows; reached by {@code unwrap(Answer.class)} on the result set or the statement.
 *
 * @param question the question's text
 * @param outcome how it ended
 * @param source who answered: {@code generated}, {@code cache}, {@code verified}, {@code catalog}
 *     or {@code none}
 * @param generator the generator's name, empty if none ran
 * @param sql the SQL that ran, or would run; empty if there is none or it is hidden
 * @param columns labels of the result
 * @param rowCount rows shown, -1 if unknown
 * @param truncated whether the cap cut rows off
 * @param total rows before the cap, if known without a second query
 * @param fetchedAt when the rows were complete
 * @param assumptions what the question left open
 * @param interpretation the question as it was understood
 * @param tables relations used with their descriptions, in the order of use
 * @param servedTable the relation of the FROM clause
 * @param resultKind {@code AGGREGATE} if computed over rows, else {@code SAMPLE}
 * @param noRows whether nothing matched
 * @param nonAdditiveWarning whether a rate, index or percentage was summed or averaged
 * @param usedFallback whether the rows are a fallback, not the answer asked for
 * @param confidence probability that this is what was asked, 0–1
 * @param attempts generations tried
 * @param timings time spent per stage, in order
 * @param tokens tokens of a model
 * @param traceId names this question in logs and history
 * @param notices what the caller is warned of, most important first
 */
public record Answer(
    String question,
    Outcome outcome,
    String source,
    String generator,
    Optional<String> sql,
    List<String> columns,
    long rowCount,
    boolean truncated,
    OptionalLong total,
    Instant fetchedAt,
    List<Assumption> assumptions,
    String interpretation,
    List<UsedTable> tables,
    Optional<String> servedTable,
    ResultKind resultKind,
    boolean noRows,
    boolean nonAdditiveWarning,
    boolean usedFallback,
    double confidence,
    int attempts,
    Map<String, Duration> timings,
    long tokens,
    String traceId,
    List<Notice> notices) {

  /** A relation used and what is known about it. */
  public record UsedTable(String name, String description) {}

  /** Whether rows were computed over or shown as they are. */
  public enum ResultKind {
    AGGREGATE,
    SAMPLE,
    NONE
  }

  public Answer {
    Objects.requireNonNull(question);
    Objects.requireNonNull(outcome);
    columns = List.copyOf(columns);
    assumptions = List.copyOf(assumptions);
    tables = List.copyOf(tables);
    timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
    notices = List.copyOf(notices);
  }

  /** The question, and nothing that could be secret. */
  @Override
  public String toString() {
    return "Answer[" + question + "]";
  }
}
