package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.demo.ShopDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;

/**
 * The embedded demo: one database in memory for all connections of this class loader, filled by the
 * first of them and gone with the last.
 */
final class DemoDatabase {
  private static final String SHOP = "shop";
  private static final String URL = "jdbc:h2:mem:nl2sql_demo_" + SHOP;
  private static final String SCHEMA = "PUBLIC";
  private static final String COUNT_TABLES =
      "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = '" + SCHEMA + "'";

  private final Map<Setting, String> defaults;

  private DemoDatabase(Map<Setting, String> defaults) {
    this.defaults = Map.copyOf(defaults);
  }

  /**
   * The demo of this name.
   *
   * @throws ConfigurationException if there is none
   */
  static DemoDatabase named(String name) {
    if (!name.equals(SHOP)) {
      throw new ConfigurationException(
          "there is no demo database '%s'; there is jdbc:nl2sql:demo:%s".formatted(name, SHOP));
    }
    return new DemoDatabase(
        Map.of(
            Setting.GLOSSARY,
            "classpath:" + ShopDatabase.GLOSSARY,
            Setting.AS_OF_DATE,
            ShopDatabase.AS_OF.toString()));
  }

  /** The settings with the demo's glossary and day where the caller gave none. */
  Settings complete(Settings settings) {
    Settings all = settings;
    for (Map.Entry<Setting, String> entry : defaults.entrySet()) {
      all = all.isGiven(entry.getKey()) ? all : all.with(entry.getKey(), entry.getValue());
    }
    return all;
  }

  /** A connection to the demo, filled. */
  Connection connect() throws SQLException {
    Properties user = new Properties();
    user.setProperty("user", "demo");
    user.setProperty("password", "");
    synchronized (DemoDatabase.class) {
      Connection connection = Holder.H2.connect(URL, user);
      try {
        if (isEmpty(connection)) {
          ShopDatabase.load(connection);
        }
        return connection;
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    }
  }

  private static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery(COUNT_TABLES)) {
      count.next();
      return count.getInt(1) == 0;
    }
  }

  /** One H2 a class loader, made when the first demo is opened. */
  private static final class Holder {
    static final EmbeddedH2 H2 = EmbeddedH2.find();
  }
}
