package dev.nl2sql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.guard.UncheckedSql;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that come after whoever asked for them has given up are closed by who brings them. */
class LateRowsTest {
  private static final GuardedSql SQL = UncheckedSql.of("SELECT 1 AS one");
  private static final Duration SHORT = Duration.ofSeconds(3);
  private static final long WAIT_MILLIS = 10_000;

  private final CountDownLatch release = new CountDownLatch(1);
  private final Queue<Statement> executed = new ConcurrentLinkedQueue<>();
  private final String url = "jdbc:h2:mem:late" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  /** Why nobody waits any more. */
  private enum GivenUp {
    TIME_SPENT,
    CANCELLED
  }

  @ParameterizedTest
  @EnumSource
  void rowsThatComeLateAreClosedWithTheirStatement(GivenUp why) throws Exception {
    Sandbox sandbox = new Sandbox();
    try (Connection connection = slow(DriverManager.getConnection(url))) {
      boolean isCancelled = why == GivenUp.CANCELLED;
      SandboxLimits limits = limits(isCancelled ? Duration.ofMinutes(1) : SHORT);
      Cancellation asked = isCancelled ? cancelledOnceRunning() : new Cancellation();
      assertThatThrownBy(() -> sandbox.run(connection, SQL, List.of(), limits, asked))
          .isInstanceOf(ConnectionBrokenException.class);
      assertThat(executed).hasSize(1).noneMatch(LateRowsTest::isClosed);
      release.countDown();
      await(() -> executed.stream().allMatch(LateRowsTest::isClosed));
    } finally {
      sandbox.close();
    }
  }

  @Test
  void aLateConnectionGoesBackToThePoolOfSeparateCredentials() throws Exception {
    try (ReadOnlyPool pool =
        new ReadOnlyPool(url, "", "", (u, p) -> slow(DriverManager.getConnection(u, p)))) {
      assertThatThrownBy(() -> pool.run("H2", SQL, List.of(), limits(SHORT), new Cancellation()))
          .isInstanceOf(ConnectionBrokenException.class);
      release.countDown();
      await(() -> executed.stream().allMatch(LateRowsTest::isClosed));
      List<SandboxResult> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        // as many as there are connections, which no lost one leaves room for
        all.add(pool.run("H2", SQL, List.of(), limits(Duration.ofSeconds(20)), new Cancellation()));
      }
      for (SandboxResult result : all) {
        assertThat(result.rows().next()).isTrue();
        result.rows().close();
      }
    }
  }

  private static SandboxLimits limits(Duration time) {
    return new SandboxLimits(100, 64 << 20, time, false);
  }

  private Cancellation cancelledOnceRunning() {
    Cancellation cancellation = new Cancellation();
    Thread canceller =
        new Thread(
            () -> {
              try {
                await(() -> !executed.isEmpty());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              cancellation.fire(Condition.CANCELLED);
            });
    canceller.start();
    return cancellation;
  }

  /** A connection whose statements give their rows only when they are released. */
  private Connection slow(Connection real) {
    return view(
        Connection.class,
        (method, arguments) -> {
          Object made = invoke(real, method, arguments);
          return made instanceof PreparedStatement statement
              ? view(PreparedStatement.class, (m, a) -> statement(statement, m, a))
              : made;
        });
  }

  private Object statement(PreparedStatement real, Method method, Object[] arguments)
      throws Throwable {
    if (method.getName().equals("cancel")) {
      return null; // does not listen
    }
    Object result = invoke(real, method, arguments);
    if (method.getName().equals("executeQuery")) {
      executed.add(real);
      release.await();
    }
    return result;
  }

  private interface Handler {
    Object handle(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T view(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            LateRowsTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.handle(method, arguments)));
  }

  private static Object invoke(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static boolean isClosed(Statement statement) {
    try {
      return statement.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  private interface Fact {
    boolean holds();
  }

  private static void await(Fact fact) throws InterruptedException {
    long end = System.currentTimeMillis() + WAIT_MILLIS;
    while (!fact.holds() && System.currentTimeMillis() < end) {
      Thread.sleep(10);
    }
    assertThat(fact.holds()).isTrue();
  }
}
