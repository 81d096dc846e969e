package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.statement.select.Select;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A print that is shown to be faithful by its tokens is so by the grammar, too. */
class FaithfulGrammarTest {
  private static final PlainWords WORDS = new PlainWords();
  private static final int RANDOM_STATEMENTS = 600;

  private static GuardContext context(String engine) {
    return new GuardContext(
        SampleSchema.catalog(engine), Dialect.forProduct(engine), Set.of(), false);
  }

  /** Whatever the tokens show, parsing shows as well; and they show it of most statements. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql", "ansi"})
  void theGrammarAgrees(String engine) {
    int accepted = 0;
    int shown = 0;
    for (String sql : statements(engine)) {
      if (new SqlGuard().check(sql, context(engine)) instanceof GuardVerdict.Accepted) {
        accepted++;
        shown += isShownAndTrue(sql, context(engine)) ? 1 : 0;
      }
    }
    assertThat(shown).isGreaterThan(accepted / 4);
  }

  private static boolean isShownAndTrue(String sql, GuardContext context) {
    String read = SqlLexer.read(sql, context.dialect()).text();
    Select statement = new GuardParser().parse(read);
    Tree tree = new Tree();
    NameCheck.Resolution resolved =
        NameCheck.resolve(statement, tree.all(statement), tree, context);
    String printed = statement.toString();
    boolean shown = FaithfulPrint.is(read, printed, resolved, WORDS, context);
    if (shown) {
      assertThat(new GuardParser().parse(printed)).as(read).hasToString(printed);
    }
    return shown;
  }

  private static List<String> statements(String engine) {
    List<String> all = new ArrayList<>();
    StatementLists.allowed().stream()
        .filter(e -> e.dialect().equals(engine))
        .forEach(e -> all.add(e.sql()));
    for (long seed = 0; seed < RANDOM_STATEMENTS; seed++) {
      all.add(new RandomSql(seed).next());
    }
    return all;
  }
}
