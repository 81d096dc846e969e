package dev.nl2sql.jdbc;

import dev.nl2sql.Setting;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of its own that corrects question after question and says what is kept. */
final class StoreProgram {
  static final String DATABASE = "jdbc:h2:mem:store_program";

  private StoreProgram() {}

  /** Understands everything in the same way. */
  static final class Sure implements SqlGenerator {
    @Override
    public String name() {
      return "sure";
    }

    @Override
    public Generation generate(GenerationRequest request) {
      return new Generation.Written("SELECT COUNT(*) FROM members", 1, "sure", List.of());
    }
  }

  static Nl2SqlDataSource source(String store) {
    return Nl2SqlDataSource.builder()
        .url(DATABASE)
        .generator(new Sure())
        .setting(Setting.STORE, store)
        // Many of them share a machine.
        .setting(Setting.TIME_BUDGET, "60s")
        .setting(Setting.STATEMENT_TIMEOUT, "60s")
        .build();
  }

  /**
   * Prints {@code kept n state} for each correction, then {@code slowest} and the milliseconds of
   * the one that took longest, and then waits.
   *
   * @param arguments the store, how many corrections it gives, and the number of the first
   */
  public static void main(String[] arguments) throws Exception {
    try (Nl2SqlDataSource source = source(arguments[0]);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE members (member_id INT)");
      int first = Integer.parseInt(arguments[2]);
      long slowest = 0;
      for (int i = first; i < first + Integer.parseInt(arguments[1]); i++) {
        long start = System.nanoTime();
        correct(statement, i);
        SQLWarning warning = statement.getWarnings();
        slowest = Math.max(slowest, System.nanoTime() - start);
        System.out.println("kept " + i + " " + (warning == null ? "" : warning.getSQLState()));
        System.out.flush();
      }
      System.out.println("slowest " + TimeUnit.NANOSECONDS.toMillis(slowest));
      System.out.flush();
      TimeUnit.MINUTES.sleep(2);
    }
  }

  private static void correct(Statement statement, int number) throws SQLException {
    try (ResultSet rows = statement.executeQuery("ASK 'question number " + number + "'")) {
      rows.next();
    }
    statement.execute("NL FEEDBACK BAD 'SELECT " + number + " AS n FROM members'");
  }
}
