package dev.nl2sql.jdbc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.TypeDescriptor;
import java.lang.runtime.ObjectMethods;
import java.util.List;

/**
 * Frees the record class that was compared last. The JDK makes {@code equals} and {@code hashCode}
 * of records out of three method handles of its own, and each keeps the last conversion it was
 * asked for, with the classes in it (JDK-8078641): a driver's record kept the driver's whole class
 * loader.
 */
final class RecordClasses {
  private RecordClasses() {}

  /** Puts classes of the JDK in the place of ours. */
  static void forgetLast() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      MethodHandle part =
          lookup.findVirtual(String.class, "trim", MethodType.methodType(String.class));
      make(lookup, part, "equals", boolean.class, List.of(String.class, Object.class));
      make(lookup, part, "hashCode", int.class, List.of(String.class));
    } catch (Throwable e) {
      // a JDK that makes no such methods for a text keeps nothing either
      if (e instanceof VirtualMachineError fatal) {
        throw fatal;
      }
    }
  }

  private static void make(
      MethodHandles.Lookup lookup,
      MethodHandle part,
      String method,
      Class<?> result,
      List<Class<?>> parameters)
      throws Throwable {
    TypeDescriptor type = MethodType.methodType(result, parameters);
    ObjectMethods.bootstrap(lookup, method, type, String.class, "text", part);
  }
}
