package dev.nl2sql.guard;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Writes a statement in another way that means the same to the engine. Seeded. */
final class Respelling {
  private static final List<String> BLANKS = List.of(" ", "  ", "\n", "\t", " \r\n ");
  private static final List<String> COMMENTS =
      List.of(" /* note */ ", "/**/", "\n-- note\n", " /* a; b */ ", " -- it's\n", "/* SELECT */ ");
  private static final List<String> AROUND =
      List.of(
          "SELECT * FROM (%s) z",
          "SELECT z.* FROM (%s) z",
          "WITH z AS (%s) SELECT * FROM z",
          "SELECT 1 AS one WHERE EXISTS (%s)",
          "SELECT id FROM author WHERE EXISTS (%s)",
          "SELECT * FROM author a JOIN (%s) z ON true",
          "SELECT CASE WHEN EXISTS (%s) THEN 1 ELSE 2 END",
          "SELECT count(*) FROM (SELECT * FROM (%s) y) z");

  private final Random random;

  Respelling(long seed) {
    this.random = new Random(seed);
  }

  /** Other letter cases, blanks and comments outside of quotation marks. */
  String respelled(String sql) {
    String other = sql;
    if (random.nextInt(3) > 0) {
      other = outside(other, this::letters);
    }
    // Blanks and comments inside a trick of the lexer could undo the trick.
    boolean isTrick = sql.matches("(?s).*(--|/\\*|#|\\\\|\\$|//).*");
    if (!isTrick && random.nextInt(3) > 0) {
      other = outside(other, this::blanks);
    }
    return other;
  }

  /** The same inside another query. */
  String nested(String sql) {
    return AROUND
        .get(random.nextInt(AROUND.size()))
        .formatted(sql.replace("%", "%%"))
        .replace("%%", "%");
  }

  private String letters(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.toCharArray()) {
      String letter = String.valueOf(c);
      out.append(
          switch (random.nextInt(3)) {
            case 0 -> letter.toUpperCase(Locale.ROOT);
            case 1 -> letter.toLowerCase(Locale.ROOT);
            default -> letter;
          });
    }
    return out.toString();
  }

  private String blanks(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == ' ') {
        List<String> some = random.nextInt(4) == 0 ? COMMENTS : BLANKS;
        out.append(some.get(random.nextInt(some.size())));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String outside(String sql, UnaryOperator<String> change) {
    StringBuilder out = new StringBuilder();
    int start = 0;
    for (int i = 0; i < sql.length(); i++) {
      char mark = sql.charAt(i);
      if (mark == '\'' || mark == '"' || mark == '`' || mark == '[') {
        int end = sql.indexOf(mark == '[' ? ']' : mark, i + 1);
        if (end < 0) {
          return out + sql.substring(start);
        }
        out.append(change.apply(sql.substring(start, i))).append(sql, i, end + 1);
        start = end + 1;
        i = end;
      }
    }
    return out.append(change.apply(sql.substring(start))).toString();
  }
}
