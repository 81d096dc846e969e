package dev.nl2sql.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Adds the public interfaces of the real driver to one of our objects, so that {@code
 * (PGConnection) connection} keeps working: JDBC calls go to our object, all others to the real
 * one.
 */
final class VendorView implements InvocationHandler {
  private final Object ours;
  private final Object real;
  private final ConnectionGate gate;

  private VendorView(Object ours, Object real, ConnectionGate gate) {
    this.ours = ours;
    this.real = real;
    this.gate = gate;
  }

  /** Our object, or a view of it that also has the real object's public interfaces. */
  static <T> T of(T ours, Object real, Class<T> type, ConnectionGate gate) {
    ClassLoader own = VendorView.class.getClassLoader();
    Set<Class<?>> vendors = new LinkedHashSet<>();
    collect(real.getClass(), ours.getClass(), vendors);
    if (vendors.isEmpty()) {
      return ours;
    }
    ClassLoader common = commonLoader(own, vendors, type);
    if (common == null) {
      return ours;
    }
    Set<Class<?>> all = new LinkedHashSet<>();
    all.add(type);
    jdbcInterfaces(ours.getClass()).stream()
        .filter(t -> Modifier.isPublic(t.getModifiers()))
        .forEach(all::add);
    all.addAll(vendors);
    Class<?>[] interfaces = all.toArray(Class<?>[]::new);
    return type.cast(Proxy.newProxyInstance(common, interfaces, new VendorView(ours, real, gate)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        default -> ours.toString();
      };
    }
    try {
      Method own = ownMethod(method);
      if (own != null) {
        return own.invoke(ours, arguments);
      }
      return method.getName().startsWith("cancel")
          ? method.invoke(real, arguments)
          : coordinated(method, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object coordinated(Method method, Object[] arguments)
      throws IllegalAccessException, InvocationTargetException {
    gate.enter();
    try {
      return method.invoke(real, arguments);
    } finally {
      gate.leave();
    }
  }

  /** A vendor's interface may repeat a method of JDBC; ours answers it then as well. */
  private Method ownMethod(Method method) {
    if (method.getDeclaringClass().isInstance(ours)) {
      return method;
    }
    for (Class<?> type : jdbcInterfaces(ours.getClass())) {
      try {
        return type.getMethod(method.getName(), method.getParameterTypes());
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

  private static ClassLoader commonLoader(ClassLoader own, Set<Class<?>> vendors, Class<?> type) {
    if (vendors.stream().allMatch(v -> sees(own, v))) {
      return own;
    }
    ClassLoader other = vendors.iterator().next().getClassLoader();
    boolean seesAll =
        other != null && sees(other, type) && vendors.stream().allMatch(v -> sees(other, v));
    return seesAll ? other : null;
  }

  private static boolean sees(ClassLoader loader, Class<?> type) {
    try {
      return Class.forName(type.getName(), false, loader) == type;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
