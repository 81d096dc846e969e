package dev.nl2sql.eval.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Plain SQL on H2, once through the real driver and once through the wrapper. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PassThroughBenchmark {
  private static final String DATABASE = "h2:mem:benchmark;DB_CLOSE_DELAY=-1";
  private static final int ROWS = 10_000;

  /** The part of the URL before the database. */
  @Param({"jdbc:", "jdbc:nl2sql:"})
  public String driver;

  private Connection connection;
  private PreparedStatement byKey;
  private int key;

  /** Fills the table. */
  @Setup
  public void open() throws SQLException {
    connection = DriverManager.getConnection(driver + DATABASE);
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS item");
      statement.execute(
          "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(40), price DECIMAL(10,2))");
      statement.execute(
          "INSERT INTO item SELECT x, 'item ' || x, x * 0.25 FROM SYSTEM_RANGE(1, " + ROWS + ")");
    }
    byKey = connection.prepareStatement("SELECT id, name, price FROM item WHERE id = ?");
  }

  /** Closes the connection. */
  @TearDown
  public void close() throws SQLException {
    byKey.close();
    connection.close();
  }

  /** A statement, its only row read. */
  @Benchmark
  public void oneRow(Blackhole sink) throws SQLException {
    read("SELECT id, name, price FROM item WHERE id = 42", sink);
  }

  /** A statement, 10,000 rows of three columns read. */
  @Benchmark
  public void tenThousandRows(Blackhole sink) throws SQLException {
    read("SELECT id, name, price FROM item", sink);
  }

  /** A prepared statement executed with the next key. */
  @Benchmark
  public void preparedByKey(Blackhole sink) throws SQLException {
    key = key % ROWS + 1;
    byKey.setInt(1, key);
    try (ResultSet result = byKey.executeQuery()) {
      consume(result, sink);
    }
  }

  private void read(String sql, Blackhole sink) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      consume(result, sink);
    }
  }

  private static void consume(ResultSet result, Blackhole sink) throws SQLException {
    while (result.next()) {
      sink.consume(result.getInt(1));
      sink.consume(result.getString(2));
      sink.consume(result.getBigDecimal(3));
    }
  }
}
