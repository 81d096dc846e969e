package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.Setting;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who listens to a narration gets its text, and rows are kept only where that is wanted. */
class RowsAndWordsTest {
  /** A busy machine must not end a question. */
  private static final String SHOP = "jdbc:nl2sql:demo:shop;nl2sql.timeBudget=60s";

  @Test
  void aListenerGetsTheTextOfTheAnswer() throws SQLException {
    try (Connection connection = DriverManager.getConnection(SHOP);
        Statement statement = connection.createStatement()) {
      List<String> pieces = new ArrayList<>();
      statement.unwrap(Nl2SqlStatement.class).narrateTo(pieces::add);
      String told = first(statement, "NARRATE ASK 'how many customers are there'");
      assertThat(String.join("", pieces)).isEqualTo(told).contains("300");
      first(statement, "ASK 'how many customers are there'");
      assertThat(pieces).hasSize(1);
      statement.unwrap(Nl2SqlStatement.class).narrateTo(null);
      assertThat(first(statement, "NARRATE ASK 'how many customers are there'")).isEqualTo(told);
      assertThat(pieces).hasSize(1);
    }
  }

  @Test
  void aListenerThatFailsChangesNothing() throws SQLException {
    try (Connection connection = DriverManager.getConnection(SHOP);
        Statement statement = connection.createStatement()) {
      String told = first(statement, "NARRATE ASK 'how many customers are there'");
      statement
          .unwrap(Nl2SqlStatement.class)
          .narrateTo(
              piece -> {
                throw new IllegalStateException("deaf");
              });
      assertThat(first(statement, "NARRATE ASK 'how many customers are there'")).isEqualTo(told);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsAreReusedOnlyWhereThatIsWanted(boolean reused) throws SQLException {
    String database = "jdbc:h2:mem:" + UUID.randomUUID();
    ScriptedGenerator generator = new ScriptedGenerator();
    generator.answer("how many", "SELECT COUNT(*) AS n FROM members");
    try (Connection keeper = DriverManager.getConnection(database);
        Statement plain = keeper.createStatement();
        Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .url(database)
                .generator(generator)
                .setting(Setting.CACHE_RESULTS, Boolean.toString(reused))
                .build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      plain.execute("CREATE TABLE members (member_id INT)");
      assertThat(first(statement, "ASK 'how many'")).isEqualTo("0");
      Answer early = statement.unwrap(Answer.class);
      plain.execute("INSERT INTO members VALUES (1)");
      assertThat(first(statement, "ASK 'how many'")).isEqualTo(reused ? "0" : "1");
      Answer late = statement.unwrap(Answer.class);
      if (reused) {
        assertThat(late.fetchedAt()).isBeforeOrEqualTo(early.fetchedAt());
        connection.setAutoCommit(false);
        assertThat(first(statement, "ASK 'how many'")).as("in a transaction").isEqualTo("1");
        connection.rollback();
        connection.setAutoCommit(true);
        statement.execute("NL REFRESH");
        assertThat(first(statement, "ASK 'how many'")).isEqualTo("1");
      }
    }
  }

  private static String first(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
