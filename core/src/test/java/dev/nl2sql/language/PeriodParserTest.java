package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wordings of periods and the days they mean; the as-of date is Thursday 2026-10-15. */
class PeriodParserTest {
  private static final Language ENGLISH = Language.english();
  private static final TimeContext TIME = time("2026-10-15", "04-01");

  private static TimeContext time(String asOf, String fiscal) {
    return new TimeContext(
        LocalDate.parse(asOf), ZoneId.of("UTC"), DayOfWeek.MONDAY, MonthDay.parse("--" + fiscal));
  }

  @ParameterizedTest
  @CsvSource({
    "today, 2026-10-15, 2026-10-16",
    "yesterday, 2026-10-14, 2026-10-15",
    "orders placed yesterday, 2026-10-14, 2026-10-15",
    "this week, 2026-10-12, 2026-10-16",
    "last week, 2026-10-05, 2026-10-12",
    "this month, 2026-10-01, 2026-10-16",
    "last month, 2026-09-01, 2026-10-01",
    "previous month, 2026-09-01, 2026-10-01",
    "in the past month, 2026-09-01, 2026-10-01",
    "this quarter, 2026-10-01, 2026-10-16",
    "last quarter, 2026-07-01, 2026-10-01",
    "this year, 2026-01-01, 2026-10-16",
    "so far this year, 2026-01-01, 2026-10-16",
    "last year, 2025-01-01, 2026-01-01",
    "next month, 2026-11-01, 2026-12-01",
    "last 30 days, 2026-09-15, 2026-10-15",
    "in the last 7 days, 2026-10-08, 2026-10-15",
    "over the past two weeks, 2026-10-01, 2026-10-15",
    "in the last six months, 2026-04-15, 2026-10-15",
    "the last 2 years, 2024-10-15, 2026-10-15",
    "3 days ago, 2026-10-12, 2026-10-13",
    "two months ago, 2026-08-01, 2026-09-01",
    "year to date, 2026-01-01, 2026-10-16",
    "YTD, 2026-01-01, 2026-10-16",
    "month to date, 2026-10-01, 2026-10-16",
    "in 2025, 2025-01-01, 2026-01-01",
    "during 2024, 2024-01-01, 2025-01-01",
    "in the year 2024, 2024-01-01, 2025-01-01",
    "in March, 2026-03-01, 2026-04-01",
    "in December, 2025-12-01, 2026-01-01",
    "in March 2025, 2025-03-01, 2025-04-01",
    "for February 2024, 2024-02-01, 2024-03-01",
    "Q3 2025, 2025-07-01, 2025-10-01",
    "in Q4, 2026-10-01, 2027-01-01",
    "the third quarter of 2025, 2025-07-01, 2025-10-01",
    "first half of 2025, 2025-01-01, 2025-07-01",
    "second half of 2024, 2024-07-01, 2025-01-01",
    "2025-03, 2025-03-01, 2025-04-01",
    "on 2025-03-15, 2025-03-15, 2025-03-16",
    "on March 15th 2025, 2025-03-15, 2025-03-16",
    "'on March 15th, 2025', 2025-03-15, 2025-03-16",
    "on 15 March 2025, 2025-03-15, 2025-03-16",
    "on the 15th of March 2025, 2025-03-15, 2025-03-16",
    "on 3/15/2025, 2025-03-15, 2025-03-16",
    "on 15.03.2025, 2025-03-15, 2025-03-16",
    "since March, 2026-03-01, ''",
    "since March 2025, 2025-03-01, ''",
    "since 2024, 2024-01-01, ''",
    "since last month, 2026-09-01, ''",
    "after 2024, 2025-01-01, ''",
    "after June 30 2025, 2025-07-01, ''",
    "before 2024, '', 2024-01-01",
    "before March 2025, '', 2025-03-01",
    "until March 2025, '', 2025-04-01",
    "between March and June 2025, 2025-03-01, 2025-07-01",
    "between 2023 and 2024, 2023-01-01, 2025-01-01",
    "from 2025-01-10 to 2025-01-20, 2025-01-10, 2025-01-21",
    "from January to March 2026, 2026-01-01, 2026-04-01",
    "between January 5 2025 and January 9 2025, 2025-01-05, 2025-01-10",
    "this fiscal year, 2026-04-01, 2026-10-16",
    "last fiscal year, 2025-04-01, 2026-04-01",
    "fiscal year 2024, 2024-04-01, 2025-04-01",
    "last March, 2026-03-01, 2026-04-01",
    "last November, 2025-11-01, 2025-12-01",
  })
  void wordingMeansTheseDays(String wording, String from, String to) {
    List<PeriodPhrase> found = ENGLISH.periods(ENGLISH.tokenize(wording), TIME);

    assertThat(found).hasSize(1);
    Period period = found.get(0).period();
    assertThat(period.from().map(LocalDate::toString).orElse("")).isEqualTo(from);
    assertThat(period.to().map(LocalDate::toString).orElse("")).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-31, last month, 2026-02-01, 2026-03-01",
    "2024-03-31, last month, 2024-02-01, 2024-03-01",
    "2024-02-29, last year, 2023-01-01, 2024-01-01",
    "2026-01-01, last month, 2025-12-01, 2026-01-01",
    "2026-01-01, last quarter, 2025-10-01, 2026-01-01",
    "2026-01-01, last week, 2025-12-22, 2025-12-29",
    "2026-01-01, yesterday, 2025-12-31, 2026-01-01",
    "2026-03-31, in the last 1 month, 2026-02-28, 2026-03-31",
  })
  void boundariesOfTheCalendarHold(String asOf, String wording, String from, String to) {
    Period period = ENGLISH.periods(ENGLISH.tokenize(wording), time(asOf, "01-01")).get(0).period();

    assertThat(period.from()).contains(LocalDate.parse(from));
    assertThat(period.to()).contains(LocalDate.parse(to));
  }

  @ParameterizedTest
  @CsvSource({
    "orders over 2000",
    "customers with more than 5 orders",
    "the last 5 orders",
    "show the first 10 customers",
    "products that may ship",
    "how many customers are there in Delhi",
    "price between 10 and 20",
    "employees from Delhi",
    "orders for each month",
    "top 3 products by revenue",
  })
  void noPeriodIsInvented(String wording) {
    assertThat(ENGLISH.periods(ENGLISH.tokenize(wording), TIME)).isEmpty();
  }

  @Test
  void aPeriodSaysItsDates() {
    Period period = ENGLISH.periods(ENGLISH.tokenize("last month"), TIME).get(0).period();

    assertThat(period.toSentence(ZoneId.of("Asia/Kolkata")))
        .isEqualTo("'last month' means 2026-09-01 to 2026-09-30 (Asia/Kolkata)");
    assertThat(period.rolling()).isPresent();
  }
}
