package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What our URL says: the real driver's URL, byte for byte but for our parameters, and those.
 *
 * @param delegate the real driver's URL, or the name of a demo database after {@link #DEMO}
 * @param settings the {@code nl2sql.} parameters by name
 */
record DriverUrl(String delegate, Map<String, String> settings) {
  static final String PREFIX = "jdbc:nl2sql:";
  static final String DEMO = "demo:";
  private static final String JDBC = "jdbc:";
  private static final String SEPARATORS = "?&;";

  DriverUrl {
    settings = Map.copyOf(settings);
  }

  /** Whether the URL is one of ours. */
  static boolean isOurs(String url) {
    return url != null && url.startsWith(PREFIX);
  }

  boolean isDemo() {
    return delegate.startsWith(DEMO);
  }

  /**
   * Reads a URL that is ours.
   *
   * @throws ConfigurationException if it is nested, reserved, or carries a secret
   */
  static DriverUrl parse(String url) {
    String rest = url.substring(PREFIX.length());
    if (rest.startsWith("@")) {
      throw new ConfigurationException("jdbc:nl2sql:@… is reserved; write the real URL after it");
    }
    if (rest.startsWith(JDBC)) {
      rest = rest.substring(JDBC.length());
    }
    if (rest.startsWith("nl2sql:")) {
      throw new ConfigurationException(
          "the URL has jdbc:nl2sql: twice; write it once in front of the real URL");
    }
    Map<String, String> settings = new LinkedHashMap<>();
    String real = cut(rest, settings);
    return new DriverUrl(real.startsWith(DEMO) ? real : JDBC + real, settings);
  }

  /** Cuts our parameters out with their separators; nothing else changes. */
  private static String cut(String url, Map<String, String> settings) {
    String rest = url;
    int at = find(rest, 0);
    while (at >= 0) {
      int end = endOfParameter(rest, at + 1);
      read(rest.substring(at + 1, end), settings);
      char separator = rest.charAt(at);
      boolean opensQuery = separator == '?' && end < rest.length() && rest.charAt(end) == '&';
      rest =
          opensQuery
              ? rest.substring(0, at + 1) + rest.substring(end + 1)
              : rest.substring(0, at) + rest.substring(end);
      at = find(rest, at);
    }
    return rest;
  }

  private static int find(String url, int from) {
    for (int i = from; i < url.length(); i++) {
      if (SEPARATORS.indexOf(url.charAt(i)) >= 0
          && url.regionMatches(true, i + 1, Setting.PREFIX, 0, Setting.PREFIX.length())) {
        return i;
      }
    }
    return -1;
  }

  private static int endOfParameter(String url, int from) {
    int end = from;
    while (end < url.length() && "&;".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static void read(String parameter, Map<String, String> settings) {
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? parameter : parameter.substring(0, equals);
    if (Settings.find(name).isSecret()) {
      throw new ConfigurationException(
          "'%s' is a secret and must not stand in the URL; give it as a property or as %s"
              .formatted(name, Settings.find(name).environmentName()));
    }
    String value = equals < 0 ? "" : parameter.substring(equals + 1);
    settings.put(name.toLowerCase(Locale.ROOT), decode(name, value));
  }

  private static String decode(String name, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "the value of '%s' in the URL is not percent-encoded text".formatted(name), e);
    }
  }
}
