package dev.nl2sql.eval.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** A question on the demo shop, end to end, the catalog already read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class QuestionBenchmark {
  private Connection connection;
  private int number;

  /** Opens the shop and asks once, which reads the catalog. */
  @Setup
  public void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
    ask("ASK 'How many customers live in Delhi?'");
  }

  /** Closes the connection. */
  @TearDown
  public void close() throws SQLException {
    connection.close();
  }

  /** The same words again: the translation comes from the cache. */
  @Benchmark
  public void repeated(Blackhole sink) throws SQLException {
    sink.consume(ask("ASK 'How many customers live in Delhi?'"));
  }

  /** Words not seen before: everything is done. */
  @Benchmark
  public void fresh(Blackhole sink) throws SQLException {
    sink.consume(ask("ASK 'Which customers placed more than " + number++ + " orders?'"));
  }

  private boolean ask(String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(question)) {
      return result.next();
    }
  }
}
