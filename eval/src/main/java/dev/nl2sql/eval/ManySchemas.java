package dev.nl2sql.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Copies SQLite databases into schemas of one database, over and over under new names, until it has
 * as many tables as wanted: the shape of a large system, with real names and some rows.
 */
final class ManySchemas {
  private static final int ROWS = 30;

  private final Connection target;
  private int tables;

  ManySchemas(Connection target) {
    this.target = target;
  }

  /**
   * @return the database each schema was copied from
   */
  Map<String, String> fill(Path folder, int wanted) throws SQLException, IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(f -> f.toString().endsWith(".sqlite")).sorted().toList();
    }
    if (files.isEmpty()) {
      throw new IOException("no .sqlite file in " + folder);
    }
    Map<String, String> schemas = new LinkedHashMap<>();
    for (int copy = 1; tables < wanted; copy++) {
      for (Path file : files) {
        if (tables < wanted) {
          String name = file.getFileName().toString().replace(".sqlite", "");
          String schema = copy == 1 ? name : name + "_" + copy;
          copy(file, schema);
          schemas.put(schema, name);
        }
      }
    }
    return schemas;
  }

  int tables() {
    return tables;
  }

  private void copy(Path file, String schema) throws SQLException {
    try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + file + "?open_mode=1")) {
      run("CREATE SCHEMA " + quoted(schema));
      List<String> names =
          texts(
              source,
              "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
      for (String table : names) {
        create(source, schema, table);
        rows(source, schema, table);
        tables++;
      }
      for (String table : names) {
        references(source, schema, table);
      }
    }
  }

  private void create(Connection source, String schema, String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    try (Statement statement = source.createStatement();
        ResultSet info = statement.executeQuery("PRAGMA table_info(" + quoted(table) + ")")) {
      while (info.next()) {
        boolean key = info.getInt("pk") > 0;
        columns.add(
            quoted(info.getString("name"))
                + (key ? " VARCHAR(500) NOT NULL" : " " + type(info.getString("type"))));
        if (key) {
          keys.add(quoted(info.getString("name")));
        }
      }
    }
    String primary = keys.isEmpty() ? "" : ", PRIMARY KEY (" + String.join(", ", keys) + ")";
    run(
        "CREATE TABLE %s.%s (%s%s)"
            .formatted(quoted(schema), quoted(table), String.join(", ", columns), primary));
  }

  private static String type(String declared) {
    String type = declared.toUpperCase(Locale.ROOT);
    boolean number =
        Stream.of("INT", "REAL", "NUM", "DEC", "FLOAT", "DOUBLE").anyMatch(type::contains);
    return number ? "DOUBLE PRECISION" : "VARCHAR(500)";
  }

  /** Rows that do not fit the declared types are left out: SQLite lets any value stand anywhere. */
  private void rows(Connection source, String schema, String table) throws SQLException {
    try (Statement statement = source.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT * FROM " + quoted(table) + " LIMIT " + ROWS)) {
      int columns = rows.getMetaData().getColumnCount();
      String places =
          IntStream.range(0, columns).mapToObj(i -> "?").collect(Collectors.joining(", "));
      try (PreparedStatement insert =
          target.prepareStatement(
              "INSERT INTO %s.%s VALUES (%s)".formatted(quoted(schema), quoted(table), places))) {
        while (rows.next()) {
          for (int i = 1; i <= columns; i++) {
            insert.setObject(i, rows.getObject(i));
          }
          insertOrLeave(insert);
        }
      }
    }
  }

  private static void insertOrLeave(PreparedStatement insert) {
    try {
      insert.executeUpdate();
    } catch (SQLException misfit) {
      // Left out as the method above says.
      return;
    }
  }

  private void references(Connection source, String schema, String table) throws SQLException {
    Map<Integer, List<String[]>> keys = new LinkedHashMap<>();
    try (Statement statement = source.createStatement();
        ResultSet list = statement.executeQuery("PRAGMA foreign_key_list(" + quoted(table) + ")")) {
      while (list.next()) {
        String[] part = {list.getString("table"), list.getString("from"), list.getString("to")};
        keys.computeIfAbsent(list.getInt("id"), id -> new ArrayList<>()).add(part);
      }
    }
    for (List<String[]> key : keys.values()) {
      if (key.stream().allMatch(p -> p[2] != null)) {
        reference(schema, table, key);
      }
    }
  }

  private void reference(String schema, String table, List<String[]> key) throws SQLException {
    String sql =
        "ALTER TABLE %s.%s ADD FOREIGN KEY (%s) REFERENCES %s.%s (%s) NOCHECK"
            .formatted(
                quoted(schema),
                quoted(table),
                key.stream().map(p -> quoted(p[1])).collect(Collectors.joining(", ")),
                quoted(schema),
                quoted(key.get(0)[0]),
                key.stream().map(p -> quoted(p[2])).collect(Collectors.joining(", ")));
    try {
      run(sql);
    } catch (SQLException unknown) {
      // The set has references to columns that are no key or of another type; joins are inferred.
      return;
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = target.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> texts(Connection source, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = source.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** In capitals, as H2 keeps names that nobody quotes. */
  private static String quoted(String name) {
    return "\"" + name.toUpperCase(Locale.ROOT).replace("\"", "\"\"") + "\"";
  }
}
