package dev.nl2sql.eval.benchmark;

import java.sql.Connection;
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

/** Plain SQL: the same work by every way to the same database. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PassThroughBenchmark {
  /** System property with the JDBC URL of the real driver. */
  static final String URL_PROPERTY = "benchmark.url";

  /** A database in the memory of the fork: the worst case, no network hides a wrapper. */
  static final String H2 = "jdbc:h2:mem:benchmark;DB_CLOSE_DELAY=-1";

  private static final int ROWS = 10_000;
  private static final int BATCH = 1_000;

  /** Who stands between the benchmark and the database. */
  @Param({"RAW", "NL2SQL", "P6SPY", "DATASOURCE_PROXY"})
  public Way way;

  private final String url = System.getProperty(URL_PROPERTY, H2);
  private Connection connection;
  private Statement statement;
  private PreparedStatement byKey;
  private PreparedStatement all;
  private PreparedStatement insert;
  private int key;

  /** Fills the tables. */
  @Setup
  public void open() throws SQLException {
    connection = way.connect(url);
    statement = connection.createStatement();
    statement.execute("DROP TABLE IF EXISTS item");
    statement.execute("DROP TABLE IF EXISTS landing");
    statement.execute(
        "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(40), price DECIMAL(10,2),"
            + " stock INT, weight DOUBLE PRECISION, active BOOLEAN, rank BIGINT, code VARCHAR(10),"
            + " size INT, shelf INT)");
    try (PreparedStatement fill =
        connection.prepareStatement(
            "INSERT INTO item VALUES (?, 'item', 12.25, 7, 0.5, TRUE, 1234567, 'abc', 3, 4)")) {
      for (int i = 1; i <= ROWS; i++) {
        fill.setInt(1, i);
        fill.addBatch();
      }
      fill.executeBatch();
    }
    statement.execute("CREATE TABLE landing (id INT, name VARCHAR(40), price DOUBLE PRECISION)");
    byKey = connection.prepareStatement("SELECT id, name, price FROM item WHERE id = ?");
    all = connection.prepareStatement("SELECT * FROM item");
    insert = connection.prepareStatement("INSERT INTO landing VALUES (?, ?, ?)");
  }

  /** Closes the connection. */
  @TearDown
  public void close() throws SQLException {
    connection.close();
  }

  /** A reused statement, one row of one column. */
  @Benchmark
  public int selectOne() throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT 1")) {
      result.next();
      return result.getInt(1);
    }
  }

  /** A prepared statement executed with the next key. */
  @Benchmark
  public void pointLookup(Blackhole sink) throws SQLException {
    key = key % ROWS + 1;
    byKey.setInt(1, key);
    try (ResultSet result = byKey.executeQuery()) {
      result.next();
      sink.consume(result.getInt(1));
      sink.consume(result.getString(2));
      sink.consume(result.getBigDecimal(3));
    }
  }

  /** 10,000 rows, each read by ten getters. */
  @Benchmark
  public void scan(Blackhole sink) throws SQLException {
    try (ResultSet result = all.executeQuery()) {
      while (result.next()) {
        sink.consume(result.getInt(1));
        sink.consume(result.getString(2));
        sink.consume(result.getBigDecimal(3));
        sink.consume(result.getInt(4));
        sink.consume(result.getDouble(5));
        sink.consume(result.getBoolean(6));
        sink.consume(result.getLong(7));
        sink.consume(result.getString(8));
        sink.consume(result.getInt(9));
        sink.consume(result.getInt(10));
      }
    }
  }

  /** 1,000 rows inserted as one batch; the table is emptied for the next. */
  @Benchmark
  public int batchInsert() throws SQLException {
    for (int i = 0; i < BATCH; i++) {
      insert.setInt(1, i);
      insert.setString(2, "item");
      insert.setDouble(3, 12.25);
      insert.addBatch();
    }
    int rows = insert.executeBatch().length;
    statement.executeUpdate("TRUNCATE TABLE landing");
    return rows;
  }

  /** A second connection opened and closed. */
  @Benchmark
  public boolean connect() throws SQLException {
    try (Connection second = way.connect(url)) {
      return second.isClosed();
    }
  }
}
