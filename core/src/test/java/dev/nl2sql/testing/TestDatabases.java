package dev.nl2sql.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** Real databases for tests, each with a name of its own. */
public final class TestDatabases {
  private TestDatabases() {}

  /** A new in-memory H2 database that lives as long as its connections. */
  public static String h2Url() {
    return "jdbc:h2:mem:" + UUID.randomUUID();
  }

  /** A new database on a PostgreSQL server shared by all tests of this process. */
  public static String postgresUrl() {
    String name = "t" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection()) {
      connection.createStatement().execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return Server.POSTGRES.getJdbcUrl("postgres", name);
  }

  /**
   * A connection to a new database of the engine: {@code h2}, {@code postgresql}, {@code sqlite},
   * {@code duckdb} or {@code mysql} (a MariaDB server).
   */
  public static Connection open(String engine) throws SQLException {
    return switch (engine) {
      case "h2" -> DriverManager.getConnection(h2Url());
      case "postgresql" -> DriverManager.getConnection(postgresUrl());
      case "sqlite" -> DriverManager.getConnection("jdbc:sqlite::memory:");
      case "duckdb" -> DriverManager.getConnection("jdbc:duckdb:");
      case "mysql" -> DriverManager.getConnection(MariaDbServer.newDatabase());
      default -> throw new IllegalArgumentException(engine);
    };
  }

  private static final class Server {
    private static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres server =
            EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void close(EmbeddedPostgres server) {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
