package dev.nl2sql.generate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.generate.ModelCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a fault is tried again, and how long is waited before; no test waits in truth. */
class RetriesTest {
  private static final Duration BASE = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final Duration JITTER = Duration.ofMillis(100);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private static RetryPolicy policy(int retries, Duration jitter) {
    return new RetryPolicy(retries, BASE, LONGEST, jitter);
  }

  private static ModelFault busy(Optional<Duration> retryAfter) {
    return ModelFault.passing("status 429", "it answered with status 429", retryAfter);
  }

  private static ModelFault busy() {
    return busy(Optional.empty());
  }

  @Test
  void waitsDoubleUpToTheLongest() {
    RetryPolicy policy = policy(60, Duration.ZERO);
    List<Long> waits =
        Stream.iterate(1, i -> i + 1)
            .limit(6)
            .map(i -> policy.waitAfter(busy(), i, HOUR).orElseThrow().toMillis())
            .toList();
    assertThat(waits).containsExactly(200L, 400L, 800L, 1_600L, 2_000L, 2_000L);
    assertThat(policy.waitAfter(busy(), 60, HOUR)).contains(LONGEST);
  }

  /** No two askers of a hundred come back at the same moment, and all of the range is used. */
  @ParameterizedTest
  @ValueSource(longs = {0, 5_000})
  void jitterSpreadsThoseWhoWereSentAwayTogether(long retryAfterMillis) {
    Duration asked = Duration.ofMillis(retryAfterMillis);
    Duration least = asked.isZero() ? BASE : asked;
    List<Duration> waits =
        Stream.generate(
                () -> policy(2, JITTER).waitAfter(busy(Optional.of(asked)), 1, HOUR).orElseThrow())
            .limit(1_000)
            .toList();
    assertThat(waits).allSatisfy(w -> assertThat(w).isBetween(least, least.plus(JITTER)));
    assertThat(Set.copyOf(waits)).hasSizeGreaterThan(900);
    for (int tenth = 0; tenth < 10; tenth++) {
      Duration from = least.plus(JITTER.multipliedBy(tenth).dividedBy(10));
      Duration to = least.plus(JITTER.multipliedBy(tenth + 1L).dividedBy(10));
      assertThat(waits.stream().filter(w -> w.compareTo(from) >= 0 && w.compareTo(to) <= 0).count())
          .as("waits from %s to %s", from, to)
          .isBetween(40L, 200L);
    }
  }

  /** Seconds, a date before and after now, and what says nothing. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "0, 0",
        "7, 7",
        "' 7 ', 7",
        "120, 120",
        "2147483647, 2147483647",
        "2147483648, none",
        "99999999999999999999, none",
        "-1, none",
        "1.5, none",
        "soon, none",
        "'', none",
        "'Mon, 30 Nov 2026 12:00:09 GMT', 9",
        "'Mon, 30 Nov 2026 11:00:00 GMT', 0",
        "'Wed, 01 Jan 2121 00:00:00 GMT', 2969092800",
        "'Mon, 31 Feb 2026 12:00:09 GMT', none",
        "2026-11-30T12:00:09Z, none",
        "'7, 9', none"
      })
  void retryAfterIsReadAsItIsMeant(String header, Long seconds) {
    assertThat(RetryAfter.read(Optional.of(header), NOW).map(Duration::toSeconds))
        .isEqualTo(Optional.ofNullable(seconds));
  }

  @ParameterizedTest
  @CsvSource({"0, 200", "100, 200", "1000, 1000", "3000, 3000"})
  void retryAfterIsWaitedForIfItIsLongerThanOurOwn(long asked, long waited) {
    assertThat(
            policy(2, Duration.ZERO)
                .waitAfter(busy(Optional.of(Duration.ofMillis(asked))), 1, HOUR))
        .contains(Duration.ofMillis(waited));
  }

  @ParameterizedTest
  @CsvSource({"1000, 1000", "1000, 999", "120000, 20000", "0, 200", "0, 0"})
  void whatDoesNotFitTheTimeLeftIsNotWaitedFor(long asked, long left) {
    assertThat(
            policy(2, JITTER)
                .waitAfter(busy(Optional.of(Duration.ofMillis(asked))), 1, Duration.ofMillis(left)))
        .isEmpty();
  }

  /** All waits of a question together, whatever the provider asks for, end before its budget. */
  @Test
  void waitsNeverExceedTheBudget() {
    Random random = new Random(20261130);
    for (int run = 0; run < 2_000; run++) {
      Duration budget = Duration.ofMillis(random.nextInt(20_000));
      Duration left = budget;
      RetryPolicy policy = policy(random.nextInt(10), Duration.ofMillis(random.nextInt(3_000)));
      int tries = 1;
      Optional<Duration> wait = Optional.of(Duration.ZERO);
      while (wait.isPresent()) {
        left = left.minus(wait.get());
        assertThat(left).as("run %d, budget %s", run, budget).isGreaterThanOrEqualTo(Duration.ZERO);
        Optional<Duration> asked =
            random.nextBoolean()
                ? Optional.of(Duration.ofMillis(random.nextInt(10_000)))
                : Optional.empty();
        wait = policy.waitAfter(busy(asked), tries++, left);
      }
      assertThat(tries).isLessThanOrEqualTo(policy.retries() + 2);
    }
  }

  /** A clock of the day that jumps changes what a date means, and no budget. */
  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-11-30T11:59:00Z", "2100-01-01T00:00:00Z"})
  void aClockThatJumpsNeverLengthensAQuestion(String now) {
    Optional<Duration> asked =
        RetryAfter.read(Optional.of("Mon, 30 Nov 2026 12:00:09 GMT"), Instant.parse(now));
    Duration left = Duration.ofSeconds(5);
    policy(2, JITTER)
        .waitAfter(busy(asked), 1, left)
        .ifPresent(wait -> assertThat(wait).isLessThan(left));
  }

  /** A model that fails so often, then answers, and what was waited for it. */
  private static final class Failing implements ChatModel {
    private final ModelFault fault;
    private final int failures;
    private int asked;

    Failing(ModelFault fault, int failures) {
      this.fault = fault;
      this.failures = failures;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      if (++asked <= failures) {
        throw fault;
      }
      return ChatResponse.builder().aiMessage(AiMessage.from("answered")).build();
    }
  }

  private final List<Duration> waited = new ArrayList<>();
  private final List<ModelCall> calls = new ArrayList<>();

  private LangChainPort port(ChatModel model, int retries) {
    return new LangChainPort(
        new LangChainPort.ModelPlace("test", "m", ""),
        model,
        Optional.empty(),
        new Retries(policy(retries, Duration.ZERO), (time, cancellation) -> waited.add(time)),
        HOUR,
        new Workers(),
        Faults::of);
  }

  private String sent(ChatModel model, int retries, Cancellation cancellation) {
    ChatTask task = new ChatTask("generate", "instructions", "data", Optional.empty(), Set.of());
    try (LangChainPort port = port(model, retries)) {
      return port.send(task, calls::add, cancellation);
    }
  }

  @Test
  void aFaultThatPassesIsWaitedForAndEachTryIsCounted() {
    Failing model = new Failing(busy(), 3);
    assertThat(sent(model, 5, Cancellation.within(HOUR))).isEqualTo("answered");
    assertThat(waited).containsExactly(BASE, BASE.multipliedBy(2), BASE.multipliedBy(4));
    assertThat(calls)
        .extracting(ModelCall::ending)
        .containsExactly("status 429", "status 429", "status 429", "answered");
  }

  @Test
  void nothingIsTriedOftenerThanAllowed() {
    Failing model = new Failing(busy(), 100);
    assertThatThrownBy(() -> sent(model, 2, Cancellation.within(HOUR)))
        .isInstanceOf(ModelFailedException.class)
        .hasMessageContaining("status 429");
    assertThat(model.asked).isEqualTo(3);
    assertThat(waited).containsExactly(BASE, BASE.multipliedBy(2));
  }

  @Test
  void aFaultThatLastsIsNotTriedAgain() {
    Failing model = new Failing(ModelFault.lasting("status 401", "it answered with 401"), 100);
    assertThatThrownBy(() -> sent(model, 5, Cancellation.within(HOUR)))
        .isInstanceOf(ModelFailedException.class);
    assertThat(model.asked).isEqualTo(1);
    assertThat(waited).isEmpty();
  }

  @Test
  void whatTheProviderAsksForIsToldWhereItDoesNotFit() {
    Failing model = new Failing(busy(Optional.of(Duration.ofSeconds(120))), 100);
    assertThatThrownBy(() -> sent(model, 5, Cancellation.within(Duration.ofSeconds(60))))
        .isInstanceOf(ModelFailedException.class)
        .hasMessageContaining("tried again in 120 s");
    assertThat(model.asked).isEqualTo(1);
    assertThat(waited).isEmpty();
  }

  /** Whoever cancels while a fault comes in has cancelled, and is not told of the fault. */
  @Test
  void aCancelThatMeetsAFaultIsACancel() {
    Cancellation cancellation = new Cancellation();
    Retries retries = new Retries(policy(0, JITTER), (time, c) -> waited.add(time));
    cancellation.fire(Condition.CANCELLED);
    assertThatThrownBy(() -> retries.waitAfter(busy(), 1, cancellation))
        .isInstanceOf(CancellationException.class);
    assertThat(waited).isEmpty();
  }
}
