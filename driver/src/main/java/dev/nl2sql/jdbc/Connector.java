package dev.nl2sql.jdbc;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Connects through the real driver and wraps what it gives; owns the engines of its connections.
 * Thread-safe. Knows no {@code DriverManager}.
 */
final class Connector {
  private static final Duration ENGINE_IDLE_TIME = Duration.ofMinutes(10);
  private static final String NOT_CONNECTED = "08001";

  private final Delay delay;
  private final EngineRegistry engines;
  private final VendorShapes shapes = new VendorShapes();
  private final DelegateFinder delegates = new DelegateFinder();
  private final Map<String, String> environment;

  Connector(EngineFactory factory, Delay delay, Map<String, String> environment) {
    this.delay = delay;
    this.environment = ConnectionProperties.ours(environment);
    this.engines = new EngineRegistry(factory, ENGINE_IDLE_TIME, delay);
  }

  static Connector production() {
    return production(new PipelineEngines(System.getenv()));
  }

  static Connector production(EngineFactory engines) {
    return new Connector(engines, new TimerThread(), System.getenv());
  }

  /**
   * Connects.
   *
   * @param url one of our URLs
   * @throws dev.nl2sql.ConfigurationException if a setting or the URL is wrong
   * @throws SQLException the real driver's own exception, or that there is none
   */
  Connection connect(String url, Properties given) throws SQLException {
    DriverUrl read = DriverUrl.parse(url);
    Settings settings = settings(given, read.settings());
    if (read.isDemo()) {
      DemoDatabase demo = DemoDatabase.named(read.delegate().substring(DriverUrl.DEMO.length()));
      return wrap(demo.connect(), read.delegate(), "", demo.complete(settings));
    }
    Driver driver = delegates.find(read.delegate(), settings.optional(Setting.DELEGATE_DRIVER));
    Connection real = driver.connect(read.delegate(), ConnectionProperties.forDelegate(given));
    if (real == null) {
      throw new SQLNonTransientConnectionException(
          Conditions.TAG + "the driver " + driver.getClass().getName() + " gave no connection",
          NOT_CONNECTED);
    }
    return wrap(real, read.delegate(), user(given), settings);
  }

  /** Wraps a connection that is already open. */
  Connection wrap(Connection real, String url, String user, Settings settings) {
    EngineRegistry.Lease lease = engines.lease(new EngineRegistry.Key(url, user, settings));
    ConnectionGate gate = new ConnectionGate();
    ConnectionQuestions questions = new ConnectionQuestions(real, gate, settings, lease, delay);
    SessionGrammar grammar = new SessionGrammar(settings.list(Setting.MARKER), url, real, gate);
    return WrappedConnection.around(real, gate, grammar, questions, new VendorViews(shapes, gate));
  }

  Settings settings(Properties given) {
    return settings(given, Map.of());
  }

  private Settings settings(Properties given, Map<String, String> fromUrl) {
    Settings settings = ConnectionProperties.settings(given, fromUrl, environment);
    return settings.isGiven(Setting.CONFIG) ? ConfigFile.completeIfUsable(settings) : settings;
  }

  /** Our properties, then those of the real driver as far as it tells them. */
  DriverPropertyInfo[] properties(String url, Properties given) {
    List<DriverPropertyInfo> all = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      all.add(describe(setting, given));
    }
    all.addAll(ofDelegate(url, given));
    return all.toArray(DriverPropertyInfo[]::new);
  }

  /** Closes the engines and the timer, and what the JDK keeps of our classes. */
  void release() {
    engines.closeAll();
    delay.stop();
    delegates.forget();
    RecordClasses.forgetLast();
  }

  private static String user(Properties given) {
    return Optional.ofNullable(given.getProperty("user")).orElse("");
  }

  private static DriverPropertyInfo describe(Setting setting, Properties given) {
    // Tools show these values, and some log them.
    String value = setting.isSecret() ? null : given.getProperty(setting.propertyName());
    DriverPropertyInfo info =
        new DriverPropertyInfo(
            setting.propertyName(), value == null ? setting.defaultValue() : value);
    info.description = setting.description();
    info.required = false;
    info.choices =
        switch (setting.kind()) {
          case CHOICE -> setting.choices().toArray(String[]::new);
          case FLAG -> new String[] {"true", "false"};
          default -> null;
        };
    return info;
  }

  private List<DriverPropertyInfo> ofDelegate(String url, Properties given) {
    try {
      DriverUrl read = DriverUrl.parse(url);
      if (read.isDemo()) {
        return List.of();
      }
      Driver driver =
          delegates.find(
              read.delegate(), settings(given, read.settings()).optional(Setting.DELEGATE_DRIVER));
      DriverPropertyInfo[] theirs =
          driver.getPropertyInfo(read.delegate(), ConnectionProperties.forDelegate(given));
      return theirs == null ? List.of() : Arrays.asList(theirs);
    } catch (SQLException | RuntimeException e) {
      return List.of();
    }
  }
}
