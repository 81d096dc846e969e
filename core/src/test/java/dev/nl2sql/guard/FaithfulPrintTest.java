package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may differ between a statement that was read and its print, and what may not. */
class FaithfulPrintTest {
  private static final PlainWords WORDS = new PlainWords();

  private static final NameCheck.Resolution RESOLVED =
      new NameCheck.Resolution(List.of(new TableName("public", "book")), Map.of(), Map.of());

  private static GuardContext context(String engine) {
    return new GuardContext(
        SampleSchema.catalog(engine), Dialect.forProduct(engine), Set.of(), false);
  }

  private static boolean isFaithful(String read, String printed) {
    return FaithfulPrint.is(read, printed, RESOLVED, WORDS, context("postgresql"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "select a from book | SELECT a FROM public.book",
        "select A from Book b | SELECT a FROM public.book b",
        "select \"a\" from \"book\" | SELECT a FROM public.book",
        "select \"a\" from public.\"book\" | SELECT a FROM public.book",
        "select a,b from book where a in(1,2) | SELECT a, b FROM public.book WHERE a IN (1, 2)",
        "select count( * ) from book | SELECT count(*) FROM public.book",
        "select 'q0' , 1.5e3 from book | SELECT 'q0', 1.5e3 FROM public.book",
        "select title from book order by 1 | SELECT title FROM public.book ORDER BY 1",
      })
  void spellingIsFree(String read, String printed) {
    assertThat(isFaithful(read, printed)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "select a from book | SELECT a FROM public.book WHERE 1",
        "select a from book where 1 | SELECT a FROM public.book",
        "select a from book | SELECT b FROM public.book",
        "select a from book | SELECT a FROM secret.book",
        "select a from book | SELECT a FROM public.other",
        "select a from other | SELECT a FROM public.other",
        "select a from public.book | SELECT a FROM public.public.book",
        "select book.a from book | SELECT public.book.a FROM public.book",
        "select book from book | SELECT public.book FROM public.book",
        "select a, book from book | SELECT a, public.book FROM public.book",
        "select 'q0' from book | SELECT 'q1' FROM public.book",
        "select a - b from book | SELECT b - a FROM public.book",
        "select - - a from book | SELECT --a FROM public.book",
        "select - -a from book | SELECT --a FROM public.book",
        "select a < = b from book | SELECT a <= b FROM public.book",
        "select a <= b from book | SELECT a < = b FROM public.book",
        "select a / * b from book | SELECT a /* b FROM public.book",
        "select 1 .5 from book | SELECT 1.5 FROM public.book",
        "select e 'q0' from book | SELECT e'q0' FROM public.book",
        "select (a + b) * c from book | SELECT a + b * c FROM public.book",
        "select a + b * c from book | SELECT (a + b) * c FROM public.book",
        "select \"limit\" from book | SELECT limit FROM public.book",
        "select \"A\" from book | SELECT \"a\" FROM public.book",
        "select \"a\" from book | SELECT \"A\" FROM public.book",
        "select \"date\" from book | SELECT date FROM public.book",
        "select \"top\" from book | SELECT top FROM public.book",
        "\u017Felect a from book | SELECT a FROM public.book",
        "select a from book limit 5 | SELECT a FROM public.book LIMIT 50",
        "select a from book | SELECT a FROM (SELECT a FROM public.book) AS book",
      })
  void whatSaysSomethingElseIsNot(String read, String printed) {
    assertThat(isFaithful(read, printed)).isFalse();
  }

  @Test
  void theRuleItselfMayStandForItsRelation() {
    GuardContext context =
        RuledTables.context(
            "postgresql", RuledTables.rule("postgresql", Set.of("email"), Map.of(), "id < 3"));
    String body = "(SELECT id, name, region FROM public.m WHERE (id < 3))";
    NameCheck.Resolution resolved =
        new NameCheck.Resolution(
            List.of(new TableName("public", "m"), new TableName("public", "o")),
            Map.of(),
            Map.of());
    record Pair(String read, String printed, boolean same) {}
    List<Pair> pairs =
        List.of(
            new Pair("select id from m", "SELECT id FROM " + body + " AS m", true),
            new Pair("select id from public.m", "SELECT id FROM " + body + " AS m", true),
            new Pair("select id from m as x", "SELECT id FROM " + body + " AS x", true),
            new Pair("select id from m x", "SELECT id FROM " + body + " x", true),
            new Pair(
                "select id from m, m x", "SELECT id FROM " + body + " AS m, " + body + " x", true),
            new Pair("select id from o", "SELECT id FROM " + body + " AS o", false),
            new Pair("select id from other.m", "SELECT id FROM " + body + " AS m", false),
            new Pair("select id from m", "SELECT id FROM " + body + " AS o", false),
            new Pair("select id from m x", "SELECT id FROM " + body + " AS m", false),
            new Pair(
                "select id from m",
                "SELECT id FROM " + body.replace("id < 3", "id < 4") + " AS m",
                false),
            new Pair(
                "select id from m",
                "SELECT id FROM " + body.replace(" WHERE (id < 3)", "") + " AS m",
                false));
    for (Pair pair : pairs) {
      assertThat(FaithfulPrint.is(pair.read(), pair.printed(), resolved, WORDS, context))
          .as(pair.toString())
          .isEqualTo(pair.same());
    }
  }
}
