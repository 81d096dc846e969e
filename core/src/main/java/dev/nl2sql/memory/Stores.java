package dev.nl2sql.memory;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.execute.RealDataSource;
import dev.nl2sql.execute.SettingUrl;
import java.sql.SQLException;
import java.util.Optional;

/** Opens the store that the setting {@code store} names. */
final class Stores {
  private static final String FILE = "file";
  private static final String JDBC = "jdbc:";

  private Stores() {}

  /**
   * An open store.
   *
   * @param degraded why it is not the one wished for, or what was lost, if so
   */
  record Opened(MemoryStore store, Optional<String> degraded) {}

  /** Whether opening takes no time. */
  static boolean opensAtOnce(Settings settings) {
    String name = settings.text(Setting.STORE);
    return !name.startsWith(JDBC) && !name.startsWith(FILE);
  }

  /**
   * Opens the store; one that cannot be had now is replaced by memory, and that is told.
   *
   * @throws ConfigurationException if the setting is wrong
   */
  static Opened open(Settings settings, StoreConnections connections) {
    return open(settings.text(Setting.STORE), connections, new StoreSchema());
  }

  static Opened open(String name, StoreConnections connections, StoreSchema schema) {
    if (name.startsWith(JDBC)) {
      return database(SettingUrl.checked(Setting.STORE.propertyName(), name), connections, schema);
    }
    if (name.equals(FILE) || name.startsWith(FILE + ":")) {
      String location = name.substring(FILE.length()).replaceFirst("^:", "");
      return file(new StoreFile(location, connections, schema));
    }
    return new Opened(
        name.equals(NoStore.NAME) ? new NoStore() : new InMemoryStore(), Optional.empty());
  }

  private static Opened file(StoreFile file) {
    try {
      StoreFile.Opened opened = file.open();
      return new Opened(opened.store(), opened.note());
    } catch (StoreFile.UnusableException e) {
      return instead(e.getMessage());
    }
  }

  private static Opened database(String url, StoreConnections connections, StoreSchema schema) {
    String shown = url.replaceAll("(?s)[?;].*", "").replaceAll("//[^/@]*@", "//");
    try {
      return new Opened(
          JdbcStore.open(
              new RealDataSource(url, "", "", connections.real()),
              schema,
              JdbcStore.Keeping.NONE,
              "database " + shown),
          Optional.empty());
    } catch (SQLException e) {
      return instead("the store %s cannot be used (SQLState %s)".formatted(shown, state(e)));
    }
  }

  private static String state(SQLException failure) {
    String state = failure.getSQLState();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && e.getSQLState() != null) {
        state = e.getSQLState();
      }
    }
    return String.valueOf(state);
  }

  private static Opened instead(String reason) {
    return new Opened(
        new InMemoryStore(), Optional.of(reason + "; what is learned now is kept in memory only"));
  }
}
