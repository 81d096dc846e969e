package dev.nl2sql.pipeline;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.SqlText;
import dev.nl2sql.guard.GuardContext;
import dev.nl2sql.guard.TableRule;
import dev.nl2sql.guard.TableRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a glossary's policies leave to questions: the catalog without denied columns, and the rules
 * that the guard puts into every statement, whoever wrote it.
 *
 * @param catalog what may be named
 * @param rules what stands in place of relations that may be seen in part only
 */
record PolicyView(Catalog catalog, TableRules rules) {

  /**
   * @param context how the engine reads SQL
   * @throws ConfigurationException if the SQL of a policy cannot be put into statements
   */
  static PolicyView of(Catalog catalog, Glossary glossary, GuardContext context) {
    if (glossary.policies().isEmpty()) {
      return new PolicyView(catalog, TableRules.none());
    }
    Map<TableName, TableRule> rules = new HashMap<>();
    catalog.tables().forEach(t -> rule(t, glossary).ifPresent(r -> rules.put(t.name(), r)));
    return new PolicyView(
        visible(catalog, rules), compiled(List.copyOf(rules.values()), catalog, glossary, context));
  }

  private static TableRules compiled(
      List<TableRule> rules, Catalog catalog, Glossary glossary, GuardContext context) {
    try {
      return TableRules.of(rules, catalog, context);
    } catch (TableRule.InvalidException e) {
      throw new ConfigurationException(
          "%s: found '%s'; expected an expression over the columns of the table: %s"
              .formatted(location(e.sql(), glossary), e.sql(), e.getMessage()),
          e);
    }
  }

  private static String location(String sql, Glossary glossary) {
    return glossary.policies().stream()
        .flatMap(p -> Stream.concat(p.rowFilter().stream(), p.masks().values().stream()))
        .filter(t -> t.sql().equals(sql))
        .map(SqlText::location)
        .findFirst()
        .orElse(glossary.policies().get(0).location());
  }

  /** Everything that policies say of one relation, if they restrict it. */
  private static Optional<TableRule> rule(Table table, Glossary glossary) {
    Set<String> denied = new HashSet<>();
    Map<String, String> masks = new HashMap<>();
    Optional<String> filter = Optional.empty();
    for (Glossary.TablePolicy policy : glossary.policies()) {
      if (policy.concerns(table.name())) {
        for (Column column : table.columns()) {
          policy.deny().stream()
              .filter(d -> d.equals(Glossary.TablePolicy.ALL) || column.name().equalsIgnoreCase(d))
              .forEach(c -> denied.add(column.name()));
          policy.masks().entrySet().stream()
              .filter(m -> column.name().equalsIgnoreCase(m.getKey()))
              .forEach(m -> masks.put(column.name(), m.getValue().sql()));
        }
        Optional<String> others = filter;
        filter =
            policy
                .rowFilter()
                .map(f -> others.map(o -> "(" + o + "\n) AND (" + f.sql() + "\n)").orElse(f.sql()))
                .or(() -> others);
      }
    }
    boolean restricts = !denied.isEmpty() || !masks.isEmpty() || filter.isPresent();
    return restricts
        ? Optional.of(new TableRule(table.name(), denied, masks, filter))
        : Optional.empty();
  }

  private static Catalog visible(Catalog catalog, Map<TableName, TableRule> rules) {
    List<Table> tables =
        catalog.tables().stream()
            .map(t -> rules.containsKey(t.name()) ? visible(t, rules.get(t.name())) : t)
            .filter(t -> !t.columns().isEmpty())
            .toList();
    List<ForeignKey> keys =
        catalog.foreignKeys().stream()
            .filter(k -> isWhole(tables, rules, k.from(), k.columns()))
            .filter(k -> isWhole(tables, rules, k.to(), k.targetColumns()))
            .toList();
    return new Catalog(tables, keys, catalog.searchPath(), catalog.fingerprint());
  }

  private static Table visible(Table table, TableRule rule) {
    List<Column> columns =
        table.columns().stream()
            .filter(c -> !rule.denied().contains(c.name()))
            .map(c -> masked(c, rule))
            .toList();
    boolean keepsKey = table.primaryKey().stream().allMatch(c -> isWhole(c, rule));
    return new Table(
        table.name(),
        table.kind(),
        columns,
        keepsKey ? table.primaryKey() : List.of(),
        table.uniqueKeys().stream()
            .filter(k -> k.stream().allMatch(c -> isWhole(c, rule)))
            .toList(),
        table.comment(),
        rule.rowFilter().isPresent() ? -1 : table.rowEstimate());
  }

  // What a mask computes may be of another type, and nothing should be planned on it.
  private static Column masked(Column column, TableRule rule) {
    return rule.masks().containsKey(column.name())
        ? new Column(column.name(), ColumnType.OTHER, column.typeName(), 0, true, column.comment())
        : column;
  }

  private static boolean isWhole(String column, TableRule rule) {
    return !rule.denied().contains(column) && !rule.masks().containsKey(column);
  }

  private static boolean isWhole(
      List<Table> tables, Map<TableName, TableRule> rules, TableName name, List<String> columns) {
    Set<TableName> names = tables.stream().map(Table::name).collect(Collectors.toSet());
    TableRule rule = rules.get(name);
    return names.contains(name)
        && (rule == null || columns.stream().allMatch(c -> isWhole(c, rule)));
  }
}
