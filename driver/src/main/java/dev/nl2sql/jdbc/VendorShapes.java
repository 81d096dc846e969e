package dev.nl2sql.jdbc;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The shapes found so far, for all connections of a driver. They are held weakly on both sides, for
 * a shape holds classes of a real driver that may go before ours does; the connections that use
 * them hold them. Thread-safe.
 */
final class VendorShapes {
  private final Map<Class<?>, Map<Class<?>, WeakReference<VendorShape>>> known =
      new WeakHashMap<>();

  /** The shape of a class of ours for objects of a class of the real driver. */
  synchronized VendorShape of(Class<?> ours, Class<?> real, Class<?> type) {
    Map<Class<?>, WeakReference<VendorShape>> ofReal = known.get(real);
    if (ofReal == null) {
      ofReal = new HashMap<>();
      known.put(real, ofReal);
    }
    WeakReference<VendorShape> reference = ofReal.get(ours);
    VendorShape shape = reference == null ? null : reference.get();
    if (shape == null) {
      shape = VendorShape.of(ours, real, type);
      ofReal.put(ours, new WeakReference<>(shape));
    }
    return shape;
  }
}
