package dev.nl2sql.memory;

import dev.nl2sql.resource.WordList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The tables of a store: brought to the newest version step by step, never back. A store that is
 * newer than this program is left alone.
 */
final class StoreSchema {
  private static final String VERSION_TABLE = "nl2sql_version";
  private static final String ANY_TEXT = "VARCHAR(4000)";
  private static final int TRIES = 5;
  private static final int PAUSE_MILLIS = 50;
  private static final Pattern INDEX_IF_MISSING =
      Pattern.compile("(?i)^CREATE INDEX IF NOT EXISTS ");
  private static final String WITHOUT_INDEX_IF_MISSING = "mysql";
  private static final int INDEX_EXISTS = 1061;

  private final List<String> steps;
  private final Map<String, String> textTypes = textTypes();

  /** A store that this program cannot use. */
  static final class TooNewException extends SQLException {
    private static final long serialVersionUID = 1;

    TooNewException(int found, int known) {
      super(
          "the store has version %d of the tables and this program knows only up to %d; use a newer"
                  .formatted(found, known)
              + " program, or another store");
    }
  }

  /** The steps of this program. */
  StoreSchema() {
    this(List.of(script("schema-1.sql"), script("schema-2.sql")));
  }

  /**
   * @param steps the statements of each version, the first of them making the tables
   */
  StoreSchema(List<String> steps) {
    this.steps = List.copyOf(steps);
  }

  /** The statements of a version that a resource holds. */
  static String script(String name) {
    try (InputStream in = StoreSchema.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes or migrates the tables. Processes that do so at the same time wait for each other or find
   * the work done.
   *
   * @throws TooNewException if a newer program made them
   */
  void bringUpToDate(Connection connection) throws SQLException {
    SQLException last = null;
    for (int i = 0; i < TRIES; i++) {
      try {
        migrate(connection);
        return;
      } catch (TooNewException e) {
        throw e;
      } catch (SQLException e) {
        // another process was faster with a table or with the version's row
        last = e;
        pause();
      }
    }
    throw last;
  }

  private static void pause() throws SQLException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while the store was opened", e);
    }
  }

  private void migrate(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try {
      int version = version(connection).orElse(0);
      if (version > steps.size()) {
        throw new TooNewException(version, steps.size());
      }
      for (int next = version + 1; next <= steps.size(); next++) {
        // The row last: a step that was cut off is done again from its beginning.
        run(connection, steps.get(next - 1));
        note(connection, next);
        connection.commit();
      }
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  /** The version of the tables; makes the table that holds it. */
  private static OptionalInt version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + VERSION_TABLE
              + " (version INTEGER NOT NULL PRIMARY KEY)");
      connection.commit();
      try (ResultSet rows = statement.executeQuery("SELECT MAX(version) FROM " + VERSION_TABLE)) {
        rows.next();
        int version = rows.getInt(1);
        return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(version);
      }
    }
  }

  private static void note(Connection connection, int version) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + VERSION_TABLE + " VALUES (?)")) {
      insert.setInt(1, version);
      insert.executeUpdate();
    }
  }

  private void run(Connection connection, String script) throws SQLException {
    String product =
        connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT).strip();
    String text = textTypes.getOrDefault(product, ANY_TEXT);
    String statements =
        String.join("\n", script.lines().filter(line -> !line.strip().startsWith("--")).toList());
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements.split(";")) {
        if (!sql.isBlank()) {
          run(statement, product, sql.strip().replace("{text}", text));
        }
      }
    }
  }

  private static void run(Statement statement, String product, String sql) throws SQLException {
    if (!product.equals(WITHOUT_INDEX_IF_MISSING)) {
      statement.execute(sql);
      return;
    }
    try {
      statement.execute(INDEX_IF_MISSING.matcher(sql).replaceFirst("CREATE INDEX "));
    } catch (SQLException e) {
      if (e.getErrorCode() != INDEX_EXISTS) {
        throw e;
      }
    }
  }

  private static Map<String, String> textTypes() {
    Map<String, String> types = new HashMap<>();
    for (String line : WordList.read(StoreSchema.class, "text-types.txt")) {
      List<String> parts = Arrays.stream(line.split("=", 2)).map(String::strip).toList();
      if (parts.size() != 2 || types.put(parts.get(0), parts.get(1)) != null) {
        throw new IllegalStateException(
            "text-types.txt: found '" + line + "'; expected product = type, each once");
      }
    }
    return Map.copyOf(types);
  }
}
