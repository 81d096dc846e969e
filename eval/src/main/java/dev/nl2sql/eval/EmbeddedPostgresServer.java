package dev.nl2sql.eval;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server of this process alone, gone when it is closed. */
final class EmbeddedPostgresServer implements AutoCloseable {
  private final EmbeddedPostgres server;

  private EmbeddedPostgresServer(EmbeddedPostgres server) {
    this.server = server;
  }

  static EmbeddedPostgresServer start() throws SQLException {
    try {
      return new EmbeddedPostgresServer(EmbeddedPostgres.start());
    } catch (IOException e) {
      throw new SQLException("PostgreSQL did not start: " + e.getMessage(), "08001", e);
    }
  }

  /** The URL of the real driver. */
  String url(String database) {
    return server.getJdbcUrl("postgres", database);
  }

  /** Creates a database and runs a script in it. */
  void load(String database, String script) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE \"" + database + "\"");
    }
    try (Connection connection = DriverManager.getConnection(url(database));
        Statement statement = connection.createStatement()) {
      statement.execute(script);
      statement.execute("ANALYZE");
    }
  }

  /** All schemas of a database that are not the server's own, for a connection that sees them. */
  String searchPath(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(database));
        Statement statement = connection.createStatement();
        ResultSet schemas =
            statement.executeQuery(
                "SELECT string_agg(quote_ident(nspname), ',') FROM pg_namespace"
                    + " WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'")) {
      schemas.next();
      return schemas.getString(1);
    }
  }

  @Override
  public void close() throws SQLException {
    try {
      server.close();
    } catch (IOException e) {
      throw new SQLException("PostgreSQL did not stop: " + e.getMessage(), "58030", e);
    }
  }
}
