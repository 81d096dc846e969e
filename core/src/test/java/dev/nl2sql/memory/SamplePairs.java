package dev.nl2sql.memory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Pairs to put into stores. */
final class SamplePairs {
  private SamplePairs() {}

  /** A question that its asker corrected. */
  static Pair corrected(Owner asker, String question) {
    return new Pair(
        Pair.Kind.CORRECTED,
        asker,
        false,
        question,
        List.of(),
        "SELECT 1",
        List.of(),
        "h2",
        Optional.empty(),
        "",
        1,
        Instant.ofEpochMilli(1_000));
  }
}
