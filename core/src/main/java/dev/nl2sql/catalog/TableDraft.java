package dev.nl2sql.catalog;

import java.util.ArrayList;
import java.util.List;

/** A relation while it is being read. */
final class TableDraft {
  final TableName name;
  final Table.Kind kind;
  final String comment;
  final long rowEstimate;
  final List<Column> columns = new ArrayList<>();
  final List<String> primaryKey = new ArrayList<>();
  private final List<List<String>> uniqueKeys = new ArrayList<>();

  /**
   * @param rowEstimate estimated rows, negative if unknown
   */
  TableDraft(TableName name, Table.Kind kind, String comment, long rowEstimate) {
    this.name = name;
    this.kind = kind;
    this.comment = comment == null ? "" : comment;
    this.rowEstimate = Math.max(-1, rowEstimate);
  }

  void addUniqueKey(List<String> key) {
    uniqueKeys.add(key);
  }

  /** The column's name as the catalog holds it. */
  String spelled(String column) {
    List<String> names = columns.stream().map(Column::name).toList();
    return names.contains(column)
        ? column
        : names.stream().filter(column::equalsIgnoreCase).findFirst().orElse(column);
  }

  Table toTable() {
    List<List<String>> others = uniqueKeys.stream().filter(k -> !k.equals(primaryKey)).toList();
    return new Table(name, kind, columns, primaryKey, others, comment, rowEstimate);
  }
}
