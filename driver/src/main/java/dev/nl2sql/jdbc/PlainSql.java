package dev.nl2sql.jdbc;

import java.util.List;

/** The little that is read of plain SQL after it has run: its first words. */
final class PlainSql {
  private static final List<String> DEFINING =
      List.of("CREATE", "ALTER", "DROP", "COMMENT", "RENAME");

  private PlainSql() {}

  /** Whether the user, role or whole session was set anew. */
  static boolean changesUser(String sql) {
    if (sql == null || !startsWithOneOf(sql, "SRDCsrdc")) {
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
    if (sql == null || !startsWithOneOf(sql, "CADRcadr")) {
      return false;
    }
    StatementReader reader = new StatementReader(sql);
    return DEFINING.stream().anyMatch(reader::takeWord);
  }

  /** A cheap look first, for this runs after every statement. */
  private static boolean startsWithOneOf(String sql, String letters) {
    StatementReader reader = new StatementReader(sql).skipBlanks();
    return !reader.atEnd() && letters.indexOf(reader.current()) >= 0;
  }
}
