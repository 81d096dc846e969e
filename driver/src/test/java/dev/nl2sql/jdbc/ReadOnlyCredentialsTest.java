package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Answer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Questions with read-only credentials of their own, through the driver. */
class ReadOnlyCredentialsTest {
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres = EmbeddedPostgres.start();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE cities (city_id int PRIMARY KEY, name text)");
      statement.execute("INSERT INTO cities SELECT i, 'c' || i FROM generate_series(1, 3000) i");
      statement.execute("CREATE TABLE secrets (secret_id int PRIMARY KEY, name text)");
      statement.execute("CREATE ROLE reader LOGIN PASSWORD 'pw'");
      statement.execute("GRANT SELECT ON cities TO reader");
      statement.execute("ANALYZE");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  private static Connection open(String... settings) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "postgres");
    properties.setProperty("nl2sql.readonly.user", "reader");
    properties.setProperty("nl2sql.readonly.password", "pw");
    String url = "postgresql://localhost:" + postgres.getPort() + "/postgres";
    properties.setProperty("nl2sql.readonly.url", "jdbc:" + url);
    for (int i = 0; i < settings.length; i += 2) {
      properties.setProperty("nl2sql." + settings[i], settings[i + 1]);
    }
    return DriverManager.getConnection("jdbc:nl2sql:" + url, properties);
  }

  private static int count(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void allRowsComeAndTheCapIsToldWhenItIsReached() throws SQLException {
    try (Connection connection = open("maxRows", "2000");
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("ASK list the names of all cities")) {
        assertThat(rows.unwrap(Answer.class).sql()).isPresent();
        assertThat(count(rows)).isEqualTo(2000);
        assertThat(rows.next()).isFalse();
      }
      assertThat(statement.getWarnings().getSQLState()).isEqualTo("01NL3");
      try (ResultSet rows = statement.executeQuery("ASK how many cities are there?")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(3000);
        assertThat(rows.next()).isFalse();
      }
      assertThat(statement.getWarnings() == null).isTrue();
    }
  }

  @Test
  void theAccountDecidesWhatIsReadAndTheStatusNamesIt() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK how many secrets are there?"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL008"));
      try (ResultSet rows = statement.executeQuery("SHOW NL STATUS")) {
        String readOnly = "";
        while (rows.next()) {
          if (rows.getString(1).equals("read-only")) {
            readOnly = rows.getString(2) + ": " + rows.getString(3);
          }
        }
        assertThat(readOnly).contains("account reader", "the engine refuses writes");
      }
    }
  }

  @Test
  void anOpenTransactionIsLeftAloneAndTold() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO cities VALUES (0, 'mine')");
      try (ResultSet rows = statement.executeQuery("ASK how many cities are there?")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(3000);
      }
      assertThat(statement.getWarnings().getSQLState()).isEqualTo("01NL7");
      connection.rollback();
    }
  }

  @Test
  void aUserWithoutUrlIsABadSetting() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("nl2sql.readonly.user", "reader");
    try (Connection connection = DriverManager.getConnection("jdbc:nl2sql:h2:mem:", properties);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK how many cities are there?"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("NL007");
                assertThat(e.getMessage()).contains("nl2sql.readonly.url");
              });
    }
  }
}
