package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.Fetch;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.Offset;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.TableFunction;
import net.sf.jsqlparser.statement.select.Top;
import net.sf.jsqlparser.statement.select.WithItem;

/** Only listed classes of the parser's tree, and of those no option that writes or locks. */
final class NodeCheck {
  private static final Set<LikeExpression.KeyWord> LIKES =
      Set.of(
          LikeExpression.KeyWord.LIKE,
          LikeExpression.KeyWord.ILIKE,
          LikeExpression.KeyWord.REGEXP,
          LikeExpression.KeyWord.RLIKE);

  /**
   * Longer chains of operators are no questions; engines and we would walk them down their stack.
   */
  private static final int MOST_OPERATORS = 1_000;

  private NodeCheck() {}

  /**
   * Checks all nodes of a tree.
   *
   * @return the number of parameters among them
   */
  static int check(List<Object> nodes, Tree tree) {
    int parameters = 0;
    int operators = 0;
    for (Object node : nodes) {
      if (!AllowList.hasNode(node.getClass())) {
        throw refusal(node.getClass().getSimpleName() + " is not allowed in generated SQL");
      }
      if (node instanceof JdbcParameter parameter) {
        require(!parameter.isUseFixedIndex(), "numbered parameters are not allowed");
        parameters++;
      }
      operators += node instanceof BinaryExpression ? 1 : 0;
      options(node, tree);
    }
    require(operators <= MOST_OPERATORS, "there are more than " + MOST_OPERATORS + " operators");
    return parameters;
  }

  /** TOP stands in the statements of those engines only that have it. */
  static void checkTop(List<Object> nodes, Dialect dialect) {
    boolean top = nodes.stream().anyMatch(Top.class::isInstance);
    require(!top || dialect.limitStandsFirst(), "TOP is no part of this database's SQL; use LIMIT");
  }

  private static void options(Object node, Tree tree) {
    if (node instanceof Select select) {
      locks(select);
    }
    if (node instanceof PlainSelect select) {
      writes(select);
    } else if (node instanceof WithItem<?> item) {
      boolean selects = item.getParenthesedStatement() instanceof ParenthesedSelect;
      require(selects, "only a SELECT may stand in WITH");
    } else if (node instanceof Table table) {
      boolean plain =
          isBlank(table.getTimeTravel())
              && isBlank(table.getTimeTravelStrAfterAlias())
              && !table.isTableVariable();
      require(plain, "an option of a table name is not allowed");
    } else if (node instanceof TableFunction call) {
      boolean plain =
          isBlank(call.getWithClause()) || call.getWithClause().equalsIgnoreCase("ORDINALITY");
      require(plain && call.getFunction() != null, "this kind of table function is not allowed");
    } else if (node instanceof Limit || node instanceof Offset || node instanceof Fetch) {
      boolean bound = tree.children(node).stream().anyMatch(JdbcParameter.class::isInstance);
      require(!bound, "a limit cannot be a parameter");
    } else if (node instanceof LikeExpression like) {
      require(LIKES.contains(like.getLikeKeyWord()), "this kind of LIKE is not allowed");
    } else if (node instanceof InExpression in) {
      boolean list =
          in.getRightExpression() instanceof ParenthesedSelect
              || in.getRightExpression() instanceof ParenthesedExpressionList<?>;
      require(list, "IN needs a list or a query in parentheses");
    } else if (node instanceof ExistsExpression exists) {
      boolean query = exists.getRightExpression() instanceof ParenthesedSelect;
      require(query, "EXISTS needs a query in parentheses");
    } else if (node instanceof StringValue text) {
      require(text.getPrefix() == null, "a prefix stands before a literal: " + text.getPrefix());
    } else if (node instanceof Function.KeywordArgument argument) {
      boolean separator = "SEPARATOR".equalsIgnoreCase(argument.getKeyword());
      require(separator, "a function cannot take the word " + argument.getKeyword());
    } else if (node instanceof Join join) {
      boolean plain =
          !join.isApply() && !join.isGlobal() && !join.isFetch() && !join.isWindowJoin();
      require(plain, "this kind of join is not allowed");
    }
  }

  private static void locks(Select select) {
    boolean locks =
        select.getForMode() != null
            || select.getForUpdate() != null
            || select.getForClause() != null
            || select.getForUpdateTable() != null
            || select.isSkipLocked()
            || select.isNoWait();
    require(!locks, "locking clauses are not allowed");
  }

  private static void writes(PlainSelect select) {
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

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw refusal(reason);
    }
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.NODES, reason);
  }
}
