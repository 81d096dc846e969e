package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverTest {
  private final ScriptedEngine engine = new ScriptedEngine();
  private final Nl2SqlDriver driver =
      new Nl2SqlDriver(new Connector(s -> engine, new TimerThread(), Map.of()));

  static Stream<Arguments> urls() {
    return Stream.of(
        Arguments.of("h2:mem:x", "jdbc:h2:mem:x"),
        Arguments.of("jdbc:h2:mem:x", "jdbc:h2:mem:x"),
        Arguments.of("h2:mem:x;nl2sql.clarify=ask", "jdbc:h2:mem:x"),
        Arguments.of("h2:mem:x;nl2sql.clarify=ask;MODE=MySQL", "jdbc:h2:mem:x;MODE=MySQL"),
        Arguments.of("h2:mem:x;MODE=MySQL;nl2sql.clarify=ask;A=B", "jdbc:h2:mem:x;MODE=MySQL;A=B"),
        Arguments.of("postgresql://h/d?nl2sql.clarify=ask", "jdbc:postgresql://h/d"),
        Arguments.of(
            "postgresql://h/d?nl2sql.clarify=ask&a=b%20c", "jdbc:postgresql://h/d?a=b%20c"),
        Arguments.of(
            "postgresql://h/d?a=b&nl2sql.clarify=ask&c=d", "jdbc:postgresql://h/d?a=b&c=d"),
        Arguments.of(
            "postgresql://h/d?nl2sql.clarify=ask&nl2sql.maxRows=5&c=d",
            "jdbc:postgresql://h/d?c=d"),
        Arguments.of(
            "postgresql://h/d?nl2sql.clarify=ask&nl2sql.maxRows=5", "jdbc:postgresql://h/d"),
        Arguments.of("sqlite:/tmp/nl2sql.db", "jdbc:sqlite:/tmp/nl2sql.db"));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void cutsOnlyItsOwnParametersOut(String rest, String delegate) {
    DriverUrl url = DriverUrl.parse("jdbc:nl2sql:" + rest);
    assertThat(url.delegate()).isEqualTo(delegate);
    if (rest.contains("clarify")) {
      assertThat(url.settings()).containsEntry("nl2sql.clarify", "ask");
    }
  }

  @Test
  void decodesValuesInTheUrl() {
    assertThat(DriverUrl.parse("jdbc:nl2sql:h2:mem:x;nl2sql.glossary=a%20b+c").settings())
        .containsEntry("nl2sql.glossary", "a b+c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:nl2sql:nl2sql:h2:mem:x",
        "jdbc:nl2sql:jdbc:nl2sql:h2:mem:x",
        "jdbc:nl2sql:@name",
        "jdbc:nl2sql:demo:other",
        "jdbc:nl2sql:h2:mem:x;nl2sql.llm.apiKey=secret-value",
        "jdbc:nl2sql:h2:mem:x;nl2sql.readonly.password=secret-value",
        "jdbc:nl2sql:h2:mem:x;nl2sql.clarfy=ask",
        "jdbc:nl2sql:h2:mem:x;nl2sql.clarify=perhaps",
        "jdbc:nl2sql:h2:mem:x;nl2sql.delegate.driver=no.such.Driver",
        "jdbc:nl2sql:h2:mem:x;nl2sql.delegate.driver=java.lang.String"
      })
  void refusesBadUrls(String url) {
    assertThatThrownBy(() -> driver.connect(url, null))
        .hasFieldOrPropertyWithValue("SQLState", "NL007")
        .hasFieldOrPropertyWithValue("errorCode", 9007)
        .hasMessageNotContaining("secret-value");
  }

  @Test
  void namesTheNearestSetting() {
    assertThatThrownBy(() -> driver.connect("jdbc:nl2sql:h2:mem:x;nl2sql.clarfy=ask", null))
        .hasMessageContaining("nl2sql.clarify");
  }

  @Test
  void leavesForeignUrlsAlone() throws SQLException {
    assertThat(driver.acceptsURL("jdbc:h2:mem:x")).isFalse();
    assertThat(driver.connect("jdbc:h2:mem:x", new Properties())).isNull();
    assertThatThrownBy(() -> driver.acceptsURL(null)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> driver.connect(null, null)).isInstanceOf(SQLException.class);
  }

  @Test
  void saysWhatWasTriedWhenThereIsNoRealDriver() {
    assertThatThrownBy(() -> driver.connect("jdbc:nl2sql:nosuch://h/d?password=hidden", null))
        .hasFieldOrPropertyWithValue("SQLState", "08001")
        .hasMessageContaining("jdbc:nosuch")
        .hasMessageContaining("org.h2.Driver")
        .hasMessageContaining("DriverManager")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void propertiesComeBeforeUrlBeforeEnvironment() {
    Properties properties = new Properties();
    properties.setProperty("nl2sql.maxRows", "1");
    Map<String, String> url = Map.of("nl2sql.maxRows", "2", "nl2sql.maxattempts", "1");
    Map<String, String> environment =
        Map.of(
            "NL2SQL_MAX_ROWS",
            "3",
            "NL2SQL_MAX_ATTEMPTS",
            "0",
            "NL2SQL_CLARIFY",
            "fail",
            "NL2SQL_X",
            "y");
    Settings settings = ConnectionProperties.settings(properties, url, environment);
    assertThat(settings.count(Setting.MAX_ROWS)).isEqualTo(1);
    assertThat(settings.count(Setting.MAX_ATTEMPTS)).isEqualTo(1);
    assertThat(settings.text(Setting.CLARIFY)).isEqualTo("fail");
  }

  @Test
  void keepsTheCallersPropertiesAndTheirDefaults() {
    Properties defaults = new Properties();
    defaults.setProperty("user", "u");
    defaults.setProperty("nl2sql.clarify", "ask");
    Properties given = new Properties(defaults);
    Object value = new Object();
    given.put("other", value);
    given.setProperty("nl2sql.maxRows", "5");
    Properties before = (Properties) given.clone();

    Properties rest = ConnectionProperties.forDelegate(given);

    assertThat(given).isEqualTo(before);
    assertThat(rest.getProperty("user")).isEqualTo("u");
    assertThat(rest.get("other")).isSameAs(value);
    assertThat(rest.stringPropertyNames()).containsExactly("user");
    Settings settings = ConnectionProperties.settings(given, Map.of(), Map.of());
    assertThat(settings.text(Setting.CLARIFY)).isEqualTo("ask");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jdbc:nl2sql:h2:mem:x", "jdbc:nl2sql:{host}", "jdbc:nl2sql:nosuch:x", "x"})
  void describesItsPropertiesFirst(String url) {
    for (Properties given : new Properties[] {null, new Properties()}) {
      DriverPropertyInfo[] all = driver.getPropertyInfo(url, given);
      assertThat(Arrays.stream(all).limit(Setting.values().length).map(p -> p.name))
          .containsExactlyElementsOf(
              Arrays.stream(Setting.values()).map(Setting::propertyName).toList());
      assertThat(all[1].choices).contains("auto", "ask");
      assertThat(all[1].description).isNotBlank();
    }
    assertThat(driver.getPropertyInfo(null, null)).isNotEmpty();
  }

  @Test
  void registersItself() throws Exception {
    Class.forName(Nl2SqlDriver.class.getName());
    assertThat(Nl2SqlDriver.isRegistered()).isTrue();
    Nl2SqlDriver.deregister();
    assertThat(Nl2SqlDriver.isRegistered()).isFalse();
    assertThatThrownBy(() -> DriverManager.getDriver("jdbc:nl2sql:h2:mem:x"))
        .isInstanceOf(SQLException.class);
    Nl2SqlDriver.register();
    Nl2SqlDriver.register();
    assertThat(DriverManager.getDriver("jdbc:nl2sql:h2:mem:x")).isInstanceOf(Nl2SqlDriver.class);
    assertThat(DriverManager.drivers().filter(d -> d instanceof Nl2SqlDriver)).hasSize(1);
  }

  @Test
  void tellsItsVersion() throws SQLException {
    Driver plain = new Nl2SqlDriver();
    assertThat(plain.getMajorVersion()).isZero();
    assertThat(plain.getMinorVersion()).isEqualTo(1);
    assertThat(plain.jdbcCompliant()).isFalse();
    assertThat(plain.getParentLogger().getName()).isEqualTo("dev.nl2sql");
  }

  @Test
  void keepsIdentityAndVendorInterfaces() throws SQLException {
    try (Connection connection = driver.connect("jdbc:nl2sql:h2:mem:identity", null);
        Statement statement = connection.createStatement()) {
      assertThat(connection).isInstanceOf(org.h2.engine.CastDataProvider.class);
      assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
      assertThat(statement.getConnection()).isSameAs(connection);
      ResultSet rows = statement.executeQuery("SELECT 1");
      assertThat(statement.getResultSet()).isSameAs(rows);
      assertThat(rows.getStatement()).isSameAs(statement);
      assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
      assertThat(connection.unwrap(Nl2SqlConnection.class).delegate())
          .isSameAs(connection.unwrap(org.h2.jdbc.JdbcConnection.class));
      assertThat(connection.isWrapperFor(org.h2.jdbc.JdbcConnection.class)).isTrue();
      assertThat(connection.isWrapperFor(String.class)).isFalse();
      assertThat(connection.equals(connection)).isTrue();
      assertThat(connection.hashCode()).isEqualTo(connection.hashCode());
      assertThatThrownBy(() -> statement.executeQuery("SELEC 1"))
          .isInstanceOf(org.h2.jdbc.JdbcSQLSyntaxErrorException.class);
    }
  }

  @Test
  void theDemoNeedsNothingElse() throws SQLException {
    try (Connection first = driver.connect("jdbc:nl2sql:demo:shop", null);
        Connection second = driver.connect("jdbc:nl2sql:demo:shop", new Properties());
        Statement statement = second.createStatement()) {
      ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM customers");
      rows.next();
      assertThat(rows.getInt(1)).isPositive();
      statement.executeQuery("ASK rows SELECT 1");
      assertThat(engine.requests.get(0).settings().text(Setting.AS_OF_DATE))
          .isEqualTo("2026-10-15");
      assertThat(engine.requests.get(0).settings().text(Setting.GLOSSARY)).startsWith("classpath:");
      assertThat(first.isValid(1)).isTrue();
    }
  }

  @Test
  void dataSourceWrapsUrlsAndDataSources() throws SQLException {
    org.h2.jdbcx.JdbcDataSource inner = new org.h2.jdbcx.JdbcDataSource();
    inner.setURL("jdbc:h2:mem:ds");
    try (Nl2SqlDataSource over = Nl2SqlDataSource.builder().dataSource(inner).build();
        Connection connection = over.getConnection()) {
      assertThat(connection.unwrap(Nl2SqlConnection.class)).isNotNull();
    }
    try (Nl2SqlDataSource url =
            Nl2SqlDataSource.builder()
                .url("jdbc:h2:mem:ds")
                .setting(Setting.CLARIFY, "fail")
                .build();
        Connection connection = url.getConnection("sa", "")) {
      assertThat(connection.isValid(1)).isTrue();
    }
    assertThatThrownBy(() -> Nl2SqlDataSource.builder().build())
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(
            () -> Nl2SqlDataSource.builder().url("h2:mem:x").setting(Setting.CLARIFY, "x").build())
        .isInstanceOf(ConfigurationException.class);
  }
}
