package dev.nl2sql.guard;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The two tables that rules are tried on, named as each engine names them. */
final class RuledTables {
  private RuledTables() {}

  static String schema(String engine) {
    return switch (engine) {
      case "h2" -> "PUBLIC";
      case "postgresql" -> "public";
      case "mysql" -> "";
      default -> "";
    };
  }

  static String fold(String engine, String name) {
    return engine.equals("h2") ? name.toUpperCase(Locale.ROOT) : name;
  }

  static Table table(String engine, String name, String columns) {
    List<Column> all =
        Stream.of(columns.split(" "))
            .map(c -> new Column(fold(engine, c), ColumnType.TEXT, "text", 0, true, ""))
            .toList();
    TableName named = new TableName(schema(engine), fold(engine, name));
    return new Table(named, Table.Kind.TABLE, all, List.of(), List.of(), "", -1);
  }

  static Catalog catalog(String engine, String columnsOfM) {
    List<String> path = schema(engine).isEmpty() ? List.of() : List.of(schema(engine));
    return new Catalog(
        List.of(table(engine, "m", columnsOfM), table(engine, "o", "note m_id")),
        List.of(),
        path,
        "rules");
  }

  static GuardContext context(String engine, TableRule rule) {
    Catalog whole =
        new Catalog(
            Stream.concat(
                    catalog(engine, "id name email region").tables().stream(),
                    Stream.of(table(engine, "g", "region")))
                .toList(),
            List.of(),
            catalog(engine, "id").searchPath(),
            "whole");
    String visible = rule.denied().isEmpty() ? "id name email region" : "id name region";
    GuardContext context =
        new GuardContext(catalog(engine, visible), Dialect.forProduct(engine), Set.of(), false);
    return context.with(TableRules.of(List.of(rule), whole, context));
  }

  static TableRule rule(
      String engine, Set<String> denied, Map<String, String> masks, String filter) {
    return new TableRule(
        new TableName(schema(engine), fold(engine, "m")),
        Set.copyOf(denied.stream().map(c -> fold(engine, c)).toList()),
        masks.entrySet().stream()
            .collect(
                java.util.stream.Collectors.toMap(
                    e -> fold(engine, e.getKey()), Map.Entry::getValue)),
        Optional.of(filter).filter(f -> !f.isEmpty()));
  }
}
