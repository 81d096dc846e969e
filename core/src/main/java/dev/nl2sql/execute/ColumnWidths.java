package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
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

  /**
   * A column whose values may be wide.
   *
   * @param number its place, from 1
   * @param sqlType its type from {@link Types}
   */
  record WideColumn(int number, int sqlType) {
    /** As bytes; lists, rows and documents have those of their text only. */
    private String inH2() {
      String type =
          switch (sqlType) {
            case Types.ARRAY, Types.STRUCT, Types.OTHER -> "CLOB";
            default -> "VARBINARY";
          };
      return "OCTET_LENGTH(CAST(c" + number + " AS " + type + "))";
    }

    private String inPostgres() {
      return "OCTET_LENGTH(CAST(c" + number + " AS text))";
    }

    private String inSqlite() {
      return "LENGTH(CAST(c" + number + " AS blob))";
    }

    private String inDuckDb() {
      return "STRLEN(CAST(c" + number + " AS VARCHAR))";
    }
  }

  /**
   * A query for the number of rows, all bytes and the bytes of the widest row; empty where the
   * engine has no way to ask.
   *
   * @param query the statement with its row cap
   * @param columns how many columns it has
   * @param wide those that may be wide
   */
  static Optional<String> measure(
      Connection connection, String query, int columns, List<WideColumn> wide) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    String names =
        IntStream.rangeClosed(1, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    String table = "(" + query + ") AS m(" + names + ")";
    String with = "WITH m(" + names + ") AS (" + query + ") ";
    return switch (product) {
      case "postgresql" -> Optional.of(sums(table, wide, WideColumn::inPostgres));
      case "h2" -> Optional.of(sums(table, wide, WideColumn::inH2));
      case "sqlite" -> Optional.of(with + sums("m", wide, WideColumn::inSqlite));
      // MySQL and MariaDB would write all of the rows to disk to measure them.
      case "duckdb" -> Optional.of(with + sums("m", wide, WideColumn::inDuckDb));
      default -> Optional.empty();
    };
  }

  private static String sums(
      String from, List<WideColumn> wide, Function<WideColumn, String> bytes) {
    String width =
        wide.stream()
            .map(column -> "COALESCE(" + bytes.apply(column) + ", 0)")
            .collect(Collectors.joining(" + "));
    return "SELECT COUNT(*), COALESCE(SUM(w), 0), COALESCE(MAX(w), 0) FROM (SELECT "
        + width
        + " AS w FROM "
        + from
        + ") AS widths";
  }
}
