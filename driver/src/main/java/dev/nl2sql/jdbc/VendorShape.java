package dev.nl2sql.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What interfaces the real driver's objects of one class add to ours of one class. Thread-safe. */
final class VendorShape {
  private static final Class<?>[] NOTHING = {};

  private final Class<?> ours;
  private final Class<?> real;
  private final ClassLoader loader;
  private final Class<?>[] interfaces;

  /** Methods of the vendor that repeat one of JDBC, which ours then answers as well. */
  private final Map<Method, Method> repeated = new ConcurrentHashMap<>();

  /** Methods of the vendor that are no repetition. */
  private final Set<Method> additional = ConcurrentHashMap.newKeySet();

  private VendorShape(Class<?> ours, Class<?> real, ClassLoader loader, Class<?>[] interfaces) {
    this.ours = ours;
    this.real = real;
    this.loader = loader;
    this.interfaces = interfaces;
  }

  static VendorShape of(Class<?> ours, Class<?> real, Class<?> type) {
    Set<Class<?>> vendors = new LinkedHashSet<>();
    collect(real, ours, vendors);
    boolean adds = false;
    for (Class<?> vendor : vendors) {
      adds |= addsMethods(vendor, ours);
    }
    ClassLoader common = adds ? commonLoader(vendors, type) : null;
    if (common == null) {
      return new VendorShape(ours, real, null, NOTHING);
    }
    Set<Class<?>> all = new LinkedHashSet<>();
    all.add(type);
    for (Class<?> own : jdbcInterfaces(ours)) {
      if (Modifier.isPublic(own.getModifiers())) {
        all.add(own);
      }
    }
    all.addAll(vendors);
    return new VendorShape(ours, real, common, all.toArray(NOTHING));
  }

  boolean fits(Object ourObject, Object realObject) {
    return ours == ourObject.getClass() && real == realObject.getClass();
  }

  /** Our object, or a view of it that also has the real object's public interfaces. */
  <T> T view(T ourObject, Object realObject, Class<T> type, ConnectionGate gate) {
    return loader == null
        ? ourObject
        : type.cast(
            Proxy.newProxyInstance(
                loader, interfaces, new VendorView(ourObject, realObject, this, gate)));
  }

  /** Our method for one of the vendor that repeats JDBC; null if it does not. */
  Method own(Method vendors) {
    if (additional.contains(vendors)) {
      return null;
    }
    Method known = repeated.get(vendors);
    if (known == null) {
      known = find(vendors, ours);
      if (known == null) {
        additional.add(vendors);
      } else {
        repeated.put(vendors, known);
      }
    }
    return known;
  }

  private static boolean addsMethods(Class<?> vendor, Class<?> ours) {
    for (Method method : vendor.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers()) && find(method, ours) == null) {
        return true;
      }
    }
    return false;
  }

  private static Method find(Method vendors, Class<?> ours) {
    for (Class<?> type : jdbcInterfaces(ours)) {
      try {
        return type.getMethod(vendors.getName(), vendors.getParameterTypes());
      } catch (NoSuchMethodException e) {
        continue;
      }
    }
    return null;
  }

  private static Set<Class<?>> jdbcInterfaces(Class<?> type) {
    Set<Class<?>> found = new LinkedHashSet<>();
    for (Class<?> next = type; next != null; next = next.getSuperclass()) {
      for (Class<?> candidate : next.getInterfaces()) {
        found.add(candidate);
      }
    }
    return found;
  }

  private static void collect(Class<?> type, Class<?> ours, Set<Class<?>> found) {
    if (type == null) {
      return;
    }
    for (Class<?> candidate : type.getInterfaces()) {
      boolean visible =
          Modifier.isPublic(candidate.getModifiers())
              && !candidate.getPackageName().startsWith("java.")
              && candidate.getModule().isExported(candidate.getPackageName());
      if (visible && !candidate.isAssignableFrom(ours)) {
        found.add(candidate);
      }
      collect(candidate, ours, found);
    }
    collect(type.getSuperclass(), ours, found);
  }

  /** A class loader that sees the vendor's interfaces and ours, the driver's own first. */
  private static ClassLoader commonLoader(Set<Class<?>> vendors, Class<?> type) {
    ClassLoader own = VendorShape.class.getClassLoader();
    if (seesAll(own, vendors)) {
      return own;
    }
    ClassLoader other = vendors.iterator().next().getClassLoader();
    return other != null && sees(other, type) && seesAll(other, vendors) ? other : null;
  }

  private static boolean seesAll(ClassLoader loader, Set<Class<?>> types) {
    for (Class<?> type : types) {
      if (!sees(loader, type)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sees(ClassLoader loader, Class<?> type) {
    try {
      return Class.forName(type.getName(), false, loader) == type;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
