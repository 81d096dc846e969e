package dev.nl2sql.eval.soak;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Stands between the driver and the real one, and counts what the driver opens there and what of it
 * is still open when a connection is given back. Thread-safe.
 */
final class CountingDataSource {
  private final String url;
  private final BooleanSupplier inGoodOrder;
  private final AtomicInteger openConnections = new AtomicInteger();
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong leftOpen = new AtomicLong();
  private final Queue<String> origins = new ConcurrentLinkedQueue<>();

  /**
   * @param url JDBC URL of the real driver
   * @param inGoodOrder whether whoever closes a connection just now has closed its statements
   */
  CountingDataSource(String url, BooleanSupplier inGoodOrder) {
    this.url = url;
    this.inGoodOrder = inGoodOrder;
  }

  /** Physical connections that are open. */
  int openConnections() {
    return openConnections.get();
  }

  /** Physical statements made. */
  long statements() {
    return statements.get();
  }

  /** Physical statements that were still open when their connection was closed in good order. */
  long leftOpen() {
    return leftOpen.get();
  }

  /** Where the statements that were left open had been made. */
  List<String> originsOfLeftOpen() {
    return List.copyOf(origins);
  }

  DataSource dataSource() {
    return view(
        DataSource.class,
        (proxy, method, arguments) ->
            method.getName().equals("getConnection")
                ? counted(DriverManager.getConnection(url))
                : Set.of("hashCode", "equals", "toString").contains(method.getName())
                    ? onObject(this, method.getName(), proxy, arguments)
                    : null);
  }

  private Connection counted(Connection real) {
    openConnections.incrementAndGet();
    Map<Statement, Throwable> made = new ConcurrentHashMap<>();
    AtomicBoolean closed = new AtomicBoolean();
    return view(
        Connection.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("close") || method.getName().equals("abort")) {
            ended(made, closed);
          }
          Object result = invoke(() -> method.invoke(real, arguments));
          if (result instanceof Statement statement) {
            statements.incrementAndGet();
            made.keySet().removeIf(CountingDataSource::isClosed);
            made.put(statement, new Throwable("made here"));
          }
          return result;
        });
  }

  private void ended(Map<Statement, Throwable> made, AtomicBoolean closed) {
    if (closed.compareAndSet(false, true)) {
      openConnections.decrementAndGet();
      if (inGoodOrder.getAsBoolean()) {
        made.forEach(
            (statement, origin) -> {
              if (!isClosed(statement)) {
                leftOpen.incrementAndGet();
                origins.add(List.of(origin.getStackTrace()).toString());
              }
            });
      }
    }
  }

  private static boolean isClosed(Statement statement) {
    try {
      return statement.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  private static Object onObject(Object self, String method, Object proxy, Object[] arguments) {
    return switch (method) {
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == arguments[0];
      default -> self.toString();
    };
  }

  private interface Call {
    Object run() throws Exception;
  }

  private static Object invoke(Call call) throws Throwable {
    try {
      return call.run();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T view(Class<T> type, InvocationHandler handler) {
    Class<?>[] types = {type};
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, handler));
  }
}
