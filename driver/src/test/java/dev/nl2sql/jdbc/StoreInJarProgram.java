package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Properties;

/** A process with the one jar and another H2: asks, and says what its store makes of it. */
final class StoreInJarProgram {
  private StoreInJarProgram() {}

  /**
   * Prints the answer, the warnings, and how many questions the history has.
   *
   * @param arguments the store, and a correction to give, if any
   */
  public static void main(String[] arguments) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("nl2sql.store", arguments[0]);
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:h2:mem:own", settings);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE members (member_id INT)");
      try (ResultSet rows = statement.executeQuery("ASK 'How many members are there?'")) {
        rows.next();
        System.out.println("answer " + rows.getString(1));
      }
      for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
        System.out.println("warning " + w.getSQLState() + " " + w.getMessage());
      }
      if (arguments.length > 1) {
        statement.execute("NL FEEDBACK BAD '" + arguments[1] + "'");
      }
      int questions = 0;
      try (ResultSet rows = statement.executeQuery("SHOW NL HISTORY")) {
        while (rows.next()) {
          questions++;
        }
      }
      System.out.println("questions " + questions);
    }
  }
}
