package dev.nl2sql.pipeline;

import java.util.List;
import java.util.Optional;

/**
 * What a model was told of a question, for EXPLAIN.
 *
 * @param omitted relations that were left out for lack of room
 * @param examples questions shown beside it
 * @param prompt the prompt, if {@code nl2sql.explain.prompt} asks for it
 */
record Told(List<String> omitted, List<String> examples, Optional<String> prompt) {
  Told {
    omitted = List.copyOf(omitted);
    examples = List.copyOf(examples);
  }

  static Told nothing() {
    return new Told(List.of(), List.of(), Optional.empty());
  }
}
