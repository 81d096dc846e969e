package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the times of any text. */
class TimePropertiesTest {
  private static final Language ENGLISH = Language.english();
  private static final List<String> ODD =
      List.of(
          "2025",
          "1500",
          "9999",
          "2076",
          "0",
          "1",
          "29",
          "31",
          "15th",
          "99999999999",
          "1.5",
          "-3",
          "Q1",
          "q3",
          "h2",
          "fy24-25",
          "fy9999",
          "q4-0000",
          "9999-12-31",
          "0000-01-01",
          "0001-01-01",
          "2025-02-30",
          "31/02/2025",
          "3/15/2025",
          "2025-13",
          "1990s",
          "2025's",
          "Jan-Mar",
          "Q1-Q3",
          "a-b",
          "'x'",
          "\"",
          "?",
          ",",
          "(",
          ")",
          "-",
          "–",
          ".",
          "orders");
  private static final int TEXTS = 10_000;
  private static final int MOST_WORDS = 12;

  private static List<String> vocabulary() {
    List<String> words = new ArrayList<>(ODD);
    Stream.of("calendar.txt", "time_bounds.txt", "numbers.txt")
        .flatMap(file -> ResourceLines.read("en/" + file).stream())
        .flatMap(line -> Stream.of(line.text().split("\\s+")))
        .distinct()
        .forEach(words::add);
    return words;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyTextHasOrderlyTimes(long seed) {
    List<String> vocabulary = vocabulary();
    Random random = new Random(seed);
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      for (int words = 1 + random.nextInt(MOST_WORDS); words > 0; words--) {
        text.append(vocabulary.get(random.nextInt(vocabulary.size())));
        text.append(random.nextInt(16) == 0 ? "" : " ");
      }
      assertOrderly(text.toString(), time(random));
    }
  }

  private static TimeContext time(Random random) {
    int year = random.nextBoolean() ? 2026 : 1 + random.nextInt(9998);
    LocalDate day = LocalDate.ofYearDay(year, 1 + random.nextInt(365));
    MonthDay fiscal =
        random.nextInt(4) == 0 ? MonthDay.of(2, 29) : MonthDay.of(1 + random.nextInt(12), 1);
    return new TimeContext(day, ZoneId.of("UTC"), DayOfWeek.of(1 + random.nextInt(7)), fiscal);
  }

  private static void assertOrderly(String text, TimeContext time) {
    List<Token> tokens = ENGLISH.tokenize(text);
    boolean[] taken = new boolean[tokens.size()];
    for (PeriodPhrase phrase : ENGLISH.periods(tokens, time)) {
      take(taken, phrase.first(), phrase.end(), text);
      Period period = phrase.period();
      assertThat(period.from().isPresent() || period.to().isPresent()).as(text).isTrue();
      period
          .from()
          .ifPresent(from -> period.to().ifPresent(to -> assertThat(to).as(text).isAfter(from)));
      Stream.of(period.from(), period.to())
          .flatMap(java.util.Optional::stream)
          .forEach(day -> assertThat(day.toString()).as(text).hasSize(10));
    }
    ENGLISH.vagueTimes(tokens, time).forEach(v -> take(taken, v.first(), v.end(), text));
  }

  private static void take(boolean[] taken, int first, int end, String text) {
    assertThat(first).as(text).isLessThan(end);
    for (int at = first; at < end; at++) {
      assertThat(taken[at]).as(text).isFalse();
      taken[at] = true;
    }
  }

  @ParameterizedTest
  @Timeout(120)
  @ValueSource(
      strings = {
        "the ",
        "last ",
        "first quarter of ",
        "week of ",
        "the first half of the last month of ",
        "January and ",
        "between ",
        "Jan-Mar ",
        "before the end of ",
        "not more than a ",
        "2025 - ",
        "today "
      })
  void aLongTextOfOneWordComesToAnEnd(String word) {
    List<Token> tokens = ENGLISH.tokenize(word.repeat(10_000));
    TimeContext time = time(new Random(0));

    assertThat(ENGLISH.periods(tokens, time).size() + ENGLISH.vagueTimes(tokens, time).size())
        .isLessThanOrEqualTo(tokens.size());
  }
}
