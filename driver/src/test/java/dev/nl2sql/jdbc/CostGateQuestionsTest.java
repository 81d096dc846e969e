package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The cost gate as a caller sees it. */
class CostGateQuestionsTest {
  private static Connection open(String maxCost) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("nl2sql.maxCost", maxCost);
    return DriverManager.getConnection("jdbc:nl2sql:demo:shop", properties);
  }

  @Test
  void aStatementAboveTheLimitIsRefusedWithItsEstimateAndTheWayOut() throws SQLException {
    try (Connection connection = open("100");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK how many orders are there?"))
          .isInstanceOf(SQLNonTransientException.class)
          .hasMessageContaining("4,000 rows (own estimate)")
          .hasMessageContaining("nl2sql.maxCost = 100")
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("NL004");
                assertThat(e.getErrorCode()).isEqualTo(9004);
              });
      assertThat(statement.execute("SELECT 1")).isTrue();
    }
  }

  @Test
  void belowTheLimitAndWithoutOneItRuns() throws SQLException {
    for (String limit : new String[] {"0", "5000"}) {
      try (Connection connection = open(limit);
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("ASK how many orders are there?")) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  @Test
  void explainAskShowsTheEstimateAndWhetherItWouldRun() throws SQLException {
    for (String limit : new String[] {"0", "100"}) {
      try (Connection connection = open(limit);
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("EXPLAIN ASK how many orders are there?")) {
        String cost = "";
        while (rows.next()) {
          if (rows.getString("section").equals("cost")) {
            cost = rows.getString("value");
          }
        }
        assertThat(cost).contains("4,000 rows (own estimate)");
        assertThat(cost.contains("above nl2sql.maxCost")).isEqualTo(limit.equals("100"));
      }
    }
  }
}
