package dev.nl2sql.execute;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A result set that ends its transaction when it is closed; everything else is the real one's. */
final class StreamedRows implements InvocationHandler {
  private final ResultSet real;
  private final Ending ending;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean left = true;

  /** What ends with the rows. */
  @FunctionalInterface
  interface Ending {
    /**
     * @param early whether rows were left unread
     */
    void end(boolean early) throws SQLException;
  }

  private StreamedRows(ResultSet real, Ending ending) {
    this.real = real;
    this.ending = ending;
  }

  static ResultSet of(ResultSet real, Ending ending) {
    return (ResultSet)
        Proxy.newProxyInstance(
            StreamedRows.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            new StreamedRows(real, ending));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "close" -> {
        if (!closed.getAndSet(true)) {
          ending.end(left);
        }
        return null;
      }
      case "isClosed" -> {
        return closed.get();
      }
      case "next" -> {
        boolean more = (boolean) passedOn(method, arguments);
        left = more;
        return more;
      }
      // The statement is the pool's and ends with these rows.
      case "getStatement" -> {
        return null;
      }
      case "equals" -> {
        return proxy == arguments[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      default -> {
        return passedOn(method, arguments);
      }
    }
  }

  private Object passedOn(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
