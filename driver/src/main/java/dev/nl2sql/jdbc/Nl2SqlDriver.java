package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverAction;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * The driver: {@code jdbc:nl2sql:<real JDBC URL>} wraps the real driver's connections, which then
 * answer statements that begin with {@code ASK}. Thread-safe.
 */
public final class Nl2SqlDriver implements Driver {
  private static final Nl2SqlDriver REGISTERED = new Nl2SqlDriver();

  static {
    try {
      register();
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Optional<Connector> own;

  /**
   * A driver for tools that make one and call {@code connect} on it. All drivers of a class loader
   * share their engines, so that {@link #deregister()} leaves nothing behind whoever made them.
   */
  public Nl2SqlDriver() {
    this.own = Optional.empty();
  }

  Nl2SqlDriver(Connector connector) {
    this.own = Optional.of(connector);
  }

  /** Registers the driver with the DriverManager, if it is not. */
  public static synchronized void register() throws SQLException {
    DriverManager.registerDriver(REGISTERED, new Release());
  }

  /**
   * Takes the driver off the DriverManager, closes its engines and ends its threads. Connections
   * still open keep working for plain SQL; their next question opens an engine anew.
   */
  public static synchronized void deregister() throws SQLException {
    if (isRegistered()) {
      DriverManager.deregisterDriver(REGISTERED);
    } else {
      Shared.CONNECTOR.release();
    }
  }

  /** Whether the DriverManager knows the driver. */
  public static synchronized boolean isRegistered() {
    return Collections.list(DriverManager.getDrivers()).contains(REGISTERED);
  }

  /**
   * Connects, or gives null for a URL that is not ours.
   *
   * @throws SQLException NL007 for a wrong setting, 08001 if there is no real driver, else the real
   *     driver's own exception
   */
  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    try {
      return connector().connect(url, info == null ? new Properties() : info);
    } catch (ConfigurationException e) {
      throw Conditions.badConfiguration(e);
    }
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw Conditions.badConfiguration(new ConfigurationException("the URL is null"));
    }
    return DriverUrl.isOurs(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return connector()
        .properties(
            DriverUrl.isOurs(url) ? url : DriverUrl.PREFIX, info == null ? new Properties() : info);
  }

  @Override
  public int getMajorVersion() {
    return Version.READ.major();
  }

  @Override
  public int getMinorVersion() {
    return Version.READ.minor();
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("dev.nl2sql");
  }

  private Connector connector() {
    return own.isPresent() ? own.get() : Shared.CONNECTOR;
  }

  /** Made at the first connection, for drivers are loaded by programs that never use them. */
  private static final class Shared {
    static final Connector CONNECTOR = Connector.production();
  }

  /** What the DriverManager does when the driver is taken off it. */
  private static final class Release implements DriverAction {
    @Override
    public void deregister() {
      Shared.CONNECTOR.release();
    }
  }

  /** Read when it is asked for. */
  private static final class Version {
    static final DriverVersion READ = DriverVersion.read();
  }
}
