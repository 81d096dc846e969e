package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions read the engine's own relations only where that is switched on. */
class SystemCatalogsTest {
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  private static Connection connect(String engine, String settings) throws SQLException {
    Connection connection =
        engine.equals("h2")
            ? DriverManager.getConnection("jdbc:nl2sql:h2:mem:;" + settings.replace('&', ';'))
            : DriverManager.getConnection(
                "jdbc:nl2sql:postgresql://localhost:%d/postgres?%s"
                    .formatted(postgres.getPort(), settings),
                "postgres",
                "");
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS books");
      statement.execute("CREATE TABLE books (book_id INT PRIMARY KEY, title VARCHAR(20))");
      statement.execute("INSERT INTO books VALUES (1, 'One')");
    }
    return connection;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2         | nl2sql.guard.systemCatalogs=true | list the schema name of all schemata",
        "postgresql | nl2sql.guard.systemCatalogs=true | list the schema name of all schemata",
        "postgresql | nl2sql.guard.systemCatalogs=true | how many pg_languages are there?",
        "postgresql | nl2sql.guard.systemCatalogs=true&nl2sql.schemas=pg_catalog | how many pg_languages are there?"
      })
  void readsThemWhereAllowed(String engine, String settings, String question) throws SQLException {
    try (Connection connection = connect(engine, settings);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("ASK " + question)) {
      assertThat(rows.next()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2         | SELECT 1                                          | list the schema name of all schemata",
        "h2         | SET SCHEMA INFORMATION_SCHEMA                     | list the schema name of all schemata",
        "postgresql | SELECT 1                                          | list the schema name of all schemata",
        "postgresql | SET search_path = public, pg_catalog              | how many pg_languages are there?",
        "postgresql | SET search_path = information_schema, public      | list the schema name of all schemata",
        "postgresql | SET search_path = pg_catalog                      | list the lanname of all languages"
      })
  void readsThemNowhereElse(String engine, String before, String question) throws SQLException {
    try (Connection connection = connect(engine, "nl2sql.guard.systemCatalogs=false");
        Statement statement = connection.createStatement()) {
      statement.execute(before);
      assertThatThrownBy(() -> statement.executeQuery("ASK " + question))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isIn("NL001", "NL003"));
    }
  }

  @ParameterizedTest
  @CsvSource({"h2, information_schema", "postgresql, pg_catalog", "postgresql, information_schema"})
  void namingOneWithoutAllowingItIsAnError(String engine, String schema) throws SQLException {
    try (Connection connection = connect(engine, "nl2sql.schemas=" + schema);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK how many books are there?"))
          .hasFieldOrPropertyWithValue("SQLState", "NL007")
          .hasMessageContaining("nl2sql.guard.systemCatalogs");
    }
  }

  @ParameterizedTest
  @CsvSource({"h2, true", "h2, false", "postgresql, true", "postgresql, false"})
  void ordinaryQuestionsGoOn(String engine, String allowed) throws SQLException {
    try (Connection connection = connect(engine, "nl2sql.guard.systemCatalogs=" + allowed);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("ASK how many books are there?")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
  }
}
