package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.Secret;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.testing.ModelServer;
import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Planted keys and passwords are in no channel that anybody can read. */
@Timeout(120)
class SecretsTest {
  private static final String PLANTED = "pLaNtEd";
  private static final String KEY = "sk-" + PLANTED + "-key-4711";

  private final List<String> seen = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {200, 401, 500})
  void areInNoChannel(int status) throws Exception {
    try (Listening listening = Listening.toAll();
        ModelServer server = ModelServer.start()) {
      // A provider that repeats what it was sent.
      server.otherwise(
          request ->
              status == 200
                  ? ModelServer.sql("SELECT count(*) AS n FROM people")
                  : ModelServer.json(status, "{\"error\": \"" + request.headers() + "\"}"));
      askEverything(server);
      assertThat(server.requests().get(0).headers())
          .as("the control: it is where it belongs")
          .containsEntry("Authorization", "Bearer " + KEY);
      assertThat(server.requests()).noneMatch(r -> (r.path() + r.body()).contains(PLANTED));
      seen.addAll(listening.logged());
    }
    assertThat(seen).hasSizeGreaterThan(20).noneMatch(text -> text.contains(PLANTED));
  }

  private void askEverything(ModelServer server) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("nl2sql.llm.provider", "openai");
    settings.setProperty("nl2sql.llm.model", "m");
    settings.setProperty("nl2sql.llm.baseUrl", server.url() + "/v1");
    settings.setProperty("nl2sql.llm.apiKey", KEY);
    settings.setProperty("nl2sql.llm.headers", "X-Extra=" + PLANTED + "-header");
    settings.setProperty("nl2sql.generator", "llm");
    settings.setProperty("nl2sql.explain.prompt", "true");
    settings.setProperty("nl2sql.retry.baseDelay", "1ms");
    settings.setProperty(
        "nl2sql.store", "jdbc:h2:mem:none" + PLANTED.length() + ";PASSWORD=" + PLANTED);
    String url = "jdbc:nl2sql:h2:mem:secrets" + System.nanoTime();
    Nl2SqlDriver driver = new Nl2SqlDriver();
    for (DriverPropertyInfo info : driver.getPropertyInfo(url, settings)) {
      if (info.name.startsWith("nl2sql.llm.apiKey") || info.name.startsWith("nl2sql.llm.headers")) {
        seen.add(String.valueOf(info.value));
      }
      seen.add(info.name + info.description + Arrays.toString(info.choices));
    }
    try (Connection connection = driver.connect(url, settings);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE people (id INT)");
      for (String sql :
          List.of(
              "ASK how many people are there",
              "ASK how many people are there",
              "EXPLAIN ASK how many people are there",
              "NARRATE ASK 'how many people are there'",
              "NL FEEDBACK GOOD",
              "NL SET llm.apiKey = x",
              "SHOW NL SETTINGS",
              "SHOW NL STATUS",
              "SHOW NL HISTORY",
              "SHOW NL EGRESS",
              "SHOW NL EXAMPLES")) {
        hear(statement, sql);
      }
      seen.add(connection.getMetaData().getURL());
      seen.add(connection.getClientInfo().toString());
      seen.add(connection.toString());
      seen.add(statement.toString());
      seen.add(driver.toString());
    }
    refused("jdbc:nl2sql:h2:mem:x;nl2sql.llm.apiKey=" + KEY, new Properties());
    settings.setProperty("nl2sql.llm.apiKey", KEY + "\u00e4");
    refused(url, settings);
    settings.setProperty("nl2sql.llm.apiKeyy", KEY);
    refused(url, settings);
  }

  private void refused(String url, Properties settings) {
    try (Connection connection = new Nl2SqlDriver().connect(url, settings);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS people (id INT)");
      statement.executeQuery("ASK how many people are there").close();
      throw new AssertionError("a wrong setting was accepted");
    } catch (SQLException e) {
      hear(e);
    }
  }

  private void hear(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      seen.add(cause.toString());
      Arrays.stream(cause.getSuppressed()).forEach(s -> seen.add(s.toString()));
    }
  }

  private void hear(Statement statement, String sql) throws SQLException {
    try {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            for (int i = 1; i <= columns; i++) {
              seen.add(String.valueOf(rows.getString(i)));
            }
          }
        }
      }
    } catch (SQLException e) {
      hear(e);
    }
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      seen.add(w.toString());
    }
    if (statement.isWrapperFor(Answer.class)) {
      Answer answer = statement.unwrap(Answer.class);
      seen.addAll(List.of(answer.toString(), answer.notices().toString()));
    }
  }

  @Test
  void settingsHoldThemAsCharactersThatAreNotShown() {
    List<Setting> secrets = new ArrayList<>();
    Settings settings = Settings.defaults();
    for (Setting setting : Setting.values()) {
      if (setting.isSecret()) {
        secrets.add(setting);
        settings = settings.with(setting, KEY);
      }
    }
    assertThat(secrets).contains(Setting.LLM_API_KEY, Setting.LLM_HEADERS);
    assertThat(settings.toString()).doesNotContain(KEY).contains(Secret.MASK);
    for (Setting setting : secrets) {
      assertThat(settings.text(setting)).isEqualTo(KEY);
      assertThat(settings.shown(setting)).isEqualTo(Secret.MASK);
      assertThat(settings.isGiven(setting)).isTrue();
      assertThat(settings).isNotEqualTo(settings.with(setting, "other"));
      assertThat(settings).isEqualTo(settings.with(setting, KEY));
      assertThat(settings).hasSameHashCodeAs(settings.with(setting, KEY));
    }
  }

  @Test
  void aSecretCanBeWiped() {
    Secret secret = Secret.of(KEY);
    Secret copy = secret.copy();
    assertThat(secret).isEqualTo(copy).hasToString(Secret.MASK);
    secret.close();
    assertThat(secret.reveal()).isEqualTo("\0".repeat(KEY.length()));
    assertThat(copy.reveal()).isEqualTo(KEY);
  }
}
