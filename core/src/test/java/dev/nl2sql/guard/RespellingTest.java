package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.GuardCorpus;
import dev.nl2sql.testing.SampleSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No other case, blank, comment or place in a larger statement flips a verdict. */
class RespellingTest {
  private static final SqlGuard GUARD = new SqlGuard();
  private static final int SPELLINGS = 12;

  @Test
  void ourOwnAttacksStayRefused() {
    List<String> accepted = new ArrayList<>();
    for (StatementLists.Entry entry : StatementLists.attacks()) {
      accepted.addAll(acceptedSpellings(entry.sql(), context(entry.dialect())));
    }
    assertThat(accepted).isEmpty();
  }

  @Test
  void ourOwnLegitimateStatementsStayAccepted() {
    List<String> refused = new ArrayList<>();
    for (StatementLists.Entry entry : StatementLists.allowed()) {
      refused.addAll(refusedSpellings(entry.sql(), context(entry.dialect())));
    }
    assertThat(refused).isEmpty();
  }

  @Test
  void theSharedCorpusKeepsItsVerdicts() {
    Optional<Path> shared = GuardCorpus.folder();
    assumeTrue(shared.isPresent(), "the shared corpus is not at hand: set NL2SQL_SHARED");
    List<String> flipped = new ArrayList<>();
    for (GuardCorpus.Entry entry : GuardCorpus.all(shared.get())) {
      GuardContext context = GuardCorpusTest.context(entry.dialect());
      if (entry.isAttack()) {
        flipped.addAll(acceptedSpellings(entry.sql(), context));
      } else if (entry.isRequired()) {
        flipped.addAll(refusedSpellings(entry.sql(), context));
      }
    }
    assertThat(flipped).isEmpty();
  }

  private static GuardContext context(String dialect) {
    return new GuardContext(
        SampleSchema.catalog(dialect), Dialect.forProduct(dialect), Set.of(), false);
  }

  private static List<String> acceptedSpellings(String sql, GuardContext context) {
    List<String> accepted = new ArrayList<>();
    for (long seed = 0; seed < SPELLINGS; seed++) {
      Respelling respelling = new Respelling(seed + sql.hashCode());
      String other = respelling.respelled(sql);
      String text = seed % 3 == 0 ? respelling.nested(other) : other;
      if (text.length() < SqlLexer.MAXIMUM_LENGTH
          && GUARD.check(text, context) instanceof Accepted) {
        accepted.add(text);
      }
    }
    return accepted;
  }

  private static List<String> refusedSpellings(String sql, GuardContext context) {
    List<String> refused = new ArrayList<>();
    for (long seed = 0; seed < SPELLINGS; seed++) {
      Respelling respelling = new Respelling(seed + sql.hashCode());
      String other = respelling.respelled(sql);
      boolean alone = sql.contains(";") || sql.contains("--") || sql.contains("#");
      String text = seed % 3 == 0 && !alone ? "SELECT * FROM (" + other + ") z" : other;
      if (GUARD.check(text, context) instanceof GuardVerdict.Refused why) {
        refused.add(why.reason() + ": " + text);
      }
    }
    return refused;
  }
}
