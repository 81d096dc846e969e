package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one jar in the class loaders of tools, servers and module systems. */
class ClassLoadingIT {
  private static final Path JAR = Path.of(System.getProperty("nl2sql.all.jar"));
  private static final Path H2 = Path.of(System.getProperty("nl2sql.other.h2"));
  private static final String DRIVER = "dev.nl2sql.jdbc.Nl2SqlDriver";
  private static final String PLAIN_URL = "jdbc:nl2sql:h2:mem:class_loading";
  private static final int MOST_CLASSES = 80;
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** Packages of ours that plain SQL needs nothing of, and the libraries of questions. */
  private static final List<String> FOR_QUESTIONS =
      List.of(
          "dev.nl2sql.ambiguity.",
          "dev.nl2sql.answer.",
          "dev.nl2sql.catalog.",
          "dev.nl2sql.execute.",
          "dev.nl2sql.generate.",
          "dev.nl2sql.glossary.",
          "dev.nl2sql.guard.",
          "dev.nl2sql.language.",
          "dev.nl2sql.link.",
          "dev.nl2sql.memory.",
          "dev.nl2sql.plan.",
          "dev.nl2sql.shaded.");

  @Test
  void plainSqlLoadsNothingOfQuestions() throws Exception {
    try (RecordingLoader loader = new RecordingLoader(JAR, H2);
        Connection connection = driver(loader).connect(PLAIN_URL, new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE customers (id INT PRIMARY KEY)");
      assertThat(number(statement, "SELECT COUNT(*) FROM customers")).isZero();
      connection.prepareStatement("INSERT INTO customers VALUES (1)").executeUpdate();
      connection.getMetaData().getTables(null, null, "CUSTOMERS", null).close();
      assertThat(loader.ofQuestions()).as("classes loaded by plain SQL").isEmpty();
      assertThat(loader.ours()).as("classes of ours").hasSizeLessThan(MOST_CLASSES);

      assertThat(number(statement, "ASK 'how many customers are there'")).isOne();
      assertThat(loader.ofQuestions()).as("classes loaded by a question").hasSizeGreaterThan(100);
      assertThat(loader.ours())
          .as("classes of a model's client, without a model")
          .noneMatch(n -> n.startsWith("dev.nl2sql.shaded.langchain4j."))
          .noneMatch(n -> n.startsWith("dev.nl2sql.shaded.fasterxml."));
    }
  }

  @Test
  void onlyTheConfiguredProviderIsLoaded() throws Exception {
    try (ModelServer server = ModelServer.start();
        RecordingLoader loader = new RecordingLoader(JAR, H2)) {
      server.otherwise(ModelServer.sql("SELECT 7 AS n FROM customers"));
      Properties settings = new Properties();
      settings.setProperty("nl2sql.generator", "llm");
      settings.setProperty("nl2sql.llm.provider", "mistral");
      settings.setProperty("nl2sql.llm.model", "m");
      settings.setProperty("nl2sql.llm.baseUrl", server.url());
      try (Connection connection = driver(loader).connect(PLAIN_URL + "_model", settings);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE customers (id INT PRIMARY KEY)");
        statement.execute("INSERT INTO customers VALUES (1)");
        assertThat(number(statement, "ASK 'how many customers are there'")).isEqualTo(7);
      }
      assertThat(loader.ours())
          .anyMatch(n -> n.startsWith("dev.nl2sql.shaded.langchain4j.model.mistralai."))
          .noneMatch(n -> n.startsWith("dev.nl2sql.shaded.langchain4j.model.openai."))
          .noneMatch(n -> n.startsWith("dev.nl2sql.shaded.langchain4j.model.anthropic."))
          .noneMatch(n -> n.startsWith("dev.nl2sql.shaded.langchain4j.model.googleai."))
          .noneMatch(n -> n.startsWith("dev.nl2sql.shaded.langchain4j.model.ollama."));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClosedDriverLeavesNoClassBehind(boolean asking) throws Exception {
    WeakReference<ClassLoader> loader = useAndDrop(asking);
    for (int i = 0; i < 100 && loader.get() != null; i++) {
      System.gc();
      Thread.sleep(100);
    }
    assertThat(loader.get()).as("the class loader, after it was dropped").isNull();
  }

  @Test
  void aClosedDriverLeavesNoThreadBehind() throws Exception {
    Set<Thread> before = threads();
    useAndDrop(true);
    for (int i = 0; i < 100 && !leftSince(before).isEmpty(); i++) {
      Thread.sleep(100);
    }
    assertThat(leftSince(before)).isEmpty();
  }

  private static List<String> leftSince(Set<Thread> before) {
    return threads().stream()
        .filter(t -> !before.contains(t))
        .map(Thread::getName)
        .filter(n -> n.contains("nl2sql") || n.startsWith("H2"))
        .toList();
  }

  @Test
  void aHeldConnectionIsSeenByTheLeakTest() throws Exception {
    List<Connection> held = new ArrayList<>();
    WeakReference<ClassLoader> loader = connectAndDrop(held);
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    assertThat(loader.get()).isNotNull();
    assertThat(held).hasSize(1);
  }

  private static WeakReference<ClassLoader> connectAndDrop(List<Connection> held) throws Exception {
    URLClassLoader loader = loader(PLATFORM, JAR, H2);
    held.add(driver(loader).connect(PLAIN_URL, new Properties()));
    deregister(loader);
    loader.close();
    return new WeakReference<>(loader);
  }

  /** Uses the demo and another database once, with questions or without. */
  private static WeakReference<ClassLoader> useAndDrop(boolean asking) throws Exception {
    URLClassLoader loader = loader(PLATFORM, JAR, H2);
    Driver tool = driver(loader);
    Properties patient = new Properties();
    patient.setProperty("nl2sql.timeBudget", "60s");
    for (String url : List.of("jdbc:nl2sql:demo:shop", PLAIN_URL)) {
      try (Connection connection = tool.connect(url, patient);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS customers (id INT PRIMARY KEY)");
        if (asking) {
          assertThat(number(statement, "ASK 'how many customers are there'")).isNotNegative();
          statement.executeQuery("SHOW NL STATUS").close();
          statement.executeQuery("SELECT * FROM (ASK 'how many customers are there') t").close();
        }
      }
    }
    deregister(loader);
    // the application's own H2 registered itself, and it is for the application to take it off
    loader.loadClass("org.h2.Driver").getMethod("unload").invoke(null);
    loader.close();
    return new WeakReference<>(loader);
  }

  @Test
  void worksWithoutContextLoader() throws Exception {
    try (URLClassLoader loader = loader(PLATFORM, JAR, H2)) {
      assertThat(inThreadWith(null, () -> answers(driver(loader)))).isOne();
    }
  }

  @Test
  void worksInAThreadThatSeesOnlyThePlatform() throws Exception {
    try (URLClassLoader loader = loader(PLATFORM, JAR, H2)) {
      assertThat(inThreadWith(PLATFORM, () -> answers(driver(loader)))).isOne();
    }
  }

  @Test
  void findsTheRealDriverInTheLoaderOfTheApplication() throws Exception {
    try (URLClassLoader shared = loader(PLATFORM, JAR);
        URLClassLoader application = loader(shared, H2)) {
      assertThat(inThreadWith(application, () -> answers(driver(shared)))).isOne();
    }
  }

  /** As bundles do: classes are wired by package, service files of others are not seen. */
  @Test
  void worksWithWiredPackages() throws Exception {
    try (URLClassLoader database = loader(PLATFORM, H2)) {
      ClassLoader bundle = new InMemoryLoader(JAR, database);
      assertThat(inThreadWith(null, () -> answers(driver(bundle)))).isOne();
    }
  }

  /** As in a jar within a jar: no folder, no file, addresses of an own kind. */
  @Test
  void worksFromJarsThatAreNoFiles() throws Exception {
    ClassLoader nested = new InMemoryLoader(JAR, PLATFORM);
    try (Connection connection = driver(nested).connect("jdbc:nl2sql:demo:shop", new Properties());
        Statement statement = connection.createStatement()) {
      assertThat(number(statement, "ASK 'How many customers are there?'")).isPositive();
    }
  }

  @Test
  void isAModule() throws Exception {
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration()
            .resolveAndBind(ModuleFinder.of(JAR, H2), ModuleFinder.of(), Set.of("dev.nl2sql.jdbc"));
    ModuleLayer layer = boot.defineModulesWithOneLoader(configuration, PLATFORM);
    Driver driver =
        ServiceLoader.load(layer, Driver.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(d -> d.getClass().getName().equals(DRIVER))
            .findFirst()
            .orElseThrow();
    assertThat(driver.getClass().getModule().getName()).isEqualTo("dev.nl2sql.jdbc");
    assertThat(answers(driver)).isOne();
  }

  @Test
  void twoLoadersLiveSideBySide() throws Exception {
    try (URLClassLoader one = loader(PLATFORM, JAR, H2);
        URLClassLoader other = loader(PLATFORM, JAR, H2)) {
      assertThat(answers(driver(one))).isOne();
      assertThat(answers(driver(other))).isOne();
      deregister(one);
      assertThat(answers(driver(other))).isOne();
      deregister(other);
    }
  }

  private static int answers(Driver driver) throws SQLException {
    try (Connection connection = driver.connect(PLAIN_URL, new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE customers (id INT PRIMARY KEY)");
      statement.execute("INSERT INTO customers VALUES (1)");
      assertThat(connection).isInstanceOf(Connection.class);
      return number(statement, "ASK 'how many customers are there'");
    }
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static <T> T inThreadWith(ClassLoader context, Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task);
    thread.setContextClassLoader(context);
    thread.start();
    return task.get();
  }

  private static Set<Thread> threads() {
    return new HashSet<>(Thread.getAllStackTraces().keySet());
  }

  private static Driver driver(ClassLoader loader) throws ReflectiveOperationException {
    return (Driver) loader.loadClass(DRIVER).getConstructor().newInstance();
  }

  private static void deregister(ClassLoader loader) throws ReflectiveOperationException {
    loader.loadClass(DRIVER).getMethod("deregister").invoke(null);
    assertThat(DriverManager.drivers().map(d -> d.getClass().getClassLoader()))
        .doesNotContain(loader);
  }

  private static URLClassLoader loader(ClassLoader parent, Path... jars)
      throws MalformedURLException {
    return new URLClassLoader(urls(jars), parent);
  }

  private static URL[] urls(Path... jars) throws MalformedURLException {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toUri().toURL();
    }
    return urls;
  }

  /** Writes down the classes it is asked to define. */
  private static final class RecordingLoader extends URLClassLoader {
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    RecordingLoader(Path... jars) throws MalformedURLException {
      super(urls(jars), PLATFORM);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> found = super.findClass(name);
      loaded.add(name);
      return found;
    }

    List<String> ours() {
      return loaded.stream().filter(n -> n.startsWith("dev.nl2sql.")).sorted().toList();
    }

    List<String> ofQuestions() {
      return ours().stream().filter(n -> FOR_QUESTIONS.stream().anyMatch(n::startsWith)).toList();
    }
  }

  /** Classes and files of a jar in memory, and the classes but not the files of another loader. */
  private static final class InMemoryLoader extends ClassLoader {
    private final Map<String, byte[]> entries = new HashMap<>();
    private final ClassLoader wired;

    InMemoryLoader(Path file, ClassLoader wired) throws IOException {
      super(PLATFORM);
      this.wired = wired;
      try (JarFile jar = new JarFile(file.toFile())) {
        for (JarEntry entry : Collections.list(jar.entries())) {
          try (InputStream stream = jar.getInputStream(entry)) {
            entries.put(entry.getName(), stream.readAllBytes());
          }
        }
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = entries.get(name.replace('.', '/') + ".class");
      return bytes == null ? wired.loadClass(name) : defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected URL findResource(String name) {
      byte[] bytes = entries.get(name);
      try {
        return bytes == null ? null : new URL(null, "memory:" + name, handler(bytes));
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
      List<URL> found = new ArrayList<>();
      URL url = findResource(name);
      if (url != null) {
        found.add(url);
      }
      return Collections.enumeration(found);
    }

    private static URLStreamHandler handler(byte[] bytes) {
      return new URLStreamHandler() {
        @Override
        protected URLConnection openConnection(URL url) {
          return new URLConnection(url) {
            @Override
            public void connect() {
              connected = true;
            }

            @Override
            public InputStream getInputStream() {
              return new ByteArrayInputStream(bytes);
            }
          };
        }
      };
    }
  }
}
