package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Executor;

/** Makes the same random call on an object of the raw driver and on its wrapped twin. */
final class TwinCalls {
  /** From most special to most general. */
  private static final List<Class<?>> KINDS =
      List.of(
          CallableStatement.class,
          PreparedStatement.class,
          Statement.class,
          ResultSet.class,
          DatabaseMetaData.class,
          Connection.class,
          ResultSetMetaData.class,
          ParameterMetaData.class,
          NClob.class,
          Clob.class,
          Blob.class,
          Array.class,
          SQLXML.class,
          RowId.class,
          Savepoint.class);

  /** Tested on their own: they give objects of the driver, or end the sequence. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "unwrap",
          "isWrapperFor",
          "abort",
          "setNetworkTimeout", // whether a millisecond is enough is chance; see TwinScenarios
          "toString",
          "hashCode",
          "equals");

  /** Given rarely, since little can be seen afterwards. */
  private static final Set<String> ENDING = Set.of("close", "free");

  private static final List<String> LABELS =
      List.of("id", "name", "amount", "born", "seen", "flag", "data", "numbers", "none");

  private static final List<String> STATEMENTS =
      List.of(
          "SELECT * FROM t ORDER BY id",
          "SELECT id, name, amount FROM t ORDER BY id",
          "SELECT id, name FROM t WHERE id > ? ORDER BY id",
          "SELECT name FROM t WHERE 1 = 0",
          "SELECT ask FROM ask",
          "INSERT INTO t (name, amount) VALUES ('new', 2)",
          "INSERT INTO t (name, amount) VALUES (?, ?)",
          "INSERT INTO ask VALUES (1, 'ask')",
          "UPDATE t SET name = 'x' WHERE id > 1",
          "UPDATE t SET amount = ? WHERE id = ?",
          "DELETE FROM child",
          "INSERT INTO child VALUES (1, 1)",
          "INSERT INTO child VALUES (2, 99)",
          "SELEC 1",
          "SELECT nothing FROM t",
          "SELECT 1/0",
          "",
          " ; ",
          "-- nothing",
          "/* ASK */ SELECT 'ASK x' AS ask",
          "CREATE TABLE more (a INT)",
          "DROP TABLE more",
          "{call twice(?)}",
          "{? = call twice(?)}",
          "{fn now}",
          "SELECT {fn abs(-1)}",
          "SELECT 1; SELECT 2",
          "SELECT warns()");

  private record Pair(Class<?> kind, Object raw, Object ours) {}

  private record Arguments(List<Object> raw, List<Object> ours) {}

  private final Random random;
  private final List<Pair> pairs = new ArrayList<>();
  private final IdentityHashMap<Object, Object> twins = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Object> originals = new IdentityHashMap<>();
  private final List<String> story = new ArrayList<>();
  private int compared;

  TwinCalls(TwinEngine engine, long seed, Connection raw, Connection ours) {
    this.random = new Random(seed);
    story.add(engine + " seed " + seed);
    pairs.add(new Pair(Connection.class, raw, ours));
    remember(raw, ours);
  }

  int compared() {
    return compared;
  }

  String story() {
    return String.join("\n", story);
  }

  /** One call on both sides. */
  void step() throws SQLException, IOException {
    Pair pair = pairs.get(choose());
    List<Method> methods = methods(pair.kind());
    Method method = methods.get(random.nextInt(methods.size()));
    boolean ends = ENDING.contains(method.getName());
    if (ends && random.nextInt(pair.kind() == Connection.class ? 40 : 4) > 0) {
      return;
    }
    Arguments arguments = arguments(method);
    story.add(pair.kind().getSimpleName() + pairs.indexOf(pair) + "." + told(method, arguments));
    Object[] results = new Object[2];
    String raw =
        Observed.of(() -> results[0] = invoke(pair.raw(), method, arguments.raw().toArray()));
    String ours =
        Observed.of(() -> results[1] = invoke(pair.ours(), method, arguments.ours().toArray()));
    story.add("  " + raw.lines().findFirst().orElse(""));
    compared++;
    assertThat(TwinEngine.neutral(ours)).as(story()).isEqualTo(TwinEngine.neutral(raw));
    pairUp(method, results[0], results[1]);
  }

  /** Closes both connections, with the same outcome. */
  void close() {
    Pair connections = pairs.get(0);
    String raw = Observed.of(() -> closed((Connection) connections.raw()));
    String ours = Observed.of(() -> closed((Connection) connections.ours()));
    assertThat(ours).as(story()).isEqualTo(raw);
  }

  private static boolean closed(Connection connection) throws SQLException {
    connection.close();
    return connection.isClosed();
  }

  /** Newer objects are called more often. */
  private int choose() {
    int size = pairs.size();
    int back = (int) Math.abs(random.nextGaussian() * 5);
    return random.nextInt(6) == 0 ? 0 : Math.max(0, size - 1 - back);
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void pairUp(Method method, Object raw, Object ours) throws SQLException, IOException {
    Class<?> type = method.getReturnType();
    if (raw == null) {
      return;
    }
    if (type == ResultSetMetaData.class || type == ParameterMetaData.class) {
      pairs.add(new Pair(type, raw, ours));
      return;
    }
    for (Class<?> kind : KINDS) {
      if (kind.isInstance(raw)) {
        boolean known = twins.containsKey(raw) || originals.containsKey(ours);
        if (!known) {
          remember(raw, ours);
          if (!method.getName().equals("getStatement")) {
            pairs.add(new Pair(kind, raw, ours));
          }
        } else {
          assertThat(ours).as("the same object again:\n%s", story()).isSameAs(twins.get(raw));
          assertThat(raw).as("another object:\n%s", story()).isSameAs(originals.get(ours));
        }
        if (!known && raw instanceof ResultSet rows && random.nextInt(5) == 0) {
          String expected = Observed.of(() -> Observed.rows(rows));
          String actual = Observed.of(() -> Observed.rows((ResultSet) ours));
          assertThat(TwinEngine.neutral(actual))
              .as(story())
              .isEqualTo(TwinEngine.neutral(expected));
        }
        return;
      }
    }
  }

  private void remember(Object raw, Object ours) {
    twins.put(raw, ours);
    originals.put(ours, raw);
  }

  private static List<Method> methods(Class<?> kind) {
    return Arrays.stream(kind.getMethods())
        .filter(m -> !Modifier.isStatic(m.getModifiers()) && !LEFT_OUT.contains(m.getName()))
        .sorted((a, b) -> a.toString().compareTo(b.toString()))
        .toList();
  }

  private static String told(Method method, Arguments arguments) {
    return method.getName() + arguments.raw().toString().replaceAll("@[0-9a-f]+", "");
  }

  private Arguments arguments(Method method) {
    Class<?>[] types = method.getParameterTypes();
    Object[] raw = new Object[types.length];
    Object[] ours = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      Object made = argument(method, i, types[i]);
      raw[i] = made instanceof Pair pair ? pair.raw() : made;
      ours[i] = made instanceof Pair pair ? pair.ours() : made;
    }
    return new Arguments(Arrays.asList(raw), Arrays.asList(ours));
  }

  private Object argument(Method method, int index, Class<?> type) {
    if (type == int.class) {
      return number(method, index);
    }
    if (type == String.class) {
      return text(method, index);
    }
    if (type == boolean.class) {
      return random.nextBoolean();
    }
    if (type == long.class) {
      return (long) random.nextInt(5);
    }
    if (type == short.class) {
      return (short) random.nextInt(5);
    }
    if (type == byte.class) {
      return (byte) random.nextInt(5);
    }
    if (type == float.class) {
      return 1.5f;
    }
    if (type == double.class) {
      return 2.5d;
    }
    if (type == byte[].class) {
      return new byte[] {1, 2};
    }
    if (type == int[].class) {
      return new int[] {1};
    }
    if (type == String[].class) {
      return new String[] {oneOf(List.of("id", "TABLE", "name"))};
    }
    if (type == Object[].class) {
      return new Integer[] {1, 2};
    }
    return object(type);
  }

  private Object object(Class<?> type) {
    if (type == InputStream.class) {
      return new Pair(type, stream(), stream());
    }
    if (type == Reader.class) {
      return new Pair(type, new StringReader("read"), new StringReader("read"));
    }
    if (type == Object.class) {
      return oneOf(values());
    }
    if (type == Class.class) {
      return oneOf(
          List.of(String.class, Integer.class, LocalDate.class, UUID.class, BigDecimal.class));
    }
    if (type == Executor.class) {
      return (Executor) Runnable::run;
    }
    if (type == Properties.class) {
      Properties properties = new Properties();
      properties.setProperty("ApplicationName", "twin");
      return properties;
    }
    if (type == Calendar.class) {
      return Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    }
    if (type == java.sql.SQLType.class) {
      return oneOf(List.of(JDBCType.INTEGER, JDBCType.VARCHAR, JDBCType.DATE));
    }
    List<Object> simple = values().stream().filter(type::isInstance).toList();
    if (!simple.isEmpty()) {
      return simple.get(0);
    }
    List<Pair> made = pairs.stream().filter(p -> type.isInstance(p.raw())).toList();
    return made.isEmpty() || type == Map.class ? null : made.get(random.nextInt(made.size()));
  }

  private static InputStream stream() {
    return new ByteArrayInputStream(new byte[] {65, 66});
  }

  private static List<Object> values() {
    return List.of(
        "text",
        5,
        7L,
        new BigDecimal("1.25"),
        Date.valueOf("2024-01-02"),
        Time.valueOf("10:11:12"),
        Timestamp.valueOf("2024-01-02 03:04:05"),
        LocalDate.of(2024, 1, 2),
        UUID.fromString("00000000-0000-0000-0000-000000000009"),
        new Integer[] {1, 2});
  }

  private int number(Method method, int index) {
    String name = method.getName();
    if (name.equals("getMoreResults")) {
      return 1 + random.nextInt(3);
    }
    if (name.equals("createStatement") || name.startsWith("prepare")) {
      boolean keys = name.equals("prepareStatement") && method.getParameterCount() == 2;
      if (keys) {
        return 1 + random.nextInt(2);
      }
      int place = name.equals("createStatement") ? index : index - 1;
      return place == 0
          ? 1003 + random.nextInt(3)
          : place == 1 ? 1007 + random.nextInt(2) : 1 + random.nextInt(2);
    }
    if (name.startsWith("execute")) {
      return 1 + random.nextInt(2);
    }
    if (name.equals("setTransactionIsolation")) {
      return oneOf(List.of(1, 2, 4, 8));
    }
    if (name.equals("setFetchDirection")) {
      return 1000 + random.nextInt(3);
    }
    boolean type = index == 1 && (name.equals("setNull") || name.equals("registerOutParameter"));
    if (type || (index == 2 && name.equals("setObject"))) {
      return oneOf(List.of(Types.INTEGER, Types.VARCHAR, Types.DATE, Types.NUMERIC));
    }
    if (name.contains("Timeout")) {
      return random.nextInt(2) * 100;
    }
    return random.nextInt(6);
  }

  private String text(Method method, int index) {
    Class<?> home = method.getDeclaringClass();
    String name = method.getName();
    boolean sql =
        name.startsWith("execute")
            || name.startsWith("prepare")
            || name.equals("addBatch")
            || name.equals("nativeSQL");
    if (sql && index == 0) {
      return oneOf(STATEMENTS);
    }
    if (home == DatabaseMetaData.class) {
      return oneOf(Arrays.asList("t", "T", "child", "CHILD", "none", "id"));
    }
    if (home == ResultSet.class || home == CallableStatement.class) {
      return oneOf(LABELS);
    }
    if (name.equals("createArrayOf")) {
      return oneOf(List.of("int4", "INTEGER", "none"));
    }
    return oneOf(Arrays.asList("text", "it's", "ApplicationName", "public", "PUBLIC", null));
  }

  private <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
