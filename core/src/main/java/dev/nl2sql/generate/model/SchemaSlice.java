package dev.nl2sql.generate.model;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.function.Function;

/**
 * The part of a schema that a model is shown.
 *
 * @param text compact DDL
 * @param shown the relations in it, the most relevant first
 * @param omitted relations for which there was no room, by name
 */
record SchemaSlice(String text, List<Table> shown, List<TableName> omitted) {
  SchemaSlice {
    shown = List.copyOf(shown);
    omitted = List.copyOf(omitted);
  }

  /** Relations in the order given, as many as there is room for, each with its text. */
  static SchemaSlice of(List<Table> ordered, Function<Table, String> writer, int room) {
    StringBuilder text = new StringBuilder();
    List<Table> shown = new java.util.ArrayList<>();
    List<TableName> omitted = new java.util.ArrayList<>();
    for (Table table : ordered) {
      String written = writer.apply(table);
      if (text.length() + written.length() <= room || shown.isEmpty()) {
        text.append(written);
        shown.add(table);
      } else {
        omitted.add(table.name());
      }
    }
    String all = text.substring(0, Math.min(text.length(), room * 2));
    return new SchemaSlice(all.isEmpty() ? "(none)" : all, shown, omitted);
  }
}
