package dev.nl2sql.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions after rows have changed, and questions typed with a mark apart. */
class ShopAfterChangesTest {

  private static long number(Statement statement, String question) throws SQLException {
    try (ResultSet rows = statement.executeQuery("ASK " + question)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void valuesAreFoundAfterRowsChangedAndTheCatalogWasReadAnew() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
        Statement statement = connection.createStatement()) {
      long jaipur = number(statement, "how many customers live in Jaipur?");
      long delhi = number(statement, "how many customers live in Delhi?");
      connection.setAutoCommit(false);
      statement.execute(
          "INSERT INTO customers VALUES (9001, 'Zed', 'z@z', 'Delhi', DATE '2026-10-01')");
      statement.execute("NL REFRESH");

      assertThat(number(statement, "how many customers live in Jaipur?")).isEqualTo(jaipur);
      assertThat(number(statement, "how many customers live in Delhi?")).isEqualTo(delhi + 1);
      connection.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"how many customers are there ?", "number of orders per city ?"})
  void aMarkApartEndsTheQuestion(String question) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("ASK " + question)) {
      assertThat(rows.next()).isTrue();
    }
  }

  @Test
  void placesForValuesThatAreNotBoundAreTold() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(
              () -> statement.executeQuery("ASK orders above ? with a value below ?").close())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("2 places for values, but 0 are bound");
    }
  }
}
