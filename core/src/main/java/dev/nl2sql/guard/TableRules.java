package dev.nl2sql.guard;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SampleClause;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Rules on relations, ready to be put into statements: in place of the relation stands a derived
 * table that holds only the columns and rows that may be seen. To the engine nothing else is there,
 * so that no spelling of a statement reaches the rest. Immutable and thread-safe; equal to others
 * that put the same in place of the same relations, so that what was decided under one holds under
 * its equal.
 */
public final class TableRules {
  private static final TableRules NONE = new TableRules(Map.of(), Set.of(), List.of());
  private static final char PLACEHOLDER = 'p';

  private final Map<TableName, Select> bodies;
  private final Set<TableName> closed;
  private final List<String> literals;
  private final Map<TableName, String> printed;

  private TableRules(Map<TableName, Select> bodies, Set<TableName> closed, List<String> literals) {
    this.bodies = bodies;
    this.closed = closed;
    this.literals = literals;
    this.printed =
        bodies.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue().toString()));
  }

  /** No rules. */
  public static TableRules none() {
    return NONE;
  }

  /**
   * Reads the SQL of rules.
   *
   * @param catalog everything the session may read; filters may refer to relations and columns that
   *     questions do not see
   * @param context how the engine reads SQL and which functions are allowed
   * @throws TableRule.InvalidException if an expression is wrong
   */
  public static TableRules of(List<TableRule> rules, Catalog catalog, GuardContext context) {
    Reader reader = new Reader(catalog, context);
    rules.forEach(reader::read);
    return new TableRules(
        Map.copyOf(reader.bodies), Set.copyOf(reader.closed), List.copyOf(reader.literals));
  }

  boolean restrict(TableName name) {
    return bodies.containsKey(name) || closed.contains(name);
  }

  /** What stands in place of the relation, without an alias. */
  ParenthesedSelect inPlaceOf(TableName name, Optional<SampleClause> sample) {
    if (closed.contains(name)) {
      throw new Refusal(GuardVerdict.Layer.POLICY, "the relation " + name + " is not open");
    }
    if (sample.isPresent()) {
      throw new Refusal(
          GuardVerdict.Layer.POLICY, "a relation with a rule cannot be sampled: " + name);
    }
    return new ParenthesedSelect().withSelect(bodies.get(name));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableRules rules
        && printed.equals(rules.printed)
        && closed.equals(rules.closed)
        && literals.equals(rules.literals);
  }

  @Override
  public int hashCode() {
    return Objects.hash(printed, closed, literals);
  }

  /** The text that stands in place of a relation that is restricted and not closed. */
  String printed(TableName name) {
    return printed.get(name);
  }

  /** The literals of all rules, by placeholder number. */
  List<String> literals() {
    return literals;
  }

  private static final class Reader {
    private final Catalog catalog;
    private final GuardContext context;
    private final Dialect dialect;
    private final GuardParser parser = new GuardParser();
    private final Map<TableName, Select> bodies = new LinkedHashMap<>();
    private final Set<TableName> closed = new HashSet<>();
    private final List<String> literals = new ArrayList<>();

    Reader(Catalog catalog, GuardContext context) {
      this.catalog = catalog;
      this.context = context;
      this.dialect = context.dialect();
    }

    void read(TableRule rule) {
      catalog.table(rule.table()).ifPresent(table -> read(rule, table));
    }

    private void read(TableRule rule, Table table) {
      rule.rowFilter().ifPresent(f -> alone(table, f));
      rule.masks().values().forEach(m -> alone(table, m));
      List<String> columns = new ArrayList<>();
      for (Column column : table.columns()) {
        if (!rule.denied().contains(column.name()) && SqlLexer.isPlainName(column.name())) {
          String name = dialect.identifier(column.name());
          String mask = rule.masks().get(column.name());
          columns.add(mask == null ? name : "(" + mask + "\n) AS " + name);
        }
      }
      if (columns.isEmpty()) {
        closed.add(table.name());
      } else {
        bodies.put(table.name(), body(rule, table, columns));
      }
    }

    private Select body(TableRule rule, Table table, List<String> columns) {
      String where = rule.rowFilter().map(f -> " WHERE (" + f + "\n)").orElse("");
      return checked(
          "SELECT "
              + String.join(", ", columns)
              + " FROM "
              + dialect.relation(table.name())
              + where);
    }

    /** Refuses text that is more, or less, than one expression. */
    private void alone(Table table, String expression) {
      try {
        String from = " FROM " + dialect.relation(table.name());
        SqlLexer.Lexed lexed =
            SqlLexer.read("SELECT 1" + from + " WHERE (" + expression + "\n) = 1", dialect);
        if (lexed.parameters() > 0) {
          throw new TableRule.InvalidException(expression, "a question mark is not allowed");
        }
        if (!(parser.parse(lexed.text()) instanceof PlainSelect select)) {
          throw new TableRule.InvalidException(expression, "it is not one expression");
        }
        Expression where = select.getWhere();
        boolean one =
            where instanceof net.sf.jsqlparser.expression.operators.relational.EqualsTo equals
                && equals.getLeftExpression() instanceof ParenthesedExpressionList<?> list
                && list.size() == 1
                && select.toString().equals("SELECT 1" + from + " WHERE " + where);
        boolean query =
            where instanceof net.sf.jsqlparser.expression.operators.relational.EqualsTo equals
                && equals.getLeftExpression() instanceof ParenthesedSelect;
        if (!one && !query) {
          throw new TableRule.InvalidException(expression, "it is not one expression");
        }
        resolve(select);
      } catch (Refusal refusal) {
        GuardVerdict.Refused why = refusal.verdict();
        throw new TableRule.InvalidException(
            expression, why.reason() + why.suggestion().map(s -> "; " + s).orElse(""));
      }
    }

    private Select checked(String sql) {
      SqlLexer.Lexed lexed = SqlLexer.read(sql, dialect, PLACEHOLDER, literals.size());
      Select select = parser.parse(lexed.text());
      resolve(select);
      String printed = select.toString();
      if (!parser.during(session -> session.isFixedPoint(printed))) {
        throw new TableRule.InvalidException(sql, "it does not read the same when printed anew");
      }
      literals.addAll(lexed.literals());
      return select;
    }

    private void resolve(Select select) {
      GuardContext whole = context.forRules(catalog);
      Tree tree = new Tree();
      List<Object> nodes = tree.all(select);
      NodeCheck.check(nodes, tree);
      FunctionCheck.check(nodes, whole);
      NameCheck.resolve(select, nodes, tree, whole);
    }
  }
}
