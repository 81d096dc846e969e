package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineRegistryTest {
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
    assertThat(first.engine()).isSameAs(second.engine());
    assertThat(registry.lease(key("b", "u")).engine()).isNotSameAs(first.engine());
    assertThat(registry.lease(key("a", "v")).engine()).isNotSameAs(first.engine());
    Settings other = Settings.defaults().with(Setting.CLARIFY, "fail");
    assertThat(registry.lease(new EngineRegistry.Key("a", "u", other)).engine())
        .isNotSameAs(first.engine());
    assertThat(opened).hasSize(4);
  }

  @Test
  void closesSomeTimeAfterTheLastConnection() {
    EngineRegistry.Lease first = registry.lease(key("a", "u"));
    EngineRegistry.Lease second = registry.lease(key("a", "u"));
    first.engine();
    first.release();
    first.release();
    assertThat(delay.waiting).isEmpty();
    second.release();
    assertThat(delay.times).containsExactly(Duration.ofMinutes(10));
    assertThat(opened.get(0).closed).isFalse();
    delay.runAll();
    assertThat(opened.get(0).closed).isTrue();
    assertThat(registry.lease(key("a", "u")).engine()).isNotSameAs(opened.get(0));
  }

  @Test
  void aConnectionInTimeKeepsTheEngine() {
    EngineRegistry.Lease first = registry.lease(key("a", "u"));
    first.engine();
    first.release();
    EngineRegistry.Lease second = registry.lease(key("a", "u"));
    assertThat(delay.waiting).isEmpty();
    delay.runAll();
    assertThat(second.engine()).isSameAs(opened.get(0));
    assertThat(opened.get(0).closed).isFalse();
  }

  @Test
  void closesAllAtOnce() {
    EngineRegistry.Lease held = registry.lease(key("a", "u"));
    held.engine();
    EngineRegistry.Lease given = registry.lease(key("b", "u"));
    given.engine();
    given.release();
    registry.closeAll();
    assertThat(opened).allMatch(e -> e.closed);
    assertThat(held.engine()).isSameAs(opened.get(2));
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
    assertThatThrownBy(lease::engine).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(lease::engine).isInstanceOf(ConfigurationException.class);
    assertThat(tries).hasSize(2);
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
