package dev.nl2sql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.guard.UncheckedSql;
import dev.nl2sql.testing.MariaDbServer;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions on connections of an account that may only read. */
class ReadOnlyPoolTest {
  private static final SandboxLimits LIMITS =
      new SandboxLimits(1_000_000, 64 << 20, Duration.ofSeconds(20), false);

  /** A database with an account that may read its tables. */
  private record Database(String url, String account) {
    static Database create(String engine) throws SQLException {
      String account = "reader" + UUID.randomUUID().toString().substring(0, 8);
      boolean postgres = engine.equals("postgresql");
      String url = postgres ? TestDatabases.postgresUrl() : MariaDbServer.newDatabase();
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        SampleSchema.create(connection, engine);
        if (postgres) {
          statement.execute("CREATE ROLE " + account + " LOGIN PASSWORD 'secret'");
          statement.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + account);
        } else {
          statement.execute("CREATE USER " + account + "@'%' IDENTIFIED BY 'secret'");
          statement.execute("GRANT SELECT ON " + connection.getCatalog() + ".* TO " + account);
        }
      }
      return new Database(url, account);
    }

    String urlWithoutUser() {
      return url.replaceAll("[?].*", "");
    }

    ReadOnlyPool pool() {
      return new ReadOnlyPool(urlWithoutUser(), account, "secret", DriverManager::getConnection);
    }
  }

  private static SandboxResult run(ReadOnlyPool pool, String engine, String sql)
      throws SQLException {
    String product = engine.equals("mysql") ? "MariaDB" : "PostgreSQL";
    return pool.run(product, UncheckedSql.of(sql), List.of(), LIMITS, new Cancellation());
  }

  private static String numbers(String engine, int count) {
    return engine.equals("mysql")
        ? "SELECT seq AS n FROM seq_1_to_" + count
        : "SELECT n FROM generate_series(1, " + count + ") AS g(n)";
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void rowsStreamAndTheirTransactionEndsWithThem(String engine) throws SQLException {
    Database database = Database.create(engine);
    try (ReadOnlyPool pool = database.pool()) {
      for (int round = 0; round < 10; round++) {
        SandboxResult result = run(pool, engine, numbers(engine, 100_000));
        assertThat(result.isStreamed()).isTrue();
        long sum = 0;
        try (ResultSet rows = result.rows()) {
          while (rows.next()) {
            sum += rows.getInt(1);
          }
        }
        assertThat(sum).isEqualTo(5_000_050_000L);
        assertThat(result.rows().isClosed()).isTrue();
      }
    }
  }

  /** More questions than connections, each left half-way: every connection comes back. */
  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void resultsLeftHalfWayGiveTheirConnectionBack(String engine) throws SQLException {
    Database database = Database.create(engine);
    try (ReadOnlyPool pool = database.pool()) {
      for (int round = 0; round < 12; round++) {
        SandboxResult result = run(pool, engine, numbers(engine, 100_000));
        assertThat(result.rows().next()).isTrue();
        result.rows().close();
        result.rows().close();
        assertThatThrownBy(() -> run(pool, engine, "SELECT no FROM nothing"))
            .isInstanceOf(SQLException.class);
      }
      List<SandboxResult> open = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        open.add(run(pool, engine, numbers(engine, 1_000)));
      }
      for (SandboxResult result : open) {
        assertThat(result.rows().next()).isTrue();
        result.rows().close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void accountAndFormBothRefuseToWrite(String engine) throws SQLException {
    Database database = Database.create(engine);
    try (ReadOnlyPool pool = database.pool();
        Connection owner = DriverManager.getConnection(database.url());
        Statement statement = owner.createStatement()) {
      ReadOnlyProbe.Result probe = pool.probe();
      assertThat(probe.holds()).isTrue();
      assertThat(probe.protection()).contains("account " + database.account());
      for (String write :
          List.of("DELETE FROM book", "INSERT INTO author VALUES (9, 'x', NULL, NULL)")) {
        assertThatThrownBy(() -> run(pool, engine, write)).isInstanceOf(SQLException.class);
      }
      statement.execute(
          "GRANT INSERT, UPDATE, DELETE ON "
              + (engine.equals("mysql") ? owner.getCatalog() + ".*" : "book, author")
              + " TO "
              + database.account());
      for (String write :
          List.of("DELETE FROM book", "INSERT INTO author VALUES (9, 'x', NULL, NULL)")) {
        assertThatThrownBy(() -> run(pool, engine, write)).isInstanceOf(SQLException.class);
      }
      assertThat(SessionSql.value(owner, "SELECT count(*) FROM book")).contains("3");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void memoryStaysSmallWhileMuchIsRead(String engine) throws SQLException {
    Database database = Database.create(engine);
    String wide =
        engine.equals("mysql")
            ? "SELECT REPEAT('x', 100000) AS w FROM seq_1_to_12000"
            : "SELECT repeat('x', 100000) AS w FROM generate_series(1, 12000)";
    try (ReadOnlyPool pool = database.pool();
        ResultSet rows = run(pool, engine, wide).rows()) {
      long characters = 0;
      while (rows.next()) {
        characters += rows.getString(1).length();
      }
      assertThat(characters).isEqualTo(1_200_000_000L);
    }
  }

  @Test
  void anotherProductIsRefused() throws SQLException {
    Database database = Database.create("postgresql");
    try (ReadOnlyPool pool = database.pool()) {
      assertThatThrownBy(() -> run(pool, "mysql", "SELECT 1"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("PostgreSQL");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://localhost/shop",
        "jdbc:nl2sql:postgresql://localhost/shop",
        "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'x.sql'",
        "jdbc:h2:mem:x;init=CREATE ALIAS a AS 'x'",
        "jdbc:h2:mem:x; Init =SELECT 1",
        "jdbc:postgresql://localhost/shop?ssl=true&socketFactory=x.Y",
        "jdbc:postgresql://localhost/shop?socket%46actory=x.Y",
        "jdbc:mysql://localhost/shop?allowLoadLocalInfile=true",
        "jdbc:mysql://(host=localhost,autoDeserialize=true)/shop",
        "jdbc:mariadb://localhost/shop?sessionVariables=sql_mode=''",
        "jdbc:duckdb:/shop.db;session_init_sql_file=x.sql"
      })
  void urlsThatCanDoMoreThanConnectAreRefused(String url) {
    assertThatThrownBy(() -> new ReadOnlyPool(url, "", "", DriverManager::getConnection))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("nl2sql.readonly.url");
  }
}
