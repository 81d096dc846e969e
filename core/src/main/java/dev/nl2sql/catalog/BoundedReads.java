package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Our own queries for shape and values. Each ends when the caller gives up, or when its time is
 * over. Time is kept by us, because a query timeout of the driver counts whole seconds, is ignored
 * by some engines and stays with the session on others.
 */
final class BoundedReads {
  private final Connection connection;
  private final Cancellation cancellation;

  BoundedReads(Connection connection, Cancellation cancellation) {
    this.connection = connection;
    this.cancellation = cancellation;
  }

  /** Makes something of one row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** All rows of a query whose only parameter is a list of texts. */
  <T> List<T> rows(String sql, List<String> texts, RowReader<T> reader) throws SQLException {
    cancellation.check();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("varchar", texts.toArray()));
      return rows(statement, reader);
    }
  }

  /** All rows of a query whose parameters are the name of a relation. */
  <T> List<T> rowsOf(TableName name, String sql, RowReader<T> reader) throws SQLException {
    cancellation.check();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name.schema());
      statement.setString(2, name.name());
      return rows(statement, reader);
    }
  }

  /** All rows of a query that is cancelled when the time is over. */
  <T> List<T> rowsWithin(Duration limit, String sql, RowReader<T> reader) throws SQLException {
    cancellation.check();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      CountDownLatch read = new CountDownLatch(1);
      cancelUnless(read, limit, statement);
      try {
        return rows(statement, reader);
      } finally {
        read.countDown();
      }
    }
  }

  private <T> List<T> rows(PreparedStatement statement, RowReader<T> reader) throws SQLException {
    Cancellation.Registration waiting = cancellation.onFire(() -> cancelSoon(statement));
    try (ResultSet rows = statement.executeQuery()) {
      List<T> read = new ArrayList<>();
      while (rows.next()) {
        read.add(reader.read(rows));
      }
      return read;
    } catch (SQLException e) {
      cancellation.check();
      throw e;
    } finally {
      waiting.close();
    }
  }

  // A thread of our own, for the timer that CompletableFuture shares never ends, and holds the
  // class
  // loader of whoever was the first to use it.
  private static void cancelUnless(
      CountDownLatch read, Duration limit, PreparedStatement statement) {
    start(
        () -> {
          try {
            if (!read.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
              cancel(statement);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  // The thread that gives up must not wait for the network.
  private static void cancelSoon(PreparedStatement statement) {
    start(() -> cancel(statement));
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "nl2sql-cancel");
    thread.setDaemon(true);
    thread.setContextClassLoader(BoundedReads.class.getClassLoader());
    thread.start();
  }

  private static void cancel(PreparedStatement statement) {
    try {
      statement.cancel();
    } catch (SQLException ignored) {
      // The statement has ended meanwhile, or the engine cannot end it: either way it is read out.
    }
  }
}
