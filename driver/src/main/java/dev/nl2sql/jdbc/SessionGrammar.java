package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The statements of one connection: plain SQL is told by a look, and only what may be more makes
 * the grammar, so that a program of plain SQL does not load it. Thread-safe.
 */
final class SessionGrammar {
  private static final List<String> EXPLAIN_DESCRIBES_TABLES =
      List.of("jdbc:mysql:", "jdbc:mariadb:");

  private final List<String> markers;
  private final String url;
  private final Connection real;
  private final ConnectionGate gate;
  private final QuestionLook look;
  private volatile StatementGrammar grammar;

  /**
   * @param markers words that begin a question; none switches everything off
   * @param url the real driver's URL
   */
  SessionGrammar(List<String> markers, String url, Connection real, ConnectionGate gate) {
    this.markers = markers;
    this.url = url;
    this.real = real;
    this.gate = gate;
    this.look = new QuestionLook(markers);
  }

  /** Whether a first look is enough to tell that the text is plain SQL, now and later. */
  boolean isPlainAtAGlance(String text) {
    return look.isPlain(text);
  }

  /** Reads a statement of a plain {@code Statement}; empty if it is plain SQL. */
  Optional<Command> read(String text) throws SQLException {
    return look.isPlain(text) ? Optional.empty() : grammar().read(text);
  }

  /** Reads a statement of a {@code PreparedStatement}; empty if it is plain SQL. */
  Optional<Command> readPrepared(String text) throws SQLException {
    return look.isPlain(text) ? Optional.empty() : grammar().readPrepared(text);
  }

  /** Told when the schema may have changed. */
  void schemaChanged() {
    StatementGrammar made = grammar;
    if (made != null) {
      made.schemaChanged();
    }
  }

  // Two threads may each make one: all that is lost is what one of them looked up.
  private StatementGrammar grammar() {
    StatementGrammar made = grammar;
    if (made == null) {
      made =
          new StatementGrammar(
              markers,
              explainDescribesTables(),
              SqlLexis.forUrl(url),
              new SessionNames(real, gate));
      grammar = made;
    }
    return made;
  }

  private boolean explainDescribesTables() {
    for (String kind : EXPLAIN_DESCRIBES_TABLES) {
      if (url.startsWith(kind)) {
        return true;
      }
    }
    return false;
  }
}
