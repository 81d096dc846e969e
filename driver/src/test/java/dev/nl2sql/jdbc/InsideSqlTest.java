package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Answer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
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
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions inside SQL on real databases. */
class InsideSqlTest {
  @TempDir private static Path folder;
  private static final Map<Database, String> URLS = new EnumMap<>(Database.class);

  private static EmbeddedPostgres postgres;

  enum Database {
    H2,
    POSTGRESQL,
    SQLITE
  }

  @BeforeAll
  static void load() throws SQLException, IOException {
    Files.writeString(
        folder.resolve("glossary.yml"),
        """
        version: 1
        ambiguous:
          best_author:
            triggers: ["best author"]
            prompt: "What does 'best author' mean here?"
            options:
              - { id: books, label: "Most books", definition: "number of books", order: "COUNT(books.book_id) DESC", by: authors }
              - { id: price, label: "Highest price", definition: "highest price of a book", order: "MAX(books.price) DESC", by: authors }
        """);
    postgres = EmbeddedPostgres.start();
    URLS.put(Database.H2, "jdbc:h2:mem:inside;DB_CLOSE_DELAY=-1");
    URLS.put(Database.POSTGRESQL, postgres.getJdbcUrl("postgres", "postgres"));
    URLS.put(Database.SQLITE, "jdbc:sqlite:" + folder.resolve("inside.db"));
    for (String url : URLS.values()) {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE authors (author_id INTEGER PRIMARY KEY, name VARCHAR(40))");
        statement.execute(
            "CREATE TABLE books (book_id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES"
                + " authors(author_id), title VARCHAR(40), price INTEGER)");
        statement.execute("CREATE VIEW catalogue AS SELECT title AS label FROM books");
        statement.execute("CREATE TABLE landing (name VARCHAR(40))");
        statement.execute("INSERT INTO authors VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cleo')");
        statement.execute(
            "INSERT INTO books VALUES (1, 1, 'One', 10), (2, 1, 'Two', 20), (3, 2, 'Three', 7)");
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  private static Connection connect(Database database, String... settings) throws SQLException {
    Properties properties = new Properties();
    // What is tested is where questions stand, not how sure they are understood.
    properties.setProperty("nl2sql.minConfidence", "0.4");
    properties.setProperty("nl2sql.timeBudget", "60s");
    properties.setProperty("nl2sql.glossary", folder.resolve("glossary.yml").toString());
    for (String setting : settings) {
      String[] pair = setting.split("=", 2);
      properties.setProperty("nl2sql." + pair[0], pair[1]);
    }
    return DriverManager.getConnection(
        URLS.get(database).replaceFirst("^jdbc:", "jdbc:nl2sql:"), properties);
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows(rows);
    }
  }

  private static List<String> rows(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>();
    while (rows.next()) {
      StringBuilder row = new StringBuilder(rows.getString(1));
      for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
        row.append('|').append(rows.getString(i));
      }
      all.add(row.toString());
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  void aQuestionIsATableOfTheQuery(Database database) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      String names = "(ASK 'list the names of all authors')";
      assertThat(rows(statement, "SELECT name FROM " + names + " t WHERE name > 'B' ORDER BY 1"))
          .containsExactly("Bob", "Cleo");
      assertThat(rows(statement, "SELECT * FROM " + names + " ORDER BY name DESC LIMIT 1"))
          .containsExactly("Cleo");
      assertThat(rows(statement, "SELECT COUNT(*) FROM (SELECT * FROM " + names + " x) y;"))
          .containsExactly("3");
      assertThat(rows(statement, "WITH q AS " + names + " SELECT COUNT(*) FROM q"))
          .containsExactly("3");
      assertThat(
              rows(
                  statement,
                  "SELECT a.name, b.title FROM authors a JOIN books b ON b.author_id = a.author_id"
                      + " JOIN nl2sql('list the titles of books with a price above 8') q"
                      + " ON q.title = b.title ORDER BY 2"))
          .containsExactly("Ada|One", "Ada|Two");
      assertThat(
              rows(
                  statement,
                  "SELECT (SELECT COUNT(*) FROM (ASK how many books are there) b), COUNT(*) FROM "
                      + names
                      + " a"))
          .containsExactly("1|3");
      assertThat(statement.execute("SELECT * FROM (ASK 'how many books are there?') t")).isTrue();
      try (ResultSet result = statement.getResultSet()) {
        assertThat(result.unwrap(Answer.class).question()).isEqualTo("how many books are there?");
        assertThat(rows(result)).containsExactly("3");
      }
      assertThat(rows(statement, "SELECT COUNT(*) FROM books")).containsExactly("3");
    }
  }

  /** What tools make of a question that is put into them as a query; the first cell that comes. */
  static Stream<Arguments> wrappedByTools() {
    Map<String, String> statements = new LinkedHashMap<>();
    statements.put(
        "-- Metabase:: userID: 1 queryType: native queryHash: 12ab\n"
            + "SELECT * FROM ({q}) t ORDER BY 1",
        "Ada");
    statements.put(
        "SELECT \"source\".{n} AS {n} FROM (\n{q}\n) AS \"source\" ORDER BY 1 LIMIT 1048575",
        "Ada");
    statements.put("SELECT COUNT(*) AS \"count\" FROM ({q}) \"source\"", "3");
    statements.put(
        "SELECT \"source\".{n} AS {n}, COUNT(*) AS \"count\" FROM ({q}) AS \"source\""
            + " GROUP BY \"source\".{n} ORDER BY \"source\".{n} DESC LIMIT 2",
        "Cleo");
    statements.put(
        "SELECT name AS name, COUNT(*) AS count_1 FROM ({q}\n) AS virtual_table WHERE name <> 'Bob'"
            + " GROUP BY name ORDER BY count_1 DESC, name\nLIMIT 1000",
        "Ada");
    statements.put(
        "SELECT \"Custom SQL Query\".{n} AS {n} FROM (\n  SELECT * FROM {f}\n)"
            + " \"Custom SQL Query\" GROUP BY \"Custom SQL Query\".{n} ORDER BY 1",
        "Ada");
    statements.put(
        "SELECT COUNT(*) FROM (SELECT * FROM {f} t WHERE (1=0)) \"Custom SQL Query\"", "0");
    statements.put(
        "select \"rows\".{n} as {n} from (select {n} from (select * from ({q}) \"$Table\") \"_\")"
            + " \"rows\" group by {n} order by {n} limit 1001",
        "Ada");
    statements.put("SELECT COUNT(*) FROM (\nSELECT * FROM ({q}) q\n) dbvrcnt", "3");
    statements.put("SELECT MAX(name) FROM ({q}) /* ASK 'x' */ AS t -- (ASK 'y')", "Cleo");
    statements.put("WITH a AS ({q}), b AS (SELECT * FROM {f} g) SELECT COUNT(*) FROM a, b", "9");
    statements.put("WITH a (who) AS ({q}) SELECT MAX(who) FROM a", "Cleo");
    statements.put(
        "SELECT COUNT(*) FROM (SELECT * FROM ({q}) x UNION ALL SELECT * FROM ({q}) y) z", "6");
    statements.put("SELECT 'ASK ''x''', COUNT(*) FROM ({q}) t", "ASK 'x'");
    statements.put(
        "SELECT COUNT(*) FROM authors a WHERE a.name IN (SELECT name FROM ({q}) t)"
            + " AND EXISTS (SELECT 1 FROM {f} e WHERE e.name = a.name)",
        "3");
    statements.put("SELECT a.name FROM authors a LEFT JOIN ({q}) t USING (name) ORDER BY 1", "Ada");
    statements.put("SELECT COUNT(*) FROM authors, ({q}) t", "9");
    statements.put("SELECT x.n FROM (SELECT COUNT(*) AS n FROM ({q}) i) x", "3");
    statements.put("/* {\"app\": \"looker\"} */ SELECT COUNT(*) FROM ({q}) t; -- end", "3");
    statements.put(
        "SELECT t.name FROM (ASK 'list the names of all authors' WITH (best_author = price)) t"
            + " ORDER BY t.name DESC",
        "Cleo");
    return Arrays.stream(Database.values())
        .flatMap(
            database ->
                statements.entrySet().stream()
                    .map(
                        one ->
                            Arguments.of(
                                database, filled(database, one.getKey()), one.getValue())));
  }

  private static String filled(Database database, String template) {
    return template
        .replace("{q}", "ASK 'list the names of all authors'")
        .replace("{f}", "nl2sql('list the names of all authors')")
        .replace("{n}", database == Database.H2 ? "\"NAME\"" : "\"name\"");
  }

  @ParameterizedTest
  @MethodSource("wrappedByTools")
  void toolsMayWrapAQuestion(Database database, String sql, String first) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(2000);
      assertThat(statement.execute(sql)).isTrue();
      try (ResultSet rows = statement.getResultSet()) {
        assertThat(rows.getStatement()).isSameAs(statement);
        assertThat(rows(rows).get(0).split("\\|", -1)[0]).isEqualTo(first);
      }
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      try (PreparedStatement prepared = connection.prepareStatement(sql);
          ResultSet rows = prepared.executeQuery()) {
        assertThat(rows(rows).get(0).split("\\|", -1)[0]).isEqualTo(first);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  void aQuestionDoesNotHideWhatIsRefused(Database database) throws SQLException {
    String question = "(ASK 'list the names of all authors') t";
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      for (String refused :
          List.of(
              "UPDATE authors SET name = (SELECT MAX(name) FROM " + question + ")",
              "EXPLAIN SELECT * FROM " + question,
              "WITH d AS (SELECT * FROM " + question + ") DELETE FROM landing")) {
        assertState("NL000", () -> statement.execute(refused));
      }
      assertState("NL001", () -> statement.execute("SELECT * FROM (ASK '') t"));
      assertState(
          "NL001", () -> statement.execute("SELECT * FROM " + question + "; DROP TABLE landing"));
      assertThat(rows(statement, "SELECT COUNT(*) FROM authors WHERE name = 'Ada'"))
          .containsExactly("1");
      assertThat(rows(statement, "SELECT COUNT(*) FROM landing")).containsExactly("0");
    }
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  void valuesKeepTheirOrderOnBothSides(Database database) throws SQLException {
    try (Connection connection = connect(database);
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT b.title FROM books b JOIN"
                    + " (ASK 'list the titles of books with a price above ?' USING ?) q"
                    + " ON q.title = b.title AND b.price < ?"
                    + " JOIN nl2sql('list the titles of books with a price below ?', ?) r"
                    + " ON r.title = b.title WHERE b.title <> ? ORDER BY 1")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(4);
      assertThat((Object) statement.getMetaData()).isNull();
      statement.setInt(1, 5);
      statement.setInt(2, 100);
      statement.setInt(3, 15);
      statement.setString(4, "Three");
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows(rows)).containsExactly("One");
      }
      statement.setInt(1, 1);
      statement.setInt(2, 9);
      statement.setInt(3, 50);
      statement.setString(4, "none");
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows(rows)).containsExactly("Three");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  void aQuestionThatNeedsAChoiceFailsWithItsOptions(Database database) throws SQLException {
    try (Connection connection = connect(database, "clarify=ask");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(
              () -> statement.executeQuery("SELECT * FROM (ASK 'who is the best author') t"))
          .isInstanceOfSatisfying(
              ClarificationRequiredException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("NL002");
                assertThat(e.clarifications())
                    .singleElement()
                    .satisfies(
                        c -> assertThat(c.options()).extracting("id").contains("books", "price"));
              });
      assertThat(
              rows(
                  statement,
                  "SELECT name FROM (ASK 'who is the best author' WITH (best_author = price)) t"))
          .containsExactly("Ada");
    }
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  void tablesAreFilledOnlyWhereThatIsAllowed(Database database) throws SQLException {
    String insert = "INSERT INTO landing SELECT name FROM (ASK 'list the names of all authors') q";
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      assertState("NL000", () -> statement.executeUpdate(insert));
      assertState("NL000", () -> statement.execute("CREATE TABLE made AS (ASK 'how many books')"));
      assertState("NL000", () -> statement.addBatch(insert));
      assertState("NL000", () -> statement.executeUpdate("SELECT * FROM (ASK 'how many books') t"));
      assertState(
          "NL000",
          () ->
              statement.execute(
                  "DELETE FROM landing WHERE name IN (SELECT name FROM (ASK 'list the names of all"
                      + " authors') t)"));
      assertState(
          "NL001", () -> statement.execute("SELECT * FROM (ASK 'how many books') t; SELECT 1"));
      assertThat(rows(statement, "SELECT COUNT(*) FROM landing")).containsExactly("0");
    }
    try (Connection connection = connect(database, "inSql=all");
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(insert)).isEqualTo(3);
      assertThat(statement.execute(insert)).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(3);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(rows(statement, "SELECT COUNT(*) FROM landing")).containsExactly("6");
      statement.execute(
          "CREATE TABLE made AS SELECT * FROM (ASK 'list the names of all authors') q");
      assertThat(rows(statement, "SELECT COUNT(*) FROM made")).containsExactly("3");
      try (PreparedStatement prepared =
          connection.prepareStatement(
              "INSERT INTO landing SELECT title FROM (ASK 'list the titles of books with a price"
                  + " above ?' USING ?) q WHERE title <> ?")) {
        prepared.setInt(1, 8);
        prepared.setString(2, "Two");
        assertThat(prepared.executeUpdate()).isEqualTo(1);
      }
      assertState(
          "NL003",
          () ->
              statement.execute(
                  "INSERT INTO landing SELECT label FROM (ASK 'list all labels of the"
                      + " catalogue') q"));
      statement.execute("DROP TABLE made");
      statement.execute("DELETE FROM landing");
    }
    try (Connection connection = connect(database, "inSql=off");
        Statement statement = connection.createStatement()) {
      assertState("NL000", () -> statement.executeQuery("SELECT * FROM (ASK 'how many books') t"));
    }
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  void aRelationOrFunctionOfOurNameKeepsItsMeaning(Database database) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      assertThat(rows(statement, "SELECT * FROM (ask how many books are there) t"))
          .containsExactly("3");
      statement.execute("CREATE TABLE ask (i INTEGER)");
      try {
        statement.execute("INSERT INTO ask VALUES (7)");
        assertThat(rows(statement, "SELECT a.i FROM (ask a JOIN ask b ON a.i = b.i)"))
            .containsExactly("7");
        assertThat(rows(statement, "SELECT * FROM (ASK 'how many books are there') t").size())
            .isEqualTo(1);
      } finally {
        statement.execute("DROP TABLE ask");
      }
      if (database == Database.POSTGRESQL) {
        statement.execute(
            "CREATE FUNCTION nl2sql(q text) RETURNS TABLE (said text) AS 'SELECT q' LANGUAGE SQL");
        assertThat(rows(statement, "SELECT * FROM nl2sql('how many books are there') t"))
            .containsExactly("how many books are there");
        statement.execute("DROP FUNCTION nl2sql");
      }
    }
  }

  private static void assertState(String state, Failing failing) {
    assertThatThrownBy(failing::run)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  /** Work that fails. */
  @FunctionalInterface
  private interface Failing {
    void run() throws SQLException;
  }
}
