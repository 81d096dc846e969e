package dev.nl2sql.generate;

/**
 * Turns a question into a query. Implementations are thread-safe, keep no state of a question, and
 * return soon after the request's cancellation fires.
 */
public interface SqlGenerator {

  /** A short name, shown in answers and in history. */
  String name();

  /**
   * Reads what is read once for a catalog: words, names, stored values. Called before the time
   * budget of a question begins; nothing happens when it was done before.
   */
  default void prepare(GenerationRequest request) {}

  /** Whether another try, told why the last one failed, may give something else. */
  default boolean canRepair() {
    return false;
  }

  /** Generates one query, or says why it does not. Never throws for a question it cannot handle. */
  Generation generate(GenerationRequest request);
}
