package dev.nl2sql.examples.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.nl2sql.Setting;
import dev.nl2sql.jdbc.Nl2SqlConnection;
import dev.nl2sql.jdbc.Nl2SqlDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.jdbi.v3.core.Jdbi;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Libraries that stand above JDBC, and pools, see the same through the wrapper as on the real
 * driver, and their users can ask questions.
 */
class ClientsTest {
  private static final String DRIVER = "dev.nl2sql.jdbc.Nl2SqlDriver";

  private static final Map<String, Client> CLIENTS =
      new TreeMap<>(
          Map.of(
              "Flyway", ClientsTest::migrate,
              "Hibernate", new HibernateClient(),
              "JDBI", new JdbiClient(),
              "jOOQ", new JooqClient(),
              "MyBatis", new MyBatisClient(),
              "Spring", new SpringClient()));

  /** Ways to ask. */
  private interface Asker {
    int ask(DataSource source, String question) throws Exception;
  }

  private static final Map<String, Asker> ASKERS =
      new TreeMap<>(
          Map.of(
              "Hibernate", HibernateClient::ask,
              "JDBI", (s, q) -> Jdbi.create(s).withHandle(h -> h.select(q).mapTo(int.class).one()),
              "jOOQ", (s, q) -> DSL.using(s, org.jooq.SQLDialect.H2).fetchOne(q).get(0, int.class),
              "MyBatis", MyBatisClient::ask,
              "Spring", (s, q) -> new JdbcTemplate(s).queryForObject(q, Integer.class)));

  /** A pool on a JDBC URL. */
  private interface Pool {
    /** The pool has one connection; the caller closes what it gives. */
    DataSource on(String url, String driver) throws Exception;
  }

  private static final Map<String, Pool> POOLS =
      new TreeMap<>(
          Map.of(
              "HikariCP", ClientsTest::hikari,
              "DBCP2", ClientsTest::dbcp,
              "c3p0", ClientsTest::c3p0,
              "Tomcat", ClientsTest::tomcat));

  @TestFactory
  Stream<DynamicTest> everyClientSeesTheSame() {
    return CLIENTS.entrySet().stream()
        .map(
            client ->
                DynamicTest.dynamicTest(
                    client.getKey(),
                    () -> {
                      List<String> raw = client.getValue().use(withBooks(Books.raw(Books.url())));
                      List<String> ours = client.getValue().use(withBooks(ours(Books.url())));
                      assertThat(raw).hasSizeGreaterThan(3).allMatch(seen -> !seen.isEmpty());
                      assertThat(ours).isEqualTo(raw);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> everyClientCanAsk() {
    return ASKERS.entrySet().stream()
        .map(
            client ->
                DynamicTest.dynamicTest(
                    client.getKey(),
                    () ->
                        assertThat(
                                client.getValue().ask(withBooks(ours(Books.url())), Books.QUESTION))
                            .isEqualTo(3)));
  }

  @TestFactory
  Stream<DynamicTest> everyPoolWorksTheSame() {
    return POOLS.entrySet().stream()
        .map(
            pool ->
                DynamicTest.dynamicTest(
                    pool.getKey(),
                    () -> {
                      List<String> raw =
                          borrowed(pool.getValue().on("jdbc:" + Books.url(), "org.h2.Driver"));
                      List<String> ours =
                          borrowed(pool.getValue().on(wrapped(Books.url()), DRIVER));
                      assertThat(raw).hasSizeGreaterThan(3);
                      assertThat(ours).isEqualTo(raw);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> questionsPassEveryPoolAndLeaveNothingToTheNextBorrower() {
    return POOLS.entrySet().stream()
        .map(
            pool ->
                DynamicTest.dynamicTest(
                    pool.getKey(),
                    () -> {
                      DataSource source = pool.getValue().on(wrapped(Books.url()), DRIVER);
                      try {
                        Books.create(source);
                        try (Connection connection = source.getConnection();
                            Statement statement = connection.createStatement()) {
                          statement.execute("NL SET maxRows = 1");
                          assertThat(number(statement, Books.QUESTION)).isEqualTo(3);
                          assertThat(connection.unwrap(Nl2SqlConnection.class).delegate())
                              .isInstanceOf(org.h2.jdbc.JdbcConnection.class);
                        }
                        try (Connection connection = source.getConnection();
                            Statement statement = connection.createStatement()) {
                          assertThat(rows(statement, "ASK 'list the titles of all books'"))
                              .isEqualTo(3);
                        }
                      } finally {
                        ((AutoCloseable) source).close();
                      }
                    }));
  }

  @Test
  void aPoolCanBeWrappedAsWell() throws Exception {
    try (HikariDataSource pool = hikari("jdbc:" + Books.url(), "org.h2.Driver");
        Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .dataSource(pool)
                .setting(Setting.TIME_BUDGET, "60s")
                .build()) {
      Books.create(source);
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(number(statement, Books.QUESTION)).isEqualTo(3);
      }
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  private static List<String> borrowed(DataSource source) throws Exception {
    List<String> seen = new ArrayList<>();
    try {
      Books.create(source);
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        seen.add(statement.executeUpdate("DELETE FROM books") + "");
        seen.add((statement.getConnection() == connection) + "");
        seen.add(failure(statement, "SELEC"));
      }
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        seen.add(connection.getAutoCommit() + " " + connection.getTransactionIsolation());
        seen.add(number(statement, "SELECT COUNT(*) FROM books") + "");
        seen.add(
            connection.isValid(1) + " " + connection.getMetaData().getURL().contains("nl2sql"));
        seen.add(failure(statement, "INSERT INTO books (title) VALUES ('ask')"));
      }
    } finally {
      ((AutoCloseable) source).close();
    }
    return seen;
  }

  private static String failure(Statement statement, String sql) {
    try {
      statement.execute(sql);
      return "no failure";
    } catch (SQLException e) {
      return e.getClass().getName() + " " + e.getSQLState() + " " + e.getErrorCode();
    }
  }

  private static List<String> migrate(DataSource source) throws SQLException {
    List<String> seen = new ArrayList<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE books");
      Flyway flyway = Flyway.configure().dataSource(source).locations("db/migration").load();
      seen.add(flyway.migrate().migrationsExecuted + " run");
      seen.add(flyway.migrate().migrationsExecuted + " run again");
      for (MigrationInfo migration : flyway.info().all()) {
        seen.add(migration.getVersion() + " " + migration.getState());
      }
      seen.add(flyway.validateWithResult().validationSuccessful + "");
      seen.add(number(statement, "SELECT COUNT(*) FROM books") + "");
    }
    return seen;
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }

  private static int rows(Statement statement, String sql) throws SQLException {
    int count = 0;
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  private static DataSource withBooks(DataSource source) throws SQLException {
    Books.create(source);
    return source;
  }

  private static DataSource ours(String url) {
    return Nl2SqlDataSource.builder().url(wrapped(url)).user("sa").password("").build();
  }

  /** With time to understand also on a machine that has much else to do. */
  private static String wrapped(String url) {
    return "jdbc:nl2sql:" + url + ";nl2sql.timeBudget=60s";
  }

  private static HikariDataSource hikari(String url, String driver) {
    HikariConfig configuration = new HikariConfig();
    configuration.setDriverClassName(driver);
    configuration.setJdbcUrl(url);
    configuration.setMaximumPoolSize(1);
    return new HikariDataSource(configuration);
  }

  private static BasicDataSource dbcp(String url, String driver) {
    BasicDataSource pool = new BasicDataSource();
    pool.setDriverClassName(driver);
    pool.setUrl(url);
    pool.setMaxTotal(1);
    pool.setAccessToUnderlyingConnectionAllowed(true);
    return pool;
  }

  private static DataSource c3p0(String url, String driver) throws Exception {
    ComboPooledDataSource pool = new ComboPooledDataSource();
    pool.setDriverClass(driver);
    pool.setJdbcUrl(url);
    pool.setInitialPoolSize(1);
    pool.setMinPoolSize(1);
    pool.setMaxPoolSize(1);
    return pool;
  }

  private static DataSource tomcat(String url, String driver) {
    org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
    pool.setDriverClassName(driver);
    pool.setUrl(url);
    pool.setMaxActive(1);
    pool.setInitialSize(1);
    pool.setMinIdle(1);
    pool.setJdbcInterceptors("ConnectionState;StatementFinalizer");
    return new Closing(pool);
  }
}
