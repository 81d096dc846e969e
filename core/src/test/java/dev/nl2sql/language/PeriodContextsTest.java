package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same wording on other days and calendars. */
class PeriodContextsTest {
  private static final Language ENGLISH = Language.english();

  static TimeContext time(String asOf) {
    return time(asOf, DayOfWeek.MONDAY, "01-01");
  }

  private static TimeContext time(String asOf, DayOfWeek weekStart, String fiscal) {
    return new TimeContext(
        LocalDate.parse(asOf), ZoneId.of("UTC"), weekStart, MonthDay.parse("--" + fiscal));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-03-31, MONDAY, 01-01, last month, 2024-02-01, 2024-03-01",
    "2024-01-01, MONDAY, 01-01, last month, 2023-12-01, 2024-01-01",
    "2024-01-01, MONDAY, 01-01, yesterday, 2023-12-31, 2024-01-01",
    "2024-01-01, MONDAY, 01-01, last quarter, 2023-10-01, 2024-01-01",
    "2024-01-01, MONDAY, 01-01, last year, 2023-01-01, 2024-01-01",
    "2024-01-01, MONDAY, 01-01, this week, 2024-01-01, 2024-01-02",
    "2024-01-07, MONDAY, 01-01, this week, 2024-01-01, 2024-01-08",
    "2024-01-07, SUNDAY, 01-01, this week, 2024-01-07, 2024-01-08",
    "2024-01-06, SUNDAY, 01-01, last week, 2023-12-24, 2023-12-31",
    "2024-01-06, SATURDAY, 01-01, last week, 2023-12-30, 2024-01-06",
    "2024-02-29, MONDAY, 01-01, this month, 2024-02-01, 2024-03-01",
    "2024-02-29, MONDAY, 01-01, last 1 years, 2023-02-28, 2024-02-29",
    "2024-05-31, MONDAY, 01-01, last 3 months, 2024-02-29, 2024-05-31",
    "2024-12-31, MONDAY, 01-01, next month, 2025-01-01, 2025-02-01",
    "2024-05-31, MONDAY, 04-01, this fiscal year, 2024-04-01, 2024-06-01",
    "2024-03-31, MONDAY, 04-01, this fiscal year, 2023-04-01, 2024-04-01",
    "2024-04-01, MONDAY, 04-01, last fiscal year, 2023-04-01, 2024-04-01",
    "2024-05-31, MONDAY, 10-01, last fiscal year, 2022-10-01, 2023-10-01"
  })
  void periods(
      String asOf, DayOfWeek weekStart, String fiscal, String text, LocalDate from, LocalDate to) {
    List<PeriodPhrase> found =
        ENGLISH.periods(ENGLISH.tokenize("orders " + text), time(asOf, weekStart, fiscal));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).period().from()).hasValue(from);
    assertThat(found.get(0).period().to()).hasValue(to);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-01, 2024-01-02, '''x'' means 2024-01-01 (UTC)'",
    "2024-01-01, 2024-02-01, '''x'' means 2024-01-01 to 2024-01-31 (UTC)'"
  })
  void sentences(LocalDate from, LocalDate to, String sentence) {
    assertThat(Period.of(from, to, "x").toSentence(ZoneId.of("UTC"))).isEqualTo(sentence);
  }
}
