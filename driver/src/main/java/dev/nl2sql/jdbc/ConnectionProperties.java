package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** Splits what a caller gives into our settings and the real driver's properties. */
final class ConnectionProperties {
  private static final String ENVIRONMENT_PREFIX = "NL2SQL_";

  private ConnectionProperties() {}

  /**
   * The settings in force: properties before URL before environment.
   *
   * @param environment what {@link #ours} gives
   * @throws ConfigurationException if a name is unknown or a value is wrong
   */
  static Settings settings(
      Properties given, Map<String, String> fromUrl, Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    // Most environments say nothing of ours; the names are not worth making then.
    if (!environment.isEmpty()) {
      for (Setting setting : Setting.values()) {
        String value = environment.get(setting.environmentName());
        if (value != null) {
          values.put(key(setting.propertyName()), value);
        }
      }
    }
    for (Map.Entry<String, String> entry : fromUrl.entrySet()) {
      values.put(key(entry.getKey()), entry.getValue());
    }
    for (String name : given.stringPropertyNames()) {
      if (isOurs(name)) {
        values.put(key(name), given.getProperty(name));
      }
    }
    demandTexts(given);
    return Settings.of(values);
  }

  /** The properties of the real driver: a copy with the defaults behind it, without ours. */
  static Properties forDelegate(Properties given) {
    Properties rest = new Properties();
    for (String name : given.stringPropertyNames()) {
      if (!isOurs(name)) {
        rest.setProperty(name, given.getProperty(name));
      }
    }
    for (Map.Entry<Object, Object> entry : given.entrySet()) {
      if (!(entry.getKey() instanceof String name && isOurs(name))) {
        rest.put(entry.getKey(), entry.getValue());
      }
    }
    return rest;
  }

  /** The variables of an environment that may concern us: looked through once, not a connection. */
  static Map<String, String> ours(Map<String, String> environment) {
    Map<String, String> ours = new HashMap<>();
    for (Map.Entry<String, String> entry : environment.entrySet()) {
      if (entry.getKey().startsWith(ENVIRONMENT_PREFIX)) {
        ours.put(entry.getKey(), entry.getValue());
      }
    }
    return Map.copyOf(ours);
  }

  private static void demandTexts(Properties given) {
    for (Map.Entry<Object, Object> entry : given.entrySet()) {
      if (entry.getKey() instanceof String name
          && isOurs(name)
          && !(entry.getValue() instanceof String)) {
        throw new ConfigurationException("the value of '%s' must be a text".formatted(name));
      }
    }
  }

  private static boolean isOurs(String name) {
    return key(name).startsWith(Setting.PREFIX);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
