package dev.nl2sql.testing;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** A small schema with awkward names, as tables of an engine and as a catalog. */
public final class SampleSchema {
  private SampleSchema() {}

  /** Creates the tables and some rows. */
  public static void create(Connection connection, String engine) throws SQLException {
    String text = engine.equals("postgresql") ? "text" : "varchar(200)";
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE author (id int PRIMARY KEY, name "
              + text
              + " NOT NULL, born date, active boolean)");
      statement.execute(
          "CREATE TABLE book (id int PRIMARY KEY, author_id int REFERENCES author(id), title "
              + text
              + ", price decimal(10,2), sold int, printed timestamp)");
      statement.execute(
          quoted(
              engine,
              "CREATE TABLE \"Order Line\" (\"Nr\" int PRIMARY KEY, \"select\" int, \"Größe\" "
                  + text
                  + ")"));
      statement.execute("INSERT INTO author VALUES (1, 'Ada', '1950-02-03', " + yes(engine) + ")");
      statement.execute("INSERT INTO author VALUES (2, 'Bo%b', NULL, NULL)");
      statement.execute("INSERT INTO book VALUES (1, 1, 'One', 10.50, 3, '2024-02-29 10:30:00')");
      statement.execute("INSERT INTO book VALUES (2, 1, 'Two', 20, 0, '2024-12-30 00:00:00')");
      statement.execute("INSERT INTO book VALUES (3, NULL, NULL, NULL, NULL, NULL)");
      statement.execute(
          quoted(engine, "INSERT INTO \"Order Line\" VALUES (1, 1, 'it''s'), (2, 3, 'B')"));
    }
  }

  private static String quoted(String engine, String sql) {
    return engine.equals("mysql") ? sql.replace('"', '`') : sql;
  }

  private static String yes(String engine) {
    return engine.equals("sqlite") ? "1" : "true";
  }

  /** The same as a catalog, names as the engine holds them. */
  public static Catalog catalog(String engine) {
    String schema =
        switch (engine) {
          case "h2" -> "PUBLIC";
          case "postgresql" -> "public";
          case "duckdb" -> "main";
          default -> "";
        };
    boolean upper = engine.equals("h2");
    Table author =
        table(
            schema,
            fold("author", upper),
            List.of(
                column(fold("id", upper), ColumnType.INTEGER, "integer"),
                column(fold("name", upper), ColumnType.TEXT, "text"),
                column(fold("born", upper), ColumnType.DATE, "date"),
                column(fold("active", upper), ColumnType.BOOLEAN, "boolean")),
            fold("id", upper));
    Table book =
        table(
            schema,
            fold("book", upper),
            List.of(
                column(fold("id", upper), ColumnType.INTEGER, "integer"),
                column(fold("author_id", upper), ColumnType.INTEGER, "integer"),
                column(fold("title", upper), ColumnType.TEXT, "text"),
                column(fold("price", upper), ColumnType.DECIMAL, "numeric"),
                column(fold("sold", upper), ColumnType.INTEGER, "integer"),
                column(fold("printed", upper), ColumnType.TIMESTAMP, "timestamp")),
            fold("id", upper));
    Table line =
        table(
            schema,
            "Order Line",
            List.of(
                column("Nr", ColumnType.INTEGER, "integer"),
                column("select", ColumnType.INTEGER, "integer"),
                column("Größe", ColumnType.TEXT, "text")),
            "Nr");
    ForeignKey written =
        new ForeignKey(
            book.name(),
            List.of(fold("author_id", upper)),
            author.name(),
            List.of(fold("id", upper)),
            true);
    ForeignKey ordered =
        new ForeignKey(
            line.name(), List.of("select"), book.name(), List.of(fold("id", upper)), true);
    List<String> path = schema.isEmpty() ? List.of() : List.of(schema);
    return new Catalog(List.of(author, book, line), List.of(written, ordered), path, "sample");
  }

  /** A table of the catalog by its name in any case. */
  public static Table table(Catalog catalog, String name) {
    return catalog.tables().stream()
        .filter(t -> t.name().name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  private static Table table(String schema, String name, List<Column> columns, String key) {
    return new Table(
        new TableName(schema, name), Table.Kind.TABLE, columns, List.of(key), List.of(), "", -1);
  }

  private static Column column(String name, ColumnType type, String typeName) {
    return new Column(name, type, typeName, 0, true, "");
  }

  private static String fold(String name, boolean upper) {
    return upper ? name.toUpperCase(Locale.ROOT) : name;
  }
}
