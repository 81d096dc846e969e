package dev.nl2sql.memory;

import dev.nl2sql.generate.ModelCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Pairs and questions of the past to put into stores. */
final class SamplePairs {
  private SamplePairs() {}

  /** A question that its asker corrected. */
  static Pair corrected(Owner asker, String question) {
    return corrected(asker, question, "SELECT 1");
  }

  static Pair corrected(Owner asker, String question, String sql) {
    return new Pair(
        Pair.Kind.CORRECTED,
        asker,
        false,
        question,
        List.of(),
        sql,
        List.of(),
        "h2",
        Optional.empty(),
        "",
        1,
        Instant.ofEpochMilli(1_000));
  }

  /** A question of the past for which a model was asked. */
  static HistoryEntry asked(Owner asker, String id) {
    return asked(asker, id, Instant.ofEpochMilli(1_000));
  }

  static HistoryEntry asked(Owner asker, String id, Instant at) {
    return new HistoryEntry(
        id,
        asker,
        at,
        "question " + id,
        List.of(),
        "answered",
        "",
        Optional.of("SELECT 1"),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        1,
        1,
        18,
        "llm",
        "generate 1 ms",
        List.of(
            new ModelCall(
                "generate",
                "openai",
                "m",
                "127.0.0.1:80",
                Instant.ofEpochMilli(at.toEpochMilli()),
                Duration.ofMillis(1),
                500,
                11,
                7,
                Set.of(ModelCall.Content.QUESTION, ModelCall.Content.SCHEMA),
                "answered")));
  }
}
