package dev.nl2sql.eval;

import dev.nl2sql.demo.ShopDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** The demo shop on PostgreSQL: its data in a schema of its own, its glossary and its day. */
final class ShopSchema {
  static final String NAME = "ask_demo";

  private ShopSchema() {}

  /** Creates and fills the schema. */
  static void load(String realUrl) throws SQLException {
    try (Connection connection = DriverManager.getConnection(realUrl);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + NAME);
      connection.setSchema(NAME);
      ShopDatabase.load(connection);
      statement.execute("ANALYZE");
    }
  }

  /** Properties with which a connection to it answers as the demo does. */
  static Map<String, String> settings() {
    return Map.of(
        "currentSchema",
        NAME,
        "nl2sql.glossary",
        "classpath:" + ShopDatabase.GLOSSARY,
        "nl2sql.asOfDate",
        ShopDatabase.AS_OF.toString());
  }
}
