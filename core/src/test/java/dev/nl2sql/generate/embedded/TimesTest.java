package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often something happened, and what only looks like it. */
class TimesTest {
  private static final Language ENGLISH = Language.english();

  private static String found(String text) {
    List<Token> tokens = ENGLISH.tokenize(text);
    return Times.offers(ENGLISH, tokens).stream()
        .map(t -> t.first() + "-" + t.end() + "=" + t.value())
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "who came once; 2-3=1",
        "who came twice in May; 2-3=2",
        "who came thrice; 2-3=3",
        "who came 4 times; 2-4=4",
        "who came four times or more; 2-4=4",
        "who came 1 time; 2-4=1",
        "once or 12 times; '0-1=1, 2-4=12'"
      })
  void aNumberOfTimes(String text, String expected) {
    assertThat(found(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3 times the average",
        "twice the average",
        "twice as often as before",
        "4 times more than before",
        "twice a month",
        "once per year",
        "3 times every week",
        "at all times",
        "3 visits this time"
      })
  void multiplesAndRatesAreNone(String text) {
    assertThat(found(text)).isEmpty();
  }
}
