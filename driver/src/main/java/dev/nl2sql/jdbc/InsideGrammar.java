package dev.nl2sql.jdbc;

import dev.nl2sql.jdbc.SqlTokens.Kind;
import dev.nl2sql.jdbc.SqlTokens.Token;
import dev.nl2sql.resource.WordList;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds questions inside SQL: {@code (ASK '…')} and {@code nl2sql('…')} where a derived table may
 * begin. Text that may be SQL of the database is no question. Immutable and thread-safe.
 */
final class InsideGrammar {
  private static final String ALIAS = " nl2sql_";
  private final List<String> markers;
  private final SqlLexis lexis;

  /**
   * @param markers words of one only, for more may be the beginning of a query in parentheses
   */
  InsideGrammar(List<String> markers, SqlLexis lexis) {
    this.markers = List.copyOf(markers);
    this.lexis = lexis;
  }

  /** Read when the first question inside SQL is found. */
  private static final class Words {
    static final Set<String> AFTER_TABLE =
        WordList.read(InsideGrammar.class, "words-after-table.txt").stream()
            .map(w -> w.toUpperCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** What the session has that our words may mean. */
  interface KnownNames {
    /** Nothing that collides. */
    KnownNames NONE =
        new KnownNames() {
          @Override
          public boolean isRelation(String name) {
            return false;
          }

          @Override
          public boolean isFunction(String name) {
            return false;
          }

          @Override
          public void forget() {
            // nothing is kept
          }
        };

    /** Whether it may see a relation of this name, in any case. */
    boolean isRelation(String name);

    /** Whether it may see a function of this name, in any case. */
    boolean isFunction(String name);

    /** Told when the schema may have changed. */
    void forget();
  }

  /** How a question is read once its place is found. */
  interface Questions {
    /** The text between the parentheses; empty if it is no question. */
    Optional<Command> read(StatementReader content) throws SQLException;

    /** The argument of the function and how many values are given to it. */
    Command call(String question, int values) throws SQLException;
  }

  /** Reads a statement; empty if it is plain SQL. */
  Optional<Command.Inside> read(String text, Questions questions, KnownNames names)
      throws SQLException {
    Optional<List<Token>> tokens = SqlTokens.read(text, lexis);
    return tokens.isEmpty()
        ? Optional.empty()
        : new Walk(text, tokens.get(), questions, names).read();
  }

  /** One way through one statement. */
  private final class Walk {
    private final String text;
    private final List<Token> tokens;
    private final Questions reader;
    private final KnownNames names;
    private final TablePlaces places = new TablePlaces();
    private final List<Command.Inside.Part> parts = new ArrayList<>();
    private final List<Command.Ask> questions = new ArrayList<>();
    private int partStart;
    private int parameters;
    private String alias = "";

    private Walk(String text, List<Token> tokens, Questions reader, KnownNames names) {
      this.text = text;
      this.tokens = tokens;
      this.reader = reader;
      this.names = names;
    }

    private Optional<Command.Inside> read() throws SQLException {
      int i = 0;
      while (i < tokens.size()) {
        Optional<Found> found = places.isTablePlace() ? question(i) : Optional.empty();
        if (found.isPresent()) {
          take(i, found.get());
          i = found.get().next();
        } else {
          parameters += tokens.get(i).kind() == Kind.PARAMETER ? 1 : 0;
          places.step(tokens.get(i));
          i++;
        }
      }
      if (questions.isEmpty()) {
        return Optional.empty();
      }
      endPart(endOfStatement());
      return Optional.of(new Command.Inside(places.whole(), places.hasMore(), parts, questions));
    }

    private void take(int first, Found found) {
      endPart(tokens.get(first).start());
      questions.add(found.question());
      partStart = tokens.get(found.next() - 1).end();
      alias = places.mayHaveAlias() && !hasAlias(found.next()) ? ALIAS + questions.size() : "";
      places.table();
    }

    private void endPart(int end) {
      parts.add(new Command.Inside.Part(alias + plain(partStart, end), parameters));
      parameters = 0;
    }

    /**
     * The caller's SQL without comments, which tools put in front, and with literals in apostrophes
     * only: the sandbox runs nothing that could hide the end of a statement.
     */
    private String plain(int start, int end) {
      StringBuilder sql = new StringBuilder();
      int at = start;
      for (Token token : tokens) {
        if (token.start() >= start && token.end() <= end) {
          sql.append(blanks(at, token.start())).append(inApostrophes(token));
          at = token.end();
        }
      }
      return sql.append(blanks(at, end)).toString();
    }

    private String blanks(int start, int end) {
      String between = text.substring(start, end);
      if (between.isBlank()) {
        return between;
      }
      return start == 0 ? "" : " ";
    }

    private String inApostrophes(Token token) {
      String written = text.substring(token.start(), token.end());
      if (token.kind() != Kind.LITERAL || !written.startsWith("$")) {
        return written;
      }
      int tag = written.indexOf('$', 1) + 1;
      String content = written.substring(tag, written.length() - tag);
      return "'" + content.replace("'", "''") + "'";
    }

    /** Without the semicolon and what follows it. */
    private int endOfStatement() {
      for (int i = tokens.size() - 1; i >= 0; i--) {
        if (!tokens.get(i).is(";")) {
          return Math.max(partStart, tokens.get(i).end());
        }
      }
      return text.length();
    }

    private boolean hasAlias(int next) {
      if (next >= tokens.size()) {
        return false;
      }
      Token token = tokens.get(next);
      return token.kind() == Kind.QUOTED_NAME
          || (token.kind() == Kind.WORD && !Words.AFTER_TABLE.contains(token.word()));
    }

    private Optional<Found> question(int first) throws SQLException {
      Token token = tokens.get(first);
      if (token.is("(")) {
        return asked(first);
      }
      boolean call =
          token.is(QuestionLook.FUNCTION) && first + 1 < tokens.size() && isSign(first + 1, "(");
      return call ? called(first) : Optional.empty();
    }

    private Optional<Found> asked(int open) throws SQLException {
      int close = closing(open);
      if (close < 0 || open + 1 == close || !isMarked(open)) {
        return Optional.empty();
      }
      StatementReader content =
          new StatementReader(text).from(tokens.get(open).end()).until(tokens.get(close).start());
      if (isQuoted(open + 1) && !(lexis.literalsAsNames() && isSql(open))) {
        return reader.read(content).flatMap(c -> found(c, close + 1));
      }
      boolean ends = close + 1 >= tokens.size() || isSign(close + 1, ";");
      return (places.isFilling() && !ends) || isSql(open) ? Optional.empty() : bare(content, close);
    }

    private Optional<Found> bare(StatementReader content, int close) {
      try {
        return reader.read(content).flatMap(c -> found(c, close + 1));
      } catch (SQLException noQuestion) {
        // What cannot be a question is left to the database.
        return Optional.empty();
      }
    }

    private Optional<Found> found(Command command, int next) {
      return command instanceof Command.Ask ask
          ? Optional.of(new Found(ask, next))
          : Optional.empty();
    }

    private boolean isMarked(int open) {
      Token word = tokens.get(open + 1);
      return word.kind() == Kind.WORD
          && markers.stream()
              .anyMatch(m -> text.regionMatches(true, word.start(), m, 0, m.length()));
    }

    /** Whether the literal that follows the marker is all there is, but for clauses. */
    private boolean isQuoted(int marker) {
      return marker + 1 < tokens.size() && tokens.get(marker + 1).kind() == Kind.LITERAL;
    }

    /** Whether what looks like a bare question may begin with the name of a relation. */
    private boolean isSql(int open) {
      String name = tokens.get(open + 1).word();
      Token after = tokens.get(open + 2);
      return after.kind() == Kind.SIGN && !after.is("@")
          || isNamedHere(name)
          || names.isRelation(name);
    }

    private boolean isNamedHere(String name) {
      for (int i = 0; i + 2 < tokens.size(); i++) {
        if (tokens.get(i).is(name) && (isSign(i + 1, "(") || tokens.get(i + 1).is("AS"))) {
          return true;
        }
      }
      return false;
    }

    private Optional<Found> called(int first) throws SQLException {
      int close = closing(first + 1);
      boolean literal = close > 0 && tokens.get(first + 2).kind() == Kind.LITERAL;
      if (!literal || !areParameters(first + 3, close) || names.isFunction(QuestionLook.FUNCTION)) {
        return Optional.empty();
      }
      StatementReader start = new StatementReader(text).from(tokens.get(first + 2).start());
      Optional<String> question = start.literal();
      if (question.isEmpty()) {
        return Optional.empty();
      }
      return found(reader.call(question.get(), (close - first - 3) / 2), close + 1);
    }

    private boolean areParameters(int start, int end) {
      for (int i = start; i < end; i += 2) {
        if (!isSign(i, ",") || i + 1 >= end || tokens.get(i + 1).kind() != Kind.PARAMETER) {
          return false;
        }
      }
      return true;
    }

    private int closing(int open) {
      int depth = 0;
      for (int i = open; i < tokens.size(); i++) {
        if (isSign(i, "(")) {
          depth++;
        } else if (isSign(i, ")") && --depth == 0) {
          return i;
        }
      }
      return -1;
    }

    private boolean isSign(int index, String sign) {
      return tokens.get(index).kind() == Kind.SIGN && tokens.get(index).is(sign);
    }
  }

  /** A question and the token behind it. */
  private record Found(Command.Ask question, int next) {}
}
