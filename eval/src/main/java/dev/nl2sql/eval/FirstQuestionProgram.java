package dev.nl2sql.eval;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A program that asks two questions and prints how long each of their stages took. */
final class FirstQuestionProgram {
  private static final List<String> QUESTIONS =
      List.of("How many customers are there?", "How many orders are there?");

  private FirstQuestionProgram() {}

  /** Prints lines of number of the question, stage, microseconds; without arguments. */
  public static void main(String[] arguments) throws SQLException {
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
        Statement statement = connection.createStatement()) {
      print(0, "connect", start);
      for (int i = 0; i < QUESTIONS.size(); i++) {
        long asked = System.nanoTime();
        try (ResultSet rows = statement.executeQuery("EXPLAIN ASK '" + QUESTIONS.get(i) + "'")) {
          print(i, "the whole statement", asked);
          while (rows.next()) {
            if (rows.getString("section").equals("timings")) {
              String micros = rows.getString("value").replaceAll("\\D", "");
              System.out.println(i + "\t" + rows.getString("item") + "\t" + micros);
            }
          }
        }
        long executed = System.nanoTime();
        statement.executeQuery("ASK '" + QUESTIONS.get(i) + "'").close();
        print(i, "the same, asked again, with its rows", executed);
      }
    }
  }

  private static void print(int question, String what, long since) {
    System.out.println(question + "\t" + what + "\t" + (System.nanoTime() - since) / 1_000);
  }
}
