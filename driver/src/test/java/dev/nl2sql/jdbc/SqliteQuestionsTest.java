package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SQLite gives rows one by one; an answer is complete all the same, and its rows are counted. */
class SqliteQuestionsTest {
  @TempDir private static Path folder;

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:nl2sql:sqlite:" + folder.resolve("library.db"));
  }

  @BeforeAll
  static void load() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE authors (author_id INTEGER PRIMARY KEY, name TEXT)");
      statement.execute(
          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES"
              + " authors(author_id), title TEXT, price REAL)");
      statement.execute("INSERT INTO authors VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cleo')");
      statement.execute(
          "INSERT INTO books VALUES (1, 1, 'One', 10.5), (2, 1, 'Two', 20), (3, 2, 'Three', 7),"
              + " (4, 2, 'Four', 31.25)");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "how many books are there?                            | 1",
        "list the names of all authors                        | 3",
        "number of books per author                           | 2",
        "list the titles of books with a price above average  | 2",
        "names of authors without books                       | 1",
        "what is the title of the most expensive book?        | 1",
        "list the titles of books with a price above 1000     | 0"
      })
  void rowsAreCompleteAndCounted(String question, int expected) throws SQLException {
    try (Connection connection = connect();
        Statement asking = connection.createStatement();
        Statement other = connection.createStatement()) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        try (ResultSet rows = asking.executeQuery("ASK " + question)) {
          assertThat(rows.unwrap(Answer.class).rowCount()).isEqualTo(expected);
          other.executeUpdate("UPDATE authors SET name = name");
          try (ResultSet next = other.executeQuery("ASK how many authors are there?")) {
            assertThat(next.next()).isTrue();
            assertThat(next.getInt(1)).isEqualTo(3);
          }
          int read = 0;
          while (rows.next()) {
            assertThat(rows.getString(1)).isNotNull();
            read++;
          }
          assertThat(read).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void theRowCapIsToldAndTheCallersOwnIsNot() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("NL SET maxRows = 2");
      try (ResultSet rows = statement.executeQuery("ASK list the titles of all books")) {
        assertThat(rows.unwrap(Answer.class).truncated()).isTrue();
        SQLWarning first = statement.getWarnings();
        assertThat(first.getSQLState()).isEqualTo("01NL3");
      }
      statement.setMaxRows(1);
      try (ResultSet rows = statement.executeQuery("ASK list the titles of all books")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.next()).isFalse();
        assertThat((Object) statement.getWarnings()).isNull();
      }
    }
  }

  @Test
  void plainRowsAreTheDriversOwn() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT title FROM books")) {
      assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
      assertThat(rows.isWrapperFor(org.sqlite.core.CoreResultSet.class)).isTrue();
    }
  }
}
