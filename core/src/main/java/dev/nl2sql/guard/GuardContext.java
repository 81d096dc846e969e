package dev.nl2sql.guard;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.plan.Dialect;
import java.util.Objects;
import java.util.Set;

/**
 * What a statement is checked against.
 *
 * @param catalog the relations that may be read
 * @param dialect how the engine reads SQL
 * @param extraFunctions functions allowed beside the dialect's list ({@code
 *     nl2sql.guard.functions})
 * @param allowSystemCatalogs whether relations of system schemas may be read, if the catalog has
 *     them
 */
public record GuardContext(
    Catalog catalog, Dialect dialect, Set<String> extraFunctions, boolean allowSystemCatalogs) {
  public GuardContext {
    Objects.requireNonNull(catalog);
    Objects.requireNonNull(dialect);
    extraFunctions = Set.copyOf(extraFunctions);
  }
}
