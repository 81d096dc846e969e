package dev.nl2sql.eval;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that runs a little SQL and prints how many nanoseconds it took. */
final class StartUpProgram {
  private StartUpProgram() {}

  /** Runs with a JDBC URL. */
  public static void main(String[] arguments) throws SQLException {
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection(arguments[0]);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
        insert.setInt(1, 1);
        insert.executeUpdate();
      }
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
        rows.next();
        if (rows.getInt(1) != 1) {
          throw new IllegalStateException("the row is not there");
        }
      }
    }
    System.out.println(System.nanoTime() - start);
  }
}
