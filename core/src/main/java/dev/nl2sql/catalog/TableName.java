package dev.nl2sql.catalog;

import java.util.Objects;

/**
 * The qualified name of a relation, exactly as the catalog holds it.
 *
 * @param schema the schema (on MySQL the database); empty where the engine has none
 * @param name the relation's name
 */
public record TableName(String schema, String name) {
  public TableName {
    Objects.requireNonNull(schema);
    Objects.requireNonNull(name);
  }

  /** Whether a person means this relation: by its name, with or without the schema. */
  public boolean isCalled(String said) {
    return said.equalsIgnoreCase(name) || said.equalsIgnoreCase(toString());
  }

  @Override
  public String toString() {
    return schema.isEmpty() ? name : schema + "." + name;
  }
}
