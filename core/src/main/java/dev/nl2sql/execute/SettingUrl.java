package dev.nl2sql.execute;

import dev.nl2sql.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks a JDBC URL that stands in a setting: it may open a database and do nothing else. */
public final class SettingUrl {
  private static final Pattern SEPARATOR = Pattern.compile("[?&;,(){}\\s]+");
  private static final Set<String> REFUSED = refused();

  private SettingUrl() {}

  /**
   * The URL, if it may stand in a setting.
   *
   * @param setting the setting's name, for the message
   * @throws ConfigurationException if it is none of a real driver, or has an option that runs code
   *     or SQL or reads files while it connects
   */
  public static String checked(String setting, String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    if (!lower.startsWith("jdbc:") || lower.startsWith("jdbc:nl2sql:")) {
      throw new ConfigurationException(
          setting
              + " must be a URL of the real driver, beginning with jdbc:, not '"
              + url.replaceAll("[?;].*", "…")
              + "'");
    }
    for (String text : List.of(lower, decoded(lower))) {
      for (String part : SEPARATOR.split(text)) {
        String name = part.split("=", 2)[0].strip();
        if (REFUSED.contains(name)) {
          throw new ConfigurationException(
              setting
                  + " must not have the option '"
                  + name
                  + "', which can run code or SQL, or read files, while it connects");
        }
      }
    }
    return url;
  }

  private static String decoded(String url) {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException notEncoded) {
      return url;
    }
  }

  private static Set<String> refused() {
    String resource = "refused-url-options.txt";
    try (InputStream in = SettingUrl.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + resource);
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(l -> !l.startsWith("#"))
          .flatMap(l -> Stream.of(l.strip().split("\\s+")))
          .filter(w -> !w.isEmpty())
          .map(w -> w.toLowerCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }
}
