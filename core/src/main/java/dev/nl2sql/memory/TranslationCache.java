package dev.nl2sql.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;

/** Translations of the recent past. Holds no rows and no bound values. Thread-safe. */
public final class TranslationCache {
  private static final int LARGEST = 10_000;

  private final Cache<TranslationKey, Translation> cache;

  /**
   * @param lifetime how long a translation is reused; zero keeps none
   */
  public TranslationCache(Duration lifetime) {
    this.cache =
        Caffeine.newBuilder()
            .maximumSize(lifetime.isZero() ? 0 : LARGEST)
            .expireAfterWrite(lifetime)
            .executor(Runnable::run)
            .build();
  }

  public Optional<Translation> find(TranslationKey key) {
    return Optional.ofNullable(cache.getIfPresent(key));
  }

  public void remember(TranslationKey key, Translation translation) {
    cache.put(key, translation);
  }

  public void clear() {
    cache.invalidateAll();
  }

  /** Number of translations held, about. */
  public long size() {
    return cache.estimatedSize();
  }
}
