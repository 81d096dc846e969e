package dev.nl2sql.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * One of our objects with the public interfaces of the real driver added: JDBC calls go to our
 * object, all others to the real one.
 */
final class VendorView implements InvocationHandler {
  private final Object ours;
  private final Object real;
  private final VendorShape shape;
  private final ConnectionGate gate;

  VendorView(Object ours, Object real, VendorShape shape, ConnectionGate gate) {
    this.ours = ours;
    this.real = real;
    this.shape = shape;
    this.gate = gate;
  }

  /** The object to hand out. Here, so that no proxy is loaded where none is made. */
  static Object proxy(ClassLoader loader, Class<?>[] interfaces, VendorView view) {
    return Proxy.newProxyInstance(loader, interfaces, view);
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
      if (method.getDeclaringClass().isInstance(ours)) {
        return method.invoke(ours, arguments);
      }
      Method own = shape.own(method);
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
}
