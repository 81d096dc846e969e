package dev.nl2sql.jdbc;

import static dev.nl2sql.testing.ModelServer.sql;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.testing.ModelServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PostgreSQL says where a statement is wrong: the model is told the words that stand there. */
@Timeout(120)
class ModelRepairPlaceTest {
  private static final String COUNT = "SELECT count(*) AS n FROM customers";
  private static final String WRONG = "SELECT name, city + 1 AS x FROM customers";

  private static EmbeddedPostgres postgres;

  @TempDir Path folder;

  private ModelServer server;

  @BeforeAll
  static void startPostgres() throws IOException, SQLException {
    postgres = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60)).start();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE customers(id INT PRIMARY KEY, name TEXT, city TEXT)");
      statement.execute("INSERT INTO customers VALUES (1, 'Ada', 'Paris'), (2, 'Bob', 'Rome')");
    }
    // On a busy machine the first parse of a process may take longer than the guard allows.
    try (ModelServer first = ModelServer.start();
        Connection connection = connect(settings(first))) {
      first.otherwise(sql(COUNT));
      connection.createStatement().execute("EXPLAIN ASK how many customers are there");
    }
  }

  @AfterAll
  static void stopPostgres() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void start() {
    server = ModelServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT name, city + 1 AS x FROM customers | 42883 | + 1 AS x",
        "SELECT name, count(*) FROM customers | 42803 | name, count(*)",
        "SELECT id FROM customers WHERE name > 5 | 42883 | > 5",
        "SELECT id FROM customers WHERE id = 'seven' | 22P02 | 'seven'",
        "SELECT a.id FROM customers a JOIN customers b ON a.id + b.name | 42883 | + b.name",
        "SELECT CASE WHEN id = 1 THEN name ELSE id END AS x FROM customers | 42804 | name ELSE id END",
      })
  void thePlaceAndTheStateReachTheModel(String wrong, String state, String place)
      throws SQLException {
    String told = repaired(settings(server), wrong);
    assertThat(told).contains("What is wrong (database error)", "SQLState " + state);
    String after = told.substring(told.indexOf("; at "));
    assertThat(after.replace("\\", "")).startsWith("; at \"" + place);
  }

  @Test
  void aPolicysFilterIsNoPlaceToShow() throws Exception {
    Path glossary = folder.resolve("glossary.yml");
    Files.writeString(
        glossary,
        "version: 1\npolicies: { customers: { row_filter: \"customers.city <> 'Oslo'\" } }\n");
    Properties settings = settings(server);
    settings.setProperty("nl2sql.glossary", glossary.toString());
    String told = repaired(settings, WRONG);
    assertThat(told).contains("SQLState 42883").doesNotContain("; at ").doesNotContain("Oslo");
  }

  /** Their places are those of a text that the driver wrote. */
  @Test
  void statementsWithParametersHaveNoPlace() throws SQLException {
    server.then(
        sql("SELECT name + 1 AS x FROM customers WHERE city = ?"), sql(COUNT + " WHERE city = ?"));
    try (Connection connection = connect(settings(server));
        PreparedStatement statement =
            connection.prepareStatement("ASK 'how many customers in ?' USING ?")) {
      statement.setString(1, "Rome");
      statement.executeQuery().close();
    }
    assertThat(server.requests()).hasSize(2);
    assertThat(server.requests().get(1).body())
        .contains("SQLState 42883")
        .doesNotContain("; at ")
        .doesNotContain("Rome");
  }

  /** What the model was told of its statement; it mends it with one call. */
  private String repaired(Properties settings, String wrong) throws SQLException {
    server.then(sql(wrong), sql(COUNT));
    try (Connection connection = connect(settings);
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery("ASK how many customers are there")))
          .containsExactly("2");
      assertThat(statement.unwrap(Answer.class).attempts()).isEqualTo(2);
    }
    assertThat(server.requests()).hasSize(2);
    return server.requests().get(1).body();
  }

  private static Connection connect(Properties settings) throws SQLException {
    return new Nl2SqlDriver()
        .connect(
            postgres.getJdbcUrl("postgres", "postgres").replaceFirst("^jdbc:", "jdbc:nl2sql:"),
            settings);
  }

  private static Properties settings(ModelServer server) {
    Properties settings = new Properties();
    settings.setProperty("nl2sql.llm.provider", "openai");
    settings.setProperty("nl2sql.llm.model", "m");
    settings.setProperty("nl2sql.llm.baseUrl", server.url() + "/v1");
    settings.setProperty("nl2sql.llm.timeout", "60s");
    settings.setProperty("nl2sql.timeBudget", "120s");
    settings.setProperty("nl2sql.generator", "llm");
    return settings;
  }
}
