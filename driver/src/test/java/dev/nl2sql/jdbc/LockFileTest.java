package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Answer;
import dev.nl2sql.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A report that is locked answers with the statements it was locked with. */
class LockFileTest {
  private static final String QUESTION = "total per \"city\"\tand 'name'";
  private static final String SQL = "SELECT name, SUM(amount) AS total FROM sales GROUP BY name";

  @TempDir Path folder;

  private final String database = "jdbc:h2:mem:" + UUID.randomUUID();
  private final ScriptedGenerator generator = new ScriptedGenerator();
  private Connection keeper;

  @BeforeEach
  void makeDatabase() throws SQLException {
    keeper = DriverManager.getConnection(database);
    plain("CREATE TABLE sales (sale_id INT PRIMARY KEY, name VARCHAR(20), amount INT, note INT)");
    plain("INSERT INTO sales VALUES (1, 'a', 10, 0), (2, 'a', 5, 0)");
    generator.answer(QUESTION, SQL);
  }

  @AfterEach
  void close() throws SQLException {
    keeper.close();
  }

  private void plain(String sql) throws SQLException {
    try (Statement statement = keeper.createStatement()) {
      statement.execute(sql);
    }
  }

  private Path file() {
    return folder.resolve("report.lock.yml");
  }

  private Nl2SqlDataSource source(String mode, String... more) {
    Nl2SqlDataSource.Builder builder =
        Nl2SqlDataSource.builder()
            .url(database)
            .generator(generator)
            .setting(Setting.LOCK, file().toString())
            .setting(Setting.LOCK_MODE, mode);
    for (int i = 0; i < more.length; i += 2) {
      builder.property("nl2sql." + more[i], more[i + 1]);
    }
    return builder.build();
  }

  private static String quoted(String question) {
    return "ASK '" + question.replace("'", "''") + "'";
  }

  private Answer ask(String mode, String question, String... more) throws SQLException {
    try (Nl2SqlDataSource source = source(mode, more);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(quoted(question))) {
      assertThat(rows.next()).isTrue();
      return statement.unwrap(Answer.class);
    }
  }

  @Test
  void aLockedQuestionKeepsItsStatementUntilItIsPlannedAgain() throws Exception {
    assertThat(ask("write", QUESTION).source()).isEqualTo("generated");
    String written = Files.readString(file());
    generator.answer(QUESTION, "SELECT 1 AS other FROM sales");
    Answer locked = ask("read", QUESTION);
    assertThat(locked.source()).isEqualTo("lock");
    assertThat(locked.columns()).containsExactly("NAME", "TOTAL");
    assertThat(locked.notices()).anyMatch(n -> n.message().contains("report.lock.yml:5"));
    assertThat(ask("off", QUESTION).columns()).containsExactly("OTHER");
    assertThat(Files.readString(file())).isEqualTo(written);
    assertThat(ask("write", QUESTION).columns()).containsExactly("OTHER");
    assertThat(ask("read", QUESTION).columns()).containsExactly("OTHER");
  }

  @Test
  void otherQuestionsStayAndNewOnesAreAdded() throws Exception {
    generator.answer("how many", "SELECT COUNT(*) AS n FROM sales");
    ask("write", QUESTION);
    ask("write", "how many");
    generator.answer(QUESTION, "SELECT 1 AS other FROM sales");
    generator.answer("how many", "SELECT 2 AS other FROM sales");
    ask("write", QUESTION);
    assertThat(ask("read", "how many").columns()).containsExactly("N");
    assertThat(ask("read", QUESTION).columns()).containsExactly("OTHER");
    generator.answer("never locked", "SELECT 3 AS free FROM sales");
    assertThat(ask("read", "never locked").source()).isEqualTo("generated");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ALTER TABLE sales DROP COLUMN amount | - column PUBLIC.SALES.AMOUNT INTEGER",
        "ALTER TABLE sales ALTER COLUMN amount BIGINT | + column PUBLIC.SALES.AMOUNT BIGINT",
        "ALTER TABLE sales ALTER COLUMN amount RENAME TO total | - column PUBLIC.SALES.AMOUNT",
        "ALTER TABLE sales RENAME TO orders | - table PUBLIC.SALES",
        "DROP TABLE sales | - table PUBLIC.SALES",
      })
  void driftOfWhatIsUsedFailsWithADifference(String change, String difference) throws Exception {
    ask("write", QUESTION);
    plain(change);
    assertThatThrownBy(() -> ask("read", QUESTION))
        .hasFieldOrPropertyWithValue("SQLState", "NL007")
        .hasMessageContaining("report.lock.yml:5")
        .hasMessageContaining(difference)
        .hasMessageContaining("lock.mode=write");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE sales DROP COLUMN note",
        "ALTER TABLE sales ALTER COLUMN note BIGINT",
        "ALTER TABLE sales ADD COLUMN more INT",
        "CREATE TABLE others (id INT)"
      })
  void driftOfWhatIsNotUsedDoesNotMatter(String change) throws Exception {
    ask("write", QUESTION);
    plain(change);
    assertThat(ask("read", QUESTION).source()).isEqualTo("lock");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE FROM sales | NL003",
        "SELECT * FROM INFORMATION_SCHEMA.USERS | NL003",
        "SELECT 1; DROP TABLE sales | NL003",
      })
  void aStatementThatWasPutIntoTheFilePassesTheGuard(String sql, String state) throws Exception {
    ask("write", QUESTION);
    Files.writeString(file(), Files.readString(file()).replace(SQL, sql));
    assertThatThrownBy(() -> ask("read", QUESTION)).hasFieldOrPropertyWithValue("SQLState", state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version: 2 | 1:10",
        "version: 1/questions: 5 | 2:12",
        "version: 1/questions:/  - { question: a, dialect: h2 } | 3:5",
        "version: 1/questions:/  - { question: a, dialect: h2, sql: b, as_of: x } | 3:48",
        "version: 1/question: [] | 2:1",
        "{ | report.lock.yml",
        "<<<<<<< ours/version: 1/=======/version: 1/>>>>>>> theirs | 1:1",
        "version: 1/questions:/<<<<<<< HEAD/  - question: a/=======/  - question: b/>>>>>>> x | 3:1",
        "version: 1/questions: &a [*a] | report.lock.yml",
        "version: 1/version: 1/questions: [] | 2:1",
        "version: 1/questions: !!java.net.URL [x] | report.lock.yml",
        "--- 1/--- 2 | report.lock.yml",
        "version: '1'/questions:/  - { question: a, dialect: h2, sql: b, evil: x } | 3:",
        "\u0000\u0001\u0002 | report.lock.yml",
      })
  void aWrongFileIsToldWithItsPlaceAndPlainSqlWorks(String text, String place) throws Exception {
    Files.writeString(file(), text.replace('/', '\n'));
    try (Nl2SqlDataSource source = source("read");
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(quoted(QUESTION)))
          .hasFieldOrPropertyWithValue("SQLState", "NL007")
          .hasMessageContaining("report.lock.yml")
          .hasMessageContaining(place);
      assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
    }
  }

  /** Bombs of aliases, deep nesting and long files end soon and with the same error. */
  @ParameterizedTest
  @ValueSource(strings = {"aliases", "nesting", "line", "length", "bytes"})
  @Timeout(60)
  void aFileThatIsABombIsTold(String kind) throws Exception {
    StringBuilder text = new StringBuilder("version: 1\n");
    switch (kind) {
      case "aliases" -> {
        text.append("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
          text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)));
        }
      }
      case "nesting" -> text.append("questions: ").append("[".repeat(100_000));
      case "line" -> text.append("#").append("x".repeat(1_000_000)).append("\nquestions: 1");
      case "length" -> text.append("#").append("x".repeat(30_000_000)).append("\nquestions: 1");
      default -> text.append("questions: [\uFFFF\uFFFE\u0085]");
    }
    Files.writeString(file(), text);
    assertThatThrownBy(() -> ask("read", QUESTION))
        .hasFieldOrPropertyWithValue("SQLState", "NL007")
        .hasMessageContaining("report.lock.yml");
  }

  /** Writers take turns, whichever engine they belong to: nobody's question is lost. */
  @Test
  void writersAtOnceLoseNothing() throws Exception {
    int writers = 4;
    int each = 6;
    List<FutureTask<Void>> tasks = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      String name = "writer " + w;
      for (int i = 0; i < each; i++) {
        generator.answer(name + " question " + i, "SELECT " + i + " AS n FROM sales LIMIT 1");
      }
      FutureTask<Void> task = new FutureTask<>(() -> write(name, each), null);
      tasks.add(task);
      new Thread(task, name).start();
    }
    for (FutureTask<Void> task : tasks) {
      task.get();
    }
    String written = Files.readString(file());
    for (int w = 0; w < writers; w++) {
      for (int i = 0; i < each; i++) {
        assertThat(written).contains("\"writer " + w + " question " + i + "\"");
      }
    }
  }

  private void write(String name, int questions) {
    // A setting of its own makes an engine of its own.
    try (Nl2SqlDataSource source = source("write", "maxRows", "10" + name.charAt(7));
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < questions; i++) {
        statement.executeQuery(quoted(name + " question " + i)).close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aMissingFileIsToldInReadMode() {
    assertThatThrownBy(() -> ask("read", QUESTION))
        .hasFieldOrPropertyWithValue("SQLState", "NL007")
        .hasMessageContaining("lock.mode=write");
  }

  @Test
  void aFileThatBecameWrongLeavesTheLastGoodOneInForce() throws Exception {
    ask("write", QUESTION);
    try (Nl2SqlDataSource source = source("read");
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeQuery(quoted(QUESTION)).next()).isTrue();
      Files.writeString(file(), "version: 3");
      Files.setLastModifiedTime(
          file(), java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() + 5_000));
      assertThat(statement.executeQuery(quoted(QUESTION)).next()).isTrue();
      boolean told = false;
      for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
        told |= w.getSQLState().equals("01NL7") && w.getMessage().contains("last good lock file");
      }
      assertThat(told).isTrue();
    }
  }

  @Test
  void periodsOfAFrozenStatementAreToldOnAnotherDay() throws Exception {
    generator.answer("sales last month", "SELECT 1 AS n FROM sales WHERE '2026-09-01' <> name");
    ask("write", "sales last month", "asOfDate", "2026-10-15");
    assertThat(ask("read", "sales last month", "asOfDate", "2026-10-15").notices())
        .noneMatch(n -> n.message().contains("counted from"));
    assertThat(ask("read", "sales last month", "asOfDate", "2026-11-15").notices())
        .anyMatch(n -> n.message().contains("counted from 2026-10-15"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "write"})
  void whereSqlIsHiddenALockFileIsRefused(String mode) throws Exception {
    ask("write", QUESTION);
    assertThatThrownBy(() -> ask(mode, QUESTION, "exposeSql", "false"))
        .hasFieldOrPropertyWithValue("SQLState", "NL007")
        .hasMessageContaining("exposeSql");
  }
}
