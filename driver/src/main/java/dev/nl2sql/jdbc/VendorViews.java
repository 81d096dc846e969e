package dev.nl2sql.jdbc;

import java.util.Arrays;

/**
 * The views of one connection's objects, so that {@code (PGConnection) connection} keeps working.
 * What a class of the real driver adds is found out once a connection, not once a statement; it is
 * kept nowhere else, for that would hold the real driver's class loader. Thread-safe.
 */
final class VendorViews {
  private static final VendorShape[] NONE = {};

  private final ConnectionGate gate;
  private volatile VendorShape[] shapes = NONE;

  VendorViews(ConnectionGate gate) {
    this.gate = gate;
  }

  /** Our object, or a view of it that also has the real object's public interfaces. */
  <T> T of(T ours, Object real, Class<T> type) {
    for (VendorShape shape : shapes) {
      if (shape.fits(ours, real)) {
        return shape.view(ours, real, type, gate);
      }
    }
    VendorShape found = VendorShape.of(ours.getClass(), real.getClass(), type);
    synchronized (this) {
      VendorShape[] more = Arrays.copyOf(shapes, shapes.length + 1);
      more[more.length - 1] = found;
      shapes = more;
    }
    return found.view(ours, real, type, gate);
  }
}
