package dev.nl2sql.catalog;

import java.util.Objects;

/**
 * A column as the database describes it.
 *
 * @param name the name exactly as the catalog holds it
 * @param type the kind of values
 * @param typeName the database's own type name
 * @param size declared length or precision, 0 if unbounded or unknown
 * @param nullable whether NULL is allowed
 * @param comment the database's comment, empty if none
 */
public record Column(
    String name, ColumnType type, String typeName, int size, boolean nullable, String comment) {
  public Column {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
    Objects.requireNonNull(typeName);
    Objects.requireNonNull(comment);
  }
}
