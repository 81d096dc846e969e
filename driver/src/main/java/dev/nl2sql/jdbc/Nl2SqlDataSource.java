package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source whose connections answer questions: around another data source, or with a URL.
 * Usable as a bean or by {@link #builder()}. Thread-safe once configured; closing it frees the
 * engines of its connections.
 */
public final class Nl2SqlDataSource implements DataSource, AutoCloseable {
  private final Connector connector;
  private final Properties properties = new Properties();
  private volatile String url = "";
  private volatile DataSource dataSource;
  private volatile PrintWriter logWriter;
  private volatile int loginTimeout;

  /** A data source to be configured by its setters. */
  public Nl2SqlDataSource() {
    this(Connector.production());
  }

  Nl2SqlDataSource(Connector connector) {
    this.connector = connector;
  }

  /** Begins a data source. */
  public static Builder builder() {
    return new Builder(new Nl2SqlDataSource());
  }

  /** The JDBC URL; with or without our prefix. */
  public void setUrl(String url) {
    this.url = url;
  }

  public String getUrl() {
    return url;
  }

  public void setUser(String user) {
    properties.setProperty("user", user);
  }

  public String getUser() {
    return properties.getProperty("user");
  }

  public void setPassword(String password) {
    properties.setProperty("password", password);
  }

  /** The data source to take connections from, instead of a URL. */
  public void setDataSource(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public DataSource getDataSource() {
    return dataSource;
  }

  /** Sets a property, ours by its full name, else the real driver's. */
  public void setProperty(String name, String value) {
    properties.setProperty(name, value);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connection(properties);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    Properties withUser = new Properties();
    properties
        .stringPropertyNames()
        .forEach(n -> withUser.setProperty(n, properties.getProperty(n)));
    withUser.setProperty("user", user);
    withUser.setProperty("password", password);
    return dataSource == null
        ? connection(withUser)
        : wrapped(dataSource.getConnection(user, password), user);
  }

  private Connection connection(Properties given) throws SQLException {
    if (dataSource != null) {
      return wrapped(dataSource.getConnection(), given.getProperty("user", ""));
    }
    try {
      String full = DriverUrl.isOurs(url) ? url : DriverUrl.PREFIX + url;
      return connector.connect(full, given);
    } catch (ConfigurationException e) {
      throw Conditions.badConfiguration(e);
    }
  }

  private Connection wrapped(Connection real, String user) throws SQLException {
    try {
      return connector.wrap(real, "", user, connector.settings(properties));
    } catch (ConfigurationException e) {
      real.close();
      throw Conditions.badConfiguration(e);
    }
  }

  @Override
  public void close() {
    connector.release();
  }

  @Override
  public PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {
    logWriter = writer;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  /** Kept, and given to the wrapped data source; a URL's driver keeps its own rule. */
  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    loginTimeout = seconds;
    if (dataSource != null) {
      dataSource.setLoginTimeout(seconds);
    }
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("dev.nl2sql");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    if (dataSource != null) {
      return RealObjects.unwrap(this, dataSource, type);
    }
    throw Conditions.badConfiguration(
        new ConfigurationException("this data source is no " + type.getName()));
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this)
        || (dataSource != null && RealObjects.isWrapperFor(this, dataSource, type));
  }

  /** Configures a data source step by step. */
  public static final class Builder {
    private final Nl2SqlDataSource made;

    Builder(Nl2SqlDataSource made) {
      this.made = made;
    }

    public Builder url(String url) {
      made.setUrl(url);
      return this;
    }

    public Builder user(String user) {
      made.setUser(user);
      return this;
    }

    public Builder password(String password) {
      made.setPassword(password);
      return this;
    }

    /** Takes connections from this data source instead of a URL. */
    public Builder dataSource(DataSource dataSource) {
      made.setDataSource(dataSource);
      return this;
    }

    public Builder glossary(Path file) {
      return setting(Setting.GLOSSARY, file.toString());
    }

    /** Changes a setting; its value is checked when the data source is built. */
    public Builder setting(Setting setting, String value) {
      made.setProperty(setting.propertyName(), value);
      return this;
    }

    /** Sets a property of the real driver. */
    public Builder property(String name, String value) {
      made.setProperty(name, value);
      return this;
    }

    /**
     * The data source.
     *
     * @throws ConfigurationException if a value is wrong, or there is neither URL nor data source
     */
    public Nl2SqlDataSource build() {
      Settings checked = made.connector.settings(made.properties);
      if (made.dataSource == null && made.url.isEmpty()) {
        throw new ConfigurationException("give a url or a dataSource; settings: " + checked);
      }
      return made;
    }
  }
}
