package dev.nl2sql.guard;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.plan.Dialect;
import java.util.Objects;
import java.util.Set;

/**
 * What a statement is checked against.
 *
 * @param catalog the relations and columns that may be read
 * @param dialect how the engine reads SQL
 * @param extraFunctions functions allowed beside the dialect's list ({@code
 *     nl2sql.guard.functions}), in lower case
 * @param allowSystemCatalogs whether relations of system schemas may be read, if the catalog has
 *     them
 * @param author who wrote the SQL
 * @param rules what is put in place of relations that may be seen in part only
 */
public record GuardContext(
    Catalog catalog,
    Dialect dialect,
    Set<String> extraFunctions,
    boolean allowSystemCatalogs,
    Author author,
    TableRules rules) {

  /** Who wrote the SQL. */
  public enum Author {
    /** Anything that answers questions. */
    GENERATOR,
    /** Those who wrote the rules on tables; they may ask who the user is. */
    POLICY
  }

  public GuardContext {
    Objects.requireNonNull(catalog);
    Objects.requireNonNull(dialect);
    extraFunctions = Set.copyOf(extraFunctions);
    Objects.requireNonNull(author);
    Objects.requireNonNull(rules);
  }

  /** For generated SQL, without rules on tables. */
  public GuardContext(
      Catalog catalog, Dialect dialect, Set<String> extraFunctions, boolean allowSystemCatalogs) {
    this(
        catalog, dialect, extraFunctions, allowSystemCatalogs, Author.GENERATOR, TableRules.none());
  }

  /** The same with rules on tables. */
  public GuardContext with(TableRules newRules) {
    return new GuardContext(
        catalog, dialect, extraFunctions, allowSystemCatalogs, author, newRules);
  }

  /** For the SQL of rules themselves, which sees the whole catalog. */
  GuardContext forRules(Catalog whole) {
    return new GuardContext(
        whole, dialect, extraFunctions, allowSystemCatalogs, Author.POLICY, TableRules.none());
  }
}
