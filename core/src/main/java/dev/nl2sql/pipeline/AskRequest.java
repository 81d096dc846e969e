package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Question;
import dev.nl2sql.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One question with everything its caller set.
 *
 * @param question the question
 * @param mode what to do with it
 * @param settings the settings in force, those of the session included
 * @param clarify what to do about several readings; never {@code auto}
 * @param binds values bound to the question, in order
 * @param callerMaxRows the caller's own {@code setMaxRows}, if any
 * @param callerTimeout the caller's own query timeout, if any; translation and execution together
 * @param cancellation fires when the caller gives up
 * @param narration receives the pieces of a narration as they come, if anybody listens
 */
public record AskRequest(
    Question question,
    Mode mode,
    Settings settings,
    ClarifyMode clarify,
    List<Optional<Object>> binds,
    OptionalLong callerMaxRows,
    Optional<Duration> callerTimeout,
    Cancellation cancellation,
    Optional<Consumer<String>> narration) {

  /** A question whose narration nobody follows. */
  public AskRequest(
      Question question,
      Mode mode,
      Settings settings,
      ClarifyMode clarify,
      List<Optional<Object>> binds,
      OptionalLong callerMaxRows,
      Optional<Duration> callerTimeout,
      Cancellation cancellation) {
    this(
        question,
        mode,
        settings,
        clarify,
        binds,
        callerMaxRows,
        callerTimeout,
        cancellation,
        Optional.empty());
  }

  /** What to do with the question. */
  public enum Mode {
    RUN,
    EXPLAIN,
    NARRATE
  }

  /** What to do about several readings. */
  public enum ClarifyMode {
    ASK,
    FAIL,
    ASSUME,
    OFF
  }

  public AskRequest {
    Objects.requireNonNull(question);
    Objects.requireNonNull(mode);
    Objects.requireNonNull(settings);
    Objects.requireNonNull(clarify);
    binds = List.copyOf(binds);
    Objects.requireNonNull(callerMaxRows);
    Objects.requireNonNull(callerTimeout);
    Objects.requireNonNull(cancellation);
    Objects.requireNonNull(narration);
  }
}
