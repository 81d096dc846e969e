package dev.nl2sql.guard;

import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.OptionalLong;

/** Makes guarded SQL without the guard, to show what the sandbox holds by itself. */
public final class UncheckedSql {
  private UncheckedSql() {}

  public static GuardedSql of(String sql) {
    return new GuardedSql(sql, "", OptionalLong.empty(), List.of(), 0);
  }

  /** With the relations the guard would have found. */
  public static GuardedSql reading(String sql, TableName... relations) {
    return new GuardedSql(sql, "", OptionalLong.empty(), List.of(relations), 0);
  }

  /** With so many values to bind. */
  public static GuardedSql withParameters(String sql, int parameters) {
    return new GuardedSql(sql, "", OptionalLong.empty(), List.of(), parameters);
  }

  /** With a LIMIT at its end as cap. */
  public static GuardedSql capped(String sql) {
    return new GuardedSql(sql, sql + " LIMIT " + Emission.CAP, OptionalLong.empty(), List.of(), 0);
  }
}
