package dev.nl2sql.catalog;

import java.util.Locale;
import java.util.Set;

/** The schemas in which engines keep their own relations. */
public final class SystemSchemas {
  private static final String POSTGRES_PREFIX = "pg_";
  private static final Set<String> NAMES =
      Set.of("information_schema", "sys", "mysql", "performance_schema");

  private SystemSchemas() {}

  /** Whether a schema of this name, in any case of letters, is the engine's own. */
  public static boolean contains(String schema) {
    String lower = schema.toLowerCase(Locale.ROOT);
    return NAMES.contains(lower) || lower.startsWith(POSTGRES_PREFIX);
  }
}
