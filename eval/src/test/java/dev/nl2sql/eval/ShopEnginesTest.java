package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.demo.ShopDatabase;
import dev.nl2sql.testing.MariaDbServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The shop's questions get the same answers on every engine as on H2, whose answers are checked.
 */
class ShopEnginesTest {
  private static final List<String> SETS =
      List.of("shop/questions.jsonl", "shop/paraphrases.jsonl", "shop/wordings1.jsonl");
  private static final List<String> TABLES =
      List.of("customers", "products", "orders", "order_items", "payments");
  private static final int BATCH = 1_000;

  @TempDir private Path folder;

  enum Engine {
    DUCKDB,
    MARIADB,
    SQLITE
  }

  @ParameterizedTest
  @EnumSource
  void answersAreThoseOfH2(Engine engine) throws Exception {
    String url = url(engine);
    try (Connection h2 = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, Map.of())) {
      copy(h2, url, engine);
      try (Connection other = Nl2SqlConnections.open(Nl2SqlConnections.wrapped(url), settings())) {
        List<String> different = new ArrayList<>();
        int answered = 0;
        for (String set : SETS) {
          for (LabelledQuestion question : QuestionFile.builtIn(set)) {
            Reaction expected = ask(h2, question);
            Reaction told = ask(other, question);
            answered += expected.rows() == null ? 0 : 1;
            if (!told.saysTheSame(expected, question)) {
              different.add(question.id() + " " + question.question() + expected + told);
            }
          }
        }
        assertThat(different).as(() -> String.join("\n", different)).isEmpty();
        assertThat(answered).isGreaterThan(100);
      }
    }
  }

  /** What came of a question: rows, or the state and text of an error. */
  private record Reaction(Rows rows, String sql, String message) {
    boolean saysTheSame(Reaction other, LabelledQuestion question) {
      if (rows == null || other.rows == null) {
        return rows == other.rows && message.equalsIgnoreCase(other.message);
      }
      boolean sameLabels =
          String.join(",", rows.labels()).equalsIgnoreCase(String.join(",", other.rows.labels()));
      boolean sameRows = new RowComparison(false, false).same(other.rows, rows);
      return sameLabels && sameRows && (!question.ordered() || sameOrderUpToTies(other));
    }

    /** Rows that are equal in what they are ordered by may stand in any order. */
    private boolean sameOrderUpToTies(Reaction other) {
      return IntStream.range(0, rows.columns())
          .anyMatch(i -> rows.column(i).equals(other.rows.column(i)));
    }

    @Override
    public String toString() {
      return "\n    " + (rows == null ? message : sql + "\n" + rows.head(3));
    }
  }

  private static Reaction ask(Connection connection, LabelledQuestion question) {
    try {
      Interview.Transcript transcript = new Interview(connection).hold(question);
      Rows rows = transcript.rows().map(ShopEnginesTest::withIsoTimes).orElse(null);
      String error = transcript.failure().map(ShopEnginesTest::words).orElse("");
      return new Reaction(rows, transcript.told().sql(), error + transcript.message());
    } catch (SQLException e) {
      return new Reaction(null, "", words(e));
    }
  }

  /** Times that an engine keeps as text, as {@link Cell} writes those of others. */
  private static Rows withIsoTimes(Rows rows) {
    List<List<String>> cells =
        rows.cells().stream()
            .map(
                row ->
                    row.stream()
                        .map(
                            c ->
                                c.replaceFirst(
                                    "^('\\d{4}(?:-\\d\\d){2}) ([\\d:]{5})(:00)?$", "$1T$2"))
                        .toList())
            .toList();
    return new Rows(rows.labels(), cells, rows.cut());
  }

  private static String words(SQLException e) {
    return e.getSQLState() + withoutGuess(e.getMessage());
  }

  /**
   * The best guess is shown as SQL, which differs from engine to engine, as the case of names does.
   */
  private static String withoutGuess(String message) {
    return String.valueOf(message).replaceAll("\\[SELECT .*", "");
  }

  private String url(Engine engine) {
    return switch (engine) {
      case DUCKDB -> "jdbc:duckdb:" + folder.resolve("shop.duckdb");
      case SQLITE -> "jdbc:sqlite:" + folder.resolve("shop.sqlite");
      case MARIADB -> MariaDbServer.newDatabase();
    };
  }

  private static Map<String, String> settings() {
    return Map.of(
        "nl2sql.glossary",
        "classpath:" + ShopDatabase.GLOSSARY,
        "nl2sql.asOfDate",
        ShopDatabase.AS_OF.toString());
  }

  private static void copy(Connection from, String url, Engine engine)
      throws SQLException, IOException {
    try (Connection to = DriverManager.getConnection(url);
        Statement statement = to.createStatement()) {
      for (String sql : schema().split(";")) {
        // Comments on tables are written in another way, or not at all.
        if (!sql.isBlank() && !sql.contains("COMMENT ON")) {
          statement.execute(sql);
        }
      }
      to.setAutoCommit(false);
      for (String table : TABLES) {
        copy(from, to, table, engine);
      }
      to.commit();
    }
  }

  private static void copy(Connection from, Connection to, String table, Engine engine)
      throws SQLException {
    try (Statement statement = from.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
      int columns = rows.getMetaData().getColumnCount();
      String marks = "?" + ", ?".repeat(columns - 1);
      try (PreparedStatement insert =
          to.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
        int waiting = 0;
        while (rows.next()) {
          for (int i = 1; i <= columns; i++) {
            insert.setObject(i, value(rows, i, engine));
          }
          insert.addBatch();
          if (++waiting % BATCH == 0) {
            insert.executeBatch();
          }
        }
        insert.executeBatch();
      }
    }
  }

  /** SQLite has no dates: they are ISO texts there. */
  private static Object value(ResultSet rows, int column, Engine engine) throws SQLException {
    Object value = rows.getObject(column);
    boolean moment = value instanceof java.util.Date;
    return moment && engine == Engine.SQLITE
        ? rows.getString(column).replaceFirst("\\.0$", "")
        : value;
  }

  private static String schema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ShopDatabase.class.getResourceAsStream("shop/schema.sql"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
