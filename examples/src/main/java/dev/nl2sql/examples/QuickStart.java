package dev.nl2sql.examples;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/** Asks the demo shop a few questions through plain JDBC: rows, warnings and one clarification. */
public final class QuickStart {
  private QuickStart() {}

  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
        Statement statement = connection.createStatement()) {
      show(statement, "SELECT COUNT(*) AS orders FROM orders");
      show(statement, "ASK how many customers live in Delhi?");
      show(statement, "ASK what was the revenue per city last month?");
      show(statement, "ASK which customers have no orders?");
      show(statement, "ASK who is our best customer?");
      show(statement, "CLARIFY best_customer = orders");
    }
  }

  private static void show(Statement statement, String sql) throws SQLException {
    System.out.println("> " + sql);
    try (ResultSet rows = statement.executeQuery(sql)) {
      System.out.print(TextTable.of(rows, 6));
    }
    for (SQLWarning warning = statement.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      System.out.println("! " + warning.getSQLState() + " " + warning.getMessage());
    }
    System.out.println();
  }
}
