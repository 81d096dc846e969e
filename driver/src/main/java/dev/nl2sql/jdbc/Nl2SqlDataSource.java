package dev.nl2sql.jdbc;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.model.ChatPort;
import dev.nl2sql.generate.model.Models;
import dev.nl2sql.generate.model.TextVectors;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKeyBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source whose connections answer questions: around another data source, or with a URL.
 * Usable as a bean or by {@link #builder()}. Thread-safe once configured; closing it frees the
 * engines of its connections.
 */
public final class Nl2SqlDataSource implements DataSource, AutoCloseable {
  private static final String USER = "user";
  private static final String PASSWORD = "password";

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
    return new Builder();
  }

  /** The JDBC URL; with or without our prefix. */
  public void setUrl(String url) {
    this.url = Objects.requireNonNullElse(url, "");
  }

  public String getUrl() {
    return url;
  }

  public void setUser(String user) {
    setProperty(USER, user);
  }

  public String getUser() {
    return properties.getProperty(USER);
  }

  public void setPassword(String password) {
    setProperty(PASSWORD, password);
  }

  /** Where the glossary is: a path or {@code classpath:} name. */
  public void setGlossary(String location) {
    setProperty(Setting.GLOSSARY.propertyName(), location);
  }

  public String getGlossary() {
    return properties.getProperty(Setting.GLOSSARY.propertyName());
  }

  /** Where further settings are: a path or {@code classpath:} name. */
  public void setConfig(String location) {
    setProperty(Setting.CONFIG.propertyName(), location);
  }

  public String getConfig() {
    return properties.getProperty(Setting.CONFIG.propertyName());
  }

  /** The data source to take connections from, instead of a URL. */
  public void setDataSource(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public DataSource getDataSource() {
    return dataSource;
  }

  /** Sets properties, ours by their full names, else the real driver's. */
  public void setProperties(Properties given) {
    given.stringPropertyNames().forEach(name -> setProperty(name, given.getProperty(name)));
  }

  /** Sets a property, ours by its full name, else the real driver's; null takes it away. */
  public void setProperty(String name, String value) {
    put(properties, name, value);
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
    put(withUser, USER, user);
    put(withUser, PASSWORD, password);
    return dataSource == null
        ? connection(withUser)
        : wrapped(dataSource.getConnection(user, password), Objects.requireNonNullElse(user, ""));
  }

  private Connection connection(Properties given) throws SQLException {
    if (dataSource != null) {
      return wrapped(dataSource.getConnection(), given.getProperty(USER, ""));
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
      String realUrl = Objects.requireNonNullElse(real.getMetaData().getURL(), "");
      return connector.wrap(real, realUrl, user, connector.settings(properties));
    } catch (ConfigurationException e) {
      real.close();
      throw Conditions.badConfiguration(e);
    } catch (SQLException | RuntimeException e) {
      real.close();
      throw e;
    }
  }

  private static void put(Properties properties, String name, String value) {
    if (value == null) {
      properties.remove(name);
    } else {
      properties.setProperty(name, value);
    }
  }

  @Override
  public void close() {
    connector.release();
  }

  /** Builds as the wrapped data source does; without one there are no builders. */
  @Override
  public ConnectionBuilder createConnectionBuilder() throws SQLException {
    return dataSource == null
        ? DataSource.super.createConnectionBuilder()
        : new WrappedConnectionBuilder(
            dataSource.createConnectionBuilder(), properties.getProperty(USER, ""), this::wrapped);
  }

  @Override
  public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
    return dataSource == null
        ? DataSource.super.createShardingKeyBuilder()
        : dataSource.createShardingKeyBuilder();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return dataSource == null ? logWriter : dataSource.getLogWriter();
  }

  /** Given to the wrapped data source; a URL's driver has its own. */
  @Override
  public void setLogWriter(PrintWriter writer) throws SQLException {
    logWriter = writer;
    if (dataSource != null) {
      dataSource.setLogWriter(writer);
    }
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return dataSource == null ? loginTimeout : dataSource.getLoginTimeout();
  }

  /** Given to the wrapped data source; a URL's driver keeps its own rule. */
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

  /** Configures a data source step by step. Not thread-safe; may build several. */
  public static final class Builder {
    private final Properties properties = new Properties();
    private Optional<DataSource> dataSource = Optional.empty();
    private Optional<SqlGenerator> generator = Optional.empty();
    private Optional<Function<Settings, ChatPort>> chat = Optional.empty();
    private Optional<TextVectors> vectors = Optional.empty();
    private String url = "";

    private Builder() {}

    public Builder url(String url) {
      this.url = url;
      return this;
    }

    public Builder user(String user) {
      return property(USER, user);
    }

    public Builder password(String password) {
      return property(PASSWORD, password);
    }

    /** Takes connections from this data source instead of a URL. */
    public Builder dataSource(DataSource dataSource) {
      this.dataSource = Optional.of(dataSource);
      return this;
    }

    public Builder glossary(Path file) {
      return glossary(file.toString());
    }

    /** The glossary at a path or {@code classpath:} name. */
    public Builder glossary(String location) {
      return setting(Setting.GLOSSARY, location);
    }

    /** Writes the queries instead of our own generators; shared by all connections. */
    public Builder generator(SqlGenerator generator) {
      this.generator = Optional.of(generator);
      return this;
    }

    /**
     * Asks this model instead of one that settings name; the settings on time, retries, tokens and
     * privacy hold for it too. It is not closed with the data source. Only in the thin artifact:
     * the all jar has langchain4j under a name of its own.
     */
    public Builder chatModel(ChatModel model) {
      this.chat = Optional.of(settings -> Models.of(model, settings));
      return this;
    }

    /** Finds similar questions by meaning, with this model. Only in the thin artifact. */
    public Builder embeddingModel(EmbeddingModel model) {
      this.vectors = Optional.of(Models.vectors(model));
      return this;
    }

    /** Changes a setting; its value is checked when the data source is built. */
    public Builder setting(Setting setting, String value) {
      return property(setting.propertyName(), value);
    }

    /** Sets a property of the real driver. */
    public Builder property(String name, String value) {
      put(properties, name, value);
      return this;
    }

    /**
     * The data source. It has nothing in common with the builder or with others built by it.
     *
     * @throws ConfigurationException if a value is wrong, or there is neither URL nor data source
     */
    public Nl2SqlDataSource build() {
      if (dataSource.isEmpty() && url.isEmpty()) {
        throw new ConfigurationException("give a url or a dataSource");
      }
      Nl2SqlDataSource made = new Nl2SqlDataSource(connector());
      made.connector.settings(properties);
      made.setUrl(url);
      made.setProperties(properties);
      dataSource.ifPresent(made::setDataSource);
      return made;
    }

    private Connector connector() {
      if (generator.isPresent()) {
        SqlGenerator given = generator.get();
        return Connector.production(settings -> ProductEngines.of(settings, given));
      }
      if (chat.isPresent() || vectors.isPresent()) {
        return Connector.production(withModels(chat, vectors));
      }
      return Connector.production();
    }

    private static EngineFactory withModels(
        Optional<Function<Settings, ChatPort>> chat, Optional<TextVectors> vectors) {
      return settings ->
          ProductEngines.of(
              settings,
              ProductEngines.generators(
                  settings,
                  chat.map(c -> c.apply(settings))
                      .or(() -> ProductEngines.configured(settings, System.getenv())),
                  vectors));
    }
  }
}
