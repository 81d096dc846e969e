package dev.nl2sql.pipeline;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.OptionalInt;

/**
 * Where in a statement a database found an error, as a number of its driver's own: PostgreSQL's
 * exceptions have it. It is never read out of a message, in which any stored text may stand.
 */
final class ErrorPosition {
  private static final String DETAILS = "getServerErrorMessage";
  private static final String POSITION = "getPosition";

  private ErrorPosition() {}

  /** Counted from 1. */
  static OptionalInt of(SQLException thrown) {
    try {
      Object details = call(thrown, DETAILS);
      return details != null && call(details, POSITION) instanceof Integer place && place > 0
          ? OptionalInt.of(place)
          : OptionalInt.empty();
    } catch (ReflectiveOperationException | RuntimeException notThisDriver) {
      return OptionalInt.empty();
    }
  }

  private static Object call(Object target, String name) throws ReflectiveOperationException {
    Method method = target.getClass().getMethod(name);
    return method.invoke(target);
  }
}
