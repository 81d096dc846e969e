package dev.nl2sql.memory;

import dev.nl2sql.execute.RealConnections;
import java.util.Objects;

/**
 * How a store reaches its database.
 *
 * @param embedded opens the embedded database of the file store
 * @param real opens the real driver of a JDBC URL
 */
public record StoreConnections(RealConnections embedded, RealConnections real) {
  public StoreConnections {
    Objects.requireNonNull(embedded);
    Objects.requireNonNull(real);
  }

  /** One way for both. */
  public static StoreConnections of(RealConnections connections) {
    return new StoreConnections(connections, connections);
  }
}
