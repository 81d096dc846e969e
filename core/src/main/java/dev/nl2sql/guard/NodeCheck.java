package dev.nl2sql.guard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import net.sf.jsqlparser.statement.select.Fetch;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.Offset;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.TableFunction;
import net.sf.jsqlparser.statement.select.WithItem;

/** Walks every object of the tree: only listed classes, functions, types; nothing that writes. */
final class NodeCheck {
  private final GuardContext context;
  private final AllowList allowed;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Object> tableFunctions = new ArrayList<>();
  private int parameters;

  private NodeCheck(GuardContext context) {
    this.context = context;
    this.allowed = AllowList.of(context.dialect());
  }

  /** Checks the tree and returns the number of parameters in it. */
  static int check(Select statement, GuardContext context) {
    NodeCheck check = new NodeCheck(context);
    check.visit(statement);
    return check.parameters;
  }

  private void visit(Object node) {
    if (!seen.add(node)) {
      return;
    }
    if (!AllowList.hasNode(node.getClass())) {
      throw nodes(node.getClass().getSimpleName() + " is not allowed in generated SQL");
    }
    checkStatement(node);
    checkCalls(node);
    Tree.children(node).forEach(this::visit);
  }

  private static void checkStatement(Object node) {
    if (node instanceof Select select) {
      boolean locks =
          select.getForMode() != null
              || select.getForUpdate() != null
              || select.getForClause() != null
              || select.getForUpdateTable() != null
              || select.isSkipLocked()
              || select.isNoWait();
      require(!locks, "locking clauses are not allowed");
    }
    if (node instanceof PlainSelect select) {
      boolean into =
          select.getIntoTables() != null
              || select.getIntoTempTable() != null
              || select.getMySqlSelectIntoClause() != null;
      require(!into, "SELECT INTO is not allowed");
      boolean odd =
          select.isUsingFinal()
              || select.isUsingOnly()
              || select.getForXmlPath() != null
              || select.isEmitChanges()
              || select.getMySqlHintStraightJoin()
              || select.getMySqlSqlCalcFoundRows();
      require(!odd, "an option of SELECT is not allowed");
    }
    if (node instanceof WithItem<?> item) {
      boolean selects = item.getParenthesedStatement() instanceof ParenthesedSelect;
      require(selects, "only a SELECT may stand in WITH");
    }
    if (node instanceof Table table) {
      boolean plain =
          isBlank(table.getTimeTravel())
              && isBlank(table.getTimeTravelStrAfterAlias())
              && !table.isTableVariable();
      require(plain, "an option of a table name is not allowed");
    }
    if (node instanceof Limit || node instanceof Offset || node instanceof Fetch) {
      boolean bound = Tree.children(node).stream().anyMatch(JdbcParameter.class::isInstance);
      require(!bound, "a limit cannot be a parameter");
    }
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }

  private void checkCalls(Object node) {
    if (node instanceof TableFunction call) {
      tableFunctions.add(call.getFunction());
    } else if (node instanceof Function call) {
      checkFunction(call.getName(), tableFunctions.contains(call));
    } else if (node instanceof AnalyticExpression call) {
      checkFunction(call.getName(), false);
    } else if (node instanceof ColDataType type) {
      checkType(type);
    } else if (node instanceof TimeKeyExpression key) {
      String name = key.getStringValue().replace("()", "").strip();
      require(allowed.has("time", name), GuardVerdict.Layer.FUNCTIONS, name + " is not allowed");
    } else if (node instanceof JdbcParameter parameter) {
      require(!parameter.isUseFixedIndex(), "numbered parameters are not allowed");
      parameters++;
    }
  }

  private void checkFunction(String name, boolean asTable) {
    String shown = name == null ? "a function without a name" : name;
    boolean listed =
        name != null
            && (allowed.has(asTable ? "table" : "function", name)
                || context.extraFunctions().contains(name.toLowerCase(Locale.ROOT)));
    if (!listed) {
      throw new Refusal(
          GuardVerdict.Layer.FUNCTIONS,
          "the function " + shown + " is not on the list of allowed functions",
          Optional.of("nl2sql.guard.functions adds functions to the list"));
    }
  }

  private void checkType(ColDataType type) {
    String name = type.getDataType().strip().toLowerCase(Locale.ROOT);
    String bare = name.replaceAll("\\s*\\([^)]*\\)", "").strip().replaceAll("\\s+", "-");
    require(
        allowed.has("type", bare) && type.getCharacterSet() == null,
        GuardVerdict.Layer.FUNCTIONS,
        "a cast to " + type.getDataType() + " is not allowed");
  }

  private static void require(boolean condition, String reason) {
    require(condition, GuardVerdict.Layer.NODES, reason);
  }

  private static void require(boolean condition, GuardVerdict.Layer layer, String reason) {
    if (!condition) {
      throw new Refusal(layer, reason);
    }
  }

  private static Refusal nodes(String reason) {
    return new Refusal(GuardVerdict.Layer.NODES, reason);
  }
}
