package dev.nl2sql.guard;

import java.util.List;
import java.util.Random;

/**
 * Statements of every shape over the sample schema, some of which hold something that reads or
 * writes what it must not. Seeded.
 */
final class RandomSql {
  private static final List<String> FORBIDDEN =
      List.of(
          "(SELECT max(pw) FROM secrets)",
          "nextval('counter')",
          "(NEXT VALUE FOR counter)",
          "counter.NEXTVAL",
          "set_config('search_path', 'x', false)",
          "lo_create(0)",
          "pg_notify('a', 'b')",
          "FILE_WRITE('x', 'y')",
          "MEMORY_FREE()",
          "(WITH d AS (DELETE FROM book RETURNING id) SELECT max(id) FROM d)",
          "(SELECT count(*) FROM FINAL TABLE (INSERT INTO author(id) VALUES (99)))",
          "touch()",
          "current_user");
  private final Random random;
  private int aliases;

  RandomSql(long seed) {
    this.random = new Random(seed);
  }

  String next() {
    String sql = query(2);
    return switch (random.nextInt(12)) {
      case 0 -> sql + "; DELETE FROM book";
      case 1 -> sql + " FOR UPDATE";
      case 2 -> "WITH secrets AS (" + sql + ") SELECT * FROM secrets";
      case 3 -> "INSERT INTO author(id) " + sql;
      default -> sql;
    };
  }

  private String query(int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 2)) {
      case 0, 1, 2 -> select(depth);
      case 3 ->
          column(depth) + pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + column(depth);
      case 4 -> "WITH w AS (" + column(depth - 1) + ") SELECT * FROM w";
      default -> "SELECT * FROM (" + column(depth - 1) + ") d LIMIT " + random.nextInt(9);
    };
  }

  private String column(int depth) {
    String alias = "t" + aliases++;
    return "SELECT "
        + value(alias, depth - 1)
        + " AS c FROM "
        + relation(depth, alias)
        + where(alias, depth);
  }

  private String select(int depth) {
    String alias = "t" + aliases++;
    String from = relation(depth, alias);
    String where = where(alias, depth);
    return switch (random.nextInt(5)) {
      case 0 -> "SELECT * FROM " + from + where;
      case 1 ->
          "SELECT "
              + alias
              + ".id, "
              + value(alias, depth)
              + " AS c FROM "
              + from
              + where
              + " ORDER BY 1";
      case 2 -> "SELECT count(*), max(" + value(alias, depth) + ") FROM " + from + where;
      case 3 ->
          "SELECT "
              + alias
              + ".id, count(*) FROM "
              + from
              + where
              + " GROUP BY "
              + alias
              + ".id HAVING count(*) > 0";
      default ->
          "SELECT row_number() OVER (ORDER BY "
              + value(alias, 0)
              + ") FROM "
              + from
              + where
              + " FETCH FIRST 3 ROWS ONLY";
    };
  }

  private String relation(int depth, String alias) {
    return switch (random.nextInt(depth > 0 ? 7 : 2)) {
      case 0, 1 ->
          pick("author", "book", "AUTHOR", "\"Order Line\"").replace("\"Order Line\"", "book")
              + " "
              + alias;
      case 2 -> "secrets " + alias;
      case 3 ->
          "author "
              + alias
              + " JOIN book x"
              + alias
              + " ON x"
              + alias
              + ".author_id = "
              + alias
              + ".id";
      case 4 ->
          "book "
              + alias
              + " LEFT JOIN author x"
              + alias
              + " ON x"
              + alias
              + ".id = "
              + alias
              + ".author_id";
      case 5 -> "(SELECT id, " + value("b", 0) + " AS v FROM book b) " + alias;
      default -> "book " + alias + ", author x" + alias;
    };
  }

  private String where(String alias, int depth) {
    return switch (random.nextInt(depth > 0 ? 5 : 2)) {
      case 0 -> "";
      case 1 -> " WHERE " + alias + ".id > " + random.nextInt(3);
      case 2 -> " WHERE EXISTS (SELECT 1 FROM author a WHERE a.id = " + alias + ".id)";
      case 3 ->
          " WHERE " + alias + ".id IN (SELECT id FROM " + pick("book", "author", "secrets") + ")";
      default -> " WHERE " + value(alias, depth - 1) + " IS NOT NULL /* note */";
    };
  }

  private String value(String alias, int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 4)) {
      case 0, 1 -> alias + ".id";
      case 2 -> Integer.toString(random.nextInt(100));
      case 3 -> "coalesce(" + alias + ".id, -1)";
      case 4 -> "CASE WHEN " + alias + ".id = 1 THEN 1 ELSE " + value(alias, depth - 1) + " END";
      case 5 -> "(SELECT max(id) FROM " + pick("book", "author") + ")";
      case 6 -> "abs(" + value(alias, depth - 1) + ")";
      case 7 -> alias + ".id + " + value(alias, depth - 1);
      default -> FORBIDDEN.get(random.nextInt(FORBIDDEN.size()));
    };
  }

  private String pick(String... words) {
    return words[random.nextInt(words.length)];
  }
}
