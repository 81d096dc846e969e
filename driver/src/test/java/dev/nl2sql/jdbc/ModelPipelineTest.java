package dev.nl2sql.jdbc;

import static dev.nl2sql.testing.ModelServer.sql;
import static dev.nl2sql.testing.ModelServer.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Answer;
import dev.nl2sql.Outcome;
import dev.nl2sql.testing.ModelServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions whose SQL a model writes, over real sockets in the formats of the providers. */
@Timeout(60)
class ModelPipelineTest {
  private static final String COUNT = "SELECT count(*) AS n FROM customers";
  private static final String ASK = "ASK how many customers are there";

  @AutoClose private final ModelDatabase database;

  ModelPipelineTest() throws SQLException {
    database = new ModelDatabase();
  }

  @ParameterizedTest
  @CsvSource({
    "openai, /v1, /v1/chat/completions",
    "mistral, /v1, /v1/chat/completions",
    "anthropic, /v1, /v1/messages",
    "gemini, /v1beta, /v1beta/models/m:generateContent",
    "ollama, '', /api/chat"
  })
  void everyProviderAnswersWithOneCall(String provider, String path, String asked)
      throws SQLException {
    database.server().then(sql(COUNT));
    try (Connection connection =
            database.connect(
                "nl2sql.llm.provider",
                provider,
                "nl2sql.llm.baseUrl",
                database.server().url() + path,
                "nl2sql.llm.apiKey",
                "key-of-the-test-0001",
                "nl2sql.llm.headers",
                "X-Team=blue");
        Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery(ASK);
      assertThat(ModelDatabase.column(rows)).containsExactly("2");
      Answer answer = statement.unwrap(Answer.class);
      assertThat(answer.generator()).isEqualTo("llm");
      assertThat(answer.tokens()).isEqualTo(18);
      assertThat(answer.attempts()).isEqualTo(1);
    }
    assertThat(database.server().requests()).hasSize(1);
    ModelServer.Request request = database.server().requests().get(0);
    assertThat(request.path()).startsWith(asked);
    assertThat(request.headers()).containsEntry("X-Team", "blue");
    assertThat(request.headers().toString() + request.path()).contains("key-of-the-test-0001");
    assertThat(request.body())
        .contains("customers", "where they live", "how many customers", "rationale")
        .contains("ambiguities")
        .containsPattern("\"temperature\"\\s*:\\s*0(\\.0)?\\b");
  }

  @Test
  void aServerWithoutKeyGetsNone() throws SQLException {
    database.server().then(sql(COUNT));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.executeQuery(ASK).close();
    }
    assertThat(database.server().requests().get(0).headers()).doesNotContainKey("Authorization");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```json\n{\"sql\": \"%s\", \"rationale\": \"r\", \"ambiguities\": []}\n```",
        "Sure! Here it is:\n{\"sql\": \"%s\"}\nI hope this helps.",
        "{\"sql\": \"%s;\", \"rationale\": \"r\"}",
        "{\"query\": \"%s\"}",
        "{\"sql\": \"```sql\\n%s\\n```\"}",
        "```sql\n%s;\n```",
        "```\n%s",
        "Some words first.\n```sql\n%s\n```\nand after",
        "```sql\n%s\n```\nwhich is, once more:\n```sql\n%s\n```",
        "%s;",
        "  %s  ",
        "{\"sql\": \"%s\", \"rationale\": \"r\",}"
      })
  void readsWhatModelsWriteAroundTheQuery(String form) throws SQLException {
    database.server().then(text(form.replace("%s", COUNT)));
    try (Connection connection = database.connect("nl2sql.maxAttempts", "0");
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sql\": \"SELECT count(*) FROM cust",
        "{\"rationale\": \"no sql\"}",
        "{\"sql\": \"SELECT 1; SELECT 2\"}",
        "{\"sql\": 7}",
        "```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2\n```",
        "I am sorry, I cannot help with that.",
        "[]",
        "{\"sql\": \"DELETE FROM customers\"}",
        "{\"sql\": \"SELECT count(*) FROM customerz\"}",
        "{\"sql\": \"SELECT nme FROM customers\"}",
        "{\"sql\": \"SELECT FROM WHERE\"}",
        "{\"sql\": \"SELECT 1/0 FROM customers\"}",
        "{\"sql\": \"SELECT CAST(name AS INT) FROM customers\"}",
        "{\"sql\": \"SELECT name FROM customers WHERE city = ?\"}"
      })
  void whatCannotBeUsedIsRepairedOnce(String unusable) throws SQLException {
    database.server().then(text(unusable), sql(COUNT));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
      Answer answer = statement.unwrap(Answer.class);
      assertThat(answer.attempts()).isEqualTo(2);
      assertThat(warnings(statement)).isEmpty();
    }
    assertThat(database.server().requests()).hasSize(2);
    assertThat(database.server().requests().get(1).body())
        .contains("You repair one SQL query", "What is wrong");
  }

  @Test
  void anUnknownNameComesBackWithTheNearest() throws SQLException {
    database.server().then(sql("SELECT count(*) FROM customerz"), sql(COUNT));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.executeQuery(ASK).close();
    }
    assertThat(database.server().requests().get(1).body())
        .contains("What is wrong (unknown name)", "customerz", "customers");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1", "1, 2", "2, 3", "5, 6",
  })
  void repairsEndAtTheNumberSet(String most, int requests) throws SQLException {
    database.server().otherwise(sql("SELECT nothing FROM nowhere"));
    try (Connection connection = database.connect("nl2sql.maxAttempts", most);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL003"));
    }
    assertThat(database.server().requests()).hasSize(requests);
  }

  @Test
  void theLastDatabaseErrorIsTheAnswerWhenAllRepairsFail() throws SQLException {
    database.server().otherwise(sql("SELECT CAST(name AS INT) FROM customers"));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL008"))
          .cause()
          .isInstanceOf(SQLException.class);
    }
    assertThat(database.server().requests()).hasSize(3);
  }

  @Test
  void aModelThatGoesAwayDuringARepairLeavesTheFailureThatWasToBeRepaired() throws SQLException {
    database.server().then(sql("SELECT nothing FROM nowhere"));
    database.server().otherwise(ModelServer.json(401, "{}"));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL003"));
    }
  }

  @Test
  void anEmptyResultIsTriedOnceMore() throws SQLException {
    String empty = "SELECT name FROM customers WHERE city = 'nowhere'";
    database.server().then(sql(empty), sql("SELECT name FROM customers WHERE city = 'Rome'"));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery("ASK who lives in nowhere")))
          .containsExactly("Bob");
      assertThat(warnings(statement)).isEmpty();
      database.server().clear();
      database.server().then(sql(empty), text("no idea"));
      assertThat(ModelDatabase.column(statement.executeQuery("ASK who lives in nowhere")))
          .isEmpty();
      assertThat(warnings(statement)).containsExactly("01NL5");
    }
    assertThat(database.server().requests()).hasSize(2);
  }

  @Test
  void theTokensOfAQuestionAreLimited() throws SQLException {
    database.server().otherwise(sql("SELECT nothing FROM nowhere"));
    try (Connection connection =
            database.connect("nl2sql.maxAttempts", "9", "nl2sql.llm.tokenBudget", "40");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(ASK)).isInstanceOf(SQLException.class);
    }
    assertThat(database.server().requests()).as("18 tokens each").hasSize(3);
  }

  @Test
  void whatAModelWroteIsKeptOnceItRan() throws SQLException {
    database.server().then(sql("SELECT nothing FROM nowhere"), sql(COUNT));
    try (Connection connection = database.connect("nl2sql.cache.ttl", "10m");
        Statement statement = connection.createStatement()) {
      statement.executeQuery(ASK).close();
      statement.executeQuery(ASK).close();
      Answer answer = statement.unwrap(Answer.class);
      assertThat(answer.source()).isEqualTo("cache");
      assertThat(answer.tokens()).isZero();
    }
    assertThat(database.server().requests()).hasSize(2);
  }

  @Test
  void boundValuesStayHere() throws SQLException {
    database.server().then(sql("SELECT name FROM customers WHERE city = ?"));
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement("ASK 'who lives in ?' USING ?")) {
      statement.setString(1, "Rome");
      assertThat(ModelDatabase.column(statement.executeQuery())).containsExactly("Bob");
    }
    assertThat(database.server().requests().get(0).body())
        .contains("? of type String")
        .doesNotContain("Rome");
  }

  @Test
  void aModelMayFindWordsAmbiguousAndAnOptionRoundTrips() throws SQLException {
    database
        .server()
        .then(
            text(
                """
                {"sql": "SELECT name FROM customers", "rationale": "r", "ambiguities": [{"term":
                "good customer", "prompt": "Good in what way?", "options": [
                {"id": "spend", "label": "Spend", "definition": "the highest sum of totals; it's 'all'"},
                {"id": "count", "label": "Orders", "definition": "the most orders"}]}]}
                """));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      ResultSet options = statement.executeQuery("ASK who is a good customer");
      Answer answer = statement.unwrap(Answer.class);
      assertThat(answer.outcome()).isInstanceOf(Outcome.NeedsClarification.class);
      assertThat(options.next()).isTrue();
      assertThat(options.getString("source")).isEqualTo("model");
      String again = options.getString("ask_again");
      assertThat(again).contains("good_customer = spend '");
      database.server().then(sql("SELECT name FROM customers WHERE id = 1"));
      assertThat(ModelDatabase.column(statement.executeQuery(again))).containsExactly("Ada");
    }
    assertThat(database.server().requests().get(1).body())
        .contains("good_customer means spend", "the highest sum of totals; it's 'all'");
  }

  @Test
  void explainShowsThePromptWhenAsked() throws SQLException {
    database.server().otherwise(sql(COUNT));
    try (Connection connection = database.connect("nl2sql.explain.prompt", "true");
        Statement statement = connection.createStatement()) {
      assertThat(explained(statement, "prompt"))
          .contains("You translate a question", "table \"CUSTOMERS\"".replace("\"", ""));
    }
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      assertThat(explained(statement, "prompt")).isEmpty();
      assertThat(explained(statement, "generate by openai m")).contains("answered", "18 tokens");
    }
  }

  @Test
  void questionsThatNoQueryAnswersNeedNoModel() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeQuery("ASK what tables are there").next()).isTrue();
      assertThatThrownBy(() -> statement.executeQuery("ASK delete all customers"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(database.server().requests()).isEmpty();
  }

  @Test
  void whereTheModelFailsTheEmbeddedGeneratorAnswersWithAWarning() throws SQLException {
    database.server().otherwise(ModelServer.json(401, "{\"error\": \"bad key\"}"));
    try (Connection connection =
            database.connect("nl2sql.generator", "", "nl2sql.cache.ttl", "10m");
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
      assertThat(warnings(statement)).containsExactly("01NL7");
      assertThat(statement.unwrap(Answer.class).generator()).isEqualTo("embedded");
      database.server().otherwise(sql(COUNT));
      statement.executeQuery(ASK).close();
      assertThat(statement.unwrap(Answer.class).generator())
          .as("the fallback is not kept")
          .isEqualTo("llm");
      database.server().otherwise(ModelServer.json(401, "{\"error\": \"bad key\"}"));
      assertThatThrownBy(() -> statement.executeQuery("ASK how purple is the ennui of entropy"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("NL005"));
    }
  }

  @Test
  void theModelIsAskedOnlyBelowTheConfidenceSet() throws SQLException {
    database.server().otherwise(sql(COUNT));
    try (Connection connection =
            database.connect("nl2sql.generator", "auto", "nl2sql.escalateBelow", "0.7");
        Statement statement = connection.createStatement()) {
      statement.executeQuery(ASK).close();
      assertThat(database.server().requests()).isEmpty();
      statement.executeQuery("ASK how purple is the ennui of entropy").close();
      assertThat(database.server().requests()).hasSize(1);
    }
  }

  @Test
  void twoDerivationsThatDifferAreAQuestionToTheAsker() throws SQLException {
    try (Connection connection = database.connect("nl2sql.crossCheck", "true");
        Statement statement = connection.createStatement()) {
      database.server().otherwise(sql(COUNT));
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
      database.server().otherwise(sql("SELECT count(*) + 1 AS n FROM customers"));
      ResultSet options = statement.executeQuery(ASK);
      assertThat(statement.unwrap(Answer.class).outcome())
          .isInstanceOf(Outcome.NeedsClarification.class);
      List<String> again = new ArrayList<>();
      while (options.next()) {
        again.add(options.getString("ask_again"));
      }
      assertThat(ModelDatabase.column(statement.executeQuery(again.get(0)))).containsExactly("3");
      assertThat(ModelDatabase.column(statement.executeQuery(again.get(1)))).containsExactly("2");
    }
  }

  @Test
  void aModelMayWriteAPlan() throws SQLException {
    database
        .server()
        .then(
            text(
                """
                {"plan": {"from": {"table": "orders", "as": "o"},
                 "joins": [{"table": "customers", "as": "c", "kind": "inner", "on": []}],
                 "select": [{"column": "c.name"}, {"function": "sum", "column": "o.total", "as": "spent"}],
                 "where": [{"column": "o.placed", "is": ">=", "values": ["2026-10-01"]}],
                 "groupBy": [{"column": "c.name"}],
                 "having": [{"function": "count", "is": ">", "values": ["1"]}],
                 "orderBy": [{"function": "sum", "column": "o.total", "descending": true}],
                 "limit": 5},
                 "rationale": "spend per customer", "ambiguities": []}
                """));
    try (Connection connection = database.connect("nl2sql.llm.output", "plan");
        Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("ASK spend of customers with several orders");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString("name")).isEqualTo("Ada");
      assertThat(rows.getInt("spent")).isEqualTo(30);
      assertThat(rows.next()).isFalse();
      assertThat(statement.unwrap(Answer.class).resultKind())
          .isEqualTo(Answer.ResultKind.AGGREGATE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"plan\": {\"from\": {\"table\": \"ordrs\", \"as\": \"o\"}, \"select\": [{\"function\": \"count\"}]}}",
        "{\"plan\": {\"from\": {\"table\": \"orders\", \"as\": \"o\"}, \"select\": [{\"column\": \"o.totl\"}]}}",
        "{\"plan\": {\"from\": {\"table\": \"orders\", \"as\": \"o\"}, \"select\": []}}",
        "{\"plan\": {\"from\": {\"table\": \"orders\", \"as\": \"o\"}, \"select\": [{\"function\": \"evil\", \"column\": \"o.id\"}]}}",
        "{\"plan\": {\"from\": {\"table\": \"orders\", \"as\": \"o\"}, \"select\": [{\"column\": \"o.id\"}], \"where\": [{\"column\": \"o.placed\", \"is\": \"=\", \"values\": [\"soon\"]}]}}",
        "{\"plan\": {\"from\": {\"table\": \"orders\", \"as\": \"o\"}, \"select\": [{\"column\": \"o.id\"}, {\"function\": \"count\"}]}}",
        "no plan at all"
      })
  void aPlanThatDoesNotHoldTogetherIsRepaired(String plan) throws SQLException {
    database
        .server()
        .then(
            text(plan),
            text(
                "{\"plan\": {\"from\": {\"table\": \"customers\", \"as\": \"c\"},"
                    + " \"select\": [{\"function\": \"count\"}]}, \"rationale\": \"r\"}"));
    try (Connection connection = database.connect("nl2sql.llm.output", "plan");
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
    }
    assertThat(database.server().requests()).hasSize(2);
  }

  @Test
  void aQuestionInsideSqlIsRepairedToo() throws SQLException {
    database.server().then(sql("SELECT count(*) AS n FROM customerz"), sql(COUNT));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      ResultSet rows =
          statement.executeQuery("SELECT t.n FROM (ASK 'how many customers are there') t");
      assertThat(ModelDatabase.column(rows)).containsExactly("2");
    }
  }

  @Test
  void governedDefaultsAreDemandedAndStated(@TempDir Path folder) throws Exception {
    Path glossary = folder.resolve("glossary.yml");
    Files.writeString(
        glossary,
        """
        version: 1
        defaults:
          - { id: recent, applies: [orders], filter: "orders.total > 7", unless: [small],
              statement: "Small orders are left out" }
        """);
    database
        .server()
        .then(
            sql("SELECT count(*) AS n FROM orders"),
            sql("SELECT count(*) AS n FROM orders WHERE total > 7"));
    try (Connection connection = database.connect("nl2sql.glossary", glossary.toString());
        Statement statement = connection.createStatement()) {
      assertThat(ModelDatabase.column(statement.executeQuery("ASK how many orders are there")))
          .containsExactly("2");
      assertThat(statement.unwrap(Answer.class).assumptions().toString())
          .contains("Small orders are left out");
      assertThat(database.server().requests().get(1).body()).contains("must always be applied");
      database.server().otherwise(sql("SELECT count(*) AS n FROM orders"));
      assertThat(
              ModelDatabase.column(
                  statement.executeQuery("ASK how many orders, small ones included")))
          .containsExactly("3");
      assertThat(warnings(statement)).isEmpty();
      assertThat(ModelDatabase.column(statement.executeQuery("ASK how many orders are there")))
          .containsExactly("3");
      assertThat(warnings(statement)).contains("01NL6");
    }
  }

  private static String explained(Statement statement, String item) throws SQLException {
    ResultSet rows = statement.executeQuery("EXPLAIN ASK how many customers are there");
    String found = "";
    while (rows.next()) {
      if (rows.getString("item").equals(item)) {
        found = rows.getString("value");
      }
    }
    return found;
  }

  private static List<String> warnings(Statement statement) throws SQLException {
    List<String> states = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      states.add(w.getSQLState());
    }
    return states;
  }
}
