package dev.nl2sql.glossary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.nl2sql.ConfigurationException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrong glossary is refused with its place, what was found and what was expected. */
class GlossaryReaderTest {
  private static final String FILE = "shop.yaml";
  private static final String OPTIONS =
      "[{id: a, label: A, definition: d, filter: \"t.c = 1\"},"
          + " {id: b, label: B, definition: d, filter: \"t.c = 2\"}]";

  static Stream<Arguments> wrongFiles() {
    return Stream.of(
        wrong("", "1:1", "empty", "version: 1"),
        wrong("   \n\n", "1:1", "empty", "version: 1"),
        wrong("# only a comment\n", "1:1", "empty", "version: 1"),
        wrong("just a text", "1:1", "the text 'just a text'", "a mapping"),
        wrong("- a\n- b", "1:1", "a list", "a mapping"),
        wrong("synonyms: {a: [b]}", "1:1", "no 'version'", "the key 'version'"),
        wrong("version: 2", "1:10", "version '2'", "expected 1"),
        wrong("version: one", "1:10", "version 'one'", "expected 1"),
        wrong("version: [1]", "1:10", "a list", "a text"),
        wrong(v("metrcs: {}"), "2:1", "unknown key 'metrcs'", "did you mean 'metrics'?"),
        wrong(v("Synonyms: {}"), "2:1", "unknown key 'Synonyms'", "did you mean 'synonyms'?"),
        wrong(v("synonyms: [a]"), "2:11", "a list", "a mapping"),
        wrong(v("synonyms: {a: b}"), "2:15", "the text 'b'", "a list"),
        wrong(v("synonyms: {a: [{b: c}]}"), "2:16", "a mapping", "a text"),
        wrong(v("synonyms: {[a]: [b]}"), "2:12", "a list", "a text"),
        wrong(v("synonyms: {a: [b], a: [c]}"), "2:20", "'a' twice", "each key once"),
        wrong(v("version: 1"), "2:1", "'version' twice", "each key once"),
        wrong(v("values: {status: {x: y}}"), "2:18", "'status'", "table.column"),
        wrong(v("values: {.status: {x: y}}"), "2:19", "'.status'", "table.column"),
        wrong(v("values: {orders.: {x: y}}"), "2:19", "'orders.'", "table.column"),
        wrong(v("values: {orders.status: [x]}"), "2:25", "a list", "a mapping"),
        wrong(v("metrics: {m: {}}"), "2:14", "no 'sql'", "the key 'sql'"),
        wrong(
            v("metrics: {m: {sql: SUM(t.a), definition: d}}"),
            "2:14",
            "no 'tables'",
            "the key 'tables'"),
        wrong(
            v("metrics:\n  m:\n    sql: SUM(t.a)\n    table: [t]\n    definition: d"),
            "5:5",
            "unknown key 'table'",
            "did you mean 'tables'?"),
        wrong(
            v("metrics: {m: {sql: , tables: [t], definition: d}}"),
            "2:19",
            "an empty text",
            "a value for 'sql'"),
        wrong(
            v("metrics: {m: {sql: [a], tables: [t], definition: d}}"), "2:20", "a list", "a text"),
        wrong(
            v("metrics: {m: {sql: s, tables: t, definition: d}}"),
            "2:31",
            "the text 't'",
            "a list"),
        wrong(
            v("metrics: {m: {sql: s, tables: [t], definition: d, additive: yes}}"),
            "2:61",
            "'yes'",
            "true or false"),
        wrong(metric("counts: [t]"), "3:6", "no 'counted_when'", "the key 'counted_when'"),
        wrong(metric("counts: t, counted_when: [sell]"), "4:13", "the text 't'", "a list"),
        wrong(metric("counts: [t], counted_when: sell"), "4:32", "the text 'sell'", "a list"),
        wrong(metric("counts: [[t]], counted_when: [sell]"), "4:14", "a list", "a text"),
        wrong(metric("counts: [t], counted_when: [{a: b}]"), "4:33", "a mapping", "a text"),
        wrong(metric("count: [t]"), "4:5", "unknown key 'count'", "did you mean 'counts'?"),
        wrong(
            metric("counts: [t], counted_by: [sell]"),
            "4:18",
            "unknown key 'counted_by'",
            "did you mean 'counted_when'?"),
        wrong(v("defaults: {a: b}"), "2:11", "a mapping", "a list"),
        wrong(
            v("defaults:\n  - {id: 1st, applies: [t], filter: f, statement: s}"),
            "3:10",
            "'1st'",
            "letters, digits and underscores"),
        wrong(
            v("defaults:\n  - {id: a, applies: [t], statement: s}"),
            "3:5",
            "no 'filter'",
            "the key 'filter'"),
        wrong(
            v("ambiguous: {x: {triggers: [x], prompt: p}}"),
            "2:16",
            "no 'options'",
            "the key 'options'"),
        wrong(
            v("ambiguous: {x: {triggers: [\"(\"], prompt: p, options: " + OPTIONS + "}}"),
            "2:28",
            "'('",
            "a regular expression"),
        wrong(
            v("ambiguous: {x: {triggers: [\"a)|(b\"], prompt: p, options: " + OPTIONS + "}}"),
            "2:28",
            "'a)|(b'",
            "a regular expression"),
        wrong(
            v("ambiguous: {x: {triggers: [\"\"], prompt: p, options: " + OPTIONS + "}}"),
            "2:28",
            "''",
            "a regular expression"),
        wrong(
            v("ambiguous: {x: {triggers: [], prompt: p, options: " + OPTIONS + "}}"),
            "2:27",
            "an empty list",
            "at least one"),
        wrong(
            v(
                "ambiguous: {x: {triggers: [x], unless: [\"[\"], prompt: p, options: "
                    + OPTIONS
                    + "}}"),
            "2:41",
            "'['",
            "a regular expression"),
        wrong(
            v("ambiguous: {x: {triggers: [x], prompt: p, options: []}}"),
            "2:52",
            "fewer than two different options",
            "at least two"),
        wrong(
            term("{id: a, label: A, definition: d}"),
            "6:9",
            "an option without meaning",
            "one of the keys order, filter or date"),
        wrong(
            term("{id: a, label: A, definition: d, order: \"COUNT(*) DESC\"}"),
            "6:9",
            "'order' without 'by'",
            "'by' with the table"),
        wrong(
            term("{id: a, label: A, definition: d, filtr: \"t.c = 1\"}"),
            "6:42",
            "unknown key 'filtr'",
            "did you mean 'filter'?"),
        wrong(term("{id: b b, label: A, definition: d, filter: f}"), "6:14", "'b b'", "letters"),
        wrong(
            term(
                "{id: b, label: A, definition: d, filter: f}\n      - {id: b, label: B,"
                    + " definition: d, filter: f}"),
            "6:7",
            "fewer than two different options",
            "at least two"),
        wrong(v("joins: [{from: a, to: b.c}]"), "2:16", "'a'", "table.column"),
        wrong(v("joins: [{from: a.b, to: .c}]"), "2:25", "'.c'", "table.column"),
        wrong(v("joins: [{from: a.b}]"), "2:9", "no 'to'", "the key 'to'"),
        wrong(v("joins: [a.b]"), "2:9", "the text 'a.b'", "a mapping"),
        wrong(v("verified: [{question: q}]"), "2:12", "no 'sql'", "the key 'sql'"),
        wrong(
            v("verified: [{question: q, sql: s, dialects: x}]"),
            "2:34",
            "unknown key 'dialects'",
            "did you mean 'dialect'?"),
        wrong(v("policies: {t: {denied: [a]}}"), "2:16", "'denied'", "did you mean 'deny'?"),
        wrong(v("policies: {t: {deny: a}}"), "2:22", "the text 'a'", "a list"),
        wrong(v("synonyms:\n\ta: [b]"), "3:1", "TAB", "expected"),
        wrong(v("synonyms:\n  a: [b]\n c: [d]"), "4:2", "found", "expected"),
        wrong(v("synonyms: {a: [b"), "2:17", "found", "expected"),
        wrong(v("synonyms: {a: *nowhere}"), "2:15", "nowhere", "expected"),
        wrong(v("synonyms: {a: \"b"), "2:17", "found", "expected"),
        wrong("version: 1\n---\nversion: 1", "2:1", "found", "expected"),
        wrong("version: 1\u0000", "1:11", "found", "expected"),
        wrong(bomb(), "", "found", "expected"));
  }

  private static Arguments wrong(String text, String place, String found, String expected) {
    return arguments(text, place, found, expected);
  }

  private static String v(String rest) {
    return "version: 1\n" + rest;
  }

  private static String term(String option) {
    return v("ambiguous:\n  x:\n    triggers: [x]\n    options:\n      - " + option)
        + "\n      - {id: b, label: B, definition: d, filter: f}\n    prompt: p";
  }

  private static String metric(String keys) {
    return v("metrics:\n  m: {sql: s, tables: [t], definition: d,\n    " + keys + "}");
  }

  /** Lists of lists of lists by reference: a small file that would become large. */
  private static String bomb() {
    StringBuilder text = new StringBuilder("version: 1\na0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("wrongFiles")
  void aWrongFileIsRefusedWithItsPlace(String text, String place, String found, String expected) {
    assertThatThrownBy(() -> GlossaryReader.read(text, FILE))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(FILE + ":" + place)
        .hasMessageMatching("(?s)shop.yaml:\\d+:\\d+: .+")
        .hasMessageContaining(found)
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version: 1",
        "version: '1'",
        "\uFEFFversion: 1",
        "version: 1\nsynonyms: {}\nmetrics: {}\njoins: []",
        "{version: 1, defaults: []}"
      })
  void aGlossaryMaySayLittle(String text) {
    assertThat(GlossaryReader.read(text, FILE).ambiguous()).isEmpty();
  }

  @Test
  void everyKeyIsRead() {
    Glossary glossary =
        GlossaryReader.read(
            """
            version: 1
            synonyms: { Client: [customer], turn over: [revenue, sales] }
            values: { s.orders.status: { Cancelled: canceled } }
            metrics:
              revenue: { sql: "SUM(o.v)", tables: [o], unit: INR, additive: false, definition: d }
              units: { sql: "SUM(i.q)", tables: [i], definition: d, counts: [p], counted_when: [sell, buy] }
            defaults:
              - { id: Valid, applies: [o], filter: "o.s <> 'x'", unless: [x], statement: st }
            ambiguous:
              Best:
                triggers: ["best (one|two)"]
                unless: ["by spend"]
                prompt: "Which?"
                options:
                  - { id: A, label: LA, definition: DA, order: "SUM(o.v) DESC", by: o }
                  - { id: b, label: LB, definition: DB, date: o.d }
            joins: [ { from: a.b, to: c.d } ]
            verified: [ { question: q, sql: "SELECT 1" } ]
            policies: { c: { deny: [e], never_send: [n], row_filter: "r = CURRENT_USER" } }
            """,
            FILE);
    assertThat(glossary.synonyms()).containsEntry("client", List.of("customer"));
    assertThat(glossary.values())
        .containsExactly(
            new Glossary.ValueSynonym(
                "s.orders", "status", "cancelled", "canceled", FILE + ":3:41"));
    assertThat(glossary.metrics().get(0).additive()).isFalse();
    assertThat(glossary.metrics().get(0).sql()).isEqualTo(new SqlText("SUM(o.v)", FILE + ":5:19"));
    assertThat(glossary.metrics().get(0).counts()).isEmpty();
    assertThat(glossary.metrics().get(0).countedWhen()).isEmpty();
    assertThat(glossary.metrics().get(1).counts()).containsExactly("p");
    assertThat(glossary.metrics().get(1).countedWhen()).containsExactly("sell", "buy");
    assertThat(glossary.defaults().get(0).id()).isEqualTo("valid");
    Glossary.AmbiguousTerm term = glossary.ambiguous().get(0);
    assertThat(term.name()).isEqualTo("best");
    assertThat(term.options()).extracting(Glossary.Reading::id).containsExactly("a", "b");
    assertThat(term.options().get(1).date()).isPresent();
    assertThat(glossary.joins())
        .containsExactly(new Glossary.GivenJoin("a.b", "c.d", FILE + ":17:10"));
    assertThat(glossary.verified().get(0).dialect()).isEqualTo("any");
    assertThat(glossary.policies().get(0).neverSend()).containsExactly("n");
    assertThat(glossary.policies().get(0).rowFilter()).isPresent();
  }

  @Test
  void triggersMatchWholeWordsInAnyCase() {
    Glossary glossary =
        GlossaryReader.read(
            v("ambiguous: {x: {triggers: [recent, größte], prompt: p, options: " + OPTIONS + "}}"),
            FILE);
    var triggers = glossary.ambiguous().get(0).triggers();
    assertThat(triggers.get(0).matcher("the RECENT ones").find()).isTrue();
    assertThat(triggers.get(0).matcher("recently").find()).isFalse();
    assertThat(triggers.get(1).matcher("GRÖSSTE GRÖßTE").find()).isTrue();
  }

  @Test
  void theVersionFollowsTheContent() {
    String one = GlossaryReader.read(v("synonyms: {a: [b]}"), FILE).version();
    assertThat(GlossaryReader.read(v("synonyms: {a: [b]}"), "other").version()).isEqualTo(one);
    assertThat(GlossaryReader.read(v("synonyms: {a: [c]}"), FILE).version()).isNotEqualTo(one);
    assertThat(GlossaryReader.read(v("synonyms: {Aa: [c]}"), FILE).version())
        .as("texts of equal 32-bit hash")
        .isNotEqualTo(GlossaryReader.read(v("synonyms: {BB: [c]}"), FILE).version());
  }
}
