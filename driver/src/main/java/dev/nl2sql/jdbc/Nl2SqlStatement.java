package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import java.sql.Statement;
import java.util.Optional;

/** A statement that understands questions; reached by {@code unwrap(Nl2SqlStatement.class)}. */
public interface Nl2SqlStatement extends Statement {
  /** The whole answer to the last question of this statement, also if it ended without rows. */
  Optional<Answer> answer();
}
