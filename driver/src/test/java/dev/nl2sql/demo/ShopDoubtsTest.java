package dev.nl2sql.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Questions that are easily taken for others: each has the rows of the statement beside it, or is
 * refused.
 */
class ShopDoubtsTest {
  private static Connection connection;

  @BeforeAll
  static void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  /** Not one of a list means none of its members. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          products other than books and toys | SELECT name FROM products WHERE category NOT IN ('Books', 'Toys')
          products excluding books, toys and sports | SELECT name FROM products WHERE category NOT IN ('Books', 'Toys', 'Sports')
          customers not from Delhi or Mumbai | SELECT name FROM customers WHERE city NOT IN ('Delhi', 'Mumbai')
          payments except upi and paypal | SELECT * FROM payments WHERE method NOT IN ('upi', 'paypal')
          """)
  void negatedLists(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** Not to have any is more than to have another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          orders without electronics | SELECT * FROM orders o WHERE o.status <> 'canceled' AND order_id NOT IN (SELECT i.order_id FROM order_items i JOIN products p ON p.product_id = i.product_id WHERE category = 'Electronics')
          orders that contain no books | SELECT * FROM orders o WHERE o.status <> 'canceled' AND order_id NOT IN (SELECT i.order_id FROM order_items i JOIN products p ON p.product_id = i.product_id WHERE category = 'Books')
          customers who never canceled | SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders WHERE status = 'canceled')
          cities without orders this month | SELECT city FROM customers c LEFT JOIN orders o ON o.customer_id = c.customer_id AND o.status <> 'canceled' AND order_date >= DATE '2026-10-01' GROUP BY city HAVING COUNT(order_id) = 0
          cities without card payments | SELECT city FROM customers c LEFT JOIN orders o ON o.customer_id = c.customer_id LEFT JOIN payments p ON p.order_id = o.order_id AND method = 'card' GROUP BY city HAVING COUNT(payment_id) = 0
          """)
  void negationsOverOtherRows(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** One row that fits is not all of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          orders containing only books | SELECT * FROM orders o WHERE o.status <> 'canceled' AND order_id NOT IN (SELECT i.order_id FROM order_items i JOIN products p ON p.product_id = i.product_id WHERE category <> 'Books')
          customers with only canceled orders | SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name HAVING MIN(status) = 'canceled' AND MAX(status) = 'canceled'
          """)
  void onlyAndAll(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** What is compared with a product is not that product. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          products cheaper than Wireless Mouse | SELECT name FROM products WHERE price < (SELECT price FROM products WHERE name = 'Wireless Mouse')
          products that cost more than the Wireless Mouse | SELECT name FROM products WHERE price > (SELECT price FROM products WHERE name = 'Wireless Mouse')
          """)
  void comparisonsWithAnIndividual(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** A condition on customers is one on each of them, not on the whole. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          revenue from customers with more than 20 orders | SELECT SUM(order_value) FROM orders o WHERE o.status <> 'canceled' AND customer_id IN (SELECT customer_id FROM orders o WHERE o.status <> 'canceled' GROUP BY customer_id HAVING COUNT(*) > 20)
          average order value of customers with more than 10 orders | SELECT AVG(order_value) FROM orders o WHERE o.status <> 'canceled' AND customer_id IN (SELECT customer_id FROM orders o WHERE o.status <> 'canceled' GROUP BY customer_id HAVING COUNT(*) > 10)
          how many cities have more than 40 customers | SELECT COUNT(*) FROM (SELECT city FROM customers GROUP BY city HAVING COUNT(*) > 40)
          """)
  void conditionsOnTheGroupsOfAnother(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** The last of each is more than the last of all. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          date of the last order | SELECT MAX(order_date) FROM orders o WHERE o.status <> 'canceled'
          customers whose last order was in 2025 | SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id WHERE o.status <> 'canceled' GROUP BY c.customer_id, c.name HAVING EXTRACT(YEAR FROM MAX(order_date)) = 2025
          """)
  void firstAndLast(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** A condition is on what the words say, and a word between is none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          cities ranked by revenue | SELECT city, SUM(order_value) FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status <> 'canceled' GROUP BY city
          compare revenue in Delhi and Mumbai | SELECT city, SUM(order_value) FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status <> 'canceled' AND city IN ('Delhi', 'Mumbai') GROUP BY city
          revenue including canceled orders | SELECT SUM(order_value) FROM orders
          everything but books | SELECT name FROM products WHERE category <> 'Books'
          number of paid orders | SELECT COUNT(*) FROM orders o WHERE o.status <> 'canceled' AND order_id IN (SELECT order_id FROM payments)
          canceled but paid orders | SELECT * FROM orders WHERE status = 'canceled' AND order_id IN (SELECT order_id FROM payments)
          orders paid in 2026 | SELECT * FROM orders o WHERE o.status <> 'canceled' AND order_id IN (SELECT order_id FROM payments WHERE paid_at >= DATE '2026-01-01')
          percentage of customers who ordered in 2026 | SELECT 100.0 * (SELECT COUNT(DISTINCT customer_id) FROM orders o WHERE o.status <> 'canceled' AND order_date >= DATE '2026-01-01') / (SELECT COUNT(*) FROM customers)
          revenue per customer in 2026 | SELECT c.name, SUM(order_value) FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status <> 'canceled' AND order_date >= DATE '2026-01-01' GROUP BY c.customer_id, c.name
          order number 18446744073709551633 | SELECT * FROM orders WHERE 1 = 0
          """)
  void conditionsOnTheRightRows(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** What is compared is the number of values and the sum of the rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          customers who used more than one payment method | SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id JOIN payments p ON p.order_id = o.order_id WHERE o.status <> 'canceled' GROUP BY c.customer_id, c.name HAVING COUNT(DISTINCT method) > 1
          products with revenue between 1000 and 5000 | SELECT p.name FROM order_items i JOIN products p ON p.product_id = i.product_id JOIN orders o ON o.order_id = i.order_id WHERE o.status <> 'canceled' GROUP BY p.product_id, p.name HAVING SUM(quantity * unit_price) BETWEEN 1000 AND 5000
          orders with total quantity over 10 | SELECT o.order_id FROM order_items i JOIN orders o ON o.order_id = i.order_id WHERE o.status <> 'canceled' GROUP BY o.order_id HAVING SUM(quantity) > 10
          average orders per month | SELECT COUNT(*) * 1.0 / COUNT(DISTINCT EXTRACT(YEAR FROM order_date) * 12 + EXTRACT(MONTH FROM order_date)) FROM orders o WHERE o.status <> 'canceled'
          """)
  void countsAndSums(String question, String statement) throws SQLException {
    assertRightOrRefused(question, statement);
  }

  /** No rows of the shop are an answer to these. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "returned orders",
        "customers who returned a product",
        "products in stock",
        "available products",
        "customers who came back",
        "orders in summer 2026",
        "revenue per 10 days",
        "zero value orders",
        "customers who bought everything except toys",
        "average days between order and payment"
      })
  void refusesWhatTheShopDoesNotKnow(String question) {
    assertThatThrownBy(() -> rows("ASK '" + question + "'"))
        .isInstanceOf(SQLSyntaxErrorException.class);
  }

  private static void assertRightOrRefused(String question, String statement) throws SQLException {
    List<List<Object>> answer;
    try {
      answer = rows("ASK '" + question + "'");
    } catch (SQLSyntaxErrorException refused) {
      return;
    }
    assertThat(answer).containsExactlyInAnyOrderElementsOf(rows(statement));
  }

  private static List<List<Object>> rows(String sql) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(cell(result.getObject(i)));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** Numbers of any type compare by their value to four places. */
  private static Object cell(Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString()).setScale(4, RoundingMode.HALF_UP)
        : value;
  }
}
