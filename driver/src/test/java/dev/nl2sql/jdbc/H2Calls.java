package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.api.Trigger;

/** Java code that an H2 database calls; it counts how often. */
public final class H2Calls {
  private static final AtomicInteger CALLS = new AtomicInteger();

  private H2Calls() {}

  /** For CREATE ALIAS. */
  public static int h2Touch() {
    return CALLS.incrementAndGet();
  }

  static int count() {
    return CALLS.get();
  }

  static void forget() {
    CALLS.set(0);
  }

  /** For CREATE TRIGGER … BEFORE SELECT. */
  public static final class H2SelectTrigger implements Trigger {
    @Override
    public void fire(Connection connection, Object[] oldRow, Object[] newRow) {
      CALLS.incrementAndGet();
    }
  }
}
