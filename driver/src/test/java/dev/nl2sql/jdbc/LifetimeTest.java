package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.demo.ShopDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Array;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows outlive their question, and the session is left as it was found: on H2 and PostgreSQL. */
class LifetimeTest {
  private static EmbeddedPostgres postgres;

  /** The engines, each with the shop in a schema of its own. */
  enum EngineKind {
    H2("jdbc:nl2sql:h2:mem:lifetime;DB_CLOSE_DELAY=-1"),
    POSTGRESQL("");

    private final String url;

    EngineKind(String url) {
      this.url = url;
    }

    Connection connect() throws SQLException {
      String settings =
          "nl2sql.asOfDate=2026-10-15;nl2sql.glossary=classpath:" + ShopDatabase.GLOSSARY;
      return this == H2
          ? DriverManager.getConnection(url + ";" + settings)
          : DriverManager.getConnection(
              "jdbc:nl2sql:postgresql://localhost:%d/postgres?currentSchema=ask_demo&%s"
                  .formatted(postgres.getPort(), settings.replace(';', '&')),
              "postgres",
              "postgres");
    }

    String sleepless(int rows) {
      return this == H2
          ? "SELECT X FROM SYSTEM_RANGE(1, " + rows + ")"
          : "SELECT x FROM generate_series(1, " + rows + ") x";
    }
  }

  @BeforeAll
  static void load() throws SQLException, IOException {
    postgres = EmbeddedPostgres.start();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA ask_demo");
    }
    for (EngineKind engine : EngineKind.values()) {
      try (Connection connection = engine.connect();
          Statement statement = connection.createStatement()) {
        ShopDatabase.load(connection);
        String large = engine == EngineKind.H2 ? "CLOB" : "TEXT";
        String list = engine == EngineKind.H2 ? "INTEGER ARRAY" : "INTEGER[]";
        statement.execute(
            "CREATE TABLE notes (note_id INTEGER PRIMARY KEY, body %s, marks %s)"
                .formatted(large, list));
        statement.execute("INSERT INTO notes VALUES (1, 'first note', ARRAY[1, 2, 3])");
        statement.execute("CREATE TABLE inserts (id INTEGER PRIMARY KEY)");
      }
    }
  }

  @AfterAll
  static void stop() throws SQLException, IOException {
    try (Connection connection = EngineKind.H2.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
    postgres.close();
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void anAnswerHalfReadSurvivesOtherStatementsACommitAndAnotherQuestion(EngineKind engine)
      throws SQLException {
    try (Connection connection = engine.connect();
        Statement asking = connection.createStatement();
        Statement other = connection.createStatement()) {
      connection.setAutoCommit(false);
      ResultSet rows = asking.executeQuery("ASK list the names of all customers");
      for (int i = 0; i < 100; i++) {
        assertThat(rows.next()).isTrue();
      }
      other.executeUpdate("INSERT INTO inserts VALUES (-1)");
      connection.commit();
      try (ResultSet count = other.executeQuery("ASK how many products are there?")) {
        assertThat(count.next()).isTrue();
        assertThat(count.getInt(1)).isEqualTo(28);
      }
      int read = 100;
      while (rows.next()) {
        assertThat(rows.getString(1)).isNotEmpty();
        read++;
      }
      assertThat(read).isEqualTo(300);
      other.executeUpdate("DELETE FROM inserts WHERE id = -1");
      connection.commit();
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void aLargeTextAndAnArrayAreReadAfterTheQuestion(EngineKind engine) throws SQLException {
    try (Connection connection = engine.connect();
        Statement asking = connection.createStatement();
        Statement other = connection.createStatement();
        ResultSet rows = asking.executeQuery("ASK show the body and marks of all notes")) {
      other.executeQuery("SELECT 1").close();
      assertThat(rows.next()).isTrue();
      Object body = rows.getObject(1);
      String text = body instanceof Clob clob ? clob.getSubString(1, 20) : String.valueOf(body);
      Array marks = rows.getArray(2);
      assertThat(text).isEqualTo("first note");
      assertThat((Object[]) marks.getArray()).containsExactly(1, 2, 3);
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void aTransactionWithUncommittedRowsAndAnOpenCursorSurvivesTenQuestions(EngineKind engine)
      throws SQLException {
    try (Connection connection = engine.connect();
        Statement writing = connection.createStatement();
        Statement reading = connection.createStatement();
        Statement asking = connection.createStatement()) {
      connection.setAutoCommit(false);
      int isolation = connection.getTransactionIsolation();
      writing.executeUpdate("INSERT INTO inserts VALUES (-2)");
      reading.setFetchSize(10);
      ResultSet cursor = reading.executeQuery(engine.sleepless(1000));
      assertThat(cursor.next()).isTrue();
      for (int i = 0; i < 10; i++) {
        if (i == 4) {
          assertThatThrownBy(() -> asking.executeQuery("ASK how many flurbs are there?"))
              .isInstanceOf(SQLException.class);
        } else {
          try (ResultSet rows = asking.executeQuery("ASK how many customers are there?")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(300);
          }
        }
      }
      int read = 1;
      while (cursor.next()) {
        read++;
      }
      assertThat(read).isEqualTo(1000);
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(count(connection, "SELECT COUNT(*) FROM inserts WHERE id = -2")).isEqualTo(1);
      connection.rollback();
      assertThat(count(connection, "SELECT COUNT(*) FROM inserts WHERE id = -2")).isZero();
      connection.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void noInsertIsLostBetweenTheQuestionsOfAnotherThread(EngineKind engine) throws Exception {
    int inserts = 10_000;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection connection = engine.connect()) {
      Future<Integer> writer = threads.submit(insert(connection, inserts));
      Future<Integer> asker = threads.submit(askWhile(connection, writer));
      assertThat(writer.get()).isEqualTo(inserts);
      assertThat(asker.get()).isPositive();
      assertThat(count(connection, "SELECT COUNT(*) FROM inserts WHERE id > 0")).isEqualTo(inserts);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Integer> insert(Connection connection, int inserts) {
    return () -> {
      int done = 0;
      try (PreparedStatement statement =
          connection.prepareStatement("INSERT INTO inserts VALUES (?)")) {
        for (int i = 1; i <= inserts; i++) {
          statement.setInt(1, i);
          done += statement.executeUpdate();
        }
      }
      return done;
    };
  }

  private static Callable<Integer> askWhile(Connection connection, Future<?> other) {
    return () -> {
      int asked = 0;
      try (Statement statement = connection.createStatement()) {
        while (!other.isDone()) {
          try (ResultSet rows = statement.executeQuery("ASK how many customers are there?")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(300);
          }
          asked++;
        }
      }
      return asked;
    };
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void moreThanTheRowCapIsCutAndSaid(EngineKind engine) throws SQLException {
    try (Connection connection = engine.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("NL SET maxRows = 50");
      int read = 0;
      try (ResultSet rows = statement.executeQuery("ASK list the names of all customers")) {
        while (rows.next()) {
          read++;
        }
      }
      assertThat(read).isEqualTo(50);
      assertThat(states(statement)).contains("01NL3");
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void whatWouldNotFitIntoMemoryIsCutAndSaidOrRefused(EngineKind engine) throws SQLException {
    try (Connection connection = engine.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE documents (document_id INTEGER PRIMARY KEY, content %s)"
              .formatted(engine == EngineKind.H2 ? "VARCHAR(1000000)" : "TEXT"));
      statement.execute(
          "INSERT INTO documents SELECT n, REPEAT('x', 1000000) FROM (%s) AS s(n)"
              .formatted(engine.sleepless(200)));
      int read = 0;
      try (ResultSet rows = statement.executeQuery("ASK list the content of all documents")) {
        while (rows.next()) {
          assertThat(rows.getString(1)).hasSize(1_000_000);
          read++;
        }
      }
      assertThat(read).isBetween(1, 64);
      assertThat(states(statement)).contains("01NL3");
      statement.execute("DROP TABLE documents");
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void theCallersOwnRowLimitCutsInSilence(EngineKind engine) throws SQLException {
    try (Connection connection = engine.connect();
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(7);
      int read = 0;
      try (ResultSet rows = statement.executeQuery("ASK list the names of all customers")) {
        while (rows.next()) {
          read++;
        }
      }
      assertThat(read).isEqualTo(7);
      assertThat(states(statement)).doesNotContain("01NL3");
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void theSessionsTimeLimitIsLeftAsFound(EngineKind engine) throws SQLException {
    try (Connection connection = engine.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("NL REFRESH");
      statement.setQueryTimeout(60);
      statement.executeQuery("ASK how many customers are there").close();
      assertThat(statement.getQueryTimeout()).isEqualTo(60);
      statement.setQueryTimeout(0);
      statement.executeQuery("ASK how many orders are there").close();
      assertThat(statement.getQueryTimeout()).isZero();
    }
  }

  private static List<String> states(Statement statement) throws SQLException {
    List<String> states = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      states.add(w.getSQLState());
    }
    return states;
  }

  private static int count(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
