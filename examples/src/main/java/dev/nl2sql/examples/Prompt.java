package dev.nl2sql.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/**
 * An interactive prompt that takes SQL, commands and questions alike. A line that begins with none
 * of SQL's words is asked as a question. Arguments: a JDBC URL, a user and a password, all
 * optional.
 */
public final class Prompt {
  private static final int ROWS = 40;
  private static final String STATEMENT_WORDS =
      "(?is)(ask|explain|narrate|clarify|show nl|nl|select|with|values|insert|update|delete|create"
          + "|alter|drop|merge|truncate|commit|rollback|set)\\b.*";

  private final Statement statement;

  private Prompt(Statement statement) {
    this.statement = statement;
  }

  public static void main(String[] arguments) throws SQLException, IOException {
    String url = arguments.length > 0 ? arguments[0] : "jdbc:nl2sql:demo:shop";
    String user = arguments.length > 1 ? arguments[1] : null;
    String password = arguments.length > 2 ? arguments[2] : null;
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement()) {
      System.out.println("Connected to " + connection.getMetaData().getURL());
      System.out.println("Type a question, SQL, or quit. Try: show nl tables");
      new Prompt(statement).loop();
    }
  }

  private void loop() throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (true) {
      System.out.print("nl2sql> ");
      System.out.flush();
      String line = input.readLine();
      if (line == null || line.strip().equalsIgnoreCase("quit")) {
        return;
      }
      if (!line.isBlank()) {
        run(line.strip());
      }
    }
  }

  private void run(String line) {
    try {
      boolean hasRows = statement.execute(line.matches(STATEMENT_WORDS) ? line : "ASK " + line);
      if (hasRows) {
        try (ResultSet rows = statement.getResultSet()) {
          System.out.print(TextTable.of(rows, ROWS));
        }
      } else {
        System.out.println("  " + statement.getUpdateCount() + " rows changed");
      }
      for (SQLWarning warning = statement.getWarnings();
          warning != null;
          warning = warning.getNextWarning()) {
        System.out.println("! " + warning.getSQLState() + " " + warning.getMessage());
      }
    } catch (SQLException e) {
      System.out.println("! " + e.getSQLState() + " " + e.getMessage());
    }
  }
}
