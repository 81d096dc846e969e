package dev.nl2sql.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Puts tables of several SQLite files into one, with all their rows. */
final class OneFile {
  private OneFile() {}

  /**
   * @param wanted how many tables at least; names that come twice are taken once
   * @return how many there are
   */
  static int fill(Path file, Path folder, int wanted) throws SQLException, IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.list(folder)) {
      sources = all.filter(f -> f.toString().endsWith(".sqlite")).sorted().toList();
    }
    int tables = 0;
    try (Connection target = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = target.createStatement()) {
      for (Path source : sources) {
        if (tables < wanted) {
          statement.execute("ATTACH '" + source.toString().replace("'", "''") + "' AS source");
          tables += copy(statement);
          statement.execute("DETACH source");
        }
      }
    }
    return tables;
  }

  private static int copy(Statement statement) throws SQLException {
    Map<String, String> tables = new LinkedHashMap<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT name, sql FROM source.sqlite_master WHERE type = 'table'"
                + " AND name NOT LIKE 'sqlite%' AND lower(name) NOT IN"
                + " (SELECT lower(name) FROM main.sqlite_master)")) {
      while (rows.next()) {
        tables.put(rows.getString(1), rows.getString(2));
      }
    }
    for (Map.Entry<String, String> table : tables.entrySet()) {
      String name = "\"" + table.getKey().replace("\"", "\"\"") + "\"";
      statement.execute(table.getValue());
      statement.execute("INSERT INTO main." + name + " SELECT * FROM source." + name);
    }
    return tables.size();
  }
}
