package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * A file with further settings, name=value a line. It has the last word only where others are
 * silent.
 *
 * <p>It is read when a connection is opened, because the marker and the real driver's name are
 * needed there. A file that cannot be used hurts questions only: plain SQL goes on without it.
 */
final class ConfigFile {
  private static final String CLASSPATH = "classpath:";

  private ConfigFile() {}

  /**
   * The settings with those of their config file, if one is named.
   *
   * @throws ConfigurationException if the file cannot be read or says something unknown
   */
  static Settings complete(Settings settings) {
    if (settings.optional(Setting.CONFIG).isEmpty()) {
      return settings;
    }
    String location = settings.text(Setting.CONFIG);
    Properties values = read(location);
    Settings all = settings;
    for (String name : values.stringPropertyNames()) {
      try {
        Setting setting = Settings.find(name);
        all = all.isGiven(setting) ? all : all.with(setting, values.getProperty(name));
      } catch (ConfigurationException e) {
        throw new ConfigurationException("config file " + location + ": " + e.getMessage(), e);
      }
    }
    return all;
  }

  /** The same, or the settings as they are if the file cannot be used now. */
  static Settings completeIfUsable(Settings settings) {
    try {
      return complete(settings);
    } catch (ConfigurationException e) {
      return settings;
    }
  }

  private static Properties read(String location) {
    Properties values = new Properties();
    try (InputStream stream = open(location);
        Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
      values.load(reader);
      return values;
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException("config file " + location + " cannot be read: " + e, e);
    }
  }

  private static InputStream open(String location) throws IOException {
    if (!location.startsWith(CLASSPATH)) {
      return Files.newInputStream(Path.of(location));
    }
    String resource = location.substring(CLASSPATH.length());
    InputStream stream = ConfigFile.class.getClassLoader().getResourceAsStream(resource);
    if (stream == null) {
      throw new IOException("there is no such resource");
    }
    return stream;
  }
}
