package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.testing.ModelServer;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only the client of the provider that is configured is loaded, and none without a provider. */
@Timeout(120)
class ProviderLoadingTest {
  private static final String CLIENTS = "dev.langchain4j.";

  /** The packages of the five clients. */
  private static final Map<String, String> PACKAGES =
      Map.of(
          "openai", "dev.langchain4j.model.openai.",
          "anthropic", "dev.langchain4j.model.anthropic.",
          "gemini", "dev.langchain4j.model.googleai.",
          "mistral", "dev.langchain4j.model.mistralai.",
          "ollama", "dev.langchain4j.model.ollama.");

  @ParameterizedTest
  @CsvSource({
    "openai, /v1",
    "anthropic, /v1",
    "gemini, /v1beta",
    "mistral, /v1",
    "ollama, ''",
    "none, ''"
  })
  void onlyWhatIsConfiguredIsLoaded(String provider, String path) throws Exception {
    try (ModelServer server = ModelServer.start();
        Recording loader = new Recording()) {
      server.otherwise(ModelServer.sql("SELECT count(*) AS n FROM people"));
      Properties settings = new Properties();
      settings.setProperty("nl2sql.timeBudget", "60s");
      if (!provider.equals("none")) {
        settings.setProperty("nl2sql.llm.provider", provider);
        settings.setProperty("nl2sql.llm.model", "m");
        settings.setProperty("nl2sql.llm.apiKey", "key-of-the-test-0001");
        settings.setProperty("nl2sql.llm.baseUrl", server.url() + path);
        settings.setProperty("nl2sql.llm.timeout", "30s");
        settings.setProperty("nl2sql.generator", "llm");
      }
      Driver driver =
          Class.forName("dev.nl2sql.jdbc.Nl2SqlDriver", true, loader)
              .asSubclass(Driver.class)
              .getConstructor()
              .newInstance();
      try (Connection connection =
              driver.connect("jdbc:nl2sql:h2:mem:" + UUID.randomUUID(), settings);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE people (id INT PRIMARY KEY)");
        try (ResultSet rows = statement.executeQuery("ASK how many people are there")) {
          assertThat(rows.next()).isTrue();
        }
      }
      Map<String, Long> expected = new TreeMap<>();
      PACKAGES.forEach((name, prefix) -> expected.put(name, 0L));
      Map<String, Long> counted = loader.counted();
      if (provider.equals("none")) {
        assertThat(loader.ofClients()).isEmpty();
      } else {
        assertThat(server.requests()).as("the control: it was asked").hasSize(1);
        assertThat(counted.get(provider)).as("the control: its client").isGreaterThan(3);
        expected.put(provider, counted.get(provider));
      }
      assertThat(counted).isEqualTo(expected);
    }
  }

  /** Everything anew, beside the classes of this test. */
  private static final class Recording extends URLClassLoader {
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    Recording() {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Recording::url)
          .toArray(URL[]::new);
    }

    private static URL url(String entry) {
      try {
        return Path.of(entry).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> found = super.findClass(name);
      loaded.add(name);
      return found;
    }

    List<String> ofClients() {
      return loaded.stream().filter(name -> name.startsWith(CLIENTS)).sorted().toList();
    }

    Map<String, Long> counted() {
      return PACKAGES.entrySet().stream()
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey,
                  e -> loaded.stream().filter(n -> n.startsWith(e.getValue())).count(),
                  Long::sum,
                  TreeMap::new));
    }
  }
}
