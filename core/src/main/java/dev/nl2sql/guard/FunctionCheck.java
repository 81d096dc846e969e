package dev.nl2sql.guard;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.MySQLGroupConcat;
import net.sf.jsqlparser.expression.OracleNamedFunctionParameter;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TranscodingFunction;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import net.sf.jsqlparser.statement.select.TableFunction;

/** Only listed functions, table functions, types and time words. */
final class FunctionCheck {
  private static final Set<String> CASTS = Set.of("", "CAST", "TRY_CAST", "SAFE_CAST");

  private final GuardContext context;
  private final AllowList allowed;
  private final Set<Object> tableFunctions = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> namedArguments = Collections.newSetFromMap(new IdentityHashMap<>());

  private FunctionCheck(GuardContext context) {
    this.context = context;
    this.allowed = AllowList.of(context.dialect());
  }

  static void check(List<Object> nodes, GuardContext context) {
    FunctionCheck check = new FunctionCheck(context);
    for (Object node : nodes) {
      if (node instanceof TableFunction call) {
        check.tableFunctions.add(call.getFunction());
      } else if (node instanceof Function call && check.takesNames(call)) {
        check.namedArguments.addAll(call.getParameters());
      }
    }
    nodes.forEach(check::node);
  }

  // An argument by name may be another one than its place tells, so what is checked by place must
  // not be given by name.
  private boolean takesNames(Function call) {
    return call.getName() != null
        && call.getParameters() != null
        && allowed.has("named", call.getName());
  }

  private void node(Object node) {
    if (node instanceof TableFunction) {
      return;
    }
    if (node instanceof Function call) {
      function(call.getName(), tableFunctions.contains(call) ? "table" : "function");
    } else if (node instanceof AnalyticExpression call) {
      function(call.getName(), "function");
    } else if (node instanceof MySQLGroupConcat) {
      function("group_concat", "function");
    } else if (node instanceof ColDataType type) {
      type(type);
    } else if (node instanceof CastExpression cast) {
      String keyword = cast.keyword == null ? "" : cast.keyword.toUpperCase(Locale.ROOT);
      require(CASTS.contains(keyword), "the conversion " + keyword + " is not allowed");
    } else if (node instanceof TranscodingFunction conversion) {
      // With a type there are two orders of the arguments, and the parser takes one for the other.
      boolean plain =
          conversion.getColDataType() == null
              && "CONVERT".equalsIgnoreCase(conversion.getKeyword());
      require(plain, "only CONVERT(… USING …) is allowed; use CAST");
    } else if (node instanceof OracleNamedFunctionParameter named) {
      require(namedArguments.contains(named), "an argument cannot be given by name here: " + named);
    } else if (node instanceof TimeKeyExpression key) {
      String name = key.getStringValue().replace("()", "").strip();
      require(allowed.has("time", name), name + " is not allowed");
    }
  }

  private void function(String name, String kind) {
    String shown = name == null ? "a function without a name" : name;
    boolean listed =
        name != null
            && (allowed.has(kind, name)
                || context.extraFunctions().contains(name.toLowerCase(Locale.ROOT))
                || (context.author() == GuardContext.Author.POLICY
                    && allowed.has("policy-function", name)));
    if (!listed) {
      throw new Refusal(
          GuardVerdict.Layer.FUNCTIONS,
          "the function " + shown + " is not on the list of allowed functions",
          Optional.of("nl2sql.guard.functions adds functions to the list"));
    }
  }

  private void type(ColDataType type) {
    String name = type.getDataType().strip().toLowerCase(Locale.ROOT);
    String bare = name.replaceAll("\\s*\\([^)]*\\)", "").strip().replaceAll("\\s+", "-");
    require(
        allowed.has("type", bare) && type.getCharacterSet() == null,
        "a cast to " + type.getDataType() + " is not allowed");
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw new Refusal(GuardVerdict.Layer.FUNCTIONS, reason);
    }
  }
}
