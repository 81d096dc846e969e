import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the classes that forward every method of a JDBC interface, default methods included. Run
 * it with {@code java driver/src/script/ForwardingSources.java driver/src/main/java/dev/nl2sql/jdbc
 * core/src/main/java/dev/nl2sql/execute} and format afterwards; a test fails when a method is missing.
 */
public class ForwardingSources {
  private static final Pattern QUALIFIED = Pattern.compile("\\b(?:[a-z][a-z0-9]*\\.)+([A-Z]\\w*)");

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Set<String> free = Set.of("close", "abort", "isClosed", "unwrap", "isWrapperFor", "getWarnings");
    write(folder, "ForwardingConnection", "", "implements Connection", Connection.class, "Connection",
        m -> !free.contains(m.getName()), true,
        "Forwards every call to the real connection, one at a time with questions.");
    write(folder, "ForwardingStatement", "<S extends Statement>", "implements Statement", Statement.class, "S",
        ForwardingSources::reachesDatabase, true,
        "Forwards every call to the real statement; calls that reach the database wait for a question.");
    write(folder, "ForwardingPreparedStatement", "<S extends PreparedStatement>",
        "extends QuestionStatement<S> implements PreparedStatement", PreparedStatement.class, "S",
        ForwardingSources::reachesDatabase, false,
        "Forwards every call to the real prepared statement.");
    write(folder, "ForwardingCallableStatement", "",
        "extends WrappedPreparedStatement<CallableStatement> implements CallableStatement",
        CallableStatement.class, "CallableStatement", m -> false, false,
        "Forwards every call to the real callable statement.");
    write(folder, "ForwardingResultSet", "", "implements ResultSet", ResultSet.class, "ResultSet",
        m -> Set.of("updateRow", "insertRow", "deleteRow", "refreshRow").contains(m.getName()), true,
        "Forwards every call to the real result set; nothing is decided on the way to a value.");
    write(folder, "ForwardingDatabaseMetaData", "", "implements DatabaseMetaData", DatabaseMetaData.class,
        "DatabaseMetaData", m -> !Set.of("unwrap", "isWrapperFor", "getConnection").contains(m.getName()), true,
        "Forwards every call to the real metadata.");
    readOnly(Path.of(arguments[1]));
  }

  /** A result set whose changes are refused and whose labelled getters look the column up. */
  private static void readOnly(Path folder) throws Exception {
    StringBuilder body = new StringBuilder();
    body.append("/** Refuses every change, and finds labelled columns by their number. */\n");
    body.append("@SuppressWarnings(\"deprecation\")\npublic abstract class ReadOnlyResultSet implements ResultSet {\n");
    Set<String> changes = Set.of("insertRow", "deleteRow", "refreshRow", "cancelRowUpdates", "moveToInsertRow",
        "moveToCurrentRow");
    for (Method method : sorted(ResultSet.class.getMethods())) {
      boolean labelled = method.getName().startsWith("get") && method.getParameterCount() > 0
          && method.getParameterTypes()[0] == String.class;
      if (labelled) {
        method(body, method, "return " + method.getName() + "(findColumn(text)" + "#REST);\n");
      } else if (changes.contains(method.getName()) || method.getName().startsWith("update")) {
        method(body, method, "throw readOnly();\n");
      }
    }
    body.append("""

        private static java.sql.SQLException readOnly() {
          return misplaced("this result set cannot be changed");
        }

        /** The exception for a call that has no place on these rows. */
        protected static java.sql.SQLException misplaced(String message) {
          dev.nl2sql.Condition condition = dev.nl2sql.Condition.MISPLACED;
          return new java.sql.SQLFeatureNotSupportedException(
              "nl2sql: " + message, condition.sqlState(), condition.vendorCode());
        }
        }
        """);
    Files.writeString(
        folder.resolve("ReadOnlyResultSet.java"), source(body, "dev.nl2sql.execute", ResultSet.class));
  }

  private static List<Method> sorted(Method[] methods) {
    return Arrays.stream(methods)
        .filter(m -> !Modifier.isStatic(m.getModifiers()))
        .sorted(Comparator.comparing(Method::getName).thenComparing(m -> Arrays.toString(m.getParameterTypes())))
        .toList();
  }

  private static boolean reachesDatabase(Method method) {
    return method.getName().startsWith("execute")
        || Set.of("getMoreResults", "getGeneratedKeys", "getMetaData", "getParameterMetaData",
            "setQueryTimeout", "getQueryTimeout").contains(method.getName());
  }

  private static void write(Path folder, String name, String generics, String heritage, Class<?> type,
      String real, Predicate<Method> gated, boolean root, String comment) throws Exception {
    StringBuilder body = new StringBuilder();
    body.append("/** ").append(comment).append(" */\n@SuppressWarnings(\"deprecation\")\n");
    body.append("abstract class ").append(name).append(generics).append(' ').append(heritage).append(" {\n");
    if (root) {
      body.append("final ").append(real).append(" real;\nfinal ConnectionGate gate;\n\n");
      body.append(name).append('(').append(real).append(" real, ConnectionGate gate) {\n");
      body.append("this.real = real;\nthis.gate = gate;\n}\n");
    } else {
      boolean keepsText = type == CallableStatement.class;
      body.append(name).append('(').append(real).append(" real, WrappedConnection connection")
          .append(keepsText ? ", String sql" : "").append(") {\n");
      body.append("super(real, connection").append(keepsText ? ", sql" : "").append(");\n}\n");
    }
    for (Method method : sorted(root ? type.getMethods() : type.getDeclaredMethods())) {
      String value = "real." + method.getName() + "(#ALL)";
      boolean rows = type == DatabaseMetaData.class && method.getReturnType() == ResultSet.class;
      String call = (method.getReturnType() == void.class ? "" : "return ") + (rows ? "rows(" + value + ")" : value) + ";\n";
      method(body, method, gated.test(method) ? "gate.enter();\ntry {\n" + call + "} finally {\ngate.leave();\n}\n" : call);
    }
    if (type == DatabaseMetaData.class) {
      body.append("\n/** What is handed out for rows of the real metadata. */\nabstract java.sql.ResultSet rows(java.sql.ResultSet rows);\n");
    }
    body.append("}\n");
    Files.writeString(folder.resolve(name + ".java"), source(body, "dev.nl2sql.jdbc", type));
  }

  private static String source(CharSequence body, String home, Class<?> type) {
    Set<String> imports = new TreeSet<>();
    Matcher matcher = QUALIFIED.matcher(body);
    while (matcher.find()) {
      if (!matcher.group().startsWith("java.lang.")) {
        imports.add(matcher.group());
      }
    }
    imports.add("java.sql.SQLException");
    imports.add(type.getName());
    return "package " + home + ";\n\n"
        + imports.stream().map(i -> "import " + i + ";\n").collect(Collectors.joining())
        + "\n"
        + QUALIFIED.matcher(body).replaceAll("$1");
  }

  private static void method(StringBuilder body, Method method, String work) {
    Map<String, Integer> used = new HashMap<>();
    StringBuilder parameters = new StringBuilder();
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < method.getParameterCount(); i++) {
      String parameterType = method.getGenericParameterTypes()[i].getTypeName();
      String base = parameterName(method.getParameterTypes()[i]);
      int count = used.merge(base, 1, Integer::sum);
      String parameter = count == 1 ? base : base + count;
      String separator = i == 0 ? "" : ", ";
      parameters.append(separator).append(parameterType).append(' ').append(parameter);
      arguments.append(separator).append(parameter);
    }
    String result = method.getGenericReturnType().getTypeName();
    String variables = Arrays.stream(method.getTypeParameters()).map(TypeVariable::getName).collect(Collectors.joining(", "));
    String thrown = Arrays.stream(method.getExceptionTypes()).map(Class::getName).collect(Collectors.joining(", "));
    body.append("\n@Override\npublic ").append(variables.isEmpty() ? "" : "<" + variables + "> ").append(result).append(' ')
        .append(method.getName()).append('(').append(parameters).append(')')
        .append(thrown.isEmpty() ? "" : " throws " + thrown).append(" {\n");
    int comma = arguments.indexOf(",");
    body.append(work.replace("#ALL", arguments).replace("#REST", comma < 0 ? "" : arguments.substring(comma)));
    body.append("}\n");
  }

  private static String parameterName(Class<?> type) {
    if (type.isArray()) {
      return parameterName(type.getComponentType()) + "s";
    }
    return switch (type.getSimpleName()) {
      case "String" -> "text";
      case "int", "long", "short", "double", "float", "byte" -> "number";
      case "boolean" -> "flag";
      case "Class" -> "type";
      case "Object" -> "value";
      default -> {
        String name = type.getSimpleName();
        yield name.equals("URL") ? "url" : name.equals("SQLXML") ? "xml" : name.equals("SQLType") ? "sqlType"
            : Character.toLowerCase(name.charAt(0)) + name.substring(1);
      }
    };
  }
}
