package dev.nl2sql.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Guesses references that the database does not declare, from names and types alone: a column that
 * is called like another table's single-column key, or like the table followed by "id". Where
 * several tables fit, the one the column is named after wins, then the one in the same schema; if
 * there is still more than one, nothing is guessed.
 */
final class JoinInference {
  private static final Set<String> GENERIC =
      Set.of("id", "code", "key", "name", "no", "number", "nr");

  /** A table with the column that identifies its rows. */
  private record Keyed(Table table, Column key) {}

  private final Map<String, List<Keyed>> byKeyName = new HashMap<>();
  private final Map<String, List<Keyed>> byTableId = new HashMap<>();

  private JoinInference(List<Table> tables) {
    for (Table table : tables) {
      keyColumn(table).ifPresent(key -> add(new Keyed(table, key)));
    }
  }

  static List<ForeignKey> infer(List<Table> tables, Collection<ForeignKey> declared) {
    JoinInference inference = new JoinInference(tables);
    Set<List<Object>> bound = new HashSet<>();
    declared.forEach(k -> k.columns().forEach(c -> bound.add(List.of(k.from(), c))));
    List<ForeignKey> inferred = new ArrayList<>();
    for (Table from : tables) {
      Optional<Column> ownKey = keyColumn(from);
      for (Column column : from.columns()) {
        boolean isFree = !bound.contains(List.of(from.name(), column.name()));
        if (isFree && !ownKey.equals(Optional.of(column))) {
          inference.target(from, column).ifPresent(inferred::add);
        }
      }
    }
    return inferred;
  }

  private void add(Keyed keyed) {
    String keyName = plain(keyed.key().name());
    if (!GENERIC.contains(keyName)) {
      byKeyName.computeIfAbsent(keyName, n -> new ArrayList<>()).add(keyed);
    }
    for (String name : names(keyed.table())) {
      byTableId.computeIfAbsent(name + "id", n -> new ArrayList<>()).add(keyed);
    }
  }

  private Optional<ForeignKey> target(Table from, Column column) {
    String name = plain(column.name());
    return only(from, fitting(from, column, byTableId.get(name)))
        .or(() -> only(from, fitting(from, column, byKeyName.get(name))))
        .map(
            to ->
                new ForeignKey(
                    from.name(),
                    List.of(column.name()),
                    to.table().name(),
                    List.of(to.key().name()),
                    false));
  }

  private static List<Keyed> fitting(Table from, Column column, List<Keyed> candidates) {
    return Objects.requireNonNullElse(candidates, List.<Keyed>of()).stream()
        .filter(c -> !c.table().name().equals(from.name()))
        .filter(c -> sameType(c.key(), column))
        .toList();
  }

  private static Optional<Keyed> only(Table from, List<Keyed> fitting) {
    List<Keyed> near =
        fitting.stream()
            .filter(c -> c.table().name().schema().equals(from.name().schema()))
            .toList();
    List<Keyed> left = near.isEmpty() ? fitting : near;
    return left.size() == 1 ? Optional.of(left.get(0)) : Optional.empty();
  }

  /** The declared key; in a table without any, the column named like one. */
  private static Optional<Column> keyColumn(Table table) {
    if (table.primaryKey().size() == 1) {
      return table.column(table.primaryKey().get(0));
    }
    if (!table.primaryKey().isEmpty()
        || !table.uniqueKeys().isEmpty()
        || table.kind() != Table.Kind.TABLE) {
      return Optional.empty();
    }
    Set<String> likely = new HashSet<>(Set.of("id"));
    names(table).forEach(n -> likely.add(n + "id"));
    List<Column> found =
        table.columns().stream().filter(c -> likely.contains(plain(c.name()))).toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private static boolean sameType(Column key, Column column) {
    return key.type() == column.type() || (key.type().isNumeric() && column.type().isNumeric());
  }

  /** What the table's name may look like inside of a column's name: as it is, and singular. */
  private static Set<String> names(Table table) {
    String name = plain(table.name().name());
    Set<String> names = new LinkedHashSet<>(List.of(name));
    if (name.endsWith("ies")) {
      names.add(name.substring(0, name.length() - 3) + "y");
    }
    if (name.endsWith("es")) {
      names.add(name.substring(0, name.length() - 2));
    }
    if (name.endsWith("s")) {
      names.add(name.substring(0, name.length() - 1));
    }
    return names;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace(" ", "");
  }
}
