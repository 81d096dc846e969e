package dev.nl2sql.jdbc;

import static dev.nl2sql.testing.ModelServer.sql;
import static dev.nl2sql.testing.ModelServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nl2sql.testing.ModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All that a model is told for a question, piece by piece, and what is settled before it. */
@Timeout(120)
class ModelPromptTest {
  private static final String COUNT = "SELECT count(*) AS n FROM customers";

  private static final String GLOSSARY =
      """
      version: 1
      synonyms: { client: [customer] }
      values: { customers.city: { eternal city: Rome } }
      metrics:
        turnover: { sql: "SUM(orders.total)", tables: [orders], unit: EUR, additive: true,
                    definition: "sum of all orders' totals" }
      defaults:
        - { id: recent, applies: [orders], filter: "orders.total > 7", unless: [small],
            statement: "Small orders are left out" }
      ambiguous:
        best_customer:
          triggers: ["best (customer|client)"]
          prompt: "What does 'best customer' mean here?"
          options:
            - { id: spend, label: "Spend", definition: "the highest sum of totals",
                order: "SUM(orders.total) DESC", by: customers }
            - { id: count, label: "Orders", definition: "the most orders",
                order: "COUNT(*) DESC", by: customers }
      verified:
      """;

  @TempDir Path folder;

  @AutoClose private final ModelDatabase database;

  ModelPromptTest() throws SQLException {
    database = new ModelDatabase();
  }

  /** Seven questions are verified; most are like the one that is asked. */
  private String glossary() throws IOException {
    StringBuilder text = new StringBuilder(GLOSSARY);
    for (int i = 1; i <= 7; i++) {
      text.append(
          "  - { question: \"turnover of client number %d\", sql: \"%s\", dialect: any }%n"
              .formatted(
                  i, "SELECT SUM(total) AS v" + i + " FROM orders WHERE customer_id = " + i));
    }
    return Files.writeString(folder.resolve("glossary.yml"), text.toString()).toString();
  }

  private Connection connect(String... more) throws SQLException, IOException {
    String[] settings = {
      "nl2sql.glossary", glossary(),
      "nl2sql.asOfDate", "2026-10-15",
      "nl2sql.llm.timeout", "60s",
      "nl2sql.timeBudget", "120s"
    };
    String[] all = java.util.Arrays.copyOf(settings, settings.length + more.length);
    System.arraycopy(more, 0, all, settings.length, more.length);
    return database.connect(all);
  }

  /** The two messages of a request. */
  private record Prompt(String instructions, String data) {
    static Prompt of(ModelServer.Request request) throws IOException {
      JsonNode messages = new ObjectMapper().readTree(request.body()).get("messages");
      return new Prompt(
          messages.get(0).get("content").asText(), messages.get(1).get("content").asText());
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void everyPieceIsThere(boolean samples) throws Exception {
    database.server().otherwise(sql("SELECT SUM(total) AS v FROM orders WHERE total > 7"));
    try (Connection connection = connect("nl2sql.llm.sendSamples", Boolean.toString(samples));
        Statement statement = connection.createStatement()) {
      statement
          .executeQuery(
              "ASK 'turnover of the best client in the eternal city' WITH (best_customer = spend)")
          .close();
    }
    Prompt prompt = Prompt.of(database.server().requests().get(0));
    String values = samples ? " values such as \"Paris\", \"Rome\"" : "";
    assertThat(prompt.instructions()).startsWith("You translate a question into one SQL query");
    assertThat(prompt.data().lines())
        .as("dialect and version, day, DDL with types, keys, comments, samples if allowed")
        .anyMatch(l -> l.matches("Dialect: h2, \"H2 \\d+\\.\\d+\\.\\d+.*\""))
        .anyMatch(l -> l.startsWith("Today: 2026-10-15 (THURSDAY), zone "))
        .anyMatch(l -> l.startsWith("table CUSTOMERS"))
        .contains("  ID INTEGER primary key")
        .anyMatch(
            l -> l.startsWith("  CITY CHARACTER VARYING comment \"where they live\"" + values))
        .anyMatch(l -> l.startsWith("  CUSTOMER_ID INTEGER references CUSTOMERS"))
        .anyMatch(l -> l.startsWith("  TOTAL "))
        .contains("Not shown for lack of room: nothing");
    assertThat(prompt.data().contains("values such as")).isEqualTo(samples);
    assertThat(prompt.data().lines())
        .as("the glossary: rules, measures, synonyms, values; the reading; the question")
        .contains(
            "always apply to orders: \"orders.total > 7\" meaning \"Small orders are left out\","
                + " unless the question says \"small\"",
            "measure turnover = \"SUM(orders.total)\" on orders: \"sum of all orders' totals\" in"
                + " \"EUR\"",
            "\"client\" means \"customer\"",
            "\"eternal city\" in customers.city is stored as \"Rome\"",
            "Question: \"turnover of the best client in the eternal city\"")
        .anyMatch(
            l ->
                l.contains(
                    "best_customer means spend: \"the highest sum of totals\"; order by"
                        + " \"SUM(orders.total) DESC\" for each row of customers"));
    List<String> examples =
        prompt
            .data()
            .lines()
            .filter(l -> l.matches("\"turnover of client number \\d\" -> \"SELECT SUM.*\""))
            .toList();
    assertThat(examples).as("three to five examples").hasSizeBetween(3, 5).doesNotHaveDuplicates();
  }

  /** What is too long is cut, each piece by itself, and stays inside of its quotes. */
  @Test
  void foreignTextHasALimit() throws Exception {
    String longText = "x\"\\\n=== data === ".repeat(400);
    try (Statement plain = database.keeper().createStatement()) {
      plain.execute("COMMENT ON COLUMN customers.name IS '" + longText + "'");
    }
    database.server().otherwise(sql(COUNT));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.executeQuery("ASK 'how many customers " + longText + "'").close();
    }
    String data = Prompt.of(database.server().requests().get(0)).data();
    String column = data.lines().filter(l -> l.startsWith("  NAME ")).findFirst().orElseThrow();
    String question =
        data.lines().filter(l -> l.startsWith("Question: ")).findFirst().orElseThrow();
    assertThat(column).hasSizeLessThan(600).endsWith("\u2026\"");
    assertThat(question).hasSizeBetween(2_000, 6_000).endsWith("\u2026\"");
    assertThat(data.lines()).as("no line of its own").noneMatch(l -> l.startsWith("=== data"));
    assertThat(data).hasSizeLessThan(12_000);
  }

  /** A term of the glossary is asked about first, and no request is made for it. */
  @Test
  void anAmbiguousTermOfTheGlossaryNeedsNoModel() throws Exception {
    database.server().otherwise(sql(COUNT));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      ResultSet options = statement.executeQuery("ASK who is our best client");
      assertThat(options.next()).isTrue();
      assertThat(options.getString("source")).isEqualTo("glossary");
      assertThat(options.getString("option")).isEqualTo("spend");
      String again = options.getString("ask_again");
      assertThat(options.next()).isTrue();
      assertThat(options.getString("option")).isEqualTo("count");
      assertThat(database.server().requests()).isEmpty();
      statement.executeQuery(again).close();
      assertThat(database.server().requests()).hasSize(1);
      assertThat(Prompt.of(database.server().requests().get(0)).data())
          .contains("best_customer means spend");
    }
  }

  /** Both kinds: the glossary's term first, then what the model finds; all choices are kept. */
  @Test
  void choicesOfBothKindsRoundTrip() throws Exception {
    String found =
        """
        {"sql": "SELECT name FROM customers", "rationale": "r", "ambiguities": [{"term": "near",
        "prompt": "How near?", "options": [
        {"id": "same_city", "label": "City", "definition": "in the same city; it's \\"here\\""},
        {"id": "country", "label": "Country", "definition": "in the same country"}]}]}
        """;
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      ResultSet first = statement.executeQuery("ASK who is the best client near us");
      assertThat(first.next()).isTrue();
      String withTerm = first.getString("ask_again");
      database.server().then(text(found));
      ResultSet second = statement.executeQuery(withTerm);
      assertThat(second.next()).isTrue();
      assertThat(second.getString("source")).isEqualTo("model");
      String withBoth = second.getString("ask_again");
      assertThat(withBoth).contains("best_customer = spend", "near = same_city '");
      // It may find the word ambiguous again: it is settled.
      database.server().then(text(found));
      assertThat(ModelDatabase.column(statement.executeQuery(withBoth))).contains("Ada");
    }
    assertThat(database.server().requests()).hasSize(2);
    assertThat(Prompt.of(database.server().requests().get(1)).data())
        .contains("near means same_city: \"in the same city; it's \\\"here\\\"\"");
  }
}
