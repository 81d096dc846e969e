package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Setting;
import dev.nl2sql.pipeline.AskRequest.ClarifyMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a config file says holds as if it stood in the URL, where nothing nearer says otherwise. */
class ConfigFileTest {
  private static final String URL = "jdbc:nl2sql:h2:mem:";

  private final ScriptedEngine engine = new ScriptedEngine();
  private final TimerThread timer = new TimerThread();
  private final Nl2SqlDriver driver = new Nl2SqlDriver(new Connector(s -> engine, timer, Map.of()));
  @TempDir private Path folder;
  private Path file;

  /** A driver for URLs no other driver knows; it opens H2. */
  public static final class FarDriver implements Driver {
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
      return DriverManager.getConnection("jdbc:h2:mem:");
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith("jdbc:far:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[] {new DriverPropertyInfo("farness", "1")};
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getLogger("far");
    }
  }

  @BeforeEach
  void name() {
    file = folder.resolve("nl2sql.properties");
  }

  @AfterEach
  void stop() {
    timer.stop();
  }

  private Connection connect(String content, String more) throws SQLException, IOException {
    Files.writeString(file, content);
    return driver.connect(URL + ";nl2sql.config=" + file + more, new Properties());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "marker=FRAGE        | FRAGE best customer",
        "marker=FRAGE, ASK   | ASK best customer",
        "nl2sql.marker=FRAGE | frage best customer",
      })
  void theMarkerIsKnownFromTheFirstStatement(String content, String statementText)
      throws SQLException, IOException {
    try (Connection connection = connect(content, "");
        Statement statement = connection.createStatement()) {
      statement.execute(statementText);
      assertThat(engine.requests).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"marker=FRAGE", "marker="})
  void anotherMarkerIsPlainSql(String content) throws SQLException, IOException {
    try (Connection connection = connect(content, "");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("ASK best customer"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("42"));
      assertThat(engine.requests).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"ask, ASK", "fail, FAIL", "assume, ASSUME", "off, OFF"})
  void settingsOfAQuestionReachIt(String clarify, ClarifyMode expected)
      throws SQLException, IOException {
    String content = "clarify=" + clarify + "\nmaxRows=7\nstatementTimeout=3s";
    try (Connection connection = connect(content, ";nl2sql.statementTimeout=4s");
        Statement statement = connection.createStatement()) {
      statement.execute("ASK rows SELECT 1");
      assertThat(engine.requests.get(0).clarify()).isEqualTo(expected);
      assertThat(engine.requests.get(0).settings().count(Setting.MAX_ROWS)).isEqualTo(7);
      assertThat(engine.requests.get(0).settings().text(Setting.STATEMENT_TIMEOUT)).isEqualTo("4s");
    }
  }

  @Test
  void theRealDriverIsFound() throws SQLException, IOException {
    Files.writeString(file, "delegate.driver=" + FarDriver.class.getName());
    String url = "jdbc:nl2sql:far:away;nl2sql.config=" + file;
    try (Connection connection = driver.connect(url, new Properties());
        ResultSet rows = connection.createStatement().executeQuery("SELECT 1")) {
      assertThat(rows.next()).isTrue();
    }
    assertThat(driver.getPropertyInfo(url, new Properties()))
        .extracting(info -> info.name)
        .contains("farness");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense=1", "clarify=perhaps", "maxRows=-1"})
  void aFileThatCannotBeUsedHurtsQuestionsOnly(String content) throws SQLException, IOException {
    try (Connection connection = connect(content, "");
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT 1").close();
      for (String command : new String[] {"ASK best customer", "NL SET maxRows = 3"}) {
        assertThatThrownBy(() -> statement.execute(command))
            .hasFieldOrPropertyWithValue("SQLState", "NL007")
            .hasMessageContaining(file.getFileName().toString());
      }
      statement.executeQuery("SELECT 1").close();
      Files.writeString(file, "maxRows=5");
      statement.execute("ASK rows SELECT 1");
      assertThat(engine.requests.get(0).settings().count(Setting.MAX_ROWS)).isEqualTo(5);
    }
  }

  @Test
  void aFileThatIsMissingHurtsQuestionsOnly() throws SQLException {
    try (Connection connection = driver.connect(URL + ";nl2sql.config=" + file, new Properties());
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT 1").close();
      assertThatThrownBy(() -> statement.execute("ASK best customer"))
          .hasFieldOrPropertyWithValue("SQLState", "NL007");
    }
  }

  @Test
  void aDataSourceReadsItToo() throws SQLException, IOException {
    Files.writeString(file, "marker=FRAGE\nclarify=off");
    Nl2SqlDataSource source = new Nl2SqlDataSource(new Connector(s -> engine, timer, Map.of()));
    JdbcDataSource real = new JdbcDataSource();
    real.setURL("jdbc:h2:mem:");
    source.setDataSource(real);
    source.setProperty("nl2sql.config", file.toString());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("FRAGE rows SELECT 1");
      assertThat(engine.requests.get(0).clarify()).isEqualTo(ClarifyMode.OFF);
    }
  }
}
