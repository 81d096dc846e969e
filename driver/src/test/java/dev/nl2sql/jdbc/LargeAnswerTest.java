package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.MariaDbServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * 10,000 rows of 1 MB, asked for in a process with a heap of 256 MB: the answer is cut and says so,
 * or is refused, and never exhausts the memory.
 */
class LargeAnswerTest {
  private static final int SECONDS = 240;
  private static EmbeddedPostgres postgres;
  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2         | one wide text         | REPEAT('x', 1000000) AS content",
        "h2         | outside of Latin-1    | REPEAT('€', 333333) AS content",
        "h2         | a large object        | CAST(REPEAT('x', 1000000) AS CLOB) AS content",
        "h2         | bytes                 | CAST(REPEAT('x', 1000000) AS VARBINARY) AS content",
        "h2         | an array              | ARRAY[REPEAT('x', 500000), REPEAT('y', 500000)] AS content",
        "postgresql | one wide text         | repeat('x', 1000000) AS content",
        "postgresql | outside of Latin-1    | repeat('€', 333333) AS content",
        "postgresql | bytes                 | convert_to(repeat('x', 1000000), 'UTF8') AS content",
        "postgresql | an array              | array_fill(repeat('x', 1000), ARRAY[1000]) AS content",
        "sqlite     | one wide text         | printf('%.1000000c', 'x') AS content",
        "duckdb     | one wide text         | repeat('x', 1000000) AS content",
        "duckdb     | a list                | [repeat('x', 500000), repeat('y', 500000)] AS content",
        "mysql      | one wide text         | REPEAT('x', 1000000) AS content",
        "mysql      | bytes                 | CAST(REPEAT('x', 1000000) AS BINARY) AS content"
      })
  void tenThousandRowsOfOneMegabyteNeverExhaustTheMemory(String engine, String kind, String content)
      throws Exception {
    String url = create(engine, content);
    Path output = Files.createTempFile(folder, "large", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                LargeAnswerProgram.class.getName(),
                withTimeout(url),
                engine.equals("postgresql") ? "postgres" : "",
                "list the content of all documents")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output);
    assertThat(ended).as("%s, %s: %s", engine, kind, said).isTrue();
    assertThat(process.exitValue()).as("%s, %s: %s", engine, kind, said).isZero();
    assertThat(said)
        .as("%s, %s", engine, kind)
        .containsPattern("ended (01NL3 rows [1-9]\\d* characters \\d+ cut true|NL006 rows 0)")
        .contains("usable true");
  }

  private static String withTimeout(String url) {
    String separator = url.startsWith("jdbc:nl2sql:h2:") ? ";" : url.contains("?") ? "&" : "?";
    return url + separator + "nl2sql.statementTimeout=10s";
  }

  /** Creates the view and answers the URL for the other process. */
  private static String create(String engine, String content) throws SQLException, IOException {
    String rows =
        switch (engine) {
          case "h2" -> "(SELECT X FROM SYSTEM_RANGE(1, 10000)) AS n(i)";
          case "sqlite" ->
              "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
                  + " SELECT i FROM n)";
          case "mysql" -> "(SELECT seq AS i FROM seq_1_to_10000) AS n";
          default -> "generate_series(1, 10000) AS n(i)";
        };
    String real =
        switch (engine) {
          case "h2" -> "h2:file:" + Files.createTempDirectory(folder, "h2").resolve("large");
          case "sqlite" -> "sqlite:" + Files.createTempDirectory(folder, "sqlite").resolve("l.db");
          case "duckdb" -> "duckdb:" + Files.createTempDirectory(folder, "duckdb").resolve("l.db");
          case "mysql" -> MariaDbServer.newDatabase().substring("jdbc:".length());
          default -> "postgresql://localhost:" + postgres.getPort() + "/postgres";
        };
    String user = engine.equals("postgresql") ? "postgres" : "";
    try (Connection connection = LargeAnswerProgram.open("jdbc:" + real, user);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP VIEW IF EXISTS documents");
      statement.execute(
          "CREATE VIEW documents AS SELECT i AS document_id, " + content + " FROM " + rows);
    }
    return "jdbc:nl2sql:" + real;
  }
}
