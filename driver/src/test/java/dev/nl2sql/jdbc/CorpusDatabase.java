package dev.nl2sql.jdbc;

import dev.nl2sql.Setting;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.testing.DatabaseContents;
import dev.nl2sql.testing.GuardCorpus;
import dev.nl2sql.testing.MariaDbServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The corpus's schema on a real engine, as a question sees it and as its owner does. */
final class CorpusDatabase implements AutoCloseable {
  private static final String KEPT = "corpus_kept";
  private static final String COPY = "corpus_copy";

  private final String engine;
  private final String url;
  private final String user;
  private final Path files;
  private final Connection owner;
  private final Closeable server;

  private CorpusDatabase(
      String engine, String url, String user, Path files, Connection owner, Closeable server) {
    this.engine = engine;
    this.url = url;
    this.user = user;
    this.files = files;
    this.owner = owner;
    this.server = server;
  }

  static CorpusDatabase open(String engine, Path shared, Path scratch)
      throws SQLException, IOException {
    Path files = files(scratch);
    EmbeddedPostgres postgres =
        engine.equals("postgresql") ? EmbeddedPostgres.builder().start() : null;
    String name = UUID.randomUUID().toString();
    String url =
        switch (engine) {
          case "h2" -> "jdbc:h2:mem:" + name;
          case "postgresql" -> postgres.getJdbcUrl("postgres", "postgres");
          case "sqlite" -> "jdbc:sqlite:" + scratch.resolve("corpus.sqlite");
          case "duckdb" -> "jdbc:duckdb:" + scratch.resolve("corpus.duckdb");
          case "mysql" -> MariaDbServer.newDatabase();
          default -> throw new IllegalArgumentException(engine);
        };
    String user = engine.equals("postgresql") ? "postgres" : "";
    Connection owner = connect(url, user);
    Closeable server = postgres == null ? () -> {} : postgres;
    CorpusDatabase database = new CorpusDatabase(engine, url, user, files, owner, server);
    database.create(shared);
    return engine.equals("mysql") ? database.inShop() : database;
  }

  private static Path files(Path scratch) throws IOException {
    Path files = Files.createDirectories(scratch.resolve("files"));
    Files.writeString(files.resolve("readable.txt"), "readable\n");
    Files.writeString(files.resolve("readable.csv"), "a,b\n1,2\n");
    Files.writeString(files.resolve("readable.json"), "{\"a\": 1}\n");
    return files;
  }

  /**
   * Keeps a database of PostgreSQL as it is, so that {@link #restored} has something to copy. This
   * one must not be used any more.
   */
  void keep() throws SQLException {
    owner.close();
    execute(List.of("CREATE DATABASE " + KEPT + " TEMPLATE postgres"));
  }

  /** A copy of the database that was kept, on the same server, freed of what was left there. */
  CorpusDatabase restored(Path scratch) throws SQLException, IOException {
    owner.close();
    execute(
        List.of(
            "ALTER SYSTEM RESET ALL",
            "SELECT pg_reload_conf()",
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + KEPT + "'",
            "DROP DATABASE IF EXISTS " + COPY + " WITH (FORCE)",
            "CREATE DATABASE " + COPY + " TEMPLATE " + KEPT));
    String copy = named(COPY);
    return new CorpusDatabase(engine, copy, user, files(scratch), connect(copy, user), server);
  }

  private void execute(List<String> statements) throws SQLException {
    try (Connection administrator = connect(named("template1"), user);
        Statement statement = administrator.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String named(String database) {
    return url.replaceFirst("^([^:]+:[^:]+://[^/]+/)[^?]*", "$1" + database);
  }

  private static Connection connect(String url, String user) throws SQLException {
    return user.isEmpty()
        ? DriverManager.getConnection(url)
        : DriverManager.getConnection(url, user, "");
  }

  private void create(Path shared) throws SQLException, IOException {
    List<String> missing = new ArrayList<>();
    try (Statement statement = owner.createStatement()) {
      if (engine.equals("mysql")) {
        statement.execute("DROP DATABASE IF EXISTS private");
        statement.execute("DROP DATABASE IF EXISTS shop");
        statement.execute("DROP USER IF EXISTS nl_reader@'%'");
      }
      for (String sql : GuardCorpus.fixture(shared, engine)) {
        try {
          statement.execute(
              sql.replace("{{DIR}}", files.toString())
                  .replace("{{TESTCLASS}}", H2Calls.class.getName()));
        } catch (SQLException e) {
          missing.add(sql.lines().findFirst().orElse("") + ": " + e.getMessage());
        }
      }
    }
    // Extensions that a server does not have are no part of what is asked about.
    missing.removeIf(m -> m.startsWith("CREATE EXTENSION") || m.contains("ft_passwd"));
    missing.removeIf(m -> m.startsWith("CREATE SERVER") || m.startsWith("CREATE FOREIGN"));
    if (!missing.isEmpty()) {
      throw new IllegalStateException(missing.toString());
    }
  }

  private CorpusDatabase inShop() throws SQLException {
    String shop = url.replaceFirst("(jdbc:mariadb://[^/]+/)[^?]*", "$1shop");
    owner.close();
    return new CorpusDatabase(engine, shop, user, files, connect(shop, user), server);
  }

  /** Connections as a user of our driver has them; what is off-limits is denied by a glossary. */
  Nl2SqlDataSource asked(SqlGenerator generator, Path scratch) throws IOException {
    return asked(generator, scratch, "off");
  }

  /**
   * The database behind the driver.
   *
   * @param values the setting {@code nl2sql.values}: whether stored values are looked into
   */
  Nl2SqlDataSource asked(SqlGenerator generator, Path scratch, String values) throws IOException {
    Path glossary = scratch.resolve("glossary.yml");
    Files.writeString(
        glossary,
        """
        version: 1
        policies:
        %s
        """
            .formatted(
                String.join("\n", offLimits().stream().map(CorpusDatabase::denied).toList())));
    Nl2SqlDataSource.Builder builder =
        Nl2SqlDataSource.builder()
            .url(url.substring("jdbc:".length()))
            .generator(generator)
            .glossary(glossary)
            .setting(Setting.STATEMENT_TIMEOUT, "5s")
            .setting(Setting.VALUES, values);
    return user.isEmpty() ? builder.build() : builder.user(user).password("").build();
  }

  private static String denied(String table) {
    return "  " + table + ": { deny: [\"*\"] }";
  }

  private List<String> offLimits() {
    return switch (engine) {
      case "h2" -> List.of("audit_log", "v_hidden_touch", "watched");
      case "postgresql" -> List.of("audit_log", "v_hidden_touch", "v_hidden_secret", "ft_passwd");
      case "sqlite" -> List.of("audit_log", "credentials");
      default -> List.of("audit_log");
    };
  }

  /** A connection of the owner of its own. */
  Connection another() throws SQLException {
    return connect(url, user);
  }

  /** The text of an entry with what stands for this database filled in. */
  String filled(String sql) {
    String port = url.replaceFirst("^[^:]+:[^:]+://[^:/]+:?(\\d*)/.*$", "$1");
    return sql.replace("{{DIR}}", files.toString())
        .replace("{{PGPORT}}", port)
        .replace("{{PGDB}}", url.replaceFirst("^[^:]+:[^:]+:(?://[^/]+/)?([^?]*).*$", "$1"))
        .replace("{{TESTCLASS}}", H2Calls.class.getName());
  }

  Connection owner() {
    return owner;
  }

  /** What a statement must not change: the database and the files beside it. */
  String contents() throws SQLException, IOException {
    // Reading everything calls the code of a trigger, too.
    int calls = H2Calls.count();
    String rows = DatabaseContents.hash(owner);
    H2Calls.forget();
    try (Stream<Path> found = Files.walk(files)) {
      List<String> lines = new ArrayList<>();
      for (Path file : found.sorted().filter(Files::isRegularFile).toList()) {
        lines.add(file.getFileName() + " " + Files.readString(file, StandardCharsets.ISO_8859_1));
      }
      return rows + lines + " calls: " + calls;
    }
  }

  @Override
  public void close() throws SQLException, IOException {
    owner.close();
    server.close();
  }
}
