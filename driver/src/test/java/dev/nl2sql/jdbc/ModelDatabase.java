package dev.nl2sql.jdbc;

import dev.nl2sql.testing.ModelServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** A small H2 database behind the driver, with a model on a loopback socket. */
final class ModelDatabase implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final ModelServer server = ModelServer.start();
  private final TimerThread timer = new TimerThread();
  private final Connector connector;
  private final Nl2SqlDriver driver;
  private final String url = "jdbc:nl2sql:h2:mem:model" + NUMBER.incrementAndGet();
  private final Connection keeper;

  ModelDatabase() throws SQLException {
    this(Map.of());
  }

  ModelDatabase(Map<String, String> environment) throws SQLException {
    connector = new Connector(new PipelineEngines(environment), timer, environment);
    driver = new Nl2SqlDriver(connector);
    keeper = driver.connect(url, new Properties());
    try (Statement statement = keeper.createStatement()) {
      statement.execute(
          "CREATE TABLE customers(id INT PRIMARY KEY, name VARCHAR(40), city VARCHAR(40))");
      statement.execute(
          "CREATE TABLE orders(id INT PRIMARY KEY, customer_id INT REFERENCES customers,"
              + " total DECIMAL(10,2), placed DATE)");
      statement.execute("COMMENT ON COLUMN customers.city IS 'where they live'");
      statement.execute("INSERT INTO customers VALUES (1,'Ada','Paris'), (2,'Bob','Rome')");
      statement.execute(
          "INSERT INTO orders VALUES (1,1,10,'2026-10-01'), (2,1,20,'2026-10-02'),"
              + " (3,2,5,'2026-10-03')");
    }
  }

  ModelServer server() {
    return server;
  }

  Connection keeper() {
    return keeper;
  }

  String url() {
    return url;
  }

  Connector connector() {
    return connector;
  }

  /** A connection with the model as OpenAI has it, and further settings as name, value. */
  Connection connect(String... settings) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("nl2sql.llm.provider", "openai");
    properties.setProperty("nl2sql.llm.model", "m");
    properties.setProperty("nl2sql.llm.baseUrl", server.url() + "/v1");
    properties.setProperty("nl2sql.generator", "llm");
    properties.setProperty("nl2sql.cache.ttl", "0s");
    properties.setProperty("nl2sql.retry.baseDelay", "5ms");
    properties.setProperty("nl2sql.retry.jitter", "1ms");
    for (int i = 0; i < settings.length; i += 2) {
      if (settings[i + 1].isEmpty()) {
        properties.remove(settings[i]);
      } else {
        properties.setProperty(settings[i], settings[i + 1]);
      }
    }
    return driver.connect(url, properties);
  }

  /** The first column of all rows as texts. */
  static List<String> column(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>();
    while (rows.next()) {
      all.add(rows.getString(1));
    }
    return all;
  }

  @Override
  public void close() throws SQLException {
    keeper.close();
    connector.release();
    server.close();
  }
}
