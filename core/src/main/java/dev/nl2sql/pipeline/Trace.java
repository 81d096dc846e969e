package dev.nl2sql.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names one question and measures its stages. Used by the one thread that answers the question. */
public final class Trace {
  private static final Logger LOG = LoggerFactory.getLogger(Trace.class);

  private final String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final Map<String, Duration> timings = new LinkedHashMap<>();

  public String id() {
    return id;
  }

  /** Time spent per stage so far, in order; a stage run twice counts once with the sum. */
  public Map<String, Duration> timings() {
    return Collections.unmodifiableMap(timings);
  }

  /** Runs a stage and measures it, also when it ends by an exception. */
  public <T> T stage(String name, Callable<T> work) throws Exception {
    long start = System.nanoTime();
    try {
      return work.call();
    } finally {
      Duration spent = Duration.ofNanos(System.nanoTime() - start);
      timings.merge(name, spent, Duration::plus);
      LOG.debug("[{}] {} took {} us", id, name, spent.toNanos() / 1_000);
    }
  }
}
