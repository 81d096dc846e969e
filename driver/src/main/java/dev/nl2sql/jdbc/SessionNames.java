package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks the database for names our own words may collide with, and keeps the answer for a minute.
 * What cannot be asked counts as there, so that the statement stays the database's. Thread-safe.
 */
final class SessionNames implements InsideGrammar.KnownNames {
  private static final long FRESH_NANOS = Duration.ofSeconds(60).toNanos();

  private final Connection real;
  private final ConnectionGate gate;
  private final Map<String, Known> relations = new ConcurrentHashMap<>();
  private final Map<String, Known> functions = new ConcurrentHashMap<>();

  SessionNames(Connection real, ConnectionGate gate) {
    this.real = real;
    this.gate = gate;
  }

  private record Known(boolean there, long at) {
    boolean isFresh() {
      return System.nanoTime() - at < FRESH_NANOS;
    }
  }

  /** How the database is asked for a pattern. */
  private interface Listing {
    ResultSet of(DatabaseMetaData metadata, String pattern) throws SQLException;
  }

  @Override
  public boolean isRelation(String name) {
    return known(relations, name, (m, p) -> m.getTables(null, null, p, null));
  }

  @Override
  public boolean isFunction(String name) {
    return known(functions, name, (m, p) -> m.getFunctions(null, null, p));
  }

  @Override
  public void forget() {
    relations.clear();
    functions.clear();
  }

  private boolean known(Map<String, Known> kept, String name, Listing listing) {
    Known known = kept.get(name);
    if (known == null || !known.isFresh()) {
      known = new Known(isThere(name, listing), System.nanoTime());
      kept.put(name, known);
    }
    return known.there();
  }

  private boolean isThere(String name, Listing listing) {
    gate.enter();
    try {
      DatabaseMetaData metadata = real.getMetaData();
      for (String form : List.of(name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT))) {
        try (ResultSet rows = listing.of(metadata, form)) {
          if (rows.next()) {
            return true;
          }
        }
      }
      return false;
    } catch (SQLFeatureNotSupportedException e) {
      // A driver that lists no functions has none to be called as a table.
      return false;
    } catch (SQLException e) {
      return true;
    } finally {
      gate.leave();
    }
  }
}
