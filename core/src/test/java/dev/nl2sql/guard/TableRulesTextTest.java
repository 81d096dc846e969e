package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.catalog.TableName;
import dev.nl2sql.guard.GuardVerdict.Accepted;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules on tables make of statements, as text, and which rules are wrong. */
class TableRulesTextTest {
  private static final SqlGuard GUARD = new SqlGuard();

  private static String accepted(String sql, GuardContext context) {
    GuardVerdict verdict = GUARD.check(sql, context);
    assertThat(verdict).isInstanceOf(Accepted.class);
    return ((Accepted) verdict).sql().sql();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | region = current_user",
        "postgresql | region = current_setting('app.region')",
        "postgresql | m.region = session_user",
        "h2 | region = CURRENT_USER",
      })
  void filtersMayAskWhoTheUserIs(String engine, String filter) {
    GuardContext context =
        RuledTables.context(engine, RuledTables.rule(engine, Set.of(), Map.of(), filter));
    assertThat(accepted("SELECT name FROM m", context).toLowerCase(Locale.ROOT))
        .contains(filter.toLowerCase(Locale.ROOT));
    assertThat(GUARD.check("SELECT current_user FROM m", context))
        .isInstanceOf(GuardVerdict.Refused.class);
    assertThat(GUARD.check("SELECT current_setting('app.region') FROM m", context))
        .isInstanceOf(GuardVerdict.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "region = ",
        "1 = 1) OR (1 = 1",
        "1 = 1) UNION SELECT (1",
        "region = 'a'; DROP TABLE m",
        "no_such_column = 1",
        "region IN (SELECT region FROM no_such_table)",
        "pg_sleep(1) IS NULL",
        "region = ?",
        "region = 'a' -- '",
        "region = 'a' GROUP BY 1",
        "1 = 1, 2",
      })
  void wrongSqlOfRulesIsToldAtOnce(String filter) {
    TableRule filtered = RuledTables.rule("postgresql", Set.of(), Map.of(), filter + " ");
    if (filter.endsWith("-- '")) {
      assertThat(RuledTables.context("postgresql", filtered).rules().restrict(filtered.table()))
          .isTrue();
      return;
    }
    assertThatThrownBy(() -> RuledTables.context("postgresql", filtered))
        .isInstanceOfSatisfying(
            TableRule.InvalidException.class, e -> assertThat(e.sql()).isEqualTo(filter + " "));
    TableRule masked = RuledTables.rule("postgresql", Set.of(), Map.of("email", filter + " "), "");
    assertThatThrownBy(() -> RuledTables.context("postgresql", masked))
        .isInstanceOf(TableRule.InvalidException.class);
  }

  @Test
  void samplesOfRestrictedRelationsAreRefused() {
    GuardContext context =
        RuledTables.context(
            "postgresql",
            RuledTables.rule("postgresql", Set.of("email"), Map.of(), "region = 'east'"));
    assertThat(GUARD.check("SELECT * FROM m TABLESAMPLE BERNOULLI (50)", context))
        .isInstanceOfSatisfying(
            GuardVerdict.Refused.class,
            r -> assertThat(r.layer()).isEqualTo(GuardVerdict.Layer.POLICY));
  }

  @Test
  void whatIsReadByRulesIsNotAmongTheRelationsOfTheAnswer() {
    GuardContext context =
        RuledTables.context(
            "postgresql",
            RuledTables.rule("postgresql", Set.of(), Map.of(), "region IN (SELECT region FROM g)"));
    GuardVerdict verdict = GUARD.check("SELECT m.name FROM m JOIN o ON o.m_id = m.id", context);
    assertThat(((Accepted) verdict).sql().relations())
        .containsExactly(new TableName("public", "m"), new TableName("public", "o"));
  }

  /** What a verdict rests on is what the rules put in, not the object that does it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "region = 'east' | '***' | region = 'east' | '***' | true",
        "region = 'east' | '***' | region = 'west' | '***' | false",
        "region = 'east' | '***' | region = 'east' | '---' | false",
        "region = 'east' | '***' | name = 'east'   | '***' | false",
      },
      quoteCharacter = '"')
  void rulesAreEqualIfTheyPutInTheSame(
      String filter, String mask, String otherFilter, String otherMask, boolean equal) {
    TableRules one = rules(Map.of("email", mask), filter);
    TableRules other = rules(Map.of("email", otherMask), otherFilter);
    assertThat(one.equals(other)).isEqualTo(equal);
    assertThat(one.hashCode() == other.hashCode()).isEqualTo(equal);
    assertThat(one).isNotEqualTo(TableRules.none());
  }

  @Test
  void rulesThatCloseARelationAreEqualToNoOthers() {
    Set<String> all = Set.of("id", "name", "email", "region");
    TableRules closed =
        RuledTables.context("postgresql", RuledTables.rule("postgresql", all, Map.of(), ""))
            .rules();
    assertThat(closed)
        .isNotEqualTo(TableRules.none())
        .isNotEqualTo("closed")
        .isEqualTo(
            RuledTables.context("postgresql", RuledTables.rule("postgresql", all, Map.of(), ""))
                .rules());
  }

  private static TableRules rules(Map<String, String> masks, String filter) {
    return RuledTables.context(
            "postgresql", RuledTables.rule("postgresql", Set.of(), masks, filter))
        .rules();
  }

  /** The text that runs, for each place a relation may stand in. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SELECT * FROM m | SELECT * FROM (SELECT id, name, ('***') AS email, region FROM public.m WHERE (region = 'east')) AS m",
        "SELECT x.id FROM m x | SELECT x.id FROM (SELECT id, name, ('***') AS email, region FROM public.m WHERE (region = 'east')) AS x",
        "SELECT public.m.id FROM public.m | SELECT m.id FROM (SELECT id, name, ('***') AS email, region FROM public.m WHERE (region = 'east')) AS m",
      })
  void whatMayBeSeenStandsInPlaceOfTheRelation(String sql, String expected) {
    GuardContext context =
        RuledTables.context(
            "postgresql",
            RuledTables.rule("postgresql", Set.of(), Map.of("email", "'***'"), "region = 'east'"));
    assertThat(accepted(sql, context)).isEqualTo(expected);
  }

  @Test
  void aRelationWithoutVisibleColumnsIsClosed() {
    Set<String> all = Set.of("id", "name", "email", "region");
    GuardContext context =
        RuledTables.context("postgresql", RuledTables.rule("postgresql", all, Map.of(), ""));
    assertThat(GUARD.check("SELECT count(*) FROM m", context))
        .isInstanceOfSatisfying(
            GuardVerdict.Refused.class,
            r -> {
              assertThat(r.layer()).isEqualTo(GuardVerdict.Layer.POLICY);
              assertThat(r.reason()).contains("public.m", "not open");
            });
  }
}
