package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy hides cannot be asked about. */
class PolicyTest {
  @TempDir Path folder;

  private Connection connect() throws SQLException, IOException {
    Path glossary = folder.resolve("glossary.yml");
    Files.writeString(
        glossary,
        """
        version: 1
        policies:
          members: { deny: [email], mask: { phone: "'***'" } }
          payroll: { row_filter: "payroll.member_id = 1" }
          notes: { deny: ["*"] }
        """);
    Connection connection =
        DriverManager.getConnection("jdbc:nl2sql:h2:mem:;nl2sql.glossary=" + glossary);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE members (member_id INT PRIMARY KEY, name VARCHAR(20), email VARCHAR(40),"
              + " phone VARCHAR(20))");
      statement.execute("CREATE TABLE notes (note_id INT PRIMARY KEY, body VARCHAR(20))");
      statement.execute("INSERT INTO members VALUES (1, 'Ada', 'ada@example.org', '555')");
      statement.execute(
          "CREATE TABLE payroll (payroll_id INT PRIMARY KEY, member_id INT, salary INT)");
      statement.execute("INSERT INTO payroll VALUES (1, 1, 100), (2, 2, 200)");
    }
    return connection;
  }

  @Test
  void whatIsNotHiddenIsAnswered() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("ASK list the names of all members")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("Ada");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ASK what is the total salary?, 100",
    "ASK how many payroll entries are there?, 1",
    "ASK list the phone of all members, ***",
  })
  void whatIsSeenInPartIsAnsweredInPart(String question, String expected) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "payroll.member_id = | mask: {}",
        "payroll.nothing = 1 | mask: {}",
        "payroll.member_id = 1 | mask: { salary: 'salary +' }",
        "pg_sleep(1) = 1 | mask: {}",
      })
  void aPolicyThatCannotHoldIsAnError(String filter, String mask) throws Exception {
    Path glossary = folder.resolve("wrong.yml");
    Files.writeString(
        glossary,
        "version: 1\npolicies:\n  payroll: { row_filter: \"" + filter + "\", " + mask + " }\n");
    try (Connection connection =
            DriverManager.getConnection("jdbc:nl2sql:h2:mem:;nl2sql.glossary=" + glossary);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE payroll (member_id INT, salary INT)");
      assertThatThrownBy(() -> statement.executeQuery("ASK how many rows are in payroll?"))
          .hasFieldOrPropertyWithValue("SQLState", "NL007")
          .hasMessageContaining("wrong.yml:3");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ASK list the email of all members",
        "ASK which member has the email 'ada@example.org'",
        "ASK list the body of all notes",
      })
  void whatIsHiddenIsNotUnderstood(String question) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(question))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("NL00"));
    }
  }
}
