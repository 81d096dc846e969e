package dev.nl2sql.catalog;

import java.util.List;

/**
 * A value found in a column.
 *
 * @param table the relation
 * @param column the column
 * @param variants the spellings stored that are equal when case and surrounding blanks are ignored
 */
public record StoredValue(Table table, Column column, List<String> variants) {
  public StoredValue {
    variants = List.copyOf(variants);
  }
}
