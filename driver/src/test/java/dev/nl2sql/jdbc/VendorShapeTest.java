package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.h2.engine.CastDataProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interfaces of real drivers of every shape a method can have, on statements of ours. */
class VendorShapeTest {
  private final List<String> calls = new ArrayList<>();
  private final Connector connector =
      new Connector(s -> new ScriptedEngine(), new TimerThread(), Map.of());
  private Connection h2;

  @BeforeEach
  void connect() throws SQLException {
    h2 = DriverManager.getConnection("jdbc:h2:mem:");
  }

  @AfterEach
  void close() throws SQLException {
    h2.close();
    connector.release();
  }

  /** What a vendor may offer. */
  public interface Vendor {
    void nothing();

    boolean flag(boolean value);

    byte small(byte value);

    char letter(char value);

    int number(int value);

    long wide(long value, int narrow, double wideToo, float last);

    float single(float value);

    double twice(double value);

    String text(String value, Object[] others, int[][] numbers) throws IOException;

    default String given() {
      return "given";
    }

    static String ofTheInterface() {
      return "static";
    }

    /** Fails with what no JDBC method may throw. */
    void fails() throws IOException;

    void cancelAll();

    String toString();
  }

  /** Repeats methods of JDBC, one of them with a result of its own type. */
  public interface Repeating extends Vendor {
    int getMaxRows() throws SQLException;

    Connection getConnection() throws SQLException;

    default boolean isClosed() throws SQLException {
      throw new SQLException("not ours");
    }
  }

  /** Has a name that our statements use for themselves. */
  public interface Clashing {
    Statement self();
  }

  /** Says only what kind of object it is. */
  public interface Marking {}

  @Test
  void anInterfaceWithoutMethodsIsThereToo() throws Exception {
    try (Statement statement = statement(Marking.class)) {
      assertThat(statement).isInstanceOf(Marking.class);
      assertThat(statement.unwrap(Marking.class)).isSameAs(statement);
    }
  }

  /** A method of the vendor's must never stand in for one that we use among ourselves. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        WrappedConnection.class,
        QuestionStatement.class,
        WrappedPreparedStatement.class,
        WrappedCallableStatement.class,
        QuestionPreparedStatement.class,
        WrappedDatabaseMetaData.class,
        WrappedResultSet.class,
        HandedOut.OwnStatementResultSet.class,
        HandedOut.KeyResultSet.class
      })
  void whatIsForInnerUseCannotBeReplaced(Class<?> ours) {
    for (Class<?> next = ours; next != Object.class; next = next.getSuperclass()) {
      for (Method method : next.getDeclaredMethods()) {
        int modifiers = method.getModifiers();
        assertThat(
                Modifier.isPublic(modifiers)
                    || Modifier.isAbstract(modifiers)
                    || Modifier.isPrivate(modifiers)
                    || Modifier.isStatic(modifiers)
                    || Modifier.isFinal(modifiers))
            .as(method.toString())
            .isTrue();
      }
    }
  }

  @Test
  void everyKindOfMethodReachesTheRealObject() throws Exception {
    try (Statement statement = statement(Repeating.class)) {
      Repeating vendor = (Repeating) statement;
      assertThat(Proxy.isProxyClass(statement.getClass())).isFalse();
      vendor.nothing();
      assertThat(vendor.flag(true)).isTrue();
      assertThat(vendor.small((byte) -3)).isEqualTo((byte) -3);
      assertThat(vendor.letter('ü')).isEqualTo('ü');
      assertThat(vendor.number(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
      assertThat(vendor.wide(1L << 40, 2, 3.5, 4.5f)).isEqualTo(1L << 40);
      assertThat(vendor.single(1.5f)).isEqualTo(1.5f);
      assertThat(vendor.twice(2.5)).isEqualTo(2.5);
      assertThat(vendor.text("a", new Object[] {1}, new int[][] {{1}})).isEqualTo("a");
      assertThat(vendor.given()).isEqualTo("given");
      vendor.cancelAll();
      assertThat(calls)
          .containsExactly(
              "nothing",
              "flag",
              "small",
              "letter",
              "number",
              "wide",
              "single",
              "twice",
              "text",
              "given",
              "cancelAll");
      assertThatThrownBy(vendor::fails).isInstanceOf(IOException.class).hasMessage("failed");
    }
  }

  @Test
  void whatRepeatsJdbcIsOurs() throws Exception {
    Connection ours = connector.wrap(offering(Repeating.class), "jdbc:h2:mem:", "", settings());
    try (Statement statement = ours.createStatement()) {
      Repeating vendor = (Repeating) statement;
      assertThat(vendor.getConnection()).isSameAs(ours);
      assertThat(vendor.getMaxRows()).isZero();
      assertThat(statement.isClosed()).isFalse();
      assertThat(statement.equals(vendor)).isTrue();
      assertThat(statement.unwrap(Vendor.class)).isSameAs(statement);
      assertThat(Arrays.stream(statement.getClass().getInterfaces()).collect(Collectors.toList()))
          .contains(Statement.class, Repeating.class);
    }
  }

  @Test
  void aNameThatIsOursInsideIsReachedAllTheSame() throws Exception {
    try (Statement statement = statement(Clashing.class)) {
      assertThat(Proxy.isProxyClass(statement.getClass())).isTrue();
      assertThat(((Clashing) statement).self()).isNull();
      assertThat(calls).containsExactly("self");
    }
  }

  @Test
  void oneClassServesAllConnectionsOfADriver() throws Exception {
    Connection first = connector.wrap(h2, "jdbc:h2:mem:", "", settings());
    try (Connection other = DriverManager.getConnection("jdbc:h2:mem:")) {
      Connection second = connector.wrap(other, "jdbc:h2:mem:", "", settings());
      assertThat((Object) first.getClass()).isSameAs(second.getClass());
      assertThat(((CastDataProvider) first).getMode()).isNotNull();
      assertThat(((CastDataProvider) second).currentTimestamp()).isNotNull();
    }
  }

  private static dev.nl2sql.Settings settings() {
    return dev.nl2sql.Settings.defaults();
  }

  private Statement statement(Class<?> vendor) throws SQLException {
    return connector.wrap(offering(vendor), "jdbc:h2:mem:", "", settings()).createStatement();
  }

  /** A connection whose statements have the vendor's interface. */
  private Connection offering(Class<?> vendor) {
    return (Connection)
        Proxy.newProxyInstance(
            VendorShapeTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                method.getName().equals("createStatement")
                    ? offered(vendor, h2.createStatement())
                    : method.invoke(h2, arguments));
  }

  private Statement offered(Class<?> vendor, Statement real) {
    return (Statement)
        Proxy.newProxyInstance(
            VendorShapeTest.class.getClassLoader(),
            new Class<?>[] {Statement.class, vendor},
            (proxy, method, arguments) -> {
              Class<?> of = method.getDeclaringClass();
              if (of != Vendor.class && of != Clashing.class) {
                return Statement.class.isAssignableFrom(of)
                        || of == Object.class
                        || of == java.sql.Wrapper.class
                    ? method.invoke(real, arguments)
                    : Statement.class
                        .getMethod(method.getName(), method.getParameterTypes())
                        .invoke(real, arguments);
              }
              calls.add(method.getName());
              if (method.getName().equals("fails")) {
                throw new IOException("failed");
              }
              return method.getName().equals("given")
                  ? "given"
                  : arguments == null ? null : arguments[0];
            });
  }
}
