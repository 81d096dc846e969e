package dev.nl2sql.catalog;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a session says about itself, in one round trip where the engine allows it. */
public final class SessionReader {
  private static final String POSTGRESQL =
      "SELECT current_user, array_to_string(current_schemas(false), chr(31)),"
          + " current_setting('TimeZone'), current_date";
  private static final String H2 =
      "SELECT CURRENT_USER, CURRENT_SCHEMA, VALUE_ZONE, CURRENT_DATE FROM"
          + " (SELECT SETTING_VALUE AS VALUE_ZONE FROM INFORMATION_SCHEMA.SETTINGS"
          + " WHERE SETTING_NAME = 'TIME ZONE') Z";
  private static final String MARIADB =
      "SELECT CURRENT_USER(), DATABASE(), IF(@@session.time_zone = 'SYSTEM', @@system_time_zone,"
          + " @@session.time_zone), CURRENT_DATE";
  private static final String DUCKDB =
      "SELECT current_user, current_schema(), current_setting('TimeZone'), current_date";

  private SessionReader() {}

  /** Reads the facts of the session behind the connection. */
  public static SessionFacts read(Connection connection) throws SQLException {
    DatabaseMetaData metadata = connection.getMetaData();
    String product = metadata.getDatabaseProductName();
    String version = metadata.getDatabaseProductVersion();
    Optional<String> query = query(product, version);
    if (query.isEmpty()) {
      return generic(connection, metadata, product, version);
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query.get())) {
      rows.next();
      return new SessionFacts(
          product,
          version,
          rows.getString(1),
          path(rows.getString(2)),
          zone(rows.getString(3)),
          rows.getObject(4, LocalDate.class));
    }
  }

  private static Optional<String> query(String product, String version) {
    return switch (product) {
      case "PostgreSQL" -> Optional.of(POSTGRESQL);
      // Older versions keep their settings elsewhere.
      case "H2" -> version.startsWith("1.") ? Optional.empty() : Optional.of(H2);
      case "MariaDB", "MySQL" -> Optional.of(MARIADB);
      case "DuckDB" -> Optional.of(DUCKDB);
      default -> Optional.empty();
    };
  }

  private static SessionFacts generic(
      Connection connection, DatabaseMetaData metadata, String product, String version)
      throws SQLException {
    String schema = Optional.ofNullable(connection.getSchema()).orElse("");
    String database = Optional.ofNullable(connection.getCatalog()).orElse("");
    String place = metadata.supportsSchemasInTableDefinitions() ? schema : database;
    return new SessionFacts(
        product,
        version,
        Optional.ofNullable(metadata.getUserName()).orElse(""),
        place.isEmpty() ? List.of() : List.of(place),
        ZoneId.systemDefault(),
        LocalDate.now(ZoneId.systemDefault()));
  }

  private static List<String> path(String joined) {
    List<String> path = new ArrayList<>();
    if (joined != null) {
      for (String schema : joined.split("\u001f", -1)) {
        if (!schema.isEmpty()) {
          path.add(schema);
        }
      }
    }
    return path;
  }

  private static ZoneId zone(String name) {
    try {
      return name == null ? ZoneId.systemDefault() : ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneId.systemDefault();
    }
  }
}
