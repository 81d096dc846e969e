package dev.nl2sql.guard;

import java.util.Objects;
import java.util.Optional;

/** What the guard says about a statement. */
public sealed interface GuardVerdict {

  /** The statement may run, in the form the guard printed. */
  record Accepted(GuardedSql sql) implements GuardVerdict {
    public Accepted {
      Objects.requireNonNull(sql);
    }
  }

  /**
   * The statement must not run.
   *
   * @param layer the layer that refused
   * @param reason why, one sentence
   * @param suggestion the nearest names or what to try, if there is something
   */
  record Refused(Layer layer, String reason, Optional<String> suggestion) implements GuardVerdict {
    public Refused {
      Objects.requireNonNull(layer);
      Objects.requireNonNull(reason);
      Objects.requireNonNull(suggestion);
    }
  }

  /** The layers, in the order in which they look at a statement. */
  enum Layer {
    LEXER,
    PARSER,
    NODES,
    FUNCTIONS,
    NAMES,
    POLICY,
    SHAPE,
    EMISSION
  }
}
