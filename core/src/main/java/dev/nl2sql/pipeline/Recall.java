package dev.nl2sql.pipeline;

import dev.nl2sql.generate.Example;
import dev.nl2sql.memory.Translation;
import java.util.List;
import java.util.Optional;

/** What is known of questions asked before. Thread-safe; a failing store knows nothing. */
interface Recall {

  /**
   * The translation of this very question that is known to be right, asked before cache and
   * generator. It says where the translation is from.
   */
  Optional<Translation> known(Inquiry inquiry, SessionView view) throws Exception;

  /**
   * Questions like this one whose SQL is known to be right, the most similar first, five at most.
   */
  List<Example> similar(Inquiry inquiry, SessionView view);

  /** Told of a question whose rows are there, before they are handed out; may add notices. */
  void answered(Inquiry inquiry) throws Exception;

  /** Knows nothing. */
  static Recall nothing() {
    return new Recall() {
      @Override
      public Optional<Translation> known(Inquiry inquiry, SessionView view) {
        return Optional.empty();
      }

      @Override
      public List<Example> similar(Inquiry inquiry, SessionView view) {
        return List.of();
      }

      @Override
      public void answered(Inquiry inquiry) {
        // nobody remembers
      }
    };
  }
}
