package dev.nl2sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version the build wrote. */
record DriverVersion(String text, int major, int minor) {
  static DriverVersion read() {
    try (InputStream stream = DriverVersion.class.getResourceAsStream("driver.properties")) {
      Properties properties = new Properties();
      properties.load(stream);
      String text = properties.getProperty("version");
      String[] parts = text.split("[.-]", -1);
      return new DriverVersion(text, Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
