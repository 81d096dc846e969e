package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstLettersTest {
  private static final FirstLetters LETTERS =
      FirstLetters.of(List.of("ASK", "EXPLAIN", "SHOW", "NL"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ASK 'x'",
        "ask x",
        " \t\r\nAsk x",
        "(ASK x)",
        " ( ( ask x))",
        "\uFEFFASK x",
        "\u00A0ASK x",
        "\u2003ASK x",
        "-- c\nASK x",
        "/* c */ASK x",
        "(/* c */ASK x)",
        "A",
        "AS",
        "NL",
        "NL SET",
        "nl refresh",
        "EXPLAIN ASK x",
        "show nl status"
      })
  void letsThroughWhatMayBeginWithAWord(String text) {
    assertThat(LETTERS.mayBegin(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "SELECT 1",
        "select ask from ask",
        "INSERT INTO ask VALUES (1)",
        "DELETE FROM t",
        "UPDATE t SET a = 1",
        "WITH ask AS (SELECT 1) SELECT 1",
        "{call ask()}",
        "? = ask",
        "(SELECT",
        "ANALYZE",
        "SET x = 1",
        "'ASK x'",
        "\"ASK\" x",
        "1"
      })
  void stopsPlainSqlAtItsFirstLetters(String text) {
    assertThat(LETTERS.mayBegin(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"frage x", "FRAGE x", "f", "Frau"})
  void aMarkerOfOneLetterLetsThroughAllThatBeginsWithIt(String text) {
    assertThat(FirstLetters.of(List.of("F")).mayBegin(text)).isTrue();
    assertThat(FirstLetters.of(List.of("F")).mayBegin("SELECT 1")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT AI x", "select ai", "SELECT 1"})
  void aMarkerOfTwoWordsIsToldByItsFirst(String text) {
    assertThat(FirstLetters.of(List.of("SELECT AI")).mayBegin(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"élan x", "?ask", "SELECT 1"})
  void aMarkerThatBeginsOtherwiseLetsEverythingThrough(String text) {
    assertThat(FirstLetters.of(List.of("é")).mayBegin(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ASK x", "SELECT 1", "SHOW NL STATUS"})
  void withoutWordsNothingPasses(String text) {
    assertThat(FirstLetters.of(List.of()).mayBegin(text)).isFalse();
  }
}
