package dev.nl2sql.pipeline;

import dev.nl2sql.answer.RowTable;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rows of SHOW NL TABLES and of questions about the schema. */
final class TablesTable {
  private TablesTable() {}

  /** (schema, name, kind, columns, rows, comment): one row a relation. */
  static RowTable of(Catalog catalog) {
    List<List<Object>> rows = new ArrayList<>();
    for (Table table : catalog.tables()) {
      rows.add(
          Arrays.asList(
              table.name().schema(),
              table.name().name(),
              table.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
              table.columns().stream().map(Column::name).collect(Collectors.joining(", ")),
              table.rowEstimate() < 0 ? null : table.rowEstimate(),
              table.comment()));
    }
    return new RowTable(
        List.of(
            new RowTable.Column("schema", Types.VARCHAR),
            new RowTable.Column("name", Types.VARCHAR),
            new RowTable.Column("kind", Types.VARCHAR),
            new RowTable.Column("columns", Types.VARCHAR),
            new RowTable.Column("rows", Types.BIGINT),
            new RowTable.Column("comment", Types.VARCHAR)),
        rows);
  }

  /** All relations, or the columns of one: (column, type, nullable, comment). */
  static RowTable of(Catalog catalog, Optional<Table> one) {
    return one.map(TablesTable::columns).orElseGet(() -> of(catalog));
  }

  private static RowTable columns(Table table) {
    List<List<Object>> rows = new ArrayList<>();
    for (Column column : table.columns()) {
      rows.add(
          List.of(
              column.name(),
              column.typeName(),
              column.nullable() ? "yes" : "no",
              column.comment()));
    }
    return RowTable.ofTexts(List.of("column", "type", "nullable", "comment"), rows);
  }
}
