package dev.nl2sql.generate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from a model that writes badly, and from one that means harm. */
class AnswersTest {
  private static final String A = "SELECT 1 AS a";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'note': 1} {'sql': '%s'}",
        "The set {a, b} is not it. {'sql': '%s'}",
        "{'sql': '%s'} and once more {'sql': '%s'}",
        "{'thoughts': {'sql count': 2}, 'sql': '%s'}",
        "{'SQL': '%s'}",
        "```json\n{'sql': '%s'}\n```\n```sql\n%s\n```",
        "((( {'sql': '%s'}",
        "\uD83C\uDFC6 {'sql': '%s', 'rationale': '\uD83C\uDFC6'} \uD83C\uDFC6"
      })
  void findsTheOneQuery(String form) {
    assertThat(Answers.sql(json(form)).sql()).isEqualTo(A);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'sql': '%s', 'sql': 'SELECT 2'}",
        "{'sql': '%s', 'ambiguities': [], 'ambiguities': [1]}",
        "{'sql': '%s', 'more': {'x': 1, 'x': 2}}",
        "{'sql': '%s', 'query': 'SELECT 2'}",
        "{'sql': '%s'} no, better: {'sql': 'SELECT 2'}",
        "{'sql': '%s', 'ambiguities': [{'sql': 'SELECT 2'}",
        "{'plan': {'sql': '%s'}, 'rest",
        "{'sql': ['%s']}",
        "{'sql': null} {'sql': null}",
        "<html><body>{'sql'</body></html>",
        "\uD83C\uDFC6\uD83C\uDFC6\uD83C\uDFC6",
        "",
        "```"
      })
  void usesNothingOfWhatIsNotClear(String form) {
    String text = json(form);
    assertThatThrownBy(() -> Answers.sql(text)).isInstanceOf(UnusableAnswerException.class);
  }

  static Stream<Arguments> monsters() {
    int many = 60_000;
    return Stream.of(
        Arguments.of("opening braces", "{".repeat(many)),
        Arguments.of("nested objects", "{\"sql\":".repeat(20_000) + "1"),
        Arguments.of("nested and closed", nested(5_000)),
        Arguments.of("nested lists", "{\"sql\": " + "[".repeat(many)),
        Arguments.of("small objects", "{\"sql\": 7} ".repeat(10_000)),
        Arguments.of("brackets", "(".repeat(many)),
        Arguments.of("brackets before a query", "( ".repeat(many) + A),
        Arguments.of("fences", "```".repeat(many)),
        Arguments.of("fences with lines", "```\n".repeat(many / 2)),
        Arguments.of("quotes", "{\"" + "\\\"".repeat(many)),
        Arguments.of("blanks", " ".repeat(many) + "x"),
        Arguments.of("a long query", "{\"sql\": \"SELECT " + "1,".repeat(many) + "1\"}"),
        Arguments.of("10 MB", "x".repeat(10_000_000)),
        Arguments.of("10 MB of braces", "{ ".repeat(5_000_000)));
  }

  private static String nested(int depth) {
    return "{\"x\":".repeat(depth) + "{\"sql\": \"" + A + "\"}" + "}".repeat(depth);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("monsters")
  @Timeout(20)
  void isDoneSoonWhateverIsWritten(String name, String text) {
    assertThatThrownBy(() -> Answers.sql(text))
        .as(name)
        .isInstanceOf(UnusableAnswerException.class);
    assertThatThrownBy(() -> Answers.plan(text))
        .as(name)
        .isInstanceOf(UnusableAnswerException.class);
  }

  @Test
  void namesAndDefinitionsOfAModelAreOneShortLineAndFew() {
    String reading =
        "{\"id\": \"a%d\", \"label\": \"<b>\\u202Ex</b>\", \"definition\": \"one\\n\\u2028line %d"
            + " \uD83C\uDFC6"
            + "x".repeat(5_000)
            + "\"}";
    String readings =
        IntStream.range(0, 3)
            .mapToObj(i -> reading.formatted(i, i))
            .collect(Collectors.joining(", "));
    String term = "{\"term\": \"word \\u0000%d\", \"options\": [" + readings + "]}";
    String terms =
        IntStream.range(0, 10).mapToObj(term::formatted).collect(Collectors.joining(", "));
    List<Answers.Ambiguity> found =
        Answers.sql("{\"sql\": \"" + A + "\", \"ambiguities\": [" + terms + "]}").ambiguities();
    assertThat(found).hasSize(5);
    assertThat(found.get(0).term()).isEqualTo("word 0");
    assertThat(found.get(0).readings())
        .allSatisfy(
            r -> {
              assertThat(r.label()).isEqualTo("<b> x</b>");
              assertThat(r.definition()).startsWith("one line").hasSizeLessThan(600);
            });
  }

  private static String json(String form) {
    return form.replace('\'', '"').replace("%s", A);
  }
}
