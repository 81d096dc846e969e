package dev.nl2sql.jdbc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What interfaces the real driver's objects of one class add to ours of one class. Where our class
 * loader sees them, a class of ours is made that has them as well; else a view stands in front of
 * our object, in the real driver's class loader. Thread-safe.
 */
final class VendorShape {
  private static final Class<?>[] NOTHING = {};

  private final Class<?> ours;
  private final Class<?> real;
  private final Optional<Constructor<?>> made;
  private final ClassLoader viewLoader;
  private final Class<?>[] viewed;

  /** Methods of the vendor that repeat one of JDBC, which ours then answers as well. */
  private final Map<Method, Method> repeated = new ConcurrentHashMap<>();

  /** Methods of the vendor that are no repetition. */
  private final Set<Method> additional = ConcurrentHashMap.newKeySet();

  private VendorShape(
      Class<?> ours,
      Class<?> real,
      Optional<Constructor<?>> made,
      ClassLoader viewLoader,
      Class<?>[] viewed) {
    this.ours = ours;
    this.real = real;
    this.made = made;
    this.viewLoader = viewLoader;
    this.viewed = viewed;
  }

  /**
   * @param ours a class with one constructor
   * @param type what the caller must be able to hold it as
   */
  static VendorShape of(Class<?> ours, Class<?> real, Class<?> type) {
    Set<Class<?>> vendors = new LinkedHashSet<>();
    collect(real, ours, vendors);
    if (vendors.isEmpty()) {
      return new VendorShape(ours, real, Optional.empty(), null, NOTHING);
    }
    Optional<Constructor<?>> made =
        seesAll(VendorShape.class.getClassLoader(), vendors)
            ? make(ours, vendors)
            : Optional.empty();
    ClassLoader loader = made.isPresent() ? null : commonLoader(vendors, type);
    if (loader == null) {
      return new VendorShape(ours, real, made, null, NOTHING);
    }
    Set<Class<?>> all = new LinkedHashSet<>();
    all.add(type);
    for (Class<?> own : jdbcInterfaces(ours)) {
      if (Modifier.isPublic(own.getModifiers())) {
        all.add(own);
      }
    }
    all.addAll(vendors);
    return new VendorShape(ours, real, Optional.empty(), loader, all.toArray(NOTHING));
  }

  boolean fits(Class<?> ourClass, Class<?> realClass) {
    return ours == ourClass && real == realClass;
  }

  /** Whether {@link #make} gives objects that have the vendor's interfaces. */
  boolean isMade() {
    return made.isPresent();
  }

  /** One of our objects that has the vendor's interfaces. */
  Object make(Object... arguments) {
    try {
      return made.orElseThrow().newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Our object, or a view of it that also has the real object's public interfaces. */
  <T> T view(T ourObject, Object realObject, Class<T> type, ConnectionGate gate) {
    return viewLoader == null
        ? ourObject
        : type.cast(
            VendorView.proxy(
                viewLoader, viewed, new VendorView(ourObject, realObject, this, gate)));
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

  /** A class of ours with the vendor's interfaces; empty if there can be none. */
  private static Optional<Constructor<?>> make(Class<?> ours, Set<Class<?>> vendors) {
    try {
      byte[] written = write(ours, vendors);
      Class<?> made = MethodHandles.lookup().defineHiddenClass(written, false).lookupClass();
      return Optional.of(made.getDeclaredConstructors()[0]);
    } catch (IllegalAccessException | LinkageError e) {
      // A name of the vendor's is one of our own for inner use, which are all final.
      return Optional.empty();
    }
  }

  private static byte[] write(Class<?> ours, Set<Class<?>> vendors) {
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    for (Class<?> own : jdbcInterfaces(ours)) {
      interfaces.add(own);
    }
    interfaces.addAll(vendors);
    Class<?> root = root(ours);
    ClassFile file =
        new ClassFile(
            ours.getName().replace('.', '/') + "OfVendor", ours, interfaces, root, realType(root));
    Constructor<?> constructor = ours.getDeclaredConstructors()[0];
    file.constructor(MethodType.methodType(void.class, constructor.getParameterTypes()));
    Set<String> written = new HashSet<>();
    for (Class<?> vendor : vendors) {
      for (Method method : vendor.getMethods()) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        boolean wanted =
            !Modifier.isStatic(method.getModifiers())
                && !method.getDeclaringClass().isAssignableFrom(ours)
                && !isOfEveryObject(method)
                && written.add(method.getName() + type.toMethodDescriptorString());
        if (wanted) {
          write(file, ours, vendor, method, type);
        }
      }
    }
    return file.bytes();
  }

  private static boolean isOfEveryObject(Method method) {
    try {
      return Modifier.isPublic(
          Object.class
              .getDeclaredMethod(method.getName(), method.getParameterTypes())
              .getModifiers());
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static void write(
      ClassFile file, Class<?> ours, Class<?> vendor, Method method, MethodType type) {
    String name = method.getName();
    Method own = find(method, ours);
    if (own != null) {
      if (own.getReturnType() != method.getReturnType()) {
        file.sameAs(name, type, type.changeReturnType(own.getReturnType()));
      }
      return;
    }
    if (name.startsWith("cancel")) {
      file.passedOn(vendor, name, type);
    } else {
      file.passedThroughGate(vendor, name, type);
    }
  }

  /** The one that has the fields; asking another for a field loads the types of all its own. */
  private static Class<?> root(Class<?> ours) {
    Class<?> root = ours;
    while (root.getSuperclass() != Object.class) {
      root = root.getSuperclass();
    }
    return root;
  }

  private static Class<?> realType(Class<?> root) {
    try {
      return root.getDeclaredField("real").getType();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(root + " has no field real", e);
    }
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
