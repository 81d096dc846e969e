package dev.nl2sql.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Guesses references that the database does not declare, from names and types alone: a column that
 * is called like another table's single-column key, or like the table followed by "id".
 */
final class JoinInference {
  private JoinInference() {}

  static List<ForeignKey> infer(List<Table> tables, Collection<ForeignKey> declared) {
    List<ForeignKey> inferred = new ArrayList<>();
    for (Table from : tables) {
      for (Column column : from.columns()) {
        if (!isOwnKey(from, column) && !isDeclared(from, column, declared)) {
          target(from, column, tables).ifPresent(inferred::add);
        }
      }
    }
    return inferred;
  }

  private static boolean isOwnKey(Table table, Column column) {
    return table.primaryKey().equals(List.of(column.name()));
  }

  private static boolean isDeclared(Table table, Column column, Collection<ForeignKey> declared) {
    return declared.stream()
        .anyMatch(k -> k.from().equals(table.name()) && k.columns().contains(column.name()));
  }

  private static Optional<ForeignKey> target(Table from, Column column, List<Table> tables) {
    List<ForeignKey> fitting = new ArrayList<>();
    for (Table to : tables) {
      keyColumn(to)
          .filter(key -> !to.name().equals(from.name()))
          .filter(key -> sameType(key, column) && namesFit(to, key, column))
          .ifPresent(
              key ->
                  fitting.add(
                      new ForeignKey(
                          from.name(),
                          List.of(column.name()),
                          to.name(),
                          List.of(key.name()),
                          false)));
    }
    return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
  }

  private static Optional<Column> keyColumn(Table table) {
    return table.primaryKey().size() == 1
        ? table.column(table.primaryKey().get(0))
        : Optional.empty();
  }

  private static boolean sameType(Column key, Column column) {
    return key.type() == column.type() || key.type().isNumeric() && column.type().isNumeric();
  }

  private static boolean namesFit(Table to, Column key, Column column) {
    String name = plain(column.name());
    String keyName = plain(key.name());
    String table = plain(to.name().name());
    String singular = table.endsWith("s") ? table.substring(0, table.length() - 1) : table;
    boolean sameAsKey = name.equals(keyName) && !isGeneric(keyName);
    return sameAsKey || name.equals(table + "id") || name.equals(singular + "id");
  }

  private static boolean isGeneric(String name) {
    return List.of("id", "code", "key", "name", "no", "number", "nr").contains(name);
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace(" ", "");
  }
}
