package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import dev.nl2sql.Outcome;
import dev.nl2sql.pipeline.AskRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions through the whole JDBC surface, on H2 with an engine that follows a script. */
@Timeout(60)
class QuestionsTest {
  private static final String URL = "jdbc:nl2sql:h2:mem:questions";

  private final ScriptedEngine engine = new ScriptedEngine();
  private final TimerThread timer = new TimerThread();
  private final Nl2SqlDriver driver = new Nl2SqlDriver(new Connector(s -> engine, timer, Map.of()));
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void connect() throws SQLException {
    connection = driver.connect(URL, new Properties());
    statement = connection.createStatement();
    statement.execute("CREATE TABLE orders(id INT PRIMARY KEY, name VARCHAR)");
    statement.execute("INSERT INTO orders VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  }

  @AfterEach
  void close() throws SQLException {
    engine.release.countDown();
    connection.close();
    timer.stop();
  }

  @Test
  void answersWithRowsOfTheDatabase() throws SQLException {
    ResultSet rows = statement.executeQuery("ASK rows SELECT id FROM orders ORDER BY id");
    assertThat(ids(rows)).containsExactly(1, 2, 3);
    assertThat(rows.getStatement()).isSameAs(statement);
    assertThat(statement.getConnection()).isSameAs(connection);
    assertThat(statement.getResultSet()).isSameAs(rows);
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.getLargeUpdateCount()).isEqualTo(-1);
    assertThat(statement.getGeneratedKeys().next()).isFalse();
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(rows.isClosed()).isTrue();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.getResultSet()).isNull();
  }

  @Test
  void plainSqlAfterAQuestionHasItsOwnResults() throws SQLException {
    assertThat(statement.execute("ASK warn SELECT id FROM orders")).isTrue();
    ResultSet rows = statement.getResultSet();
    assertThat(statement.execute("UPDATE orders SET name = 'x' WHERE id = 1")).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    assertThat((Object) statement.getWarnings()).isNull();
    assertThat(rows.isClosed()).isTrue();
  }

  @Test
  void aQuestionEndsTheRowsOfPlainSqlBeforeIt() throws SQLException {
    ResultSet plain = statement.executeQuery("SELECT id FROM orders");
    statement.executeQuery("ASK rows SELECT 1");
    assertThat(plain.isClosed()).isTrue();
  }

  @Test
  void everyResultSetKeepsItsOwnAnswer() throws SQLException {
    ResultSet first = statement.executeQuery("ASK rows SELECT 1");
    ResultSet second = statement.executeQuery("ASK rows SELECT 2");
    assertThat(first.unwrap(Answer.class).question()).isEqualTo("rows SELECT 1");
    assertThat(second.unwrap(Answer.class).question()).isEqualTo("rows SELECT 2");
    assertThat(statement.unwrap(Answer.class).question()).isEqualTo("rows SELECT 2");
    assertThat(statement.unwrap(Nl2SqlStatement.class).answer()).isPresent();
    assertThat(second.isWrapperFor(Answer.class)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void cutsAtTheCap(int cap) throws SQLException {
    ResultSet rows =
        statement.executeQuery("ASK cap " + cap + " SELECT id FROM orders ORDER BY id");
    assertThat(ids(rows)).hasSize(Math.min(cap, 3));
    assertThat(rows.next()).isFalse();
    assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
  }

  @Test
  void warningsAreInOrderAndOutliveTheRows() throws SQLException {
    ResultSet rows = statement.executeQuery("ASK warn SELECT id FROM orders");
    rows.close();
    assertThat(statement.getWarnings().getSQLState()).isEqualTo("01NL4");
    assertThat(statement.getWarnings().getErrorCode()).isEqualTo(9104);
    assertThat(statement.getWarnings().getMessage()).isEqualTo("nl2sql: first");
    assertThat(statement.getWarnings().getNextWarning().getSQLState()).isEqualTo("01NL0");
    statement.clearWarnings();
    assertThat((Object) statement.getWarnings()).isNull();
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(Condition.NOT_UNDERSTOOD, SQLSyntaxErrorException.class),
        Arguments.of(Condition.CLARIFICATION_REQUIRED, ClarificationRequiredException.class),
        Arguments.of(Condition.REFUSED, SQLSyntaxErrorException.class),
        Arguments.of(Condition.TOO_COSTLY, SQLNonTransientException.class),
        Arguments.of(Condition.MODEL_FAILED, SQLTransientException.class),
        Arguments.of(Condition.BUDGET_SPENT, SQLTransientException.class),
        Arguments.of(Condition.BAD_CONFIGURATION, SQLNonTransientException.class),
        Arguments.of(Condition.DATABASE_REFUSED, SQLException.class),
        Arguments.of(Condition.NOT_ANSWERABLE, SQLSyntaxErrorException.class),
        Arguments.of(Condition.TIMEOUT, SQLTimeoutException.class),
        Arguments.of(Condition.CANCELLED, SQLException.class));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void everyEndingHasItsException(Condition condition, Class<?> type) {
    assertThatThrownBy(() -> statement.executeQuery("ASK end " + condition))
        .isExactlyInstanceOf(type)
        .hasMessageStartingWith("nl2sql: ")
        .hasFieldOrPropertyWithValue("SQLState", condition.sqlState())
        .hasFieldOrPropertyWithValue("errorCode", condition.vendorCode());
  }

  @Test
  void theDatabasesOwnExceptionIsTheCause() {
    assertThatThrownBy(() -> statement.executeQuery("ASK end DATABASE_REFUSED"))
        .cause()
        .hasMessage("theirs");
  }

  /** A call in which a question has no place. */
  @FunctionalInterface
  interface Misuse {
    void run(QuestionsTest test) throws SQLException;
  }

  static Stream<Misuse> misuses() {
    return Stream.of(
        t -> t.statement.executeUpdate("ASK x"),
        t -> t.statement.executeUpdate("ASK x", 1),
        t -> t.statement.executeLargeUpdate("ASK x"),
        t -> t.statement.addBatch("ASK x"),
        t -> t.connection.prepareCall("ASK x"),
        t -> t.connection.prepareStatement("ASK x").executeUpdate(),
        t -> t.connection.prepareStatement("ASK x").addBatch(),
        t -> t.connection.prepareStatement("ASK x").executeQuery("ASK y"),
        t -> t.statement.executeQuery("NL REFRESH"),
        t ->
            t.connection.prepareStatement(
                "ASK x", ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE),
        t ->
            t.connection
                .createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)
                .executeQuery("ASK x"));
  }

  @ParameterizedTest
  @MethodSource("misuses")
  void refusesQuestionsWhereNoneMayStand(Misuse misuse) {
    assertThatThrownBy(() -> misuse.run(this))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasFieldOrPropertyWithValue("SQLState", "NL000")
        .hasFieldOrPropertyWithValue("errorCode", 9000);
    assertThat(engine.requests).isEmpty();
  }

  @Test
  void optionsAreRowsOfTheDriver() throws SQLException {
    ResultSet rows = statement.executeQuery("ASK best customer");
    assertThat(rows.getMetaData().getCatalogName(1)).isEqualTo("nl2sql");
    assertThat(rows.getMetaData().getColumnLabel(4)).isEqualTo("option");
    assertThat(rows.unwrap(Answer.class).outcome()).isInstanceOf(Outcome.NeedsClarification.class);
    rows.next();
    assertThat(rows.getString("option")).isEqualTo("revenue");
    ClarificationWarning warning = (ClarificationWarning) statement.getWarnings();
    assertThat(warning.term()).isEqualTo("best_customer");
    assertThat(warning.askAgain()).hasSize(2);
    assertThat(rows.absolute(-1)).isTrue();
    assertThat(rows.getString("ASK_AGAIN")).contains("orders");
    assertThat(rows.isLast()).isTrue();
    assertThatThrownBy(() -> rows.updateString(1, "x"))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLARIFY best_customer = orders", "CLARIFY 2"})
  void clarifyAnswersTheWaitingQuestion(String clarify) throws SQLException {
    statement.executeQuery("ASK best customer");
    ResultSet rows = statement.executeQuery(clarify);
    rows.next();
    assertThat(rows.getString(1)).isEqualTo("orders");
    assertThatThrownBy(() -> statement.executeQuery(clarify))
        .hasFieldOrPropertyWithValue("SQLState", "NL001");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLARIFY 0", "CLARIFY 3", "CLARIFY other = x"})
  void refusesChoicesThatAreNotOffered(String clarify) throws SQLException {
    statement.executeQuery("ASK best customer");
    assertThatThrownBy(() -> statement.executeQuery(clarify))
        .hasFieldOrPropertyWithValue("SQLState", "NL001");
    assertThat(statement.execute("CLARIFY 1")).isTrue();
  }

  @Test
  void preparedQuestionsFailWhereStatementsAsk() throws SQLException {
    PreparedStatement prepared = connection.prepareStatement("ASK best customer");
    assertThatThrownBy(prepared::executeQuery)
        .isInstanceOfSatisfying(
            ClarificationRequiredException.class,
            e -> assertThat(e.clarifications()).containsExactly(ScriptedEngine.BEST));
  }

  /** What ends the part of a connection's life that belongs to one user. */
  @FunctionalInterface
  interface End {
    void run(Connection connection) throws SQLException;
  }

  static Stream<End> ends() {
    return Stream.of(Connection::clearWarnings, Connection::endRequest);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void pendingQuestionAndSettingsAreDropped(End end) throws SQLException {
    statement.execute("NL SET maxRows = 5");
    statement.executeQuery("ASK best customer");
    end.run(connection);
    assertThatThrownBy(() -> statement.executeQuery("CLARIFY 1"))
        .hasFieldOrPropertyWithValue("SQLState", "NL001");
    assertThat(setting("maxRows")).isEqualTo("10000");
    assertThat(statement.executeQuery("SHOW NL PENDING").next()).isFalse();
  }

  @Test
  void sessionSettingsReachTheEngine() throws SQLException {
    assertThat(statement.execute("NL SET clarify = fail")).isFalse();
    assertThat(statement.getUpdateCount()).isZero();
    assertThatThrownBy(() -> statement.execute("ASK best customer"))
        .isInstanceOf(ClarificationRequiredException.class);
    assertThat(setting("clarify")).isEqualTo("fail");
    assertThat(setting("llm.apiKey")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NL SET maxAttempts = 3",
        "NL SET store = none",
        "NL SET maxRow = 3",
        "NL SET clarify = perhaps",
        "NL SET guard.functions = pg_sleep"
      })
  void refusesOtherSettings(String command) {
    assertThatThrownBy(() -> statement.execute(command))
        .isInstanceOf(SQLNonTransientException.class)
        .hasFieldOrPropertyWithValue("SQLState", "NL007");
  }

  @Test
  void bindsArriveInOrder() throws SQLException {
    PreparedStatement prepared =
        connection.prepareStatement(
            "ASK rows SELECT id FROM orders WHERE id > ? AND name < ? OR id = 0");
    assertThat(prepared.getParameterMetaData().getParameterCount()).isEqualTo(2);
    assertThat(prepared.getMetaData()).isNull();
    assertThat(engine.requests).isEmpty();
    assertThatThrownBy(prepared::executeQuery).hasFieldOrPropertyWithValue("SQLState", "NL001");
    prepared.setInt(1, 1);
    prepared.setString(2, "c");
    assertThat(ids(prepared.executeQuery())).containsExactly(2);
    prepared.setNull(1, java.sql.Types.INTEGER);
    prepared.executeQuery();
    AskRequest last = engine.requests.get(engine.requests.size() - 1);
    assertThat(last.binds()).containsExactly(Optional.empty(), Optional.of("c"));
    assertThatThrownBy(() -> prepared.setInt(3, 1)).isInstanceOf(SQLException.class);
  }

  @Test
  void callersLimitsReachTheEngine() throws SQLException {
    statement.setMaxRows(7);
    statement.setQueryTimeout(11);
    statement.executeQuery("ASK rows SELECT 1");
    assertThat(engine.requests.get(0).callerMaxRows()).hasValue(7);
    assertThat(engine.requests.get(0).callerTimeout()).contains(java.time.Duration.ofSeconds(11));
  }

  /** A way to stop a question from another thread. */
  @FunctionalInterface
  interface Stop {
    void run(QuestionsTest test) throws SQLException;
  }

  static Stream<Arguments> stops() {
    List<Stop> stops =
        List.of(
            t -> t.statement.cancel(),
            t -> t.connection.close(),
            t -> t.statement.close(),
            t -> t.connection.abort(Runnable::run));
    return Stream.of("ASK wait", "ASK waitInDatabase")
        .flatMap(q -> stops.stream().map(s -> Arguments.of(q, s)));
  }

  @ParameterizedTest
  @MethodSource("stops")
  void stopsWithoutWaiting(String question, Stop stop) throws Exception {
    CompletableFuture<SQLException> ending = failing(question);
    assertThat(engine.waiting.await(10, TimeUnit.SECONDS)).isTrue();
    stop.run(this);
    assertThat(ending.get(10, TimeUnit.SECONDS).getSQLState()).isEqualTo("HY008");
  }

  @Test
  void theCallersTimeoutFires() throws Exception {
    statement.setQueryTimeout(1);
    assertThat((Object) failing("ASK wait").get(20, TimeUnit.SECONDS))
        .isExactlyInstanceOf(SQLTimeoutException.class)
        .hasFieldOrPropertyWithValue("SQLState", "HYT00");
  }

  @Test
  void otherCallsWaitForTheDatabasePhase() throws Exception {
    CompletableFuture<SQLException> question = failing("ASK waitInDatabase");
    assertThat(engine.waiting.await(10, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Boolean> insert =
        CompletableFuture.supplyAsync(
            () -> {
              try (Statement other = connection.createStatement()) {
                return other.execute("INSERT INTO orders VALUES (9, 'z')");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    Thread.sleep(100);
    assertThat(insert).isNotDone();
    assertThat(connection.isClosed()).isFalse();
    engine.release.countDown();
    insert.get(10, TimeUnit.SECONDS);
    question.get(10, TimeUnit.SECONDS);
    assertThat(ids(statement.executeQuery("SELECT id FROM orders WHERE id = 9"))).hasSize(1);
  }

  @Test
  void closesOnCompletion() throws SQLException {
    statement.closeOnCompletion();
    ResultSet rows = statement.executeQuery("ASK rows SELECT 1");
    rows.close();
    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void aClosedStatementAnswersNothing() throws SQLException {
    statement.close();
    assertThatThrownBy(() -> statement.executeQuery("ASK rows SELECT 1"))
        .isInstanceOf(SQLException.class);
    assertThat(engine.requests).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t(id INT)",
        "alter table orders add x int",
        "/* x */ DROP TABLE orders"
      })
  void definitionsRefreshTheCatalog(String sql) throws SQLException {
    statement.executeQuery("ASK rows SELECT 1");
    int before = engine.refreshed;
    statement.execute(sql);
    assertThat(engine.refreshed).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @EnumSource(Command.Show.Topic.class)
  void shows(Command.Show.Topic topic) throws SQLException {
    assertThat(statement.executeQuery("SHOW NL " + topic).getMetaData().getCatalogName(1))
        .isEqualTo("nl2sql");
  }

  @Test
  void nativeSqlLeavesQuestionsAlone() throws SQLException {
    assertThat(connection.nativeSQL("ASK how many {x}")).isEqualTo("ASK how many {x}");
    assertThat(engine.requests).isEmpty();
  }

  private CompletableFuture<SQLException> failing(String question) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            statement.executeQuery(question);
            return null;
          } catch (SQLException e) {
            return e;
          }
        });
  }

  private String setting(String name) throws SQLException {
    try (Statement own = connection.createStatement();
        ResultSet rows = own.executeQuery("SHOW NL SETTINGS")) {
      while (rows.next()) {
        if (rows.getString("name").equals(name)) {
          return rows.getString("value");
        }
      }
    }
    return null;
  }

  private static List<Integer> ids(ResultSet rows) throws SQLException {
    List<Integer> ids = new java.util.ArrayList<>();
    while (rows.next()) {
      ids.add(rows.getInt(1));
    }
    return ids;
  }
}
