package dev.nl2sql.eval.benchmark;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Plain SQL by one way. Each way gets this class from a class loader of its own, so that its calls
 * are compiled for that way alone, as they are in a program that knows no other.
 */
public final class PassThroughWork implements Work {
  private static final int ROWS = 10_000;
  private static final int BATCH = 1_000;

  private final Way way;
  private final String url;
  private final Work work;
  private final Statement statement;
  private final PreparedStatement prepared;
  private int key;
  private long sum;

  /**
   * Fills tables of its own and prepares the benchmark.
   *
   * @param benchmark selectOne, pointLookup, scan, batchInsert or connect
   * @param way name of the way
   */
  public PassThroughWork(String benchmark, String way, String url) throws SQLException {
    this.way = Way.valueOf(way);
    this.url = url;
    Connection connection = this.way.connect(url);
    this.statement = connection.createStatement();
    String item = "item" + this.way.ordinal();
    String landing = "landing" + this.way.ordinal();
    fill(connection, item, landing);
    this.work =
        switch (benchmark) {
          case "selectOne" -> this::selectOne;
          case "pointLookup" -> this::pointLookup;
          case "scan" -> this::scan;
          case "batchInsert" -> times -> batchInsert(times, "TRUNCATE TABLE " + landing);
          case "connect" -> this::connect;
          default -> throw new IllegalArgumentException("there is no benchmark " + benchmark);
        };
    this.prepared =
        connection.prepareStatement(
            switch (benchmark) {
              case "scan" -> "SELECT * FROM " + item;
              case "batchInsert" -> "INSERT INTO " + landing + " VALUES (?, ?, ?)";
              default -> "SELECT id, name, price FROM " + item + " WHERE id = ?";
            });
  }

  private void fill(Connection connection, String item, String landing) throws SQLException {
    statement.execute("DROP TABLE IF EXISTS " + item);
    statement.execute("DROP TABLE IF EXISTS " + landing);
    statement.execute(
        "CREATE TABLE "
            + item
            + " (id INT PRIMARY KEY, name VARCHAR(40), price DECIMAL(10,2),"
            + " stock INT, weight DOUBLE PRECISION, active BOOLEAN, rank BIGINT, code VARCHAR(10),"
            + " size INT, shelf INT)");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO "
                + item
                + " VALUES (?, 'item', 12.25, 7, 0.5, TRUE, 1234567, 'abc', 3, 4)")) {
      for (int i = 1; i <= ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    statement.execute(
        "CREATE TABLE " + landing + " (id INT, name VARCHAR(40), price DOUBLE PRECISION)");
  }

  @Override
  public void run(int times) throws SQLException {
    work.run(times);
    if (sum == 0) {
      throw new IllegalStateException("nothing was read");
    }
  }

  private void selectOne(int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      try (ResultSet result = statement.executeQuery("SELECT 1")) {
        result.next();
        sum += result.getInt(1);
      }
    }
  }

  private void pointLookup(int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      key = key % ROWS + 1;
      prepared.setInt(1, key);
      try (ResultSet result = prepared.executeQuery()) {
        result.next();
        sum += result.getInt(1) + result.getString(2).length();
        sum += result.getBigDecimal(3).scale();
      }
    }
  }

  private void scan(int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      try (ResultSet result = prepared.executeQuery()) {
        while (result.next()) {
          sum += result.getInt(1) + result.getString(2).length();
          BigDecimal price = result.getBigDecimal(3);
          sum += price.scale() + result.getInt(4) + (long) result.getDouble(5);
          sum += (result.getBoolean(6) ? 1 : 0) + result.getLong(7);
          sum += result.getString(8).length() + result.getInt(9) + result.getInt(10);
        }
      }
    }
  }

  private void batchInsert(int times, String emptying) throws SQLException {
    for (int i = 0; i < times; i++) {
      for (int row = 0; row < BATCH; row++) {
        prepared.setInt(1, row);
        prepared.setString(2, "item");
        prepared.setDouble(3, 12.25);
        prepared.addBatch();
      }
      sum += prepared.executeBatch().length;
      statement.executeUpdate(emptying);
    }
  }

  private void connect(int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      try (Connection second = way.connect(url)) {
        sum += second.isClosed() ? 0 : 1;
      }
    }
  }
}
