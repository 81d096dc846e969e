package dev.nl2sql.jdbc;

import java.util.Arrays;

/**
 * The objects of one connection with the interfaces of the real driver's, so that {@code
 * (PGConnection) connection} keeps working. Thread-safe.
 */
final class VendorViews {
  private static final VendorShape[] NONE = {};

  private final VendorShapes all;
  private final ConnectionGate gate;
  private volatile VendorShape[] shapes = NONE;

  VendorViews(VendorShapes all, ConnectionGate gate) {
    this.all = all;
    this.gate = gate;
  }

  /**
   * How objects of our class are made for the real one.
   *
   * @param type what the caller must be able to hold them as
   */
  VendorShape shape(Class<?> ours, Object real, Class<?> type) {
    for (VendorShape shape : shapes) {
      if (shape.fits(ours, real.getClass())) {
        return shape;
      }
    }
    VendorShape found = all.of(ours, real.getClass(), type);
    synchronized (this) {
      VendorShape[] more = Arrays.copyOf(shapes, shapes.length + 1);
      more[more.length - 1] = found;
      shapes = more;
    }
    return found;
  }

  /** Our object, or a view in front of it if it has not the vendor's interfaces itself. */
  <T> T of(T ours, Object real, Class<T> type) {
    return ours.getClass().isHidden()
        ? ours
        : shape(ours.getClass(), real, type).view(ours, real, type, gate);
  }
}
