package dev.nl2sql.catalog;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Relations and references while they are being read. */
final class Shape {
  private final Map<TableName, TableDraft> drafts = new LinkedHashMap<>();
  private final List<ForeignKey> foreignKeys = new ArrayList<>();

  /** Reads the shape of a kind of engine. */
  interface Reader {
    /** The schemas the session may look into, system schemas left out. */
    List<String> schemas() throws SQLException;

    /** The schemas with the engine's own relations, as far as they say something about data. */
    List<String> systemSchemas() throws SQLException;

    /** Reads all relations of the schemas, with columns and keys. */
    void read(List<String> schemas, Shape shape) throws SQLException;
  }

  void add(TableDraft draft) {
    drafts.put(draft.name, draft);
  }

  Optional<TableDraft> draft(TableName name) {
    return Optional.ofNullable(drafts.get(name));
  }

  /** The only relation of that name when the case of letters is ignored. */
  Optional<TableDraft> draftIgnoringCase(TableName name) {
    List<TableDraft> alike =
        drafts.values().stream()
            .filter(d -> d.name.toString().equalsIgnoreCase(name.toString()))
            .toList();
    return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
  }

  List<TableDraft> drafts() {
    return List.copyOf(drafts.values());
  }

  void add(ForeignKey key) {
    foreignKeys.add(key);
  }

  /** The relations that have columns. */
  List<Table> tables() {
    return drafts.values().stream()
        .filter(d -> !d.columns.isEmpty())
        .map(TableDraft::toTable)
        .toList();
  }

  /** The references whose both sides, with all their columns, were read. */
  List<ForeignKey> foreignKeys() {
    return foreignKeys.stream()
        .filter(k -> holds(k.from(), k.columns()) && holds(k.to(), k.targetColumns()))
        .distinct()
        .toList();
  }

  private boolean holds(TableName name, List<String> columns) {
    return draft(name)
        .map(d -> d.columns.stream().map(Column::name).toList().containsAll(columns))
        .orElse(false);
  }
}
