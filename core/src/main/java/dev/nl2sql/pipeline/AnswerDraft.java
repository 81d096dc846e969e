package dev.nl2sql.pipeline;

import dev.nl2sql.Answer;
import dev.nl2sql.Assumption;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.generate.ModelCall;
import dev.nl2sql.memory.Translation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known so far about the answer to one question; filled by the pipeline as stages end and
 * turned into an {@link Answer} exactly once. Not thread-safe: one question, one thread.
 */
final class AnswerDraft {
  /** The order in which warnings are read: what changes the meaning of the rows comes first. */
  private static final List<Condition> IMPORTANCE =
      List.of(
          Condition.FALLBACK,
          Condition.CLARIFICATION,
          Condition.TRUNCATED,
          Condition.UNSAFE_AGGREGATE,
          Condition.LOW_CONFIDENCE,
          Condition.NO_ROWS,
          Condition.ASSUMPTION,
          Condition.DEGRADED);

  private final String question;
  private final Trace trace;
  private final boolean exposesSql;
  private final List<Assumption> assumptions = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<ModelCall> calls = new ArrayList<>();
  private final Instant askedAt = Instant.now();
  private final long askedAtNanos = System.nanoTime();
  private Optional<SessionView> view = Optional.empty();
  private Optional<Translation> translation = Optional.empty();
  private List<TableName> relations = List.of();
  private final List<FailedAttempt> failures = new ArrayList<>();
  private int kept;
  private boolean repairable;
  private String written = "";
  private String emitted = "";
  private String source = "none";
  private String generator = "";
  private Optional<String> sql = Optional.empty();
  private List<String> columns = List.of();
  private long rowCount = -1;
  private boolean truncated;
  private Instant fetchedAt = Instant.EPOCH;
  private Optional<Instant> readAt = Optional.empty();
  private String interpretation = "";
  private List<Answer.UsedTable> tables = List.of();
  private Optional<String> servedTable = Optional.empty();
  private Answer.ResultKind resultKind = Answer.ResultKind.NONE;
  private boolean nonAdditive;
  private double confidence;
  private int attempts;

  AnswerDraft(String question, Trace trace, boolean exposesSql) {
    this.question = question;
    this.trace = trace;
    this.exposesSql = exposesSql;
  }

  Trace trace() {
    return trace;
  }

  boolean exposesSql() {
    return exposesSql;
  }

  String interpretation() {
    return interpretation;
  }

  void source(String name) {
    source = name;
  }

  void attempted() {
    attempts++;
  }

  /** Generations tried for this question: none if its translation was kept. */
  int attempts() {
    return attempts;
  }

  /** An attempt begins: what earlier ones had to say is forgotten. */
  void begin() {
    if (failures.isEmpty()) {
      kept = notices.size();
    }
    notices.subList(kept, notices.size()).clear();
  }

  /** An attempt came to nothing. */
  void failed(FailedAttempt failure) {
    failures.add(failure);
  }

  /** Attempts that came to nothing, in order. */
  List<FailedAttempt> failures() {
    return List.copyOf(failures);
  }

  /** The SQL as its author wrote it, and whether the author can be asked for another. */
  void wrote(String text, boolean canRepair) {
    written = text;
    repairable = canRepair;
  }

  String written() {
    return written;
  }

  /** The SQL as it was handed to the database last; not for the caller where SQL is hidden. */
  String emitted() {
    return emitted;
  }

  boolean canBeRepaired() {
    return repairable;
  }

  /** A request left the process. Calls may end on another thread. */
  void called(ModelCall call) {
    synchronized (calls) {
      calls.add(call);
    }
  }

  /** The requests that left the process, in order. */
  List<ModelCall> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  /** When the question came. */
  Instant askedAt() {
    return askedAt;
  }

  /** How long it has taken so far. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - askedAtNanos);
  }

  void sees(SessionView seen) {
    view = Optional.of(seen);
  }

  /** What the session sees, once that is known. */
  Optional<SessionView> view() {
    return view;
  }

  void translated(Translation accepted, List<TableName> read) {
    translation = Optional.of(accepted);
    relations = List.copyOf(read);
  }

  /** The relations that it reads. */
  List<TableName> relations() {
    return relations;
  }

  /** The translation that the guard let through last. */
  Optional<Translation> translation() {
    return translation;
  }

  /** Where the translation is from. */
  String source() {
    return source;
  }

  String generator() {
    return generator;
  }

  void generatedBy(String name) {
    generator = name;
  }

  void understood(String sentence, double probability, List<Assumption> assumed) {
    interpretation = sentence;
    confidence = probability;
    assumptions.clear();
    assumptions.addAll(assumed);
  }

  void runs(String text) {
    emitted = text;
    sql = exposesSql ? Optional.of(text) : Optional.empty();
  }

  void reads(
      List<Answer.UsedTable> used,
      Optional<String> served,
      Answer.ResultKind kind,
      boolean aggregatesRates) {
    tables = used;
    servedTable = served;
    resultKind = kind;
    nonAdditive = aggregatesRates;
  }

  void fetched(List<String> labels, long count, boolean cut) {
    columns = labels;
    rowCount = count;
    truncated = cut;
    fetchedAt = readAt.orElseGet(Instant::now);
  }

  /** The rows were read earlier. */
  void readAt(Instant earlier) {
    readAt = Optional.of(earlier);
  }

  void say(Notice notice) {
    if (!notices.contains(notice)) {
      notices.add(notice);
    }
  }

  Answer toAnswer(Outcome outcome) {
    List<Notice> said = new ArrayList<>(notices);
    assumptions.forEach(a -> said.add(new Notice(Condition.ASSUMPTION, a.text())));
    said.sort(Comparator.comparingInt(n -> IMPORTANCE.indexOf(n.condition())));
    return new Answer(
        question,
        outcome,
        source,
        generator,
        sql,
        columns,
        rowCount,
        truncated,
        truncated || rowCount < 0 ? OptionalLong.empty() : OptionalLong.of(rowCount),
        fetchedAt,
        assumptions,
        interpretation,
        tables,
        servedTable,
        resultKind,
        said.stream().anyMatch(n -> n.condition() == Condition.NO_ROWS),
        nonAdditive,
        false,
        confidence,
        attempts,
        trace.timings(),
        calls().stream().mapToLong(ModelCall::tokens).sum(),
        trace.id(),
        said);
  }
}
