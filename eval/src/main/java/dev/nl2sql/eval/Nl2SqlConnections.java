package dev.nl2sql.eval;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

/** Opens connections of the driver as any user would: by URL and properties. */
final class Nl2SqlConnections {
  static final String PREFIX = "jdbc:nl2sql:";
  static final String DEMO_SHOP = PREFIX + "demo:shop";

  private Nl2SqlConnections() {}

  static Connection open(String url, Map<String, String> settings) throws SQLException {
    Properties properties = new Properties();
    settings.forEach(properties::setProperty);
    return DriverManager.getConnection(url, properties);
  }

  /** The driver's URL for a URL of the real driver; one that is the driver's own stays. */
  static String wrapped(String url) {
    return url.startsWith(PREFIX) ? url : PREFIX + url.substring("jdbc:".length());
  }

  /** A SQLite file, opened so that it cannot be written. */
  static Connection openSqlite(Path file, Map<String, String> settings) throws SQLException {
    Map<String, String> all = new java.util.HashMap<>(settings);
    all.put("open_mode", "1");
    return open(PREFIX + "sqlite:" + file, all);
  }
}
