package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.glossary.Glossary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of a catalog that a glossary's policies leave to questions. What is not in the catalog
 * cannot be generated, and the guard refuses it. A table with a row filter is left out as a whole,
 * because the filter cannot be put into statements yet.
 */
final class PolicyView {
  private PolicyView() {}

  static Catalog of(Catalog catalog, Glossary glossary) {
    if (glossary.policies().isEmpty()) {
      return catalog;
    }
    List<Table> tables =
        catalog.tables().stream().flatMap(t -> visible(t, glossary).stream()).toList();
    Set<TableName> names = tables.stream().map(Table::name).collect(Collectors.toSet());
    List<ForeignKey> keys =
        catalog.foreignKeys().stream()
            .filter(k -> names.contains(k.from()) && names.contains(k.to()))
            .filter(k -> holds(tables, k.from(), k.columns()))
            .filter(k -> holds(tables, k.to(), k.targetColumns()))
            .toList();
    return new Catalog(tables, keys, catalog.searchPath(), catalog.fingerprint());
  }

  private static Optional<Table> visible(Table table, Glossary glossary) {
    Table left = table;
    for (Glossary.TablePolicy policy : glossary.policies()) {
      boolean concerns =
          policy.table().equalsIgnoreCase(table.name().name())
              || policy.table().equalsIgnoreCase(table.name().toString());
      if (concerns && policy.rowFilter().isPresent()) {
        return Optional.empty();
      }
      left = concerns ? without(left, policy.deny()) : left;
    }
    return left.columns().isEmpty() ? Optional.empty() : Optional.of(left);
  }

  private static Table without(Table table, List<String> denied) {
    List<Column> columns =
        table.columns().stream().filter(c -> !isDenied(c.name(), denied)).toList();
    boolean keepsKey = table.primaryKey().stream().noneMatch(c -> isDenied(c, denied));
    return new Table(
        table.name(),
        table.kind(),
        columns,
        keepsKey ? table.primaryKey() : List.of(),
        table.uniqueKeys().stream()
            .filter(k -> k.stream().noneMatch(c -> isDenied(c, denied)))
            .toList(),
        table.comment(),
        table.rowEstimate());
  }

  private static boolean isDenied(String column, List<String> denied) {
    return denied.stream().anyMatch(column::equalsIgnoreCase);
  }

  private static boolean holds(List<Table> tables, TableName name, List<String> columns) {
    return tables.stream()
        .filter(t -> t.name().equals(name))
        .anyMatch(t -> columns.stream().allMatch(c -> t.column(c).isPresent()));
  }
}
