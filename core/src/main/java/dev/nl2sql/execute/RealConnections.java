package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** Opens connections of the real driver; only the driver module knows how to find it. */
@FunctionalInterface
public interface RealConnections {
  /**
   * A new connection.
   *
   * @throws SQLException the real driver's own, or that there is none for the URL
   */
  Connection open(String url, Properties properties) throws SQLException;
}
