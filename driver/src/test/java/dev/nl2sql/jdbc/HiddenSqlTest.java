package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Answer;
import dev.nl2sql.Setting;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With {@code nl2sql.exposeSql=false} the generated SQL is in no channel that a caller can read.
 */
class HiddenSqlTest {
  /** A word that stands in the statements and nowhere else. */
  private static final String MARK = "planted_alias_4711";

  private static EmbeddedPostgres postgres;

  @TempDir Path folder;

  private final List<String> heard = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stopPostgres() throws Exception {
    postgres.close();
  }

  /** Keeps all that is logged, at every level. */
  private static final class Listening extends Handler {
    private final List<String> logged = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord entry) {
      logged.add(new SimpleFormatter().format(entry));
    }

    @Override
    public void flush() {
      // nothing waits
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  private String url(String engine) {
    return switch (engine) {
      case "postgresql" -> postgres.getJdbcUrl("postgres", "postgres");
      case "sqlite" -> "jdbc:sqlite:" + folder.resolve("data.db");
      default -> "jdbc:h2:mem:" + UUID.randomUUID();
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void isInNoChannel(String engine) throws Exception {
    Logger logger = Logger.getLogger("dev.nl2sql");
    Listening listening = new Listening();
    Level before = logger.getLevel();
    logger.setLevel(Level.ALL);
    logger.addHandler(listening);
    String url = url(engine);
    ScriptedGenerator generator = new ScriptedGenerator();
    try (Connection keeper = DriverManager.getConnection(url);
        Statement plain = keeper.createStatement();
        Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .url(url)
                .generator(generator)
                .setting(Setting.EXPOSE_SQL, "false")
                .build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      plain.execute("DROP TABLE IF EXISTS members");
      plain.execute("CREATE TABLE members (member_id INT, name VARCHAR(20))");
      plain.execute("INSERT INTO members VALUES (1, 'Ada')");
      script(generator);
      for (String question :
          List.of("answered", "empty", "fails in the database", "refused", "unknown column")) {
        run(statement, "ASK '" + question + "'");
        run(statement, "EXPLAIN ASK '" + question + "'");
        run(statement, "NARRATE ASK '" + question + "'");
        run(statement, "NL FEEDBACK GOOD");
        run(statement, "NL FEEDBACK BAD 'SELECT member_id AS other FROM members'");
      }
      for (String topic :
          List.of("HISTORY", "EXAMPLES", "EGRESS", "STATUS", "SETTINGS", "PENDING")) {
        run(statement, "SHOW NL " + topic);
      }
      heard.addAll(listening.logged);
    } finally {
      logger.removeHandler(listening);
      logger.setLevel(before);
    }
    assertThat(heard).hasSizeGreaterThan(60);
    assertThat(heard)
        .noneMatch(text -> text.toLowerCase(Locale.ROOT).contains(MARK))
        .noneMatch(
            text -> text.toUpperCase(Locale.ROOT).matches("(?s).*\\bSELECT\\b.*\\bFROM\\b.*"));
  }

  private static void script(ScriptedGenerator generator) {
    String from = " FROM members AS " + MARK + " ";
    generator.answer("answered", "SELECT name AS n" + from + "ORDER BY name");
    generator.answer("empty", "SELECT name AS n" + from + "WHERE member_id > 100");
    generator.answer("fails in the database", "SELECT CAST(name AS INT) AS n" + from);
    generator.answer("refused", "DELETE FROM members AS " + MARK);
    generator.answer("unknown column", "SELECT " + MARK + ".nothing AS n" + from);
  }

  /** Runs a statement and hears everything that JDBC tells of it. */
  private void run(Statement statement, String sql) throws SQLException {
    try {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          read(rows);
        }
      }
    } catch (SQLException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        heard.add(cause.toString());
      }
    }
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      heard.add(w.toString());
      heard.add(String.valueOf(w.getCause()));
    }
    if (statement.isWrapperFor(Answer.class)) {
      Answer answer = statement.unwrap(Answer.class);
      heard.add(answer.toString());
      heard.addAll(parts(answer));
    }
    heard.add(statement.toString());
  }

  private void read(ResultSet rows) throws SQLException {
    ResultSetMetaData shape = rows.getMetaData();
    for (int i = 1; i <= shape.getColumnCount(); i++) {
      heard.add(shape.getColumnLabel(i) + " " + shape.getTableName(i));
    }
    while (rows.next()) {
      for (int i = 1; i <= shape.getColumnCount(); i++) {
        heard.add(String.valueOf(rows.getString(i)));
      }
    }
    heard.add(rows.toString());
    heard.add(String.valueOf(rows.getStatement()));
    ResultSet real = rows.unwrap(ResultSet.class);
    heard.add(real.toString());
    heard.add(String.valueOf(real.getStatement()));
    if (rows.isWrapperFor(org.postgresql.jdbc.PgResultSet.class)) {
      heard.add(String.valueOf(rows.unwrap(org.postgresql.jdbc.PgResultSet.class).getStatement()));
    }
  }

  private static List<String> parts(Answer answer) {
    List<String> parts = new ArrayList<>();
    parts.add(String.valueOf(answer.sql()));
    parts.add(String.valueOf(answer.outcome()));
    parts.add(answer.interpretation());
    parts.add(String.valueOf(answer.tables()));
    parts.add(String.valueOf(answer.assumptions()));
    parts.add(String.valueOf(answer.notices()));
    parts.add(String.valueOf(answer.timings()));
    return parts;
  }
}
