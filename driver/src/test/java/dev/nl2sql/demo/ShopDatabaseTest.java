package dev.nl2sql.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo data keeps its promise: every reading of every ambiguous term gives other rows. */
class ShopDatabaseTest {
  private static final String VALID = "o.status <> 'canceled'";
  private static Connection h2;

  @BeforeAll
  static void load() throws SQLException {
    h2 = DriverManager.getConnection("jdbc:h2:mem:shopdata");
    ShopDatabase.load(h2);
  }

  @AfterAll
  static void close() throws SQLException {
    h2.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 10})
  void bestCustomersDiffer(int top) throws SQLException {
    String base =
        "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id WHERE "
            + VALID
            + " GROUP BY c.customer_id, c.name ORDER BY %s DESC, c.name LIMIT "
            + top;
    assertAllDiffer(
        rows(h2, base.formatted("SUM(o.order_value)")),
        rows(h2, base.formatted("COUNT(*)")),
        rows(h2, base.formatted("COUNT(DISTINCT o.order_date)")));
  }

  @ParameterizedTest
  @CsvSource({"name, 1", "name, 3", "name, 5", "name, 10", "category, 1", "category, 3"})
  void bestProductsAndCategoriesDiffer(String what, int top) throws SQLException {
    String base =
        "SELECT p."
            + what
            + " FROM products p JOIN order_items i ON i.product_id = p.product_id"
            + " JOIN orders o ON o.order_id = i.order_id WHERE "
            + VALID
            + " GROUP BY p."
            + what
            + " ORDER BY %s DESC LIMIT "
            + top;
    assertAllDiffer(
        rows(h2, base.formatted("SUM(i.quantity * i.unit_price)")),
        rows(h2, base.formatted("SUM(i.quantity)")));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10-01, 2026-10-16",
    "2026-09-01, 2026-10-01",
    "2026-08-01, 2026-09-01",
    "2026-07-01, 2026-08-01",
    "2026-06-01, 2026-07-01",
    "2026-05-01, 2026-06-01",
    "2026-04-01, 2026-05-01",
    "2026-03-01, 2026-04-01",
    "2026-02-01, 2026-03-01",
    "2026-01-01, 2026-02-01",
    "2026-07-01, 2026-10-01",
    "2026-01-01, 2026-10-16",
    "2025-01-01, 2026-01-01",
    "2024-01-01, 2025-01-01",
    "2026-10-05, 2026-10-12",
    "2026-09-15, 2026-10-15",
    "2026-07-17, 2026-10-15",
  })
  void newCustomersDiffer(String from, String to) throws SQLException {
    String period = " >= DATE '%s' AND %s < DATE '%s'";
    List<String> signedUp =
        rows(
            h2,
            "SELECT name FROM customers WHERE signup_date"
                + period.formatted(from, "signup_date", to)
                + " ORDER BY name");
    List<String> firstOrdered =
        rows(
            h2,
            "SELECT name FROM (SELECT c.name, MIN(o.order_date) AS first_order FROM customers c JOIN"
                + " orders o ON o.customer_id = c.customer_id WHERE "
                + VALID
                + " GROUP BY c.customer_id, c.name) f WHERE first_order"
                + period.formatted(from, "first_order", to)
                + " ORDER BY name");

    assertThat(signedUp).isNotEmpty();
    assertThat(firstOrdered).isNotEmpty();
    assertThat(signedUp.size()).isNotEqualTo(firstOrdered.size());
  }

  @Test
  void spansOfDaysDiffer() throws SQLException {
    String base =
        "SELECT COUNT(*), COUNT(DISTINCT o.customer_id) FROM orders o WHERE "
            + VALID
            + " AND o.order_date >= DATE '%s' AND o.order_date < DATE '2026-10-15'";
    assertAllDiffer(
        rows(h2, base.formatted("2026-10-08")),
        rows(h2, base.formatted("2026-09-15")),
        rows(h2, base.formatted("2026-07-17")),
        rows(h2, base.formatted("2025-10-15")));
  }

  @Test
  void largeOrdersDiffer() throws SQLException {
    long over = number("SELECT COUNT(*) FROM orders o WHERE " + VALID + " AND order_value > 1000");
    long top =
        number(
            "SELECT COUNT(*) FROM orders o WHERE "
                + VALID
                + " AND order_value >= (SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY"
                + " order_value) FROM orders o WHERE "
                + VALID
                + ")");

    assertThat(over).isGreaterThan(20);
    assertThat(top).isGreaterThan(over + 50);
  }

  @Test
  void sizesAndSpecialCasesAreThere() throws SQLException {
    assertThat(number("SELECT COUNT(*) FROM customers")).isEqualTo(300);
    assertThat(number("SELECT COUNT(DISTINCT name) FROM customers")).isEqualTo(300);
    assertThat(number("SELECT COUNT(*) FROM orders")).isBetween(3_900L, 4_100L);
    assertThat(
            number(
                "SELECT COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE"
                    + " o.customer_id = c.customer_id)"))
        .isGreaterThan(5);
    assertThat(
            number(
                "SELECT COUNT(*) FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE"
                    + " o.customer_id = c.customer_id) AND NOT EXISTS (SELECT 1 FROM orders o WHERE"
                    + " o.customer_id = c.customer_id AND "
                    + VALID
                    + ")"))
        .isGreaterThan(1);
    assertThat(number("SELECT COUNT(*) FROM orders WHERE order_date = DATE '2026-10-15'"))
        .isPositive();
    assertThat(
            number(
                "SELECT COUNT(*) FROM orders o JOIN (SELECT order_id, SUM(quantity * unit_price) AS"
                    + " total FROM order_items GROUP BY order_id) i ON i.order_id = o.order_id"
                    + " WHERE i.total <> o.order_value"))
        .isZero();
  }

  @Test
  void postgresHoldsTheSameRows() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA ask_demo");
      connection.setSchema("ask_demo");
      ShopDatabase.load(connection);

      for (String table : List.of("customers", "products", "orders", "order_items", "payments")) {
        String query = "SELECT * FROM " + table + " ORDER BY 1";
        assertThat(rows(connection, query)).isEqualTo(rows(h2, query));
      }
    }
  }

  @SafeVarargs
  private static void assertAllDiffer(List<String>... results) {
    assertThat(results).doesNotHaveDuplicates().allSatisfy(r -> assertThat(r).isNotEmpty());
  }

  private static long number(String query) throws SQLException {
    return Long.parseLong(rows(h2, query).get(0));
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          cells.add(String.valueOf(result.getObject(i)));
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }
}
