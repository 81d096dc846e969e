package dev.nl2sql.jdbc;

import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;

/** The driver's own warnings of one statement, in order. Used under its owner's rules. */
final class Warnings {
  private static final Warnings NONE = new Warnings(List.of());

  private final List<SQLWarning> own;

  Warnings(List<SQLWarning> own) {
    this.own = List.copyOf(own);
  }

  static Warnings none() {
    return NONE;
  }

  /** These and one more. */
  Warnings with(SQLWarning warning) {
    List<SQLWarning> all = new ArrayList<>(own);
    all.add(warning);
    return new Warnings(all);
  }

  /**
   * The own warnings followed by those of the real driver. The real driver's chain is copied entry
   * by entry when both exist, for linking would change a chain that is not ours.
   */
  SQLWarning before(SQLWarning others) {
    if (own.isEmpty()) {
      return others;
    }
    List<SQLWarning> all = new ArrayList<>();
    own.forEach(w -> all.add(copy(w)));
    for (SQLWarning next = others; next != null; next = next.getNextWarning()) {
      all.add(copy(next));
    }
    for (int i = 0; i + 1 < all.size(); i++) {
      all.get(i).setNextWarning(all.get(i + 1));
    }
    return all.get(0);
  }

  private static SQLWarning copy(SQLWarning warning) {
    if (warning instanceof ClarificationWarning clarification) {
      return clarification.copy();
    }
    SQLWarning copy =
        new SQLWarning(
            warning.getMessage(), warning.getSQLState(), warning.getErrorCode(), warning);
    copy.setStackTrace(warning.getStackTrace());
    return copy;
  }
}
