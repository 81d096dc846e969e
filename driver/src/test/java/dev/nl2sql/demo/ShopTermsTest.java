package dev.nl2sql.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that stand inside or beside an ambiguous term keep their own meaning. */
class ShopTermsTest {
  private static Connection connection;

  @BeforeAll
  static void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "how many big delivered orders | large_order = over_1000"
            + " | order_value > 1000 AND status = 'delivered' | orders",
        "how many large orders | large_order = over_1000"
            + " | order_value > 1000 AND status <> 'canceled' | orders",
        "how many orders are really huge | large_order = over_1000"
            + " | order_value > 1000 AND status <> 'canceled' | orders",
        "how many recent card payments | recent_payment = d30"
            + " | method = 'card' AND paid_at >= DATE '2026-09-15'"
            + " AND paid_at < DATE '2026-10-15' | payments",
        "how many payments were made recently | recent_payment = d7"
            + " | paid_at >= DATE '2026-10-08' AND paid_at < DATE '2026-10-15' | payments",
        "how many customers signed up recently | recent_signup = d30"
            + " | signup_date >= DATE '2026-09-15' AND signup_date < DATE '2026-10-15' | customers",
        "how many customers from Pune registered lately | recent_signup = d90"
            + " | city = 'Pune' AND signup_date >= DATE '2026-07-17'"
            + " AND signup_date < DATE '2026-10-15' | customers",
        "how many customers are new this month | new_customers = signup"
            + " | signup_date >= DATE '2026-10-01' AND signup_date < DATE '2026-10-16' | customers",
      })
  void filtersBesideATermHold(String question, String choice, String condition, String table)
      throws SQLException {
    assertThat(rows("ASK '" + question + "' WITH (" + choice + ")"))
        .isEqualTo(rows("SELECT COUNT(*) FROM " + table + " WHERE " + condition));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "best Electronics product | category = 'Electronics' | 1",
        "top 3 Toys products | category = 'Toys' | 3",
        "What is the best-selling Books item? | category = 'Books' | 1",
        "three best Sports products in 2025"
            + " | category = 'Sports' AND order_date >= DATE '2025-01-01'"
            + " AND order_date < DATE '2026-01-01' | 3",
        "best product in Pune | city = 'Pune' | 1",
      })
  void rankedProductsAreThoseNamed(String question, String condition, int count)
      throws SQLException {
    assertThat(rows("ASK '" + question + "' WITH (best_product = units)"))
        .isEqualTo(
            rows(
                "SELECT p.name, SUM(i.quantity) FROM products p JOIN order_items i ON i.product_id"
                    + " = p.product_id JOIN orders o ON o.order_id = i.order_id JOIN customers c ON"
                    + " c.customer_id = o.customer_id WHERE o.status <> 'canceled' AND "
                    + condition
                    + " GROUP BY p.product_id, p.name ORDER BY 2 DESC LIMIT "
                    + count));
  }

  @Test
  void rankedCustomersAreThoseNamed() throws SQLException {
    assertThat(rows("ASK 'our 5 best Pune customers' WITH (best_customer = revenue)"))
        .isEqualTo(
            rows(
                "SELECT c.name, SUM(o.order_value) FROM customers c JOIN orders o ON o.customer_id"
                    + " = c.customer_id WHERE o.status <> 'canceled' AND c.city = 'Pune' GROUP BY"
                    + " c.customer_id, c.name ORDER BY 2 DESC LIMIT 5"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ASK 'best blue product' WITH (best_product = units)",
        "ASK 'how many large blue orders' WITH (large_order = over_1000)",
        "ASK 'our best female customers' WITH (best_customer = revenue)",
        "ASK 'how many recent blue payments' WITH (recent_payment = d30)",
        "ASK 'did we gain female customers this month' WITH (new_customers = signup)"
      })
  void anUnknownWordInATermIsNotSwallowed(String question) {
    assertThatThrownBy(() -> rows(question)).isInstanceOf(SQLSyntaxErrorException.class);
  }

  private static List<List<Object>> rows(String sql) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
