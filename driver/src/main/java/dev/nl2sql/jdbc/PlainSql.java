package dev.nl2sql.jdbc;

import java.util.List;

/** The little that is read of plain SQL after it has run: its first words. */
final class PlainSql {
  private static final List<String> DEFINING =
      List.of("CREATE", "ALTER", "DROP", "COMMENT", "RENAME");

  private static final FirstLetters CHANGING =
      FirstLetters.of(
          List.of(
              "CREATE", "ALTER", "DROP", "COMMENT", "RENAME", "SET", "RESET", "DISCARD",
              "CONNECT"));

  private PlainSql() {}

  /**
   * Whether it may change what questions rest on: at a glance, for this follows every statement.
   */
  static boolean mayChange(String sql) {
    return sql != null && CHANGING.mayBegin(sql);
  }

  /** Whether the user, role or whole session was set anew. */
  static boolean changesUser(String sql) {
    if (!mayChange(sql)) {
      return false;
    }
    StatementReader reader = new StatementReader(sql);
    if (reader.takeWord("DISCARD") || reader.takeWord("CONNECT")) {
      return true;
    }
    if (!reader.takeWord("SET") && !reader.takeWord("RESET")) {
      return false;
    }
    if (reader.takeWord("LOCAL") || reader.copy().takeWord("SESSION")) {
      StatementReader after = reader.copy();
      return after.takeWord("ROLE") || (after.takeWord("SESSION") && isUser(after));
    }
    return isUser(reader);
  }

  private static boolean isUser(StatementReader reader) {
    return reader.takeWord("ROLE") || reader.takeWord("AUTHORIZATION") || reader.takeWord("ALL");
  }

  /** Whether tables or their description may have changed. */
  static boolean changesSchema(String sql) {
    if (!mayChange(sql)) {
      return false;
    }
    StatementReader reader = new StatementReader(sql);
    for (String word : DEFINING) {
      if (reader.takeWord(word)) {
        return true;
      }
    }
    return false;
  }
}
