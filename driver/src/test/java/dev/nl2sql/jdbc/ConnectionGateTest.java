package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls share the gate, a question has it alone, and nobody waits for themselves. */
@Timeout(60)
class ConnectionGateTest {
  private final ConnectionGate gate = new ConnectionGate();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Whose call is under way. */
  enum Caller {
    FIRST {
      @Override
      void enter(ConnectionGate gate) {
        gate.enter();
      }
    },
    BESIDE_ANOTHER {
      @Override
      void enter(ConnectionGate gate) throws InterruptedException {
        Thread other = new Thread(gate::enter);
        other.start();
        other.join();
        gate.enter();
      }
    },
    BESIDE_ANOTHER_THAT_LEFT {
      @Override
      void enter(ConnectionGate gate) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread other =
            new Thread(
                () -> {
                  gate.enter();
                  inside.countDown();
                  try {
                    over.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  gate.leave();
                });
        other.start();
        inside.await();
        gate.enter();
        over.countDown();
        other.join();
      }
    };

    /** Begins the call, on this thread. */
    abstract void enter(ConnectionGate gate) throws InterruptedException;
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(
      value = Caller.class,
      names = {"FIRST", "BESIDE_ANOTHER_THAT_LEFT"})
  void aQuestionWaitsForACallUnderWay(Caller caller) throws Exception {
    caller.enter(gate);
    AtomicBoolean over = new AtomicBoolean();

    Future<Boolean> question =
        threads.submit(
            () -> {
              gate.enterAlone(new Cancellation());
              boolean alone = over.get();
              gate.leaveAlone();
              return alone;
            });
    Thread.sleep(60);
    assertThat(question.isDone()).isFalse();
    over.set(true);
    gate.leave();

    assertThat(question.get()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Caller.class)
  void aCallWithinACallWaitsForNoQuestion(Caller caller) throws Exception {
    caller.enter(gate);
    Cancellation cancellation = new Cancellation();
    Future<?> question =
        threads.submit(
            () -> {
              gate.enterAlone(cancellation);
              gate.leaveAlone();
              return null;
            });
    Thread.sleep(60);

    for (int depth = 0; depth < 3; depth++) {
      gate.enter();
    }
    for (int depth = 0; depth < 3; depth++) {
      gate.leave();
    }
    assertThat(question.isDone()).isFalse();

    cancellation.fire(Condition.CANCELLED);
    assertThatThrownBy(question::get).hasCauseInstanceOf(CancellationException.class);
    gate.leave();
  }

  @ParameterizedTest
  @EnumSource(Caller.class)
  void aQuestionFromWithinACallIsRefusedAtOnce(Caller caller) throws Exception {
    caller.enter(gate);

    assertThatThrownBy(() -> gate.enterAlone(new Cancellation()))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("from within a call");

    gate.leave();
  }

  @Test
  void callsShareTheGate() throws Exception {
    int many = 5;
    CountDownLatch inside = new CountDownLatch(many);
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      calls.add(
          threads.submit(
              () -> {
                gate.enter();
                inside.countDown();
                inside.await();
                gate.leave();
                return null;
              }));
    }
    for (Future<?> call : calls) {
      call.get();
    }

    gate.enterAlone(new Cancellation());
    gate.leaveAlone();
  }

  @Test
  void aCallWaitsWhileAQuestionIsInItsPhase() throws Exception {
    gate.enterAlone(new Cancellation());
    Future<?> call =
        threads.submit(
            () -> {
              gate.enter();
              gate.leave();
            });
    Thread.sleep(60);
    assertThat(call.isDone()).isFalse();

    // The question's own thread may call.
    gate.enter();
    gate.leave();
    gate.leaveAlone();

    call.get();
  }

  @Test
  void anInterruptedQuestionWaitsNoLonger() throws Exception {
    gate.enter();
    Cancellation cancellation = new Cancellation();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread question =
        new Thread(
            () -> {
              try {
                gate.enterAlone(cancellation);
              } catch (CancellationException e) {
                interrupted.set(Thread.currentThread().isInterrupted());
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    question.start();
    Thread.sleep(30);
    question.interrupt();
    question.join();

    assertThat(interrupted).isTrue();
    assertThat(cancellation.reason()).isEqualTo(Condition.CANCELLED);
    gate.leave();
    gate.enterAlone(new Cancellation());
    gate.leaveAlone();
  }

  @Test
  void nobodyIsInsideWithAQuestion() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger questions = new AtomicInteger();
    AtomicInteger met = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      SplittableRandom random = new SplittableRandom(i);
      boolean asks = i < 2;
      all.add(
          threads.submit(
              () -> {
                while (System.nanoTime() < end) {
                  if (asks) {
                    gate.enterAlone(new Cancellation());
                    met.addAndGet(questions.getAndIncrement() + calls.get());
                    pause(random);
                    met.addAndGet(calls.get());
                    questions.decrementAndGet();
                    gate.leaveAlone();
                    asked.incrementAndGet();
                  } else {
                    call(random, calls, questions, met, random.nextInt(3));
                  }
                  pause(random);
                }
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }

    assertThat(met).hasValue(0);
    assertThat(asked.get()).isPositive();
    gate.enterAlone(new Cancellation());
    gate.leaveAlone();
  }

  private void call(
      SplittableRandom random,
      AtomicInteger calls,
      AtomicInteger questions,
      AtomicInteger met,
      int deeper) {
    gate.enter();
    calls.incrementAndGet();
    met.addAndGet(questions.get());
    pause(random);
    if (deeper > 0) {
      call(random, calls, questions, met, deeper - 1);
    }
    met.addAndGet(questions.get());
    calls.decrementAndGet();
    gate.leave();
  }

  private static void pause(SplittableRandom random) {
    for (int i = random.nextInt(200); i > 0; i--) {
      Thread.onSpinWait();
    }
  }
}
