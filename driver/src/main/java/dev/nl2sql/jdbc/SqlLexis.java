package dev.nl2sql.jdbc;

/**
 * How a database writes what is no SQL word: literals, quoted names, comments. Two databases may
 * read the same text differently, so each is read in its own way.
 *
 * @param nestedComments whether block comments stand in each other
 * @param dollarQuotes whether {@code $tag$ … $tag$} is a literal
 * @param backslashes whether a backslash escapes in every literal
 * @param hashComments whether {@code #} begins a comment
 * @param brackets whether {@code [ … ]} is a quoted name
 * @param literalsAsNames whether a literal may stand where a name is expected, as an alias
 */
record SqlLexis(
    boolean nestedComments,
    boolean dollarQuotes,
    boolean backslashes,
    boolean hashComments,
    boolean brackets,
    boolean literalsAsNames) {
  /** That of PostgreSQL and H2, and of databases not known. */
  static final SqlLexis STANDARD = new SqlLexis(true, true, false, false, false, false);

  private enum Family {
    MYSQL(new SqlLexis(false, false, true, true, false, false), "mysql", "mariadb"),
    SQLITE(new SqlLexis(false, false, false, false, true, true), "sqlite"),
    SQL_SERVER(new SqlLexis(true, false, false, false, true, false), "sqlserver", "jtds"),
    ORACLE(new SqlLexis(false, false, false, false, false, false), "oracle");

    private final SqlLexis lexis;
    private final String[] beginnings;

    Family(SqlLexis lexis, String... names) {
      this.lexis = lexis;
      this.beginnings = new String[names.length];
      for (int i = 0; i < names.length; i++) {
        beginnings[i] = "jdbc:" + names[i] + ":";
      }
    }
  }

  /** By the real driver's URL. */
  static SqlLexis forUrl(String url) {
    for (Family family : Family.values()) {
      for (String beginning : family.beginnings) {
        if (url.regionMatches(true, 0, beginning, 0, beginning.length())) {
          return family.lexis;
        }
      }
    }
    return STANDARD;
  }
}
