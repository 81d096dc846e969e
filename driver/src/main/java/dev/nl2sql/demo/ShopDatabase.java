package dev.nl2sql.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/**
 * The demo shop: customers, products, orders, items and payments over three years up to {@link
 * #AS_OF}. The same rows at every load, on every engine.
 */
public final class ShopDatabase {
  /** The day the data ends; "today" for questions about it. */
  public static final java.time.LocalDate AS_OF = java.time.LocalDate.of(2026, 10, 15);

  /** Where its glossary stands on the class path. */
  public static final String GLOSSARY = "dev/nl2sql/demo/shop/glossary.yml";

  private static final int BATCH = 1_000;

  private ShopDatabase() {}

  /**
   * Creates the tables in the session's current schema and fills them in one transaction.
   *
   * @param connection a session that may create tables; its autocommit is left as found
   */
  public static void load(Connection connection) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      createTables(connection);
      ShopData data = ShopData.generate(products());
      insert(connection, "customers", data.customers());
      insert(connection, "products", data.products());
      insert(connection, "orders", data.orders());
      insert(connection, "order_items", data.items());
      insert(connection, "payments", data.payments());
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(autoCommit);
    }
  }

  private static void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : String.join("\n", lines("shop/schema.sql")).split(";")) {
        if (!sql.isBlank()) {
          statement.executeUpdate(sql);
        }
      }
    }
  }

  private static List<ShopData.Product> products() {
    return lines("shop/products.csv").stream()
        .filter(l -> !l.startsWith("#"))
        .map(ShopData.Product::parse)
        .toList();
  }

  private static void insert(Connection connection, String table, List<Object[]> rows)
      throws SQLException {
    String marks = "?" + ", ?".repeat(rows.get(0).length - 1);
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
      int waiting = 0;
      for (Object[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          statement.setObject(i + 1, row[i]);
        }
        statement.addBatch();
        if (++waiting % BATCH == 0) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
  }

  private static List<String> lines(String resource) {
    try (InputStream stream =
            Objects.requireNonNull(ShopDatabase.class.getResourceAsStream(resource), resource);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }
}
