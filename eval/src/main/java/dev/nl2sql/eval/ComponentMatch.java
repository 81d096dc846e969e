package dev.nl2sql.eval;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which parts of a statement say the same as those of the gold.
 *
 * @param same true for a part that does
 */
record ComponentMatch(Map<SqlComponents.Part, Boolean> same) {
  ComponentMatch {
    same = Collections.unmodifiableMap(new EnumMap<>(same));
  }

  /** Empty if one of both cannot be parsed. */
  static Optional<ComponentMatch> of(String gold, String sql, TableColumns schema) {
    Optional<SqlComponents> expected = SqlComponents.parse(gold, schema);
    return expected.flatMap(
        g -> SqlComponents.parse(sql, schema).map(generated -> of(g, generated)));
  }

  private static ComponentMatch of(SqlComponents gold, SqlComponents generated) {
    Map<SqlComponents.Part, Boolean> same = new EnumMap<>(SqlComponents.Part.class);
    for (SqlComponents.Part part : SqlComponents.Part.values()) {
      same.put(part, gold.of(part).equals(generated.of(part)));
    }
    return new ComponentMatch(same);
  }

  /** Whether the statements say the same, up to the order of what has none. */
  boolean isExact() {
    return same.values().stream().allMatch(s -> s);
  }

  /** How many parts say the same. */
  int count() {
    return (int) same.values().stream().filter(s -> s).count();
  }
}
