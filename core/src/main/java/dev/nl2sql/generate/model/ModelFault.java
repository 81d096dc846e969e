package dev.nl2sql.generate.model;

import java.time.Duration;
import java.util.Optional;

/** One request to a model failed; never leaves the package. */
final class ModelFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int DEEPEST = 20;

  private final String ending;
  private final boolean transientFault;
  private final transient Optional<Duration> retryAfter;

  private ModelFault(
      String ending, String message, boolean transientFault, Optional<Duration> retryAfter) {
    super(message, null, false, false);
    this.ending = ending;
    this.transientFault = transientFault;
    this.retryAfter = retryAfter;
  }

  /** It may pass by itself. */
  static ModelFault passing(String ending, String message) {
    return new ModelFault(ending, message, true, Optional.empty());
  }

  /** It may pass by itself, and the provider says when. */
  static ModelFault passing(String ending, String message, Optional<Duration> retryAfter) {
    return new ModelFault(ending, message, true, retryAfter);
  }

  /** Asking again would give the same. */
  static ModelFault lasting(String ending, String message) {
    return new ModelFault(ending, message, false, Optional.empty());
  }

  /** The fault inside of what somebody threw. */
  static Optional<ModelFault> in(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (cause instanceof ModelFault fault) {
        return Optional.of(fault);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** In one or two words, for the ledger. */
  String ending() {
    return ending;
  }

  boolean isTransient() {
    return transientFault;
  }

  /** How long the provider asks to wait, from now. */
  Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
