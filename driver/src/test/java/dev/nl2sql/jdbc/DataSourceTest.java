package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.demo.ShopDatabase;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The data source as a bean, by its builder, under a pool and over one. */
class DataSourceTest {

  /** Understands nothing, and remembers what it was asked. */
  private static final class Deaf implements SqlGenerator {
    private final List<String> asked = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
      return "deaf";
    }

    @Override
    public Generation generate(GenerationRequest request) {
      asked.add(request.question().text());
      return new Generation.NotAnswerable("deaf");
    }
  }

  private static JdbcDataSource h2(String name) {
    JdbcDataSource source = new JdbcDataSource();
    source.setURL("jdbc:h2:mem:" + name);
    return source;
  }

  @Test
  void theBuilderTakesAGenerator() throws SQLException {
    Deaf deaf = new Deaf();
    try (Nl2SqlDataSource source =
            Nl2SqlDataSource.builder().dataSource(h2("deaf")).generator(deaf).build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("ASK how many?"))
          .hasFieldOrPropertyWithValue("SQLState", "NL009");
      assertThat(deaf.asked).containsExactly("how many?");
      assertThat(generator(statement)).isEqualTo("deaf");
    }
    try (Nl2SqlDataSource source = Nl2SqlDataSource.builder().url("h2:mem:own").build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(generator(statement)).isEqualTo("embedded");
    }
  }

  private static String generator(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SHOW NL STATUS")) {
      while (rows.next()) {
        if (rows.getString("name").equals("generator")) {
          return rows.getString("value");
        }
      }
      return "";
    }
  }

  @Test
  void theBuilderTakesAGlossaryAndSettings() throws SQLException {
    try (Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .dataSource(h2("shopsource"))
                .glossary("classpath:" + ShopDatabase.GLOSSARY)
                .setting(Setting.AS_OF_DATE, ShopDatabase.AS_OF.toString())
                .setting(Setting.CLARIFY, "fail")
                .build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      ShopDatabase.load(connection);
      assertThatThrownBy(() -> statement.executeQuery("ASK who is our best customer?"))
          .isInstanceOf(ClarificationRequiredException.class);
    }
  }

  @Test
  void whatIsBuiltHasNothingInCommon() {
    Nl2SqlDataSource.Builder builder = Nl2SqlDataSource.builder().url("h2:mem:a").user("first");
    try (Nl2SqlDataSource first = builder.build();
        Nl2SqlDataSource second = builder.user("second").url("h2:mem:b").build()) {
      assertThat(first.getUser()).isEqualTo("first");
      assertThat(first.getUrl()).isEqualTo("h2:mem:a");
      assertThat(second.getUser()).isEqualTo("second");
      first.setUser("third");
      assertThat(second.getUser()).isEqualTo("second");
    }
  }

  @Test
  void wrongValuesAreToldWhenItIsBuilt() {
    assertThatThrownBy(
            () ->
                Nl2SqlDataSource.builder().url("h2:mem:x").property("nl2sql.clarfy", "ask").build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("clarify");
    assertThatThrownBy(() -> Nl2SqlDataSource.builder().user("u").build())
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void worksAsABeanAlsoWithoutUserAndPassword() throws SQLException {
    try (Nl2SqlDataSource bean = new Nl2SqlDataSource()) {
      bean.setUrl("jdbc:h2:mem:bean");
      bean.setUser("sa");
      bean.setUser(null);
      bean.setPassword(null);
      bean.setGlossary("classpath:" + ShopDatabase.GLOSSARY);
      bean.setConfig(null);
      Properties more = new Properties();
      more.setProperty("nl2sql.maxRows", "7");
      bean.setProperties(more);
      assertThat(bean.getUser()).isNull();
      assertThat(bean.getGlossary()).startsWith("classpath:");
      assertThat(bean.getConfig()).isNull();
      try (Connection connection = bean.getConnection();
          Connection named = bean.getConnection(null, null);
          ResultSet rows = connection.createStatement().executeQuery("SHOW NL SETTINGS")) {
        assertThat(named.isValid(1)).isTrue();
        boolean found = false;
        while (rows.next()) {
          found |= rows.getString("name").equals("maxRows") && rows.getString("value").equals("7");
        }
        assertThat(found).isTrue();
      }
    }
  }

  @Test
  void aPoolConfiguresItAsABean() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSourceClassName(Nl2SqlDataSource.class.getName());
    config.addDataSourceProperty("url", "jdbc:h2:mem:hikaribean");
    config.addDataSourceProperty("glossary", "classpath:" + ShopDatabase.GLOSSARY);
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection()) {
      assertThat(connection.isWrapperFor(Nl2SqlConnection.class)).isTrue();
    }
  }

  /** MySQL's EXPLAIN describes tables, so a bare question there is plain SQL: also when wrapped. */
  @ParameterizedTest
  @CsvSource({"jdbc:mysql://h/d, true", "jdbc:mariadb://h/d, true", "jdbc:h2:mem:x, false"})
  void theRealUrlDecidesWhatExplainMeans(String url, boolean plain) throws SQLException {
    Statement real = mock(Statement.class);
    Connection connection = mock(Connection.class);
    DatabaseMetaData metaData = mock(DatabaseMetaData.class);
    DataSource inner = mock(DataSource.class);
    when(inner.getConnection()).thenReturn(connection);
    when(connection.getMetaData()).thenReturn(metaData);
    when(metaData.getURL()).thenReturn(url);
    when(connection.createStatement()).thenReturn(real);
    when(real.execute(anyString())).thenReturn(true);
    ScriptedEngine engine = new ScriptedEngine();
    TimerThread timer = new TimerThread();
    try (Nl2SqlDataSource source =
        new Nl2SqlDataSource(new Connector(s -> engine, timer, Map.of()))) {
      source.setDataSource(inner);
      Statement statement = source.getConnection().createStatement();
      String text = "EXPLAIN ASK best customer";
      if (plain) {
        statement.execute(text);
        verify(real).execute(text);
        assertThat(engine.requests).isEmpty();
      } else {
        statement.execute(text);
        assertThat(engine.requests).hasSize(1);
      }
    }
  }

  @Test
  void aConnectionThatCannotBeWrappedIsGivenBack() throws SQLException {
    Connection connection = mock(Connection.class);
    DataSource inner = mock(DataSource.class);
    when(inner.getConnection()).thenReturn(connection);
    when(connection.getMetaData()).thenThrow(new SQLException("gone", "08006"));
    try (Nl2SqlDataSource source = Nl2SqlDataSource.builder().dataSource(inner).build()) {
      assertThatThrownBy(source::getConnection).hasFieldOrPropertyWithValue("SQLState", "08006");
      verify(connection).close();
    }
  }
}
