package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarFile;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one jar for tools, loaded as a tool loads it: alone, with a class loader of its own. */
class AllJarIT {
  private static final Path JAR = Path.of(System.getProperty("nl2sql.all.jar"));
  private static final Path OTHER_H2 = Path.of(System.getProperty("nl2sql.other.h2"));
  private static final long MOST_BYTES = 25_000_000;

  @Test
  void opensTheDemoAndAnswersAlone() throws Exception {
    try (URLClassLoader loader = loader(JAR);
        Connection connection = driver(loader).connect("jdbc:nl2sql:demo:shop", new Properties());
        Statement statement = connection.createStatement()) {
      assertThat(count(statement, "SELECT COUNT(*) FROM customers")).isPositive();
      assertThat(count(statement, "ASK 'How many customers are there?'"))
          .isEqualTo(count(statement, "SELECT COUNT(*) FROM customers"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "gemini", "mistral", "ollama"})
  void asksTheModelOfEveryProvider(String provider) throws Exception {
    try (ModelServer server = ModelServer.start();
        URLClassLoader loader = loader(JAR)) {
      server.otherwise(ModelServer.sql("SELECT 77 AS n FROM customers LIMIT 1"));
      Properties settings = new Properties();
      settings.setProperty("nl2sql.generator", "llm");
      settings.setProperty("nl2sql.llm.provider", provider);
      settings.setProperty("nl2sql.llm.model", "m");
      settings.setProperty("nl2sql.llm.baseUrl", server.url());
      try (Connection connection = driver(loader).connect("jdbc:nl2sql:demo:shop", settings);
          Statement statement = connection.createStatement()) {
        assertThat(count(statement, "ASK 'How many customers are there?'")).isEqualTo(77);
      }
    }
  }

  /** The nested H2 writes the store, beside an H2 of the application, and stock H2 can read it. */
  @Test
  void keepsItsStoreInAFile(@TempDir Path folder) throws Exception {
    String store = "file:" + folder.resolve("memory");
    assertThat(process(store, "SELECT COUNT(*) + 4711 AS n FROM members"))
        .contains("answer 0", "questions 1")
        .noneMatch(line -> line.contains("01NL7"));
    assertThat(process(store))
        .contains("answer 4711", "questions 2")
        .noneMatch(line -> line.contains("01NL7"));
    try (Connection stock =
            DriverManager.getConnection(
                "jdbc:h2:file:" + folder.resolve("memory.v1"), "nl2sql", "");
        Statement statement = stock.createStatement()) {
      assertThat(count(statement, "SELECT COUNT(*) FROM nl2sql_pair WHERE kind = 'corrected'"))
          .isEqualTo(1);
    }
  }

  private static List<String> process(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(
                    File.pathSeparator,
                    JAR.toString(),
                    OTHER_H2.toString(),
                    Path.of(
                            StoreInJarProgram.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString()),
                StoreInJarProgram.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor()).as("%s", said).isZero();
    return said;
  }

  @Test
  void livesBesideAnotherH2() throws Exception {
    try (URLClassLoader loader = loader(JAR, OTHER_H2);
        Connection demo = driver(loader).connect("jdbc:nl2sql:demo:shop", new Properties());
        Connection wrapped = driver(loader).connect("jdbc:nl2sql:h2:mem:own", new Properties())) {
      assertThat(demo.getMetaData().getDriverVersion()).startsWith("2.5.");
      assertThat(wrapped.getMetaData().getDriverVersion()).startsWith("2.3.232");
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 0", "true, 1"})
  void logsOnlyForWhoeverAskedForIt(boolean asked, int fewest) throws Exception {
    Logger ours = Logger.getLogger("dev.nl2sql");
    ours.setLevel(asked ? Level.INFO : null);
    Queue<String> logged = new ConcurrentLinkedQueue<>();
    Handler handler = collecting(logged);
    Logger.getLogger("").addHandler(handler);
    try (URLClassLoader loader = loader(JAR, OTHER_H2)) {
      Properties settings = new Properties();
      String url = "h2:mem:silent" + asked + ";DB_CLOSE_DELAY=-1";
      settings.setProperty("nl2sql.readonly.url", "jdbc:" + url);
      settings.setProperty("nl2sql.timeBudget", "2m"); // says nothing of a busy machine
      try (Connection connection = driver(loader).connect("jdbc:nl2sql:" + url, settings);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE books (id INT PRIMARY KEY, title VARCHAR(20))");
        statement.execute("INSERT INTO books VALUES (1, 'one')");
        assertThat(count(statement, "ASK 'How many books are there?'")).isEqualTo(1);
      }
    } finally {
      Logger.getLogger("").removeHandler(handler);
      ours.setLevel(null);
    }
    assertThat(logged).hasSizeGreaterThanOrEqualTo(fewest);
    if (!asked) {
      assertThat(logged).isEmpty();
    }
  }

  private static Handler collecting(Queue<String> logged) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        if (String.valueOf(line.getLoggerName()).startsWith("dev.nl2sql")) {
          logged.add(line.getMessage());
        }
      }

      @Override
      public void flush() {
        // nothing is kept back
      }

      @Override
      public void close() {
        // nothing is open
      }
    };
  }

  @Test
  void isNotRegisteredForUrlsOfOthers() throws Exception {
    try (URLClassLoader loader = loader(JAR)) {
      driver(loader).connect("jdbc:nl2sql:demo:shop", new Properties()).close();
      assertThat(DriverManager.drivers().map(d -> d.getClass().getClassLoader()))
          .doesNotContain(loader);
    }
  }

  @Test
  void holdsOnlyWhatIsOurs() throws Exception {
    assertThat(Files.size(JAR)).isLessThan(MOST_BYTES);
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().map(ZipEntry::getName).toList();
      assertThat(names)
          .filteredOn(n -> n.endsWith(".class"))
          .allMatch(n -> n.startsWith("dev/nl2sql/"), "is in our packages");
      assertThat(names).noneMatch(n -> n.matches("META-INF/(versions/.*|.*\\.(SF|RSA|DSA))"));
      assertThat(names).contains("META-INF/nl2sql/h2.jar", "META-INF/LICENSE", "META-INF/NOTICE");
      assertThat(names)
          .as("files outside of our folders")
          .allMatch(
              n -> n.equals("dev/") || n.startsWith("dev/nl2sql/") || n.startsWith("META-INF/"));
      assertThat(names).doesNotHaveDuplicates();
      assertThat(text(jar, "META-INF/LICENSE.txt")).contains("QOS.ch", "Apache License");
      assertThat(text(jar, "META-INF/services/java.sql.Driver").strip())
          .isEqualTo(Nl2SqlDriver.class.getName());
      assertThat(names)
          .filteredOn(n -> n.startsWith("META-INF/services/") && !n.endsWith("/"))
          .allMatch(
              n -> n.contains("/dev.nl2sql.") || n.endsWith("/java.sql.Driver"),
              "is a service of ours");
    }
  }

  private static URLClassLoader loader(Path... jars) throws Exception {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static Driver driver(ClassLoader loader) throws Exception {
    return (Driver)
        loader.loadClass(Nl2SqlDriver.class.getName()).getDeclaredConstructor().newInstance();
  }

  private static int count(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static String text(JarFile jar, String name) throws Exception {
    try (java.io.InputStream stream = jar.getInputStream(jar.getEntry(name))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
