package dev.nl2sql.link;

import java.util.Optional;
import java.util.function.Supplier;

/** Something that is made when it is first needed, and once. Thread-safe. */
final class Lazy<T> {
  private final Supplier<T> maker;
  private volatile Optional<T> made = Optional.empty();

  /**
   * @param maker makes it; may be asked twice by threads that come at the same time, so it must
   *     make the same each time
   */
  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  T get() {
    Optional<T> known = made;
    if (known.isEmpty()) {
      known = Optional.of(maker.get());
      made = known;
    }
    return known.get();
  }
}
