package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One glossary serves roles that see different tables; H2 shows every name to every role. */
class RoleGlossaryTest {
  private static final String GLOSSARY =
      """
      version: 1
      values: { wages.kind: { hourly: H } }
      metrics:
        revenue: { sql: "SUM(sales.amount)", tables: [sales], definition: "all sales" }
        payroll: { sql: "SUM(wages.pay)", tables: [wages], definition: "all wages" }
      defaults:
        - id: not_internal
          applies: [staff]
          filter: "NOT EXISTS (SELECT 1 FROM wages WHERE wages.staff_id = staff.staff_id)"
          statement: "staff without wages only"
      joins: [ { from: wages.staff_id, to: staff.staff_id } ]
      policies: { wages: { deny: [kind] } }
      """;

  private static EmbeddedPostgres postgres;
  @TempDir private static Path folder;

  @BeforeAll
  static void load() throws SQLException, IOException {
    postgres = EmbeddedPostgres.start();
    create(DriverManager.getConnection("jdbc:h2:mem:roles;DB_CLOSE_DELAY=-1", "owner", "o"));
    create(postgres.getPostgresDatabase().getConnection());
  }

  @AfterAll
  static void stop() throws SQLException, IOException {
    DriverManager.getConnection("jdbc:h2:mem:roles", "owner", "o")
        .createStatement()
        .execute("SHUTDOWN");
    postgres.close();
  }

  private static void create(Connection owner) throws SQLException {
    try (owner;
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE sales (sale_id INT PRIMARY KEY, amount INT)");
      statement.execute("CREATE TABLE staff (staff_id INT PRIMARY KEY, name VARCHAR(20))");
      statement.execute(
          "CREATE TABLE wages (wage_id INT PRIMARY KEY, staff_id INT, pay INT, kind VARCHAR(5))");
      statement.execute("INSERT INTO sales VALUES (1, 10), (2, 32)");
      statement.execute("INSERT INTO staff VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cleo')");
      statement.execute("INSERT INTO wages VALUES (1, 1, 100, 'H'), (2, 2, 50, 'M')");
      statement.execute("CREATE USER clerk PASSWORD 'c'");
      statement.execute("GRANT SELECT ON sales TO clerk");
      statement.execute("GRANT SELECT ON staff TO clerk");
    }
  }

  private static Connection connect(String engine, String user, String glossary)
      throws SQLException, IOException {
    Path file = Files.createTempDirectory(folder, "g").resolve("glossary.yml");
    Files.writeString(file, glossary);
    boolean owner = user.equals("owner");
    return engine.equals("h2")
        ? DriverManager.getConnection(
            "jdbc:nl2sql:h2:mem:roles;nl2sql.glossary=" + file, user, owner ? "o" : "c")
        : DriverManager.getConnection(
            "jdbc:nl2sql:postgresql://localhost:%d/postgres?nl2sql.glossary=%s"
                .formatted(postgres.getPort(), file),
            owner ? "postgres" : "clerk",
            owner ? "" : "c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2         | owner | what is the revenue?        | 42  | none",
        "h2         | owner | what is the payroll?        | 150 | none",
        "h2         | owner | how many staff are there?   | 1   | none",
        "postgresql | owner | what is the payroll?        | 150 | none",
        "postgresql | clerk | what is the revenue?        | 42  | none",
        "postgresql | clerk | how many staff are there?   | 3   | default 'not_internal'"
      })
  void whatARoleDoesNotSeeIsToldWhereItMatters(
      String engine, String user, String question, int expected, String degraded)
      throws SQLException, IOException {
    try (Connection connection = connect(engine, user, GLOSSARY);
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 2; i++) {
        try (ResultSet rows = statement.executeQuery("ASK " + question)) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(expected);
        }
        List<String> said = degradations(statement);
        if (degraded.equals("none")) {
          assertThat(said).isEmpty();
        } else {
          assertThat(said).singleElement().asString().contains(degraded, "glossary.yml:9:");
        }
      }
    }
  }

  @Test
  void aQuestionForWhatIsNotSeenSaysWhy() throws SQLException, IOException {
    try (Connection connection = connect("postgresql", "clerk", GLOSSARY);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK what is the payroll?"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL001"));
      assertThat(degradations(statement))
          .singleElement()
          .asString()
          .contains("metric 'payroll'", "glossary.yml:5:", "wages");
      List<String> status = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SHOW NL STATUS")) {
        while (rows.next()) {
          if (rows.getString(2).equals("not in force")) {
            status.add(rows.getString(3));
          }
        }
      }
      assertThat(status).hasSize(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void aSlipIsAnErrorForEveryQuestion(String engine) throws SQLException, IOException {
    String wrong = GLOSSARY.replace("sales.amount", "sales.amuont");
    try (Connection connection = connect(engine, "clerk", wrong);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK how many staff are there?"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL007"))
          .hasMessageContaining("glossary.yml:4:");
      statement.executeQuery("SELECT 1").close();
    }
  }

  private static List<String> degradations(Statement statement) throws SQLException {
    List<String> said = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      if (w.getSQLState().equals("01NL7")) {
        said.add(w.getMessage());
      }
    }
    return said;
  }
}
