package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers in digits and words. */
class NumberParserTest {
  private static final Language ENGLISH = Language.english();

  private static String numbers(String text) {
    return ENGLISH.numbers(ENGLISH.tokenize(text)).stream()
        .map(n -> n.value().toPlainString())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | 7",
        "007 | 7",
        "3.14 | 3.14",
        ".5 | 0.5",
        "-5 | -5",
        "+5 | 5",
        "1,234 | 1234",
        "1,234,567.89 | 1234567.89",
        "1,00,000 | 100000",
        "$1,000 | 1000",
        "€ 20 | 20",
        "$1.5M | 1500000",
        "5k | 5000",
        "3bn | 3000000000",
        "3 bn | 3000000000",
        "2.5 million | 2500000",
        "₹5 lakh | 500000",
        "2 crore | 20000000",
        "12% | 12",
        "zero | 0",
        "one | 1",
        "twenty five | 25",
        "twenty-five | 25",
        "nineteen | 19",
        "a dozen | 12",
        "two dozen | 24",
        "a hundred | 100",
        "a thousand orders | 1000",
        "half a million | 500000",
        "one hundred and five | 105",
        "three hundred twelve | 312",
        "two hundred thousand | 200000",
        "one million two hundred thousand | 1200000",
        "five hundred million dollars | 500000000",
        "between 10-20 | 10 20",
        "between ten and twenty | 10 20",
        "$50-$100 | 50 100",
        "10,20,30 | 10 20 30",
        "nineteen ninety nine | 19 99",
        "5 and 6 or seven | 5 6 7",
        "more than 2000 | 2000",
      })
  void aWordingIsTheseNumbers(String wording, String expected) {
    assertThat(numbers(wording)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "half",
        "hundred",
        "million",
        "3rd",
        "2025-03-15",
        "3/15/2025",
        "a customer",
        "'12'",
        "v2.0",
        "no orders",
      })
  void thereIsNoNumber(String wording) {
    assertThat(numbers(wording)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"the last twenty five days, 2, 4", "over two hundred thousand people, 1, 4"})
  void aNumberCoversItsTokens(String wording, int first, int end) {
    List<NumberPhrase> found = ENGLISH.numbers(ENGLISH.tokenize(wording));

    assertThat(found).singleElement().extracting(NumberPhrase::first).isEqualTo(first);
    assertThat(found).singleElement().extracting(NumberPhrase::end).isEqualTo(end);
    assertThat(found.get(0).value()).isGreaterThan(BigDecimal.ONE);
  }
}
