package dev.nl2sql.generate.model;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Writes relations as compact DDL: a line for the table, a line for each column with type, key,
 * reference, comment and samples. Names stand as SQL must write them.
 */
final class SchemaText {
  private static final int LONGEST_NAME = 128;
  private static final int LONGEST_TYPE = 60;
  private static final int LONGEST_COMMENT = 160;
  private static final int LONGEST_SAMPLE = 40;
  private static final int MOST_COLUMNS = 120;

  private final Dialect dialect;
  private final List<String> searchPath;
  private final BiFunction<Table, Column, List<String>> samples;

  /**
   * @param samples some values of a column; none unless they may be sent
   */
  SchemaText(
      Dialect dialect, List<String> searchPath, BiFunction<Table, Column, List<String>> samples) {
    this.dialect = dialect;
    this.searchPath = List.copyOf(searchPath);
    this.samples = samples;
  }

  String of(Table table, Catalog catalog) {
    StringBuilder text = new StringBuilder("table ").append(relation(table.name()));
    if (table.kind() != Table.Kind.TABLE) {
      text.append(" (").append(table.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
      text.append(')');
    }
    if (table.rowEstimate() >= 0) {
      text.append(" about ").append(table.rowEstimate()).append(" rows");
    }
    appendComment(text, table.comment());
    text.append('\n');
    List<Column> columns =
        table.columns().stream().filter(c -> c.name().length() <= LONGEST_NAME).toList();
    columns.stream()
        .limit(MOST_COLUMNS)
        .forEach(c -> appendColumn(text, table, c, catalog.foreignKeysOf(table.name())));
    if (columns.size() > MOST_COLUMNS) {
      text.append("  and ").append(columns.size() - MOST_COLUMNS).append(" more columns\n");
    }
    return text.toString();
  }

  private void appendColumn(StringBuilder text, Table table, Column column, List<ForeignKey> keys) {
    text.append("  ").append(dialect.identifier(column.name())).append(' ');
    text.append(type(column.typeName()));
    if (table.primaryKey().contains(column.name())) {
      text.append(" primary key");
    }
    keys.stream()
        .filter(k -> k.from().equals(table.name()) && k.columns().contains(column.name()))
        .findFirst()
        .ifPresent(k -> appendReference(text, column, k));
    appendComment(text, column.comment());
    List<String> values = samples.apply(table, column);
    if (!values.isEmpty()) {
      text.append(" values such as ");
      text.append(
          values.stream()
              .map(v -> QuotedData.of(v, LONGEST_SAMPLE))
              .collect(Collectors.joining(", ")));
    }
    text.append('\n');
  }

  private void appendReference(StringBuilder text, Column column, ForeignKey key) {
    String target = key.targetColumns().get(key.columns().indexOf(column.name()));
    text.append(" references ").append(relation(key.to()));
    text.append('(').append(dialect.identifier(target)).append(')');
  }

  private static void appendComment(StringBuilder text, String comment) {
    if (!comment.isBlank()) {
      text.append(" comment ").append(QuotedData.of(comment, LONGEST_COMMENT));
    }
  }

  /** A type may be named by a user as well. */
  private static String type(String name) {
    boolean plain = name.length() <= LONGEST_TYPE && name.matches("[A-Za-z0-9_ (),\\[\\]]*");
    return plain ? name : QuotedData.of(name, LONGEST_TYPE);
  }

  /** Without its schema where the search path finds it. */
  String relation(TableName name) {
    boolean found = !searchPath.isEmpty() && searchPath.get(0).equals(name.schema());
    return found ? dialect.identifier(name.name()) : dialect.relation(name);
  }
}
