package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the real driver of a URL: by the class name given, among the services of our own class
 * loader, by known class names, with the thread's class loader, and at last in the DriverManager.
 *
 * <p>Remembers the last driver of our own class loader, for reading all services costs many times
 * what a connection to a database in memory does. A driver of another class loader is looked for
 * anew: it belongs to the thread that asks, and may go before we do. Thread-safe.
 */
final class DelegateFinder {
  private static final String NOT_CONNECTED = "08001";

  /** URL and driver. */
  private volatile Map.Entry<String, Driver> last;

  /**
   * The driver that accepts the URL.
   *
   * @throws SQLException if none does; it lists what was tried
   * @throws ConfigurationException if the class named is none of a driver
   */
  Driver find(String url, Optional<String> className) throws SQLException {
    if (className.isPresent()) {
      return named(className.get());
    }
    Map.Entry<String, Driver> known = last;
    if (known != null && known.getKey().equals(url)) {
      return known.getValue();
    }
    List<String> tried = new ArrayList<>();
    ClassLoader own = DelegateFinder.class.getClassLoader();
    Optional<Driver> found = of(own, "driver", url, tried);
    if (found.isPresent()) {
      last = Map.entry(url, found.get());
      return found.get();
    }
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null && context != own) {
      found = of(context, "thread", url, tried);
    }
    if (found.isEmpty()) {
      found = registered(url, tried);
    }
    if (found.isEmpty()) {
      throw notFound(url, tried);
    }
    return found.get();
  }

  /** Forgets what was found. */
  void forget() {
    last = null;
  }

  private static Driver named(String className) {
    for (ClassLoader loader : loaders()) {
      try {
        Class<?> type = Class.forName(className, false, loader);
        if (!Driver.class.isAssignableFrom(type)) {
          throw new ConfigurationException(
              "delegate.driver: " + className + " is not a java.sql.Driver");
        }
        return type.asSubclass(Driver.class).getConstructor().newInstance();
      } catch (ClassNotFoundException e) {
        continue;
      } catch (ReflectiveOperationException | LinkageError e) {
        throw new ConfigurationException(
            "delegate.driver: " + className + " cannot be made: " + e, e);
      }
    }
    throw new ConfigurationException(
        "delegate.driver: there is no class " + className + " beside the driver");
  }

  private static List<ClassLoader> loaders() {
    List<ClassLoader> loaders = new ArrayList<>();
    loaders.add(DelegateFinder.class.getClassLoader());
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null) {
      loaders.add(context);
    }
    return loaders;
  }

  /** A driver among the services of a class loader, else by the class name known for the URL. */
  private static Optional<Driver> of(
      ClassLoader loader, String owner, String url, List<String> tried) {
    Optional<Driver> found = services(loader, owner, url, tried);
    return found.isPresent() ? found : known(loader, url, tried);
  }

  private static Optional<Driver> services(
      ClassLoader loader, String owner, String url, List<String> tried) {
    List<String> seen = new ArrayList<>();
    Iterator<Driver> drivers = ServiceLoader.load(Driver.class, loader).iterator();
    while (true) {
      try {
        if (!drivers.hasNext()) {
          break;
        }
        Driver driver = drivers.next();
        if (accepts(driver, url)) {
          return Optional.of(driver);
        }
        seen.add(driver.getClass().getName());
      } catch (ServiceConfigurationError | LinkageError e) {
        seen.add("a driver that does not load: " + e.getMessage());
      }
    }
    tried.add("services of the " + owner + "'s class loader " + seen);
    return Optional.empty();
  }

  private static Optional<Driver> known(ClassLoader loader, String url, List<String> tried) {
    String className = Known.className(url);
    if (className.isEmpty()) {
      return Optional.empty();
    }
    try {
      Class<?> type = Class.forName(className, false, loader);
      Driver driver = type.asSubclass(Driver.class).getConstructor().newInstance();
      return accepts(driver, url) ? Optional.of(driver) : Optional.empty();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      tried.add("class " + className);
      return Optional.empty();
    }
  }

  private static Optional<Driver> registered(String url, List<String> tried) {
    List<Driver> drivers = Collections.list(DriverManager.getDrivers());
    Optional<Driver> found = drivers.stream().filter(d -> accepts(d, url)).findFirst();
    tried.add("DriverManager " + drivers.stream().map(d -> d.getClass().getName()).toList());
    return found;
  }

  private static boolean accepts(Driver driver, String url) {
    try {
      return !driver.getClass().getName().equals(Nl2SqlDriver.class.getName())
          && driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }

  private static SQLException notFound(String url, List<String> tried) {
    String kind = url.replaceFirst("^(jdbc:[A-Za-z0-9_.+-]*).*", "$1").split("\\n", -1)[0];
    return new SQLNonTransientConnectionException(
        Conditions.TAG
            + "no driver for "
            + kind
            + ": put its jar beside this one or name its class by nl2sql.delegate.driver. Tried: "
            + tried.stream().collect(Collectors.joining("; ")),
        NOT_CONNECTED,
        dev.nl2sql.Condition.BAD_CONFIGURATION.vendorCode());
  }

  /** Read only when no service accepts the URL. */
  private static final class Known {
    static final Map<String, String> DRIVERS = knownDrivers();

    static String className(String url) {
      return DRIVERS.entrySet().stream()
          .filter(e -> url.startsWith(e.getKey()))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse("");
    }
  }

  private static Map<String, String> knownDrivers() {
    try (java.io.InputStream stream =
        DelegateFinder.class.getResourceAsStream("known-drivers.properties")) {
      java.util.Properties names = new java.util.Properties();
      names.load(stream);
      Map<String, String> known = new TreeMap<>();
      names.forEach((kind, name) -> known.put("jdbc:" + kind + ":", name.toString()));
      return known;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
