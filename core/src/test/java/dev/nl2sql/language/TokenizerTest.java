package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.language.Token.Kind;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a question is split into, and that no text makes the language classes fail. */
class TokenizerTest {
  private static final Language ENGLISH = Language.english();

  private static String kinds(String text) {
    return ENGLISH.tokenize(text).stream()
        .map(t -> t.text() + "/" + t.kind().name().charAt(0))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "What's the total? | What's/W the/W total/W ?/P",
        "the customers' orders | the/W customers'/W orders/W",
        "O'Brien and D’Arcy | O'Brien/W and/W D’Arcy/W",
        "named 'O'Brien' | named/W O'Brien/Q",
        "named 'O''Brien' | named/W O'Brien/Q",
        "a \"New York\" b | a/W New York/Q b/W",
        "a ‘x y’ “p q” «r s» | a/W x y/Q p q/Q r s/Q",
        "'' | /Q",
        "\"open quote | \"/P open/W quote/W",
        "price > ? and id = ? | price/W >/P ?/B and/W id/W =/P ?/B",
        "how many? | how/W many/W ?/P",
        "1,234.56 $1,000 ₹1,00,000 12% | 1,234.56/N $1,000/N ₹1,00,000/N 12%/N",
        "5k 2.5m 3bn | 5k/N 2.5m/N 3bn/N",
        "-5 and 10-20 | -5/N and/W 10/N -/P 20/N",
        "10,20,30 | 10/N ,/P 20/N ,/P 30/N",
        "2025-03-15 2025-03 3/15/2025 15.03.2025 | 2025-03-15/N 2025-03/N 3/15/2025/N 15.03.2025/N",
        "2025/03/15 15-03-2025 15-Mar-2025 | 2025/03/15/N 15-03-2025/N 15-Mar-2025/N",
        "2025-03-15T10:00:30Z | 2025-03-15T10:00:30Z/N",
        "2020-2024 | 2020/N -/P 2024/N",
        "first_name order_items.qty | first_name/W order_items.qty/W",
        "a.b@c.com AT&T e-mail | a.b@c.com/W AT&T/W e-mail/W",
        "3rd 1st 4x4 | 3rd/W 1st/W 4x4/W",
        "日本 клиенты café naïve | 日本/W клиенты/W café/W naïve/W",
        "price>=10 | price/W >/P =/P 10/N",
      })
  void aTextIsSplitIntoTheseTokens(String text, String expected) {
    assertThat(kinds(text)).isEqualTo(expected);
  }

  static Stream<String> oddTexts() {
    return Stream.of(
        "",
        " \t\n ",
        "?",
        "a".repeat(20_000),
        "1".repeat(20_000),
        "'".repeat(20_000),
        "'a".repeat(10_000),
        " 'a".repeat(6_000),
        "'" + "a ".repeat(10_000) + "'",
        "\"".repeat(20_001),
        "“".repeat(20_000),
        "a.".repeat(10_000) + "a",
        "a'b".repeat(7_000),
        "1,".repeat(10_000),
        "-1".repeat(10_000),
        "the ".repeat(5_000),
        "one hundred ".repeat(3_000),
        "1 million ".repeat(5) + "million ".repeat(5_000),
        "between ".repeat(5_000),
        "march of ".repeat(5_000),
        "2024 and ".repeat(5_000),
        "since the beginning of ".repeat(2_000),
        "🙂 how many 👩‍👩‍👧 orders",
        "\u202Eכמה לקוחות יש\u202C \u200F",
        "\u0000\u0001\u001B[31m orders \uD800 \uFFFF",
        "last 99999999999999999999 days",
        "last 2147483647 weeks",
        "next 999999999 quarters",
        "2025-13-45 and 0000-00-00 and 31/31/2025",
        "on February 30 2025",
        "fiscal year 9999 and week 99 of 2025",
        "(((((((((((((((())))",
        "-- ; /* */ ' OR 1=1");
  }

  @ParameterizedTest
  @MethodSource("oddTexts")
  void noTextMakesTheLanguageFail(String text) {
    TimeContext time =
        new TimeContext(
            LocalDate.of(2026, 10, 15), ZoneOffset.UTC, DayOfWeek.MONDAY, MonthDay.of(2, 29));

    List<Token> tokens = ENGLISH.tokenize(text);

    assertThat(ENGLISH.numbers(tokens)).allMatch(n -> n.end() > n.first());
    assertThat(ENGLISH.periods(tokens, time)).allMatch(p -> p.end() > p.first());
    assertThat(ENGLISH.grains(tokens)).allMatch(g -> g.end() > g.first());
    assertThat(new IntentClassifier(ENGLISH).classify(tokens)).isNotNull();
    for (WordClass wordClass : WordClass.values()) {
      assertThat(ENGLISH.phrases(wordClass, tokens)).allMatch(p -> p.length() > 0);
    }
  }

  @ParameterizedTest
  @MethodSource("oddTexts")
  void tokensStandInOrderAtTheirPlaces(String text) {
    List<Token> tokens = ENGLISH.tokenize(text);

    int before = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      assertThat(token.index()).isEqualTo(i);
      assertThat(token.start()).isGreaterThanOrEqualTo(before).isLessThan(token.end());
      if (token.kind() != Kind.QUOTED) {
        assertThat(text.substring(token.start(), token.end())).isEqualTo(token.text());
      }
      before = token.end();
    }
    assertThat(before).isLessThanOrEqualTo(text.length());
  }

  @Test
  void quotedTextIsNoWordOfAnyClass() {
    Token quoted = ENGLISH.tokenize("'delete'").get(0);

    assertThat(ENGLISH.is(WordClass.WRITE, quoted)).isFalse();
  }
}
