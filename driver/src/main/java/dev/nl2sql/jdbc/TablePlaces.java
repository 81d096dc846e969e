package dev.nl2sql.jdbc;

import dev.nl2sql.jdbc.SqlTokens.Token;
import dev.nl2sql.resource.WordList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Walks over a statement's tokens and knows where a derived table may begin: after FROM, JOIN and a
 * comma of a FROM list, after AS of a common table expression or of CREATE TABLE, and after INSERT
 * INTO with its columns. It also knows what the statement as a whole is.
 */
final class TablePlaces {
  private static final Set<String> ENDING_FROM =
      WordList.read(TablePlaces.class, "words-ending-from.txt").stream()
          .map(w -> w.toUpperCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> CHANGING =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");
  private static final Set<String> OBJECTS =
      Set.of("TABLE", "VIEW", "INDEX", "FUNCTION", "PROCEDURE", "TRIGGER", "SEQUENCE");
  private static final Set<String> KEEPING_PLACE = Set.of("LATERAL", "NOT", "MATERIALIZED");

  private final Deque<Level> levels = new ArrayDeque<>();
  private String verb = "";
  private String object = "";
  private boolean expected;
  private boolean changing;
  private boolean ended;
  private boolean more;
  private String before = "";

  /** What is known of one pair of parentheses, or of the statement. */
  private static final class Level {
    private final boolean ofTables;
    private boolean begun;
    private boolean selects;
    private boolean listsTables;
    private boolean listsQueries;

    private Level(boolean ofTables) {
      this.ofTables = ofTables;
      this.listsTables = ofTables;
    }
  }

  /** What a statement is as a whole, as far as a question inside it may matter. */
  enum Whole {
    /** One query. */
    QUERY,
    /** INSERT … SELECT or CREATE TABLE … AS. */
    FILLING,
    /** Anything else. */
    OTHER
  }

  TablePlaces() {
    levels.push(new Level(false));
  }

  /** Whether a derived table may begin with the next token. */
  boolean isTablePlace() {
    return expected;
  }

  /** Whether what begins here must be the end of the statement, for nothing names it. */
  boolean isFilling() {
    return levels.size() == 1 && !level().listsTables && !level().listsQueries;
  }

  /** Whether a table that begins here may have an alias: one of a FROM list. */
  boolean mayHaveAlias() {
    return level().listsTables;
  }

  Whole whole() {
    if (changing || more) {
      return Whole.OTHER;
    }
    return switch (verb) {
      case "SELECT", "VALUES", "TABLE", "(" -> Whole.QUERY;
      case "INSERT" -> Whole.FILLING;
      case "CREATE" -> object.equals("TABLE") ? Whole.FILLING : Whole.OTHER;
      default -> Whole.OTHER;
    };
  }

  /** Whether anything stands behind the semicolon. */
  boolean hasMore() {
    return more;
  }

  /** Steps over a derived table that was read elsewhere. */
  void table() {
    level().begun = true;
    expected = false;
    before = ")";
  }

  /** Steps over a token. */
  void step(Token token) {
    more = more || (ended && !token.is(";"));
    switch (token.word()) {
      case "(" -> open();
      case ")" -> close();
      case "," -> expected = level().listsTables;
      case ";" -> ended = ended || levels.size() == 1;
      default -> other(token);
    }
    before = token.word();
  }

  private void open() {
    if (verb.isEmpty()) {
      verb = "(";
    }
    level().begun = true;
    boolean tables = expected && level().listsTables;
    levels.push(new Level(tables));
    expected = tables;
  }

  private void close() {
    if (levels.size() > 1) {
      levels.pop();
    }
    expected = isNameOfFilled();
  }

  private void other(Token token) {
    Level level = level();
    boolean first = !level.begun;
    level.begun = true;
    if (token.kind() != SqlTokens.Kind.WORD) {
      expected = expected && isNameOfFilled();
      return;
    }
    whole(token.word(), level, first);
    place(token.word(), level, first);
  }

  private void whole(String word, Level level, boolean first) {
    if (levels.size() > 1) {
      changing = changing || (first && CHANGING.contains(word));
    } else if (verb.isEmpty() || (verb.equals("WITH") && isVerb(word))) {
      verb = word;
    } else if (verb.equals("CREATE") && object.isEmpty() && OBJECTS.contains(word)) {
      object = word;
    }
    changing = changing || (word.equals("INTO") && level.selects);
  }

  private static boolean isVerb(String word) {
    return CHANGING.contains(word) || word.equals("SELECT") || word.equals("VALUES");
  }

  private void place(String word, Level level, boolean first) {
    switch (word) {
      case "SELECT", "VALUES" -> {
        level.selects = true;
        level.listsTables = false;
        level.listsQueries = false;
        expected = false;
      }
      case "WITH" -> {
        level.listsQueries = first || (levels.size() == 1 && isFillingVerb());
        expected = false;
      }
      case "FROM" -> {
        expected = level.selects && !before.equals("DISTINCT");
        level.listsTables = level.listsTables || expected;
      }
      case "JOIN" -> expected = level.listsTables;
      case "AS" -> expected = level.listsQueries || isBodyOfCreated(level);
      case "INTO" -> expected = isNameOfFilled();
      default -> {
        if (ENDING_FROM.contains(word)) {
          level.listsTables = level.ofTables;
          expected = false;
        }
        expected = expected && (KEEPING_PLACE.contains(word) || isNameOfFilled());
      }
    }
  }

  private boolean isBodyOfCreated(Level level) {
    return levels.size() == 1 && object.equals("TABLE") && !level.selects;
  }

  /** Between INSERT INTO and the query. */
  private boolean isNameOfFilled() {
    return levels.size() == 1 && verb.equals("INSERT") && !level().selects;
  }

  private boolean isFillingVerb() {
    return verb.equals("INSERT") || object.equals("TABLE");
  }

  private Level level() {
    return levels.element();
  }
}
