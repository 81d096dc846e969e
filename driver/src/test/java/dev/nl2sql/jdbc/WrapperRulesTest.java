package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.ShardingKeyBuilder;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of docs/transparency.md that no other test is about. */
class WrapperRulesTest {
  private final ScriptedEngine engine = new ScriptedEngine();
  private final Nl2SqlDriver driver =
      new Nl2SqlDriver(new Connector(s -> engine, new TimerThread(), Map.of()));
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = driver.connect("jdbc:nl2sql:h2:mem:", null);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void connectingCallsNothingOnTheRealConnection() throws SQLException {
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    Driver counted = new CountedDriver(calls);
    DriverManager.registerDriver(counted);
    try (Connection wrapped = driver.connect("jdbc:nl2sql:counted:", null)) {
      assertThat(calls).isEmpty();
      wrapped.createStatement();
      assertThat(calls).containsExactly("createStatement");
    } finally {
      DriverManager.deregisterDriver(counted);
    }
    assertThat(calls).containsExactly("createStatement", "close");
  }

  /** A driver that writes down what its connections are asked. */
  private record CountedDriver(Queue<String> calls) implements Driver {
    @Override
    public Connection connect(String url, Properties info) {
      return acceptsURL(url) ? stub(Connection.class, calls) : null;
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith("jdbc:counted:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
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
      return Logger.getGlobal();
    }
  }

  private static <T> T stub(Class<T> type, Queue<String> calls) {
    return type.cast(
        Proxy.newProxyInstance(
            WrapperRulesTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals")
                    ? proxy == arguments[0]
                    : method.getName().equals("hashCode") ? 1 : "stub";
              }
              calls.add(method.getName());
              Class<?> result = method.getReturnType();
              return result == Statement.class ? stub(Statement.class, calls) : zero(result);
            }));
  }

  private static Object zero(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    return type == int.class ? (Object) 0 : null;
  }

  /** Not a driver; says if it was initialised. */
  static final class NoDriver {
    static final String INITIALISED = "nl2sql.test.initialised";

    static {
      System.setProperty(INITIALISED, "true");
    }

    private NoDriver() {}
  }

  @Test
  void aClassThatIsNoDriverIsNotEvenInitialised() {
    Properties properties = new Properties();
    properties.setProperty(
        "nl2sql.delegate.driver", WrapperRulesTest.class.getName() + "$NoDriver");
    assertThatThrownBy(() -> driver.connect("jdbc:nl2sql:h2:mem:", properties))
        .hasFieldOrPropertyWithValue("SQLState", "NL007")
        .hasMessageContaining("is not a java.sql.Driver");
    assertThat(System.getProperty("nl2sql.test.initialised")).isNull();
  }

  static Stream<Arguments> handedOut() throws SQLException {
    Connection connection = new Nl2SqlDriver().connect("jdbc:nl2sql:sqlite::memory:", null);
    Statement statement = connection.createStatement();
    statement.execute("CREATE TABLE t (i INTEGER)");
    PreparedStatement prepared = connection.prepareStatement("SELECT 1");
    return Stream.of(
        Arguments.of(connection, Connection.class),
        Arguments.of(statement, Statement.class),
        Arguments.of(prepared, PreparedStatement.class),
        Arguments.of(connection.prepareStatement("ASK 'x'"), PreparedStatement.class),
        Arguments.of(prepared.executeQuery(), ResultSet.class),
        Arguments.of(statement.executeQuery("SHOW NL SETTINGS"), ResultSet.class),
        Arguments.of(connection.getMetaData().getTables(null, null, "t", null), ResultSet.class),
        Arguments.of(connection.getMetaData(), DatabaseMetaData.class));
  }

  /** Some tools look for interfaces on the class itself only. */
  @ParameterizedTest
  @MethodSource("handedOut")
  void whatIsHandedOutNamesItsInterfaceItself(Object object, Class<?> type) {
    assertThat(object.getClass().getInterfaces())
        .anySatisfy(named -> assertThat(type).isAssignableFrom(named));
  }

  @Test
  void callableStatementsNameTheirInterfaceToo() throws SQLException {
    try (CallableStatement call = connection.prepareCall("CALL 1")) {
      assertThat(call.getClass().getInterfaces()).contains(CallableStatement.class);
    }
  }

  @Test
  void aQuestionHasNoGeneratedKeys() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ASK rows SELECT 1");
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertThat(keys.next()).isFalse();
        assertThat(keys.getStatement()).isSameAs(statement);
      }
    }
  }

  @Test
  void aPreparedQuestionTellsItsText() throws SQLException {
    String question = "ASK 'how many above ?' USING ?";
    try (PreparedStatement prepared = connection.prepareStatement(question)) {
      assertThat(prepared.toString()).contains(question);
    }
  }

  @Test
  void aNetworkTimeoutBoundsTheTranslationToo() throws Exception {
    try (Connection postgres = networked();
        Statement statement = postgres.createStatement()) {
      postgres.setNetworkTimeout(Runnable::run, 1_500);
      statement.executeQuery("ASK rows SELECT 1").close();
      assertThat(engine.requests.get(0).callerTimeout())
          .contains(java.time.Duration.ofMillis(1_500));
      statement.setQueryTimeout(1);
      statement.executeQuery("ASK rows SELECT 1").close();
      assertThat(engine.requests.get(1).callerTimeout()).contains(java.time.Duration.ofSeconds(1));
      statement.setQueryTimeout(60);
      statement.executeQuery("ASK rows SELECT 1").close();
      assertThat(engine.requests.get(2).callerTimeout())
          .contains(java.time.Duration.ofMillis(1_500));
      postgres.setNetworkTimeout(Runnable::run, 0);
      statement.setQueryTimeout(0);
      statement.executeQuery("ASK rows SELECT 1").close();
      assertThat(engine.requests.get(3).callerTimeout()).isEmpty();
    }
  }

  private Connection networked() throws SQLException {
    return driver.connect(TwinEngine.POSTGRESQL.wrappedUrl(), new Properties());
  }

  /** Waits in a translation until it is interrupted. */
  private static final class Waiting implements SqlGenerator {
    private final CountDownLatch begun = new CountDownLatch(1);

    @Override
    public String name() {
      return "waiting";
    }

    @Override
    public Generation generate(GenerationRequest request) {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new Generation.NotAnswerable("interrupted");
    }
  }

  @Test
  void anInterruptedTranslationEndsAndKeepsTheFlag() throws Exception {
    Waiting generator = new Waiting();
    try (Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .url("jdbc:h2:mem:interrupted")
                .generator(generator)
                .setting(dev.nl2sql.Setting.TIME_BUDGET, "60s")
                .build();
        Connection asking = source.getConnection();
        Statement statement = asking.createStatement()) {
      statement.execute("CREATE TABLE customers (id INT PRIMARY KEY)");
      CompletableFuture<SQLException> ending = new CompletableFuture<>();
      CompletableFuture<Boolean> flag = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  statement.executeQuery("ASK 'how many customers are there'");
                } catch (SQLException e) {
                  ending.complete(e);
                } finally {
                  flag.complete(Thread.currentThread().isInterrupted());
                }
              });
      thread.start();
      assertThat(generator.begun.await(30, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      assertThat(ending.get(30, TimeUnit.SECONDS).getSQLState()).startsWith("NL");
      assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void noThreadOfOursHoldsTheLoaderOfWhoAsked() throws Exception {
    try (URLClassLoader application =
            new URLClassLoader(new URL[0], WrapperRulesTest.class.getClassLoader());
        Connection asking =
            new Nl2SqlDriver().connect("jdbc:nl2sql:demo:shop?nl2sql.timeBudget=60s", null);
        Statement statement = asking.createStatement()) {
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      Thread.currentThread().setContextClassLoader(application);
      try {
        statement.setQueryTimeout(100);
        statement.executeQuery("ASK 'how many customers are there'").close();
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
      List<String> ours =
          threads().filter(t -> t.getName().startsWith("nl2sql")).map(Thread::getName).toList();
      assertThat(ours).isNotEmpty();
      assertThat(threads().filter(t -> t.getContextClassLoader() == application))
          .extracting(Thread::getName)
          .isEmpty();
      assertThat(threads().filter(t -> t.getName().startsWith("nl2sql")))
          .allMatch(Thread::isDaemon);
    }
  }

  private static Stream<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream();
  }

  /** What a data source can do beyond giving connections. */
  @Test
  void theDataSourceForwardsWhatItsOwnDataSourceCan() throws SQLException {
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:built");
    ShardingKeyBuilder keys = stub(ShardingKeyBuilder.class, calls);
    ConnectionBuilder builder =
        (ConnectionBuilder)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ConnectionBuilder.class},
                (proxy, method, arguments) -> {
                  calls.add(method.getName());
                  return method.getName().equals("build") ? h2.getConnection() : proxy;
                });
    DataSource real =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  calls.add(method.getName());
                  return switch (method.getName()) {
                    case "createConnectionBuilder" -> builder;
                    case "createShardingKeyBuilder" -> keys;
                    case "getLoginTimeout" -> 7;
                    default -> null;
                  };
                });
    try (Nl2SqlDataSource source = Nl2SqlDataSource.builder().dataSource(real).build()) {
      assertThat(source.createShardingKeyBuilder()).isSameAs(keys);
      source.setLoginTimeout(7);
      assertThat(source.getLoginTimeout()).isEqualTo(7);
      PrintWriter writer = new PrintWriter(System.out, true);
      source.setLogWriter(writer);
      assertThat(source.getLogWriter()).isNull();
      try (Connection built =
          source
              .createConnectionBuilder()
              .user("u")
              .password("p")
              .shardingKey(null)
              .superShardingKey(null)
              .build()) {
        assertThat(built).isInstanceOf(Nl2SqlConnection.class);
      }
    }
    assertThat(calls)
        .containsExactly(
            "createShardingKeyBuilder",
            "setLoginTimeout",
            "getLoginTimeout",
            "setLogWriter",
            "getLogWriter",
            "createConnectionBuilder",
            "user",
            "password",
            "shardingKey",
            "superShardingKey",
            "build");
  }

  @Test
  void connectingDoesNotWaitForAnEngineThatOpens() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    EngineFactory slow =
        settings -> {
          opening.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return engine;
        };
    Nl2SqlDriver other = new Nl2SqlDriver(new Connector(slow, new TimerThread(), Map.of()));
    String url = "jdbc:nl2sql:h2:mem:opening;DB_CLOSE_DELAY=-1";
    try (Connection asking = other.connect(url, null);
        Statement statement = asking.createStatement()) {
      CompletableFuture<Boolean> asked =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return statement.execute("ASK rows SELECT 1");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThat(opening.await(30, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Void> connected =
          CompletableFuture.runAsync(
              () -> {
                try {
                  other.connect(url, null).close();
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      connected.get(30, TimeUnit.SECONDS);
      assertThat(asked).isNotDone();
      release.countDown();
      assertThat(asked.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
