package dev.nl2sql.jdbc;

import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a class whose methods only pass calls on to the real object. The JDK's own proxies call by
 * reflection and take tens of milliseconds to make the first; this is neither, and has few classes
 * itself, for it is used while a program starts. Not thread-safe.
 */
final class ClassFile {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int JAVA_17 = 61;
  private static final int PUBLIC_FINAL_SYNTHETIC_SUPER = 0x1031;
  private static final int PUBLIC_SYNTHETIC = 0x1001;

  private static final int LOAD_THIS = 42;
  private static final int RETURN = 177;
  private static final int GET_FIELD = 180;
  private static final int INVOKE_VIRTUAL = 182;
  private static final int INVOKE_SPECIAL = 183;
  private static final int INVOKE_INTERFACE = 185;
  private static final int THROW = 191;
  private static final int CHECK_CAST = 192;
  private static final int SAME_LOCALS_ONE_ON_STACK = 247;
  private static final int OBJECT_ON_STACK = 7;

  private final Output pool = new Output();
  private final Map<String, Integer> constants = new HashMap<>();
  private final List<Output> methods = new ArrayList<>();
  private final String name;
  private final Class<?> parent;
  private final Class<?> owner;
  private final Class<?> realType;
  private final Set<Class<?>> interfaces;

  /**
   * @param name its full name with slashes
   * @param parent the class it extends
   * @param interfaces what it implements by itself
   * @param owner the class that has the fields {@code real} and {@code gate}
   * @param realType the type of the first of them
   */
  ClassFile(
      String name, Class<?> parent, Set<Class<?>> interfaces, Class<?> owner, Class<?> realType) {
    this.name = name;
    this.parent = parent;
    this.interfaces = new LinkedHashSet<>(interfaces);
    this.owner = owner;
    this.realType = realType;
  }

  /** A constructor that hands all to one of the parent. */
  void constructor(MethodType type) {
    Output code = new Output();
    code.u1(LOAD_THIS);
    int size = 1 + loads(code, type);
    code.u1(INVOKE_SPECIAL).u2(method(10, parent, "<init>", type));
    code.u1(RETURN);
    add("<init>", type, code, size, size, 0, 0, 0);
  }

  /** A method that is another one of the parent, whose result is of a wider type. */
  void sameAs(String method, MethodType type, MethodType parents) {
    Output code = new Output();
    code.u1(LOAD_THIS);
    int size = 1 + loads(code, type);
    code.u1(INVOKE_VIRTUAL).u2(method(10, parent, method, parents));
    if (!type.returnType().isPrimitive()) {
      code.u1(CHECK_CAST).u2(type(type.returnType()));
    }
    code.u1(returning(type));
    add(method, type, code, Math.max(size, 2), size, 0, 0, 0);
  }

  /** A method that is the one of the real object. */
  void passedOn(Class<?> vendor, String method, MethodType type) {
    Output code = new Output();
    int size = call(code, vendor, method, type);
    code.u1(returning(type));
    add(method, type, code, Math.max(size, 2), size, 0, 0, 0);
  }

  /** The same through the gate, which is left whatever happens. */
  void passedThroughGate(Class<?> vendor, String method, MethodType type) {
    Output code = new Output();
    step(code, "enter");
    int start = code.size();
    int size = call(code, vendor, method, type);
    int end = code.size();
    step(code, "leave");
    code.u1(returning(type));
    int handler = code.size();
    step(code, "leave");
    code.u1(THROW);
    add(method, type, code, Math.max(size, 3), size, start, end, handler);
  }

  /** The class as the JVM reads it. */
  byte[] bytes() {
    Output body = new Output();
    body.u2(PUBLIC_FINAL_SYNTHETIC_SUPER).u2(type(name)).u2(type(parent));
    body.u2(interfaces.size());
    for (Class<?> each : interfaces) {
      body.u2(type(each));
    }
    body.u2(0);
    body.u2(methods.size());
    for (Output method : methods) {
      body.all(method);
    }
    body.u2(0);
    Output file = new Output();
    file.u4(MAGIC).u2(0).u2(JAVA_17);
    file.u2(constants.size() + 1).all(pool).all(body);
    return file.toBytes();
  }

  private void step(Output code, String method) {
    code.u1(LOAD_THIS);
    code.u1(GET_FIELD).u2(field("gate", ConnectionGate.class));
    code.u1(INVOKE_VIRTUAL);
    code.u2(method(10, ConnectionGate.class, method, MethodType.methodType(void.class)));
  }

  private int call(Output code, Class<?> vendor, String method, MethodType type) {
    code.u1(LOAD_THIS);
    code.u1(GET_FIELD).u2(field("real", realType));
    code.u1(CHECK_CAST).u2(type(vendor));
    int size = 1 + loads(code, type);
    code.u1(INVOKE_INTERFACE).u2(method(11, vendor, method, type)).u1(size).u1(0);
    return size;
  }

  /** Loads all parameters; how many places they take. */
  private static int loads(Output code, MethodType type) {
    int place = 1;
    for (Class<?> parameter : type.parameterList()) {
      code.u1(loading(parameter)).u1(place);
      place += isWide(parameter) ? 2 : 1;
    }
    return place - 1;
  }

  private static boolean isWide(Class<?> type) {
    return type == long.class || type == double.class;
  }

  private static int loading(Class<?> type) {
    return 21 + kind(type);
  }

  private static int returning(MethodType type) {
    return type.returnType() == void.class ? RETURN : 172 + kind(type.returnType());
  }

  /** int, long, float, double, reference: the order of the JVM's instructions. */
  private static int kind(Class<?> type) {
    if (!type.isPrimitive()) {
      return 4;
    }
    if (type == long.class) {
      return 1;
    }
    if (type == float.class) {
      return 2;
    }
    return type == double.class ? 3 : 0;
  }

  /**
   * @param handler where what was thrown between start and end is handled; 0 if nowhere
   */
  private void add(
      String method,
      MethodType type,
      Output code,
      int stack,
      int locals,
      int start,
      int end,
      int handler) {
    Output attribute = new Output();
    attribute.u2(stack).u2(locals);
    attribute.u4(code.size()).all(code);
    if (handler == 0) {
      attribute.u2(0).u2(0);
    } else {
      attribute.u2(1).u2(start).u2(end).u2(handler).u2(0);
      Output frames = new Output();
      frames.u2(1).u1(SAME_LOCALS_ONE_ON_STACK).u2(handler);
      frames.u1(OBJECT_ON_STACK).u2(type(Throwable.class));
      attribute.u2(1).u2(text("StackMapTable")).u4(frames.size()).all(frames);
    }
    Output whole = new Output();
    whole.u2(PUBLIC_SYNTHETIC).u2(text(method)).u2(text(type.toMethodDescriptorString()));
    whole.u2(1).u2(text("Code")).u4(attribute.size()).all(attribute);
    methods.add(whole);
  }

  private int field(String field, Class<?> type) {
    return member(9, slashed(owner), field, type.descriptorString());
  }

  private int method(int tag, Class<?> of, String method, MethodType type) {
    return member(tag, slashed(of), method, type.toMethodDescriptorString());
  }

  private int member(int tag, String slashed, String member, String descriptor) {
    int of = type(slashed);
    int memberText = text(member);
    int descriptorText = text(descriptor);
    int named =
        constant(
            "nameAndType " + member + descriptor,
            new Output().u1(12).u2(memberText).u2(descriptorText));
    return constant(
        tag + " " + slashed + "." + member + descriptor, new Output().u1(tag).u2(of).u2(named));
  }

  private int type(Class<?> type) {
    return type(type.isArray() ? type.descriptorString() : slashed(type));
  }

  private int type(String slashed) {
    int named = text(slashed);
    return constant("class " + slashed, new Output().u1(7).u2(named));
  }

  private int text(String text) {
    return constant("text " + text, new Output().u1(1).text(text));
  }

  private int constant(String key, Output entry) {
    Integer known = constants.get(key);
    if (known != null) {
      return known;
    }
    pool.all(entry);
    constants.put(key, constants.size() + 1);
    return constants.size();
  }

  private static String slashed(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** Bytes in the order of the class file. */
  private static final class Output {
    private byte[] bytes = new byte[64];
    private int size;

    Output u1(int value) {
      makeRoom(1);
      bytes[size] = (byte) value;
      size++;
      return this;
    }

    private void makeRoom(int more) {
      if (size + more > bytes.length) {
        bytes = Arrays.copyOf(bytes, (size + more) * 2);
      }
    }

    Output u2(int value) {
      return u1(value >> 8).u1(value);
    }

    Output u4(int value) {
      return u2(value >> 16).u2(value);
    }

    /** With its length. Only ASCII, for which the JVM's own form of UTF-8 is the usual one. */
    Output text(String value) {
      byte[] ascii = value.getBytes(StandardCharsets.ISO_8859_1);
      if (!value.equals(new String(ascii, StandardCharsets.US_ASCII)) || value.indexOf(0) >= 0) {
        throw new LinkageError("a name that is not ASCII: " + value);
      }
      return u2(ascii.length).all(ascii, ascii.length);
    }

    Output all(Output other) {
      return all(other.bytes, other.size);
    }

    private Output all(byte[] other, int length) {
      makeRoom(length);
      System.arraycopy(other, 0, bytes, size, length);
      size += length;
      return this;
    }

    int size() {
      return size;
    }

    byte[] toBytes() {
      return Arrays.copyOf(bytes, size);
    }
  }
}
