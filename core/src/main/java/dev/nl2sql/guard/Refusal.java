package dev.nl2sql.guard;

import java.util.Optional;

/** Ends a check; never leaves the guard. */
final class Refusal extends RuntimeException {
  private final transient GuardVerdict.Refused verdict;

  Refusal(GuardVerdict.Layer layer, String reason) {
    this(layer, reason, Optional.empty());
  }

  Refusal(GuardVerdict.Layer layer, String reason, Optional<String> suggestion) {
    super(reason, null, false, false);
    this.verdict = new GuardVerdict.Refused(layer, reason, suggestion);
  }

  GuardVerdict.Refused verdict() {
    return verdict;
  }
}
