package dev.nl2sql.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The relations a session may ask about, with their keys and references. Immutable and thread-safe.
 */
public final class Catalog {
  private final Map<TableName, Table> tables;
  private final List<Table> list;
  private final List<ForeignKey> foreignKeys;
  private final Map<TableName, List<ForeignKey>> keysByTable;
  private final List<String> searchPath;
  private final String fingerprint;

  /**
   * @param tables the relations in a stable order
   * @param foreignKeys declared, inferred and given references; only between the given relations
   * @param searchPath schemas in the order in which an unqualified name is looked up
   * @param fingerprint changes whenever shape or keys change
   */
  public Catalog(
      Collection<Table> tables,
      Collection<ForeignKey> foreignKeys,
      List<String> searchPath,
      String fingerprint) {
    Map<TableName, Table> byName = new LinkedHashMap<>();
    tables.forEach(t -> byName.put(t.name(), t));
    this.tables = java.util.Collections.unmodifiableMap(byName);
    this.list = List.copyOf(byName.values());
    this.foreignKeys = List.copyOf(foreignKeys);
    this.keysByTable = byTable(this.foreignKeys);
    this.searchPath = List.copyOf(searchPath);
    this.fingerprint = fingerprint;
  }

  public List<Table> tables() {
    return list;
  }

  public Optional<Table> table(TableName name) {
    return Optional.ofNullable(tables.get(name));
  }

  public List<ForeignKey> foreignKeys() {
    return foreignKeys;
  }

  public List<String> searchPath() {
    return searchPath;
  }

  public String fingerprint() {
    return fingerprint;
  }

  /** References that start or end at the relation. */
  public List<ForeignKey> foreignKeysOf(TableName name) {
    return keysByTable.getOrDefault(name, List.of());
  }

  /** Whether the column refers to another relation. */
  public boolean isReference(Table table, Column column) {
    return foreignKeysOf(table.name()).stream()
        .anyMatch(k -> k.from().equals(table.name()) && k.columns().contains(column.name()));
  }

  private static Map<TableName, List<ForeignKey>> byTable(List<ForeignKey> keys) {
    Map<TableName, List<ForeignKey>> byTable = new HashMap<>();
    for (ForeignKey key : keys) {
      byTable.computeIfAbsent(key.from(), t -> new ArrayList<>()).add(key);
      if (!key.to().equals(key.from())) {
        byTable.computeIfAbsent(key.to(), t -> new ArrayList<>()).add(key);
      }
    }
    byTable.replaceAll((table, list) -> List.copyOf(list));
    return byTable;
  }

  /** The same catalog with further references, for example those of a glossary. */
  public Catalog withForeignKeys(Collection<ForeignKey> more) {
    List<ForeignKey> all = new ArrayList<>(foreignKeys);
    more.stream().filter(k -> !all.contains(k)).forEach(all::add);
    return new Catalog(tables.values(), all, searchPath, fingerprint);
  }
}
