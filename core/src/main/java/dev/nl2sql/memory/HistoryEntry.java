package dev.nl2sql.memory;

import dev.nl2sql.Choice;
import dev.nl2sql.generate.ModelCall;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One question of the past. Holds neither rows nor bound values.
 *
 * @param id names it; the trace id of its answer
 * @param owner whose it is
 * @param at when it was asked
 * @param question its text
 * @param choices the readings chosen
 * @param outcome how it ended, in words
 * @param state SQLState of its end, empty if it was answered
 * @param sql the statement that ran, empty if none did or it is hidden
 * @param written the statement as it was before the guard put policies into it: what a later
 *     question starts from
 * @param parameters for each question mark of it the bind it stands for
 * @param asOf the day that was today for the question
 * @param rows rows shown, -1 if unknown
 * @param millis time from question to answer
 * @param tokens tokens of a model
 * @param generator who wrote the statement
 * @param timings time a stage
 * @param sent what left the process
 */
public record HistoryEntry(
    String id,
    Owner owner,
    Instant at,
    String question,
    List<Choice> choices,
    String outcome,
    String state,
    Optional<String> sql,
    Optional<String> written,
    List<Integer> parameters,
    Optional<LocalDate> asOf,
    long rows,
    long millis,
    long tokens,
    String generator,
    String timings,
    List<ModelCall> sent) {
  public HistoryEntry {
    Objects.requireNonNull(id);
    Objects.requireNonNull(owner);
    Objects.requireNonNull(at);
    Objects.requireNonNull(question);
    choices = List.copyOf(choices);
    Objects.requireNonNull(outcome);
    Objects.requireNonNull(state);
    Objects.requireNonNull(sql);
    Objects.requireNonNull(written);
    parameters = List.copyOf(parameters);
    Objects.requireNonNull(asOf);
    Objects.requireNonNull(generator);
    Objects.requireNonNull(timings);
    sent = List.copyOf(sent);
  }

  /** The same with what left the process. */
  HistoryEntry with(List<ModelCall> all) {
    return new HistoryEntry(
        id,
        owner,
        at,
        question,
        choices,
        outcome,
        state,
        sql,
        written,
        parameters,
        asOf,
        rows,
        millis,
        tokens,
        generator,
        timings,
        all);
  }

  /** Tells damage: it changes with everything that is kept, what left the process included. */
  String digest() {
    Stream<Object> own =
        Stream.of(
            id,
            owner.source(),
            owner.user(),
            at.toEpochMilli(),
            question,
            QuestionKey.choices(choices),
            outcome,
            state,
            sql.orElse(""),
            written.orElse(""),
            parameters,
            asOf.map(LocalDate::toString).orElse(""),
            rows,
            millis,
            tokens,
            generator,
            timings);
    Stream<Object> calls = sent.stream().flatMap(HistoryEntry::kept);
    return Owner.digest(
        Stream.concat(own, calls).map(String::valueOf).collect(Collectors.joining("\n")));
  }

  private static Stream<Object> kept(ModelCall call) {
    return Stream.of(
        call.at().toEpochMilli(),
        call.task(),
        call.provider(),
        call.model(),
        call.host(),
        call.contents().stream().map(Enum::name).sorted().collect(Collectors.joining(",")),
        call.bytesSent(),
        call.tokensIn(),
        call.tokensOut(),
        call.duration().toMillis(),
        call.ending());
  }
}
