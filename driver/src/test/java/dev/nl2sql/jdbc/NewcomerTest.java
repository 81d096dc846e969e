package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody meets who tries the driver for the first time, on the demo. */
class NewcomerTest {
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:nl2sql:demo:shop");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NL SET maxRows = 5", "NL REFRESH"})
  void commandsWithoutRowsCountAsUpdatesOfNothing(String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute(command)).isFalse();
      assertThat(statement.getResultSet()).isNull();
      assertThat(statement.getUpdateCount()).isZero();
      assertThat(statement.getLargeUpdateCount()).isZero();
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);

      statement.execute("ASK 'how many customers are there'");
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void anUnknownTopicIsToldWithTheKnownOnes() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SHOW NL FOO"))
          .hasFieldOrPropertyWithValue("SQLState", "NL001")
          .hasMessageContaining("FOO")
          .hasMessageContaining("STATUS, GLOSSARY, TABLES");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_SCROLL_SENSITIVE})
  void aCursorThatIsNotGivenIsTold(int type) throws SQLException {
    try (Statement statement = connection.createStatement(type, ResultSet.CONCUR_READ_ONLY)) {
      ResultSet rows = statement.executeQuery("ASK 'how many customers are there'");
      boolean forwardOnly = rows.getType() == ResultSet.TYPE_FORWARD_ONLY;
      boolean told =
          statement.getWarnings() != null
              && statement.getWarnings().toString().contains("read forwards");
      assertThat(told).isEqualTo(forwardOnly);
      ResultSet options = statement.executeQuery("SHOW NL SETTINGS");
      assertThat(options.last()).isTrue();
      assertThat((Object) statement.getWarnings()).isNull();
    }
  }

  @Test
  void aForwardCursorNeedsNoWord() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("ASK 'how many customers are there'");
      assertThat((Object) statement.getWarnings()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NL SET maxRows = 0", "NL SET maxRows = -1", "NL SET maxRows = many"})
  void aCapOfNoRowsIsRefused(String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute(command))
          .hasFieldOrPropertyWithValue("SQLState", "NL007")
          .hasMessageContaining("whole number from 1");
    }
  }

  @ParameterizedTest
  @CsvSource({"64mb, true", "64MB, true", "1Gb, true", "10 KB, true", "64megs, false"})
  void unitsAreReadInAnyCase(String size, boolean good) throws SQLException {
    String url = "jdbc:nl2sql:h2:mem:units;nl2sql.maxBytes=" + size.replace(" ", "%20");
    if (good) {
      DriverManager.getConnection(url).close();
    } else {
      assertThatThrownBy(() -> DriverManager.getConnection(url))
          .hasFieldOrPropertyWithValue("SQLState", "NL007");
    }
  }

  @Test
  void aChoiceForNoTermIsRefused() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(
              () ->
                  statement.executeQuery(
                      "ASK 'how many customers are there' WITH (best_custmer = revenue)"))
          .hasFieldOrPropertyWithValue("SQLState", "NL001")
          .hasMessageContaining("best_custmer")
          .hasMessageContaining("best_customer");
    }
  }
}
