package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Consumer;

/** A statement that understands questions; reached by {@code unwrap(Nl2SqlStatement.class)}. */
public interface Nl2SqlStatement extends Statement {
  /** The whole answer to the last question of this statement, also if it ended without rows. */
  Optional<Answer> answer();

  /**
   * Follows the narrations of this statement ({@code NARRATE ASK …}): the listener gets the pieces
   * of the text as they come, on the thread that executes; what it throws is logged and changes
   * nothing.
   *
   * @param listener receives the pieces; null ends it
   */
  void narrateTo(Consumer<String> listener);
}
