package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.Setting;
import dev.nl2sql.testing.ModelServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With {@code nl2sql.exposeSql=false} the generated SQL is in no channel that a caller can read.
 */
class HiddenSqlTest {
  /** A word that stands in the statements and nowhere else. */
  private static final String MARK = "planted_alias_4711";

  private static EmbeddedPostgres postgres;

  @TempDir Path folder;

  private final List<String> heard = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60)).start();
  }

  @AfterAll
  static void stopPostgres() throws Exception {
    postgres.close();
  }

  private String url(String engine) {
    return switch (engine) {
      case "postgresql" -> postgres.getJdbcUrl("postgres", "postgres");
      case "sqlite" -> "jdbc:sqlite:" + folder.resolve("data.db");
      default -> "jdbc:h2:mem:" + UUID.randomUUID();
    };
  }

  /** Loggers of the databases' own drivers, which log what they run for whoever asks them to. */
  private static final List<String> DRIVERS =
      List.of("org.postgresql", "org.h2", "org.sqlite", "org.mariadb", "org.duckdb", "io.zonky");

  /**
   * A model that says its query in every place it can, a provider that repeats what it was sent,
   * and every logger there is, at every level.
   */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void isInNoChannelOfAModel(String engine) throws Exception {
    String url = url(engine);
    String talkative = url("postgresql");
    String shown = "SELECT name AS n FROM members AS " + MARK + " ORDER BY name";
    try (Listening listening = Listening.toAllBut(DRIVERS);
        ModelServer server = ModelServer.start();
        Connection keeper = DriverManager.getConnection(url);
        Connection store = DriverManager.getConnection(talkative);
        Statement plain = keeper.createStatement();
        Statement stored = store.createStatement()) {
      plain.execute("DROP TABLE IF EXISTS members");
      plain.execute("CREATE TABLE members (member_id INT, name VARCHAR(20))");
      plain.execute("INSERT INTO members VALUES (1, 'Ada'), (2, 'Bob')");
      stored.execute(
          "DROP TABLE IF EXISTS nl2sql_pair, nl2sql_sent, nl2sql_checked, nl2sql_history CASCADE");
      stored.execute("DROP TABLE IF EXISTS nl2sql_version");
      for (String more : variants(engine)) {
        try (Connection connection =
                new Nl2SqlDriver()
                    .connect(
                        url.replaceFirst("^jdbc:", "jdbc:nl2sql:"),
                        hiding(server, more, talkative + "&user=postgres"));
            Statement statement = connection.createStatement()) {
          for (ModelServer.Answer answer : answers(shown)) {
            server.otherwise(request -> isForSql(request) ? answer : ModelServer.text("Ada, Bob"));
            tellEverything(statement, "who are the members");
          }
          // What was repaired, then a provider that repeats the request.
          server.then(ModelServer.sql("SELECT nothing AS n FROM members AS " + MARK));
          server.otherwise(
              request ->
                  ModelServer.json(400, "{\"error\": {\"message\": " + request.body() + "}}"));
          tellEverything(statement, "who is a member of it");
          server.clearScript();
          if (more.isEmpty()) {
            stored.execute("DROP TABLE nl2sql_history CASCADE");
          }
          server.otherwise(
              request -> isForSql(request) ? ModelServer.sql(shown) : ModelServer.text("Ada, Bob"));
          tellEverything(statement, "names of the members, please");
          for (String topic :
              List.of("HISTORY", "EXAMPLES", "EGRESS", "STATUS", "SETTINGS", "PENDING")) {
            run(statement, "SHOW NL " + topic);
          }
          heard.add(connection.getMetaData().getURL());
          heard.add(String.valueOf(connection.getClientInfo()));
          heard.add(connection.toString());
        }
      }
      Properties locked = hiding(server, "nl2sql.lock=" + folder.resolve("x.lock.yml"), "memory");
      locked.setProperty("nl2sql.lock.mode", "write");
      try (Connection connection =
              new Nl2SqlDriver().connect(url.replaceFirst("^jdbc:", "jdbc:nl2sql:"), locked);
          Statement statement = connection.createStatement()) {
        tellEverything(statement, "who are the members");
      }
      assertThat(server.requests()).hasSizeGreaterThan(30);
      assertThat(server.requests().toString())
          .as("the control: its own query goes back to the model for a repair")
          .contains("You repair one SQL query", MARK);
      assertThat(server.requests().stream().filter(r -> !isForSql(r)))
          .as("the control: rows are told by the model, which is not shown the query")
          .isNotEmpty()
          .noneMatch(r -> r.body().contains(MARK));
      assertThat(folder.resolve("x.lock.yml")).doesNotExist();
      assertThat(listening.names()).anyMatch(name -> name.startsWith("dev.nl2sql"));
      heard.addAll(listening.logged());
    }
    assertThat(heard).hasSizeGreaterThan(300);
    assertNothingOfIt();
  }

  private static List<String> variants(String engine) {
    return engine.equals("h2")
        ? List.of("", "nl2sql.crossCheck=true", "nl2sql.llm.output=plan")
        : List.of("");
  }

  private static boolean isForSql(ModelServer.Request request) {
    return request.body().contains("one SQL query");
  }

  private void assertNothingOfIt() {
    Pattern sql = Pattern.compile("(?is).{0,80}(" + MARK + "|\\bSELECT\\b.*\\bFROM\\b).{0,40}");
    assertThat(heard)
        .flatMap(text -> sql.matcher(text).results().map(MatchResult::group).toList())
        .isEmpty();
  }

  /** Answers that say the query beside where it belongs, and answers that fail with it. */
  private static List<ModelServer.Answer> answers(String shown) {
    String from = " FROM members AS " + MARK + " ";
    return List.of(
        talking(shown, "[]"),
        talking("", "[]"),
        talking("SELECT CAST(name AS INT) AS n" + from, "[]"),
        talking("SELECT name AS n" + from + "WHERE member_id > 100", "[]"),
        talking("DELETE FROM members AS " + MARK, "[]"),
        talking("SELECT " + MARK + ".nothing AS n" + from, "[]"),
        talking(
            shown,
            """
            [{"term": "members", "prompt": "SELECT x FROM %1$s?", "options": [
              {"id": "a", "label": "SELECT a FROM %1$s", "definition": "members WHERE %1$s.x = 1"},
              {"id": "b", "label": "b", "definition": "SELECT b FROM %1$s"}]}]"""
                .formatted(MARK)),
        ModelServer.text(
            "{\"plan\": {\"from\": {\"table\": \"members\", \"as\": \""
                + MARK
                + "\"}, \"select\": [{"
                + "\"column\": \""
                + MARK
                + ".nothing\"}]}, \"rationale\": \""
                + MARK
                + "\"}"),
        ModelServer.text("```sql\nSELECT 1" + from + "\n```\n```sql\nSELECT 2" + from + "\n```"),
        ModelServer.text("{\"sql\": \"SELECT 1" + from),
        ModelServer.json(500, "{\"error\": \"SELECT 1" + from + "\"}"),
        ModelServer.json(401, "SELECT 1" + from));
  }

  private static ModelServer.Answer talking(String sql, String ambiguities) {
    String said = sql.isEmpty() ? "no SELECT x FROM " + MARK : "I wrote " + sql;
    return ModelServer.text(
        "{\"sql\": \"%s\", \"rationale\": \"%s\", \"ambiguities\": %s}"
            .formatted(sql, said, ambiguities.replace("\n", " ")));
  }

  private static Properties hiding(ModelServer server, String more, String store) {
    Properties settings = new Properties();
    settings.setProperty("nl2sql.exposeSql", "false");
    settings.setProperty("nl2sql.llm.provider", "openai");
    settings.setProperty("nl2sql.llm.model", "m");
    settings.setProperty("nl2sql.llm.baseUrl", server.url() + "/v1");
    settings.setProperty("nl2sql.llm.sendRows", "true");
    settings.setProperty("nl2sql.llm.timeout", "60s");
    settings.setProperty("nl2sql.timeBudget", "120s");
    settings.setProperty("nl2sql.explain.prompt", "true");
    settings.setProperty("nl2sql.maxAttempts", "1");
    settings.setProperty("nl2sql.retry.baseDelay", "1ms");
    settings.setProperty("nl2sql.retry.jitter", "1ms");
    settings.setProperty("nl2sql.generator", "llm");
    settings.setProperty("nl2sql.store", store);
    if (!more.isEmpty()) {
      String[] setting = more.split("=", 2);
      settings.setProperty(setting[0], setting[1]);
    }
    return settings;
  }

  private void tellEverything(Statement statement, String question) throws SQLException {
    run(statement, "ASK '" + question + "'");
    run(statement, "NL FEEDBACK GOOD");
    run(statement, "EXPLAIN ASK '" + question + " now'");
    run(statement, "NARRATE ASK '" + question + " today'");
    run(statement, "SELECT * FROM (ASK '" + question + " here') t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void isInNoChannel(String engine) throws Exception {
    String url = url(engine);
    ScriptedGenerator generator = new ScriptedGenerator();
    try (Listening listening = Listening.to("dev.nl2sql");
        Connection keeper = DriverManager.getConnection(url);
        Statement plain = keeper.createStatement();
        Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .url(url)
                .generator(generator)
                .setting(Setting.EXPOSE_SQL, "false")
                .build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      plain.execute("DROP TABLE IF EXISTS members");
      plain.execute("CREATE TABLE members (member_id INT, name VARCHAR(20))");
      plain.execute("INSERT INTO members VALUES (1, 'Ada')");
      script(generator);
      for (String question :
          List.of("answered", "empty", "fails in the database", "refused", "unknown column")) {
        run(statement, "ASK '" + question + "'");
        run(statement, "EXPLAIN ASK '" + question + "'");
        run(statement, "NARRATE ASK '" + question + "'");
        run(statement, "NL FEEDBACK GOOD");
        run(statement, "NL FEEDBACK BAD 'SELECT member_id AS other FROM members'");
      }
      for (String topic :
          List.of("HISTORY", "EXAMPLES", "EGRESS", "STATUS", "SETTINGS", "PENDING")) {
        run(statement, "SHOW NL " + topic);
      }
      heard.addAll(listening.logged());
    }
    assertThat(heard).hasSizeGreaterThan(60);
    assertNothingOfIt();
  }

  private static void script(ScriptedGenerator generator) {
    String from = " FROM members AS " + MARK + " ";
    generator.answer("answered", "SELECT name AS n" + from + "ORDER BY name");
    generator.answer("empty", "SELECT name AS n" + from + "WHERE member_id > 100");
    generator.answer("fails in the database", "SELECT CAST(name AS INT) AS n" + from);
    generator.answer("refused", "DELETE FROM members AS " + MARK);
    generator.answer("unknown column", "SELECT " + MARK + ".nothing AS n" + from);
  }

  /** Runs a statement and hears everything that JDBC tells of it. */
  private void run(Statement statement, String sql) throws SQLException {
    try {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          read(rows);
        }
      }
    } catch (SQLException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        heard.add(cause.toString());
        Arrays.stream(cause.getSuppressed()).forEach(s -> heard.add(s.toString()));
      }
    }
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      heard.add(w.toString());
      heard.add(String.valueOf(w.getCause()));
    }
    if (statement.isWrapperFor(Answer.class)) {
      Answer answer = statement.unwrap(Answer.class);
      heard.add(answer.toString());
      heard.addAll(parts(answer));
    }
    heard.add(statement.toString());
  }

  private void read(ResultSet rows) throws SQLException {
    ResultSetMetaData shape = rows.getMetaData();
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      heard.add(shape.getColumnLabel(i) + " " + shape.getTableName(i));
    }
    while (rows.next()) {
      for (int i = 1; i <= shape.getColumnCount(); i++) {
        heard.add(String.valueOf(rows.getString(i)));
      }
    }
    heard.add(rows.toString());
    heard.add(String.valueOf(rows.getStatement()));
    ResultSet real = rows.unwrap(ResultSet.class);
    heard.add(real.toString());
    heard.add(String.valueOf(real.getStatement()));
    if (rows.isWrapperFor(org.postgresql.jdbc.PgResultSet.class)) {
      heard.add(String.valueOf(rows.unwrap(org.postgresql.jdbc.PgResultSet.class).getStatement()));
    }
  }

  private static List<String> parts(Answer answer) {
    List<String> parts = new ArrayList<>();
    parts.add(String.valueOf(answer.sql()));
    parts.add(String.valueOf(answer.outcome()));
    parts.add(answer.interpretation());
    parts.add(String.valueOf(answer.tables()));
    parts.add(String.valueOf(answer.assumptions()));
    parts.add(String.valueOf(answer.notices()));
    parts.add(String.valueOf(answer.timings()));
    return parts;
  }
}
