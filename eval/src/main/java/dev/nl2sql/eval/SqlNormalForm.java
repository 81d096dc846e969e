package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.Select;

/** Prints an expression so that two that say the same are the same text, as far as it sees. */
final class SqlNormalForm {
  private static final Set<String> SYMMETRIC = Set.of("=", "<>", "+", "*", "AND", "OR");

  /** Case does not count, so what only changes case says nothing. */
  private static final Set<String> SILENT = Set.of("lower", "upper");

  private final NameScope scope;
  private final TableColumns schema;

  SqlNormalForm(NameScope scope, TableColumns schema) {
    this.scope = scope;
    this.schema = schema;
  }

  String text(Expression expression) {
    if (expression instanceof Column column) {
      return scope.column(column);
    }
    if (expression instanceof AllColumns) {
      return "*";
    }
    if (expression instanceof StringValue value) {
      return "'" + lower(value.getValue()) + "'";
    }
    if (expression instanceof Select select) {
      return "(" + SqlComponents.of(select, schema, scope).text() + ")";
    }
    if (expression instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return text(list.get(0));
    }
    if (expression instanceof ExpressionList<?> list) {
      return sorted(list);
    }
    if (expression instanceof Function function) {
      return function(function);
    }
    if (expression instanceof CastExpression cast) {
      return text(cast.getLeftExpression());
    }
    return condition(expression);
  }

  private String condition(Expression expression) {
    if (expression instanceof NotExpression not) {
      return "not " + text(not.getExpression());
    }
    if (expression instanceof ExistsExpression exists) {
      return (exists.isNot() ? "not " : "") + "exists " + text(exists.getRightExpression());
    }
    if (expression instanceof InExpression in) {
      return text(in.getLeftExpression())
          + (in.isNot() ? " not in " : " in ")
          + text(in.getRightExpression());
    }
    if (expression instanceof Between between) {
      return text(between.getLeftExpression())
          + (between.isNot() ? " not between " : " between ")
          + text(between.getBetweenExpressionStart())
          + " and "
          + text(between.getBetweenExpressionEnd());
    }
    if (expression instanceof IsNullExpression isNull) {
      return text(isNull.getLeftExpression()) + (isNull.isNot() ? " is not null" : " is null");
    }
    if (expression instanceof LikeExpression like) {
      return text(like.getLeftExpression())
          + (like.isNot() ? " not like " : " like ")
          + text(like.getRightExpression());
    }
    if (expression instanceof BinaryExpression binary) {
      return binary(binary);
    }
    return lower(expression.toString());
  }

  /** The smaller side first where sides may change, and no "less than". */
  private String binary(BinaryExpression binary) {
    String operator = binary.getStringExpression().strip().replace("!=", "<>");
    List<String> sides = new ArrayList<>();
    sides.add(text(binary.getLeftExpression()));
    sides.add(text(binary.getRightExpression()));
    if (SYMMETRIC.contains(operator)) {
      Collections.sort(sides);
    }
    if (operator.startsWith("<") && !operator.equals("<>")) {
      Collections.reverse(sides);
      operator = operator.replace('<', '>');
    }
    return "(" + String.join(" " + lower(operator) + " ", sides) + ")";
  }

  private String function(Function function) {
    String name = lower(function.getName());
    String parameters =
        function.getParameters() == null
            ? ""
            : function.getParameters().stream()
                .map(e -> text((Expression) e))
                .collect(Collectors.joining(", "));
    if (SILENT.contains(name)) {
      return parameters;
    }
    return name + "(" + (function.isDistinct() ? "distinct " : "") + parameters + ")";
  }

  private String sorted(ExpressionList<?> list) {
    return list.stream()
        .map(e -> text((Expression) e))
        .sorted()
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
