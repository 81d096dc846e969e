package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.pipeline.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EngineRegistryTest {
  private static final Cancellation NEVER = new Cancellation();

  private final ManualDelay delay = new ManualDelay();
  private final List<ScriptedEngine> opened = new ArrayList<>();
  private final EngineRegistry registry =
      new EngineRegistry(
          settings -> {
            ScriptedEngine engine = new ScriptedEngine();
            opened.add(engine);
            return engine;
          },
          Duration.ofMinutes(10),
          delay);

  @Test
  void opensAtTheFirstQuestionOnly() {
    EngineRegistry.Lease lease = registry.lease(key("a", "u"));
    lease.refreshIfOpen();
    assertThat(opened).isEmpty();
    lease.release();
    assertThat(delay.waiting).isEmpty();
  }

  @Test
  void equalConnectionsShareOneEngine() {
    EngineRegistry.Lease first = registry.lease(key("a", "u"));
    EngineRegistry.Lease second = registry.lease(key("a", "u"));
    assertThat(first.engine(NEVER)).isSameAs(second.engine(NEVER));
    assertThat(registry.lease(key("b", "u")).engine(NEVER)).isNotSameAs(first.engine(NEVER));
    assertThat(registry.lease(key("a", "v")).engine(NEVER)).isNotSameAs(first.engine(NEVER));
    Settings other = Settings.defaults().with(Setting.CLARIFY, "fail");
    assertThat(registry.lease(new EngineRegistry.Key("a", "u", other)).engine(NEVER))
        .isNotSameAs(first.engine(NEVER));
    assertThat(opened).hasSize(4);
  }

  @Test
  void closesSomeTimeAfterTheLastConnection() {
    EngineRegistry.Lease first = registry.lease(key("a", "u"));
    EngineRegistry.Lease second = registry.lease(key("a", "u"));
    first.engine(NEVER);
    first.release();
    first.release();
    assertThat(delay.waiting).isEmpty();
    second.release();
    assertThat(delay.times).containsExactly(Duration.ofMinutes(10));
    assertThat(opened.get(0).closed).isFalse();
    delay.runAll();
    assertThat(opened.get(0).closed).isTrue();
    assertThat(registry.lease(key("a", "u")).engine(NEVER)).isNotSameAs(opened.get(0));
  }

  @Test
  void aConnectionInTimeKeepsTheEngine() {
    EngineRegistry.Lease first = registry.lease(key("a", "u"));
    first.engine(NEVER);
    first.release();
    EngineRegistry.Lease second = registry.lease(key("a", "u"));
    assertThat(delay.waiting).isEmpty();
    delay.runAll();
    assertThat(second.engine(NEVER)).isSameAs(opened.get(0));
    assertThat(opened.get(0).closed).isFalse();
  }

  @Test
  void closesAllAtOnce() {
    EngineRegistry.Lease held = registry.lease(key("a", "u"));
    held.engine(NEVER);
    EngineRegistry.Lease given = registry.lease(key("b", "u"));
    given.engine(NEVER);
    given.release();
    registry.closeAll();
    assertThat(opened).allMatch(e -> e.closed);
    assertThat(held.engine(NEVER)).isSameAs(opened.get(2));
  }

  @Test
  void aFaultyEngineIsTriedAgain() {
    List<Integer> tries = new ArrayList<>();
    EngineRegistry faulty =
        new EngineRegistry(
            s -> {
              tries.add(1);
              throw new ConfigurationException("bad glossary");
            },
            Duration.ZERO,
            delay);
    EngineRegistry.Lease lease = faulty.lease(key("a", "u"));
    assertThatThrownBy(() -> lease.engine(NEVER)).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> lease.engine(NEVER)).isInstanceOf(ConfigurationException.class);
    assertThat(tries).hasSize(2);
  }

  @Test
  void nothingWaitsForAnEngineThatOpensBesidesItsOwnQuestions() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    CountDownLatch loaded = new CountDownLatch(1);
    EngineRegistry slow =
        new EngineRegistry(
            s -> {
              opening.countDown();
              awaitQuietly(loaded);
              opened.add(new ScriptedEngine());
              return opened.get(0);
            },
            Duration.ZERO,
            delay);
    EngineRegistry.Lease lease = slow.lease(key("a", "u"));
    CompletableFuture<Engine> first = CompletableFuture.supplyAsync(() -> lease.engine(NEVER));
    opening.await();

    Cancellation cancellation = new Cancellation();
    CompletableFuture<Engine> second =
        CompletableFuture.supplyAsync(() -> slow.lease(key("a", "u")).engine(cancellation));
    cancellation.fire(Condition.CANCELLED);
    assertThat(second).failsWithin(Duration.ofSeconds(10));
    slow.lease(key("a", "u")).release();
    lease.refreshIfOpen();
    slow.closeAll();
    assertThat(first).isNotDone();

    loaded.countDown();
    assertThat(first).succeedsWithin(Duration.ofSeconds(10));
    assertThat(opened).hasSize(1).allMatch(e -> e.closed);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static EngineRegistry.Key key(String url, String user) {
    return new EngineRegistry.Key(url, user, Settings.defaults());
  }

  /** Time that passes when the test says so. */
  private static final class ManualDelay implements Delay {
    final List<Runnable> waiting = new ArrayList<>();
    final List<Duration> times = new ArrayList<>();

    @Override
    public Scheduled after(Duration time, Runnable action) {
      waiting.add(action);
      times.add(time);
      return () -> waiting.remove(action);
    }

    @Override
    public void stop() {
      waiting.clear();
    }

    void runAll() {
      List.copyOf(waiting).forEach(Runnable::run);
      waiting.clear();
    }
  }
}
