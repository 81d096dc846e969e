package dev.nl2sql.generate.model;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Secret;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Where the model is and how it is asked, checked as a whole.
 *
 * @param baseUrl its address where it is not the provider's own
 * @param apiKey its key, from the settings or the provider's environment variable
 * @param headers further headers, whose values may be keys too
 * @param proxy host and port of a proxy; without one the JVM's proxy rules hold
 */
record ModelSettings(
    Provider provider,
    String model,
    Optional<String> baseUrl,
    Optional<Secret> apiKey,
    Map<String, Secret> headers,
    Duration timeout,
    int maxTokens,
    Optional<InetSocketAddress> proxy,
    HttpVersion httpVersion) {
  private static final int HIGHEST_PORT = 65_535;
  private static final char FIRST_CONTROLS = 31;
  private static final char FIRST_BEYOND_ASCII = 127;
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /** Headers that the HTTP client sets itself. */
  private static final Set<String> OF_THE_CLIENT =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]");

  /** The providers, each with the environment variable of its key. */
  enum Provider {
    OPENAI("OPENAI_API_KEY"),
    ANTHROPIC("ANTHROPIC_API_KEY"),
    GEMINI("GEMINI_API_KEY"),
    MISTRAL("MISTRAL_API_KEY"),
    OLLAMA("OLLAMA_API_KEY");

    private final String keyVariable;

    Provider(String keyVariable) {
      this.keyVariable = keyVariable;
    }

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which HTTP is spoken. */
  enum HttpVersion {
    /** The newest the other side offers over TLS; 1.1 without TLS. */
    AUTO,
    HTTP_1_1,
    HTTP_2
  }

  /**
   * @param environment environment variables
   * @throws ConfigurationException if something is missing or wrong
   */
  static ModelSettings of(Settings settings, Map<String, String> environment) {
    Provider provider =
        Provider.valueOf(settings.text(Setting.LLM_PROVIDER).toUpperCase(Locale.ROOT));
    Optional<String> address = settings.optional(Setting.LLM_BASE_URL).map(ModelSettings::address);
    return new ModelSettings(
        provider,
        settings
            .optional(Setting.LLM_MODEL)
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "nl2sql.llm.provider = %s needs nl2sql.llm.model, the name of the model"
                            .formatted(provider.title()))),
        address,
        key(settings, environment, provider, address),
        headers(settings),
        settings.duration(Setting.LLM_TIMEOUT).orElseThrow(),
        settings.count(Setting.LLM_MAX_TOKENS),
        settings.optional(Setting.LLM_PROXY).map(ModelSettings::proxy),
        switch (settings.text(Setting.LLM_HTTP)) {
          case "1.1" -> HttpVersion.HTTP_1_1;
          case "2" -> HttpVersion.HTTP_2;
          default -> HttpVersion.AUTO;
        });
  }

  /** What must never be shown: the key and the values of the headers. */
  List<Secret> secrets() {
    List<Secret> all = new ArrayList<>(headers.values());
    apiKey.ifPresent(all::add);
    return List.copyOf(all);
  }

  /** The header that carries the key. */
  Optional<Map.Entry<String, String>> authorization() {
    return apiKey.map(
        key ->
            switch (provider) {
              case ANTHROPIC -> Map.entry("x-api-key", key.reveal());
              case GEMINI -> Map.entry("x-goog-api-key", key.reveal());
              case OPENAI, MISTRAL, OLLAMA -> Map.entry("Authorization", "Bearer " + key.reveal());
            });
  }

  /** Nothing that is secret. */
  @Override
  public String toString() {
    return "ModelSettings[" + provider.title() + " " + model + "]";
  }

  private static Optional<Secret> key(
      Settings settings,
      Map<String, String> environment,
      Provider provider,
      Optional<String> address) {
    Optional<String> key =
        settings
            .optional(Setting.LLM_API_KEY)
            .or(() -> Optional.ofNullable(environment.get(provider.keyVariable)))
            .map(String::strip)
            .filter(k -> !k.isEmpty());
    if (key.isEmpty() && address.isEmpty() && provider != Provider.OLLAMA) {
      throw new ConfigurationException(
          "nl2sql.llm.provider = %s needs a key: set the environment variable %s or the property"
                  .formatted(provider.title(), provider.keyVariable)
              + " nl2sql.llm.apiKey (a server without a key needs nl2sql.llm.baseUrl)");
    }
    key.ifPresent(k -> demandSendable("nl2sql.llm.apiKey or " + provider.keyVariable, k));
    return key.map(Secret::of);
  }

  /** What a header can carry; a text that is refused later would be shown by whoever refuses it. */
  private static void demandSendable(String setting, String value) {
    if (!value.chars().allMatch(c -> c > FIRST_CONTROLS && c < FIRST_BEYOND_ASCII)) {
      throw new ConfigurationException(
          setting
              + " has a value that no header can carry; expected printable ASCII characters on one"
              + " line");
    }
  }

  private static String address(String text) {
    try {
      URI uri = new URI(text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getUserInfo() == null) {
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
      }
    } catch (URISyntaxException e) {
      throw badAddress();
    }
    throw badAddress();
  }

  /** The text is not repeated: somebody may have put a key into it. */
  private static ConfigurationException badAddress() {
    return new ConfigurationException(
        "nl2sql.llm.baseUrl is no address of a model; expected http:// or https:// with a host and"
            + " without user or password");
  }

  private static InetSocketAddress proxy(String text) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      String host = text.substring(0, Math.max(colon, 0));
      if (HOST.matcher(host).matches() && port > 0 && port <= HIGHEST_PORT) {
        return InetSocketAddress.createUnresolved(host, port);
      }
    } catch (NumberFormatException e) {
      throw badProxy(text);
    }
    throw badProxy(text);
  }

  private static ConfigurationException badProxy(String text) {
    return new ConfigurationException(
        "setting 'nl2sql.llm.proxy' has the value '%s'; expected host:port".formatted(text));
  }

  private static Map<String, Secret> headers(Settings settings) {
    Map<String, Secret> headers = new LinkedHashMap<>();
    for (String entry : settings.list(Setting.LLM_HEADERS)) {
      int equals = entry.indexOf('=');
      String name = entry.substring(0, Math.max(equals, 0)).strip();
      if (!HEADER_NAME.matcher(name).matches() || OF_THE_CLIENT.contains(lower(name))) {
        throw new ConfigurationException(
            "nl2sql.llm.headers has an entry that is no header of yours; expected name=value"
                + " separated by commas, and none of "
                + new TreeSet<>(OF_THE_CLIENT));
      }
      String value = entry.substring(equals + 1).strip();
      demandSendable("nl2sql.llm.headers", value);
      headers.put(name, Secret.of(value));
    }
    return Map.copyOf(headers);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
