package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our own lists of what must be refused, what is refused for now, and what must be accepted. */
class StatementListsTest {
  private static final SqlGuard GUARD = new SqlGuard();

  static GuardContext context(String dialect) {
    return new GuardContext(
        SampleSchema.catalog(dialect), Dialect.forProduct(dialect), Set.of(), false);
  }

  static List<StatementLists.Entry> refused() {
    return Stream.of(
            StatementLists.attacks(), StatementLists.attacksByKind(), StatementLists.limits())
        .flatMap(List::stream)
        .toList();
  }

  static List<StatementLists.Entry> allowed() {
    return Stream.of(StatementLists.allowed(), StatementLists.allowedByDialect())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void attacksAndLimitsAreRefusedWithAReason(StatementLists.Entry entry) {
    GuardVerdict verdict = GUARD.check(entry.sql(), context(entry.dialect()));
    assertThat(verdict)
        .isInstanceOfSatisfying(
            GuardVerdict.Refused.class, r -> assertThat(r.reason()).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void legitimateStatementsAreAccepted(StatementLists.Entry entry) {
    assertThat(GUARD.check(entry.sql(), context(entry.dialect())))
        .isInstanceOf(GuardVerdict.Accepted.class);
  }
}
