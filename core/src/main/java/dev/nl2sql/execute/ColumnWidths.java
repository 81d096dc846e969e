package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How many bytes the values of a result may take. */
final class ColumnWidths {
  /** Values no wider than this need no measuring. */
  static final int NARROW_BYTES = 512;

  private ColumnWidths() {}

  /** The most bytes a value may take by its declared type; very large if that is unbounded. */
  static long declaredBytes(int sqlType, int displaySize) {
    return switch (sqlType) {
      case Types.BIT,
          Types.BOOLEAN,
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL,
          Types.DATE,
          Types.TIME,
          Types.TIMESTAMP,
          Types.TIME_WITH_TIMEZONE,
          Types.TIMESTAMP_WITH_TIMEZONE ->
          32;
      default -> displaySize <= 0 ? Integer.MAX_VALUE : 4L * displaySize;
    };
  }

  /** Whether the engine can tell the width of a value of the type. */
  static boolean isMeasurable(int sqlType) {
    return sqlType != Types.ARRAY && sqlType != Types.STRUCT && sqlType != Types.REF;
  }

  /**
   * A query for the number of rows, all bytes and the bytes of the widest row; empty where the
   * engine has no way to ask.
   *
   * @param query the statement with its row cap
   * @param columns how many columns it has
   * @param wide the numbers, from 1, of the columns that may be wide
   */
  static Optional<String> measure(
      Connection connection, String query, int columns, List<Integer> wide) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    String names =
        IntStream.rangeClosed(1, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    return switch (product) {
      case "postgresql" ->
          Optional.of(sums("(" + query + ") AS m(" + names + ")", wide, "CAST(c%d AS text)", ""));
      case "h2" ->
          Optional.of(
              sums("(" + query + ") AS m(" + names + ")", wide, "CAST(c%d AS varbinary)", ""));
      case "sqlite" ->
          Optional.of(
              sums("m", wide, "CAST(c%d AS blob)", "WITH m(" + names + ") AS (" + query + ") "));
      default -> Optional.empty();
    };
  }

  private static String sums(String from, List<Integer> wide, String cast, String with) {
    String function = with.isEmpty() ? "OCTET_LENGTH" : "LENGTH";
    String width =
        wide.stream()
            .map(i -> "COALESCE(" + function + "(" + String.format(cast, i) + "), 0)")
            .collect(Collectors.joining(" + "));
    return with
        + "SELECT COUNT(*), COALESCE(SUM(w), 0), COALESCE(MAX(w), 0) FROM (SELECT "
        + width
        + " AS w FROM "
        + from
        + ") AS widths";
  }
}
