package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.guard.GuardVerdict.Layer;
import dev.nl2sql.guard.GuardVerdict.Refused;

/** What the tests of the layers ask of the guard. */
final class Verdicts {
  private static final SqlGuard GUARD = new SqlGuard();

  private Verdicts() {}

  static GuardVerdict of(String engine, String sql) {
    return GUARD.check(sql, StatementListsTest.context(engine));
  }

  /** {@code yes}, or the layer that refused with its reason. */
  static void expect(String engine, String sql, String expected) {
    GuardVerdict verdict = of(engine, sql);
    if (expected.equals("yes")) {
      assertThat(verdict).as(sql).isInstanceOf(Accepted.class);
      return;
    }
    int colon = expected.indexOf(':');
    assertThat(verdict).as(sql).isInstanceOf(Refused.class);
    Refused refused = (Refused) verdict;
    assertThat(refused.layer()).as(sql + " " + refused).isEqualTo(layer(expected, colon));
    assertThat(refused.reason()).as(sql).contains(expected.substring(colon + 1).strip());
  }

  private static Layer layer(String expected, int colon) {
    return Layer.valueOf(expected.substring(0, colon));
  }

  /** What would run. */
  static GuardedSql accepted(String engine, String sql) {
    GuardVerdict verdict = of(engine, sql);
    assertThat(verdict).as(sql).isInstanceOf(Accepted.class);
    return ((Accepted) verdict).sql();
  }
}
