package dev.nl2sql.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The threads that a test found running, and those that came since. */
final class ModelThreads {
  private static final long PATIENCE_SECONDS = 20;

  private final Predicate<Thread> counted;
  private final Set<Thread> before;

  private ModelThreads(Predicate<Thread> counted) {
    this.counted = counted;
    this.before = running();
  }

  /** The threads of calls and of the HTTP client; engines of other tests may still have some. */
  static ModelThreads ofCalls() {
    return new ModelThreads(
        t -> t.getName().startsWith("nl2sql-model") || t.getName().startsWith("HttpClient-"));
  }

  /** Every thread of the process that is not of the model's end of the socket, or of the JDK's. */
  static ModelThreads ofAll() {
    return new ModelThreads(
        t ->
            !t.getName().startsWith("model-server")
                && List.of("system", "InnocuousThreadGroup").stream()
                    .noneMatch(
                        g -> t.getThreadGroup() == null || t.getThreadGroup().getName().equals(g)));
  }

  private Set<Thread> running() {
    Set<Thread> running = new HashSet<>(Thread.getAllStackTraces().keySet());
    running.removeIf(counted.negate());
    return running;
  }

  /** Those that were not there before, once what can end has ended. */
  Set<Thread> left() throws InterruptedException {
    return left("");
  }

  /** The same of those whose names begin so. */
  Set<Thread> left(String prefix) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Set<Thread> left = since(prefix);
    while (!left.isEmpty() && System.nanoTime() < end) {
      // On Java 17 the client's selector thread ends when the collector has seen that nobody holds
      // it.
      System.gc();
      Thread.sleep(50);
      left = since(prefix);
    }
    return left;
  }

  private Set<Thread> since(String prefix) {
    Set<Thread> since = running();
    since.removeAll(before);
    since.removeIf(t -> !t.getName().startsWith(prefix));
    return since;
  }
}
