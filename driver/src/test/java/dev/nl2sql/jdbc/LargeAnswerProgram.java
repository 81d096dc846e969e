package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * Asks one question in a process of its own, reads the rows one by one as a client does, and prints
 * how it ended: the SQLState of the first warning or of the error, and the rows read.
 */
final class LargeAnswerProgram {
  private LargeAnswerProgram() {}

  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = open(arguments[0], arguments[1]);
        Statement statement = connection.createStatement()) {
      System.out.println(ending(statement, arguments[2]));
      try (ResultSet rows = statement.executeQuery("SELECT 1")) {
        System.out.println("usable " + rows.next());
      }
    }
  }

  /** Connects as a user without a password, or without a user. */
  static Connection open(String url, String user) throws SQLException {
    Properties properties = new Properties();
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
    }
    return DriverManager.getConnection(url, properties);
  }

  private static String ending(Statement statement, String question) throws SQLException {
    int read = 0;
    long characters = 0;
    try (ResultSet rows = statement.executeQuery("ASK " + question)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          characters += rows.getString(i).length();
        }
        read++;
      }
      String state =
          statement.getWarnings() == null ? "none" : statement.getWarnings().getSQLState();
      boolean cut = rows.unwrap(Answer.class).truncated();
      return "ended %s rows %d characters %d cut %s".formatted(state, read, characters, cut);
    } catch (SQLException e) {
      return "ended %s rows %d (%s)".formatted(e.getSQLState(), read, e.getMessage());
    }
  }
}
