package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.nl2sql.Settings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every method of the wrapped interfaces is declared by us and arrives at the real object. */
class ForwardingTest {
  /** A wrapped kind of object. */
  private record Kind(Class<?> type, List<Class<?>> ours) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(Connection.class, List.of(WrappedConnection.class)),
          new Kind(Statement.class, List.of(QuestionStatement.class)),
          new Kind(
              PreparedStatement.class,
              List.of(WrappedPreparedStatement.class, QuestionPreparedStatement.class)),
          new Kind(CallableStatement.class, List.of(WrappedCallableStatement.class)),
          new Kind(
              ResultSet.class,
              List.of(WrappedResultSet.class, LimitedResultSet.class, RowTableResultSet.class)),
          new Kind(DatabaseMetaData.class, List.of(WrappedDatabaseMetaData.class)));

  /** What our objects answer themselves, tested elsewhere. */
  private static final Set<String> OWN =
      Set.of("unwrap", "isWrapperFor", "getConnection", "getStatement", "toString");

  @TestFactory
  Stream<DynamicTest> everyMethodIsDeclaredByUs() {
    return KINDS.stream()
        .flatMap(k -> k.ours().stream().map(o -> Map.entry(k.type(), o)))
        .map(
            pair ->
                DynamicTest.dynamicTest(
                    pair.getValue().getSimpleName(),
                    () -> assertThat(missing(pair.getKey(), pair.getValue())).isEmpty()));
  }

  private static List<String> missing(Class<?> type, Class<?> ours) {
    List<String> missing = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      try {
        Method found = ours.getMethod(method.getName(), method.getParameterTypes());
        if (!found.getDeclaringClass().getPackageName().startsWith("dev.nl2sql.")) {
          missing.add(method.toString());
        }
      } catch (NoSuchMethodException e) {
        missing.add(method.toString());
      }
    }
    return missing;
  }

  @TestFactory
  Stream<DynamicTest> everyCallArrivesWithItsArgumentsAndItsResult() {
    return KINDS.stream()
        .map(Kind::type)
        .flatMap(
            type ->
                Arrays.stream(type.getMethods())
                    .filter(m -> !Modifier.isStatic(m.getModifiers()))
                    .filter(m -> !OWN.contains(m.getName()))
                    .map(
                        m ->
                            DynamicTest.dynamicTest(
                                type.getSimpleName() + "." + m.getName() + parameters(m),
                                () -> arrives(type, m))));
  }

  private static String parameters(Method method) {
    return Arrays.toString(method.getParameterTypes());
  }

  private static void arrives(Class<?> type, Method method) throws Exception {
    Recorder recorder = new Recorder();
    Object wrapped = wrap(type, recorder.stub(type));
    recorder.calls.clear();
    Object[] arguments = arguments(method);

    Object result = method.invoke(wrapped, arguments);

    Recorder.Call call = recorder.only(method);
    for (int i = 0; i < arguments.length; i++) {
      same(method.getParameterTypes()[i], call.arguments()[i], arguments[i]);
    }
    same(method.getReturnType(), real(result), call.result());

    SQLException theirs = new SQLException("theirs", "XX000", 7);
    recorder.failure = theirs;
    if (Arrays.asList(method.getExceptionTypes()).contains(SQLException.class)) {
      try {
        method.invoke(wrap(type, recorder.stub(type)), arguments);
        fail("no exception from " + method);
      } catch (InvocationTargetException e) {
        assertThat(e.getCause()).isSameAs(theirs);
      }
    }
  }

  private static void same(Class<?> type, Object actual, Object expected) {
    boolean same = type.isPrimitive() ? Objects.equals(actual, expected) : actual == expected;
    assertThat(same).as("%s instead of %s", actual, expected).isTrue();
  }

  /** The real object behind a result that is wrapped for its identity. */
  private static Object real(Object result) {
    if (result instanceof ForwardingResultSet wrapped) {
      return wrapped.real;
    }
    if (result instanceof ForwardingDatabaseMetaData wrapped) {
      return wrapped.real;
    }
    return result instanceof ForwardingStatement<?> wrapped ? wrapped.real : result;
  }

  private static Object wrap(Class<?> type, Object real) throws SQLException {
    Connection stub = new Recorder().stub(Connection.class);
    Delay never =
        new Delay() {
          @Override
          public Scheduled after(Duration time, Runnable action) {
            return () -> {};
          }

          @Override
          public void stop() {}
        };
    ConnectionGate gate = new ConnectionGate();
    Connection inner = type == Connection.class ? (Connection) real : stub;
    EngineRegistry registry = new EngineRegistry(s -> new ScriptedEngine(), Duration.ZERO, never);
    Settings settings = Settings.defaults();
    ConnectionQuestions questions =
        new ConnectionQuestions(
            inner, gate, settings, registry.lease(new EngineRegistry.Key("", "", settings)), never);
    WrappedConnection connection =
        new WrappedConnection(
            inner,
            gate,
            new SessionGrammar(List.of("ASK"), "", inner, gate),
            questions,
            new VendorViews(new VendorShapes(), gate));
    if (type == Connection.class) {
      return connection;
    }
    if (type == Statement.class) {
      return new QuestionStatement<>((Statement) real, connection);
    }
    if (type == PreparedStatement.class) {
      return new WrappedPreparedStatement<>((PreparedStatement) real, connection, "SELECT 1");
    }
    if (type == CallableStatement.class) {
      return new WrappedCallableStatement((CallableStatement) real, connection, "CALL x()");
    }
    if (type == ResultSet.class) {
      return new WrappedResultSet((ResultSet) real, null, gate);
    }
    return new WrappedDatabaseMetaData((DatabaseMetaData) real, connection);
  }

  private static Object[] arguments(Method method) {
    return Arrays.stream(method.getParameterTypes()).map(Recorder::value).toArray();
  }

  /** A real object that writes down what it is called with. */
  private static final class Recorder {
    record Call(String method, Object[] arguments, Object result) {}

    final List<Call> calls = new ArrayList<>();
    SQLException failure;

    <T> T stub(Class<T> type) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader() == null
                  ? Recorder.class.getClassLoader()
                  : type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "stub";
                  };
                }
                if (failure != null) {
                  throw failure;
                }
                Object result = value(method.getReturnType());
                calls.add(
                    new Call(
                        method.getName(), arguments == null ? new Object[0] : arguments, result));
                return result;
              }));
    }

    Call only(Method method) {
      List<Call> found = calls.stream().filter(c -> c.method().equals(method.getName())).toList();
      assertThat(found).as("calls that arrived: %s", calls).hasSize(1);
      return found.get(0);
    }

    static Object value(Class<?> type) {
      Map<Class<?>, Object> simple = new HashMap<>();
      simple.put(boolean.class, true);
      simple.put(int.class, 3);
      simple.put(long.class, 4L);
      simple.put(short.class, (short) 5);
      simple.put(byte.class, (byte) 6);
      simple.put(float.class, 7f);
      simple.put(double.class, 8d);
      simple.put(Class.class, String.class);
      if (simple.containsKey(type)) {
        return simple.get(type);
      }
      if (type == String.class) {
        return new String("SELECT 1");
      }
      if (type.isInterface()) {
        return new Recorder().stub(type);
      }
      return null;
    }
  }
}
