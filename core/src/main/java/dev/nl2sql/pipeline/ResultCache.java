package dev.nl2sql.pipeline;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.catalog.SessionFacts;
import dev.nl2sql.execute.SandboxLimits;
import dev.nl2sql.execute.SandboxResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Rows of the recent past, kept only where the user wants it ({@code nl2sql.cache.results}). In
 * memory only, bounded. Thread-safe.
 */
final class ResultCache {
  private static final long MOST_CELLS = 2_000_000;
  private static final long MOST_CELLS_EACH = 100_000;

  private final Cache<Key, Kept> kept;

  /**
   * All that decides which rows come, as far as a session tells it.
   *
   * @param sql the guarded statement
   * @param binds its values
   */
  record Key(String sql, List<Optional<Object>> binds, SessionFacts session, SandboxLimits limits) {
    Key {
      binds = List.copyOf(binds);
    }
  }

  /** Rows and when they were read. */
  record Kept(SandboxResult rows, Instant readAt) {}

  /**
   * @param lifetime how long rows are kept; zero keeps none
   */
  ResultCache(Duration lifetime) {
    this.kept =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .expireAfterWrite(lifetime)
            .maximumWeight(lifetime.isZero() ? 0 : MOST_CELLS)
            .weigher((Key key, Kept value) -> (int) cells(value.rows()))
            .build();
  }

  private static long cells(SandboxResult rows) {
    return Math.min(
        Integer.MAX_VALUE, 1 + Math.max(0, rows.rowCount()) * Math.max(1, rows.columns().size()));
  }

  Optional<Kept> find(Key key) {
    return Optional.ofNullable(kept.getIfPresent(key));
  }

  /** Keeps held rows; too many are not kept. */
  void put(Key key, SandboxResult rows) {
    if (cells(rows) <= MOST_CELLS_EACH) {
      kept.put(key, new Kept(rows.again(), Instant.now()));
    }
  }

  void clear() {
    kept.invalidateAll();
  }
}
