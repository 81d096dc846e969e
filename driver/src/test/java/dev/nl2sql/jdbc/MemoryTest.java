package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Answer;
import dev.nl2sql.Setting;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** History, feedback and verified questions, in every kind of store, through the driver. */
class MemoryTest {
  private static final String QUESTION = "how many members are there";

  private static EmbeddedPostgres postgres;

  @TempDir Path folder;

  private final String database = "jdbc:h2:mem:" + UUID.randomUUID();
  private final ScriptedGenerator generator = new ScriptedGenerator();
  private final List<Nl2SqlDataSource> sources = new ArrayList<>();
  private Connection keeper;

  @BeforeAll
  static void startPostgres() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stopPostgres() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void makeDatabase() throws SQLException {
    keeper = DriverManager.getConnection(database, "sa", "");
    try (Statement statement = keeper.createStatement()) {
      statement.execute("CREATE TABLE members (member_id INT PRIMARY KEY, name VARCHAR(20))");
      statement.execute("INSERT INTO members VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy')");
      statement.execute("CREATE USER ann PASSWORD 'a'");
      statement.execute("CREATE USER bob PASSWORD 'b'");
      statement.execute("GRANT SELECT ON members TO ann");
      statement.execute("GRANT SELECT ON members TO bob");
    }
    generator.answer(QUESTION, "SELECT COUNT(*) AS wrong FROM members WHERE member_id > 1");
    generator.answer("who is it", "SELECT name FROM members WHERE member_id = ?");
    generator.answer("drop it", "DROP TABLE members");
  }

  @AfterEach
  void close() throws SQLException {
    sources.forEach(Nl2SqlDataSource::close);
    keeper.close();
  }

  private Nl2SqlDataSource source(String store, String user, String... settings) {
    Nl2SqlDataSource.Builder builder =
        Nl2SqlDataSource.builder()
            .url(database)
            .user(user)
            .password(user.equals("ann") ? "a" : user.equals("bob") ? "b" : "")
            .generator(generator)
            .setting(Setting.STORE, store);
    for (int i = 0; i < settings.length; i += 2) {
      builder.property("nl2sql." + settings[i], settings[i + 1]);
    }
    Nl2SqlDataSource source = builder.build();
    sources.add(source);
    return source;
  }

  private String store(String kind) throws SQLException {
    return switch (kind) {
      case "file" -> "file:" + folder.resolve("memory");
      case "h2" -> "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
      case "postgresql" -> {
        String name = "s" + UUID.randomUUID().toString().replace("-", "");
        try (Connection admin = postgres.getPostgresDatabase().getConnection();
            Statement statement = admin.createStatement()) {
          statement.execute("CREATE DATABASE " + name);
        }
        yield postgres.getJdbcUrl("postgres", name);
      }
      case "sqlite" -> "jdbc:sqlite:" + folder.resolve("memory.db");
      default -> kind;
    };
  }

  static Stream<String> kinds() {
    return Stream.of("memory", "file", "h2", "postgresql", "sqlite");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyQuestionIsInTheHistoryOfItsUser(String kind) throws Exception {
    String store = store(kind);
    try (Connection connection = source(store, "ann").getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
      fails(statement, "ASK 'drop it'", "NL003");
      fails(statement, "ASK 'sing me a song'", "NL009");
      List<List<String>> rows = rows(statement, "SHOW NL HISTORY");
      assertThat(rows)
          .extracting(r -> r.get(2))
          .containsExactly("sing me a song", "drop it", QUESTION);
      assertThat(rows)
          .extracting(r -> r.get(3) + " " + r.get(4))
          .containsExactly("not answerable NL009", "refused NL003", "answered ");
      assertThat(rows.get(2).get(5)).contains("COUNT(*)").contains("MEMBERS");
      assertThat(rows.get(2).get(6)).isEqualTo("1");
      assertThat(rows.get(2).get(9)).isEqualTo("scripted");
      assertThat(rows).extracting(r -> r.get(0)).doesNotHaveDuplicates();
      assertThat(labels(statement, "SHOW NL HISTORY"))
          .containsExactly(
              "id",
              "at",
              "question",
              "outcome",
              "state",
              "sql",
              "rows",
              "ms",
              "tokens",
              "generator");
    }
    try (Connection connection = source(store, "bob").getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(rows(statement, "SHOW NL HISTORY")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aCorrectionAnswersFromThenOnAndIsSeenByItsUserOnly(String kind) throws Exception {
    String store = store(kind);
    try (Connection connection = source(store, "ann").getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
      assertThat(statement.execute("NL FEEDBACK BAD 'SELECT COUNT(*) AS members FROM members'"))
          .isFalse();
      assertThat(statement.getUpdateCount()).isZero();
      assertThat(first(statement, "ASK '  How many  members are there?'")).isEqualTo("3");
      assertThat(statement.unwrap(Answer.class).source()).isEqualTo("verified");
      assertThat(warnings(statement))
          .anyMatch(w -> w.startsWith("01NL0") && w.contains("correction"));
      assertThat(rows(statement, "SHOW NL EXAMPLES"))
          .anyMatch(r -> r.get(0).equals("corrected") && r.get(1).equals(QUESTION))
          .noneMatch(r -> r.get(0).equals("remembered") && r.get(1).equals(QUESTION));
    }
    if (!kind.equals("memory")) {
      try (Connection connection = source(store, "ann", "maxRows", "77").getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("3");
      }
      try (Connection connection = source(store, "bob").getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
        assertThat(rows(statement, "SHOW NL EXAMPLES"))
            .noneMatch(r -> r.get(0).equals("corrected"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true, 3", "true, false, 2", "false, true, 2", "false, false, 2"})
  void aCorrectionIsSharedIfBothSidesShare(String giver, String taker, String expected)
      throws Exception {
    String store = store("h2");
    try (Connection connection = source(store, "ann", "feedback.shared", giver).getConnection();
        Statement statement = connection.createStatement()) {
      first(statement, "ASK '" + QUESTION + "'");
      statement.execute("NL FEEDBACK BAD 'SELECT COUNT(*) FROM members'");
    }
    try (Connection connection = source(store, "bob", "feedback.shared", taker).getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM members",
        "SELECT * FROM members; DELETE FROM members",
        "SELECT * FROM INFORMATION_SCHEMA.USERS",
        "SELECT nothing FROM members",
        "SELECT FILE_READ(''/etc/passwd'')",
        "SELECT name FROM members WHERE member_id = ?",
        "nonsense"
      })
  void aCorrectionPassesTheGuard(String sql) throws Exception {
    try (Connection connection = source("memory", "ann").getConnection();
        Statement statement = connection.createStatement()) {
      first(statement, "ASK '" + QUESTION + "'");
      fails(statement, "NL FEEDBACK BAD '" + sql + "'", "NL003");
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
    }
  }

  @Test
  void praiseFreezesAnAnswer() throws Exception {
    try (Connection connection = source("memory", "ann").getConnection();
        Statement statement = connection.createStatement()) {
      first(statement, "ASK '" + QUESTION + "'");
      statement.execute("NL FEEDBACK GOOD;");
      generator.answer(QUESTION, "SELECT 99");
      statement.execute("NL REFRESH");
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
      assertThat(statement.unwrap(Answer.class).source()).isEqualTo("verified");
    }
  }

  @Test
  void blameIsToldWhenTheSameStatementComesAgain() throws Exception {
    try (Connection connection = source("memory", "ann").getConnection();
        Statement statement = connection.createStatement()) {
      first(statement, "ASK '" + QUESTION + "'");
      statement.execute("NL FEEDBACK BAD");
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
      assertThat(warnings(statement)).anyMatch(w -> w.startsWith("01NL6") && w.contains("bad"));
      assertThat(rows(statement, "SHOW NL EXAMPLES")).noneMatch(r -> r.get(0).equals("remembered"));
    }
  }

  @Test
  void anOlderQuestionIsNamedByItsId() throws Exception {
    try (Connection connection = source("memory", "ann").getConnection();
        Statement statement = connection.createStatement()) {
      first(statement, "ASK '" + QUESTION + "'");
      String id = statement.unwrap(Answer.class).traceId();
      fails(statement, "ASK 'drop it'", "NL003");
      statement.execute("NL FEEDBACK FOR " + id + " BAD 'SELECT 7 AS n FROM members LIMIT 1'");
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("7");
      fails(statement, "NL FEEDBACK FOR 0123456789abcdef GOOD", "NL001");
    }
    try (Connection connection = source("memory", "bob").getConnection();
        Statement statement = connection.createStatement()) {
      fails(statement, "NL FEEDBACK GOOD", "NL001");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "file"})
  void nobodyJudgesTheQuestionOfAnother(String kind) throws Exception {
    String store = store(kind);
    String id;
    try (Connection connection = source(store, "ann").getConnection();
        Statement statement = connection.createStatement()) {
      first(statement, "ASK '" + QUESTION + "'");
      id = statement.unwrap(Answer.class).traceId();
      rows(statement, "SHOW NL HISTORY");
    }
    try (Connection connection = source(store, "bob").getConnection();
        Statement statement = connection.createStatement()) {
      fails(statement, "NL FEEDBACK FOR " + id + " GOOD", "NL001");
    }
  }

  @Test
  void aQuestionWithValuesKeepsThemOutOfTheStore() throws Exception {
    Path file = folder.resolve("memory");
    try (Connection connection = source("file:" + file, "ann").getConnection();
        PreparedStatement prepared = connection.prepareStatement("ASK 'who is it ?' USING ?");
        Statement statement = connection.createStatement()) {
      generator.answer("who is it ?", "SELECT name FROM members WHERE name <> ?");
      prepared.setString(1, "Planted-Value-4711");
      assertThat(prepared.executeQuery().next()).isTrue();
      rows(statement, "SHOW NL HISTORY");
      statement.execute(
          "NL FEEDBACK FOR "
              + prepared.unwrap(Answer.class).traceId()
              + " BAD 'SELECT name FROM members WHERE name < ?'");
      prepared.setString(1, "Planted-Value-4711-zz");
      assertThat(prepared.executeQuery().next()).isTrue();
    }
    sources.forEach(Nl2SqlDataSource::close);
    assertThat(
            Files.readString(
                Path.of(file + ".v1.mv.db"), java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("who is it")
        .doesNotContain("Planted-Value");
  }

  @Test
  void aVerifiedQuestionOfTheGlossaryNeedsNoGenerator() throws Exception {
    String glossary =
        glossary(
            """
            version: 1
            verified:
              - { question: "How many members have we?", sql: "SELECT 42 AS n FROM members LIMIT 1", dialect: any }
              - { question: "nothing else?", sql: "SELECT 1 FROM members", dialect: postgresql }
              - { question: "what is hidden?", sql: "DELETE FROM members", dialect: any }
            """);
    try (Connection connection = source("none", "ann", "glossary", glossary).getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(first(statement, "ASK how many members have we")).isEqualTo("42");
      Answer answer = statement.unwrap(Answer.class);
      assertThat(answer.source()).isEqualTo("verified");
      assertThat(answer.attempts()).isZero();
      assertThat(warnings(statement)).anyMatch(w -> w.contains("glossary.yml:3"));
      fails(statement, "ASK nothing else?", "NL009");
      fails(statement, "ASK 'what is hidden'", "NL003");
      assertThat(rows(statement, "SHOW NL HISTORY")).isEmpty();
      fails(statement, "NL FEEDBACK GOOD", "NL007");
    }
  }

  private String glossary(String text) throws IOException {
    return Files.writeString(folder.resolve("glossary.yml"), text).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'x.sql'",
        "jdbc:h2:mem:x;init%3Dselect 1",
        "jdbc:postgresql://localhost/x?socketFactory=a.B",
        "jdbc:nl2sql:h2:mem:x",
        "file:a;INIT=SELECT 1"
      })
  void aStoreThatRunsCodeIsRefusedAndPlainSqlWorks(String store) throws Exception {
    try (Connection connection = source(store, "ann").getConnection();
        Statement statement = connection.createStatement()) {
      fails(statement, "ASK '" + QUESTION + "'", "NL007");
      assertThat(first(statement, "SELECT COUNT(*) FROM members")).isEqualTo("3");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "File", "filex", "https://example.org"})
  void aStoreOfNoKindIsRefusedAtConnect(String store) {
    assertThatThrownBy(() -> source(store, "ann").getConnection())
        .hasMessageContaining("nl2sql.store")
        .hasMessageContaining("file:path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://localhost:1/none?user=u&password=Secret-4711",
        "jdbc:nosuchdriver:x;password=Secret-4711"
      })
  void aStoreThatCannotBeReachedIsReplacedAndToldWithoutSecrets(String store) throws Exception {
    try (Connection connection = source(store, "ann").getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(first(statement, "ASK '" + QUESTION + "'")).isEqualTo("2");
      assertThat(warnings(statement))
          .anyMatch(w -> w.startsWith("01NL7"))
          .noneMatch(w -> w.contains("Secret"));
      assertThat(rows(statement, "SHOW NL HISTORY")).hasSize(1);
      statement.execute("NL FEEDBACK GOOD");
      assertThat(warnings(statement)).anyMatch(w -> w.startsWith("01NL7"));
      assertThat(rows(statement, "SHOW NL STATUS").toString()).doesNotContain("Secret");
      assertThat(rows(statement, "SHOW NL SETTINGS").toString()).doesNotContain("Secret");
    }
  }

  private static String first(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static List<List<String>> rows(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      List<List<String>> all = new ArrayList<>();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(rows.getString(i)));
        }
        all.add(row);
      }
      return all;
    }
  }

  private static List<String> labels(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      List<String> labels = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        labels.add(rows.getMetaData().getColumnLabel(i));
      }
      return labels;
    }
  }

  private static List<String> warnings(Statement statement) throws SQLException {
    List<String> all = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      all.add(w.getSQLState() + " " + w.getMessage());
    }
    return all;
  }

  private static void fails(Statement statement, String sql, String state) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
  }
}
