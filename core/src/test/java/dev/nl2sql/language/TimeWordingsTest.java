package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Times said with more than a name: each is read to the day or told as vague, and never left out.
 * The as-of date is Thursday 2026-10-15, the fiscal year begins in April.
 */
class TimeWordingsTest {
  private static final Language ENGLISH = Language.english();
  private static final TimeContext TIME =
      new TimeContext(
          LocalDate.of(2026, 10, 15), ZoneId.of("UTC"), DayOfWeek.MONDAY, MonthDay.of(4, 1));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "on or after March 1, 2025 | 2025-03-01 | ",
        "on and after March 1, 2025 | 2025-03-01 | ",
        "after or on 2025-03-15 | 2025-03-15 | ",
        "as from March 2025 | 2025-03-01 | ",
        "not before March 2025 | 2025-03-01 | ",
        "not after March 2025 |  | 2025-04-01",
        "on or before March 1, 2025 |  | 2025-03-02",
        "before or on 2025-03-15 |  | 2025-03-16",
        "before or in 2001 |  | 2002-01-01",
        "in 2001 or before |  | 2002-01-01",
        "in 2001 or earlier |  | 2002-01-01",
        "in 2001 or prior |  | 2002-01-01",
        "in 2001 and beyond | 2001-01-01 | ",
        "in or prior to 2001 |  | 2002-01-01",
        "up to March 2025 |  | 2025-04-01",
        "up to and including March 2025 |  | 2025-04-01",
        "up to but not including March 2025 |  | 2025-03-01",
        "through the end of March 2025 |  | 2025-04-01",
        "for all years before 2009 |  | 2009-01-01",
        "more than 30 days ago |  | 2026-09-15",
        "older than 90 days ago |  | 2026-07-17",
        "not more than 90 days ago | 2026-07-17 | 2026-10-16",
        "between Q1 and Q3 of 2025 | 2025-01-01 | 2025-10-01",
        "between Q1 and Q3 2025 | 2025-01-01 | 2025-10-01",
        "Q1 through Q3 of last year | 2025-01-01 | 2025-10-01",
        "Q1-Q3 2025 | 2025-01-01 | 2025-10-01",
        "between Q4 and Q1 2025 | 2024-10-01 | 2025-04-01",
        "March 1 to March 15, 2025 | 2025-03-01 | 2025-03-16",
        "March 1 - March 15, 2025 | 2025-03-01 | 2025-03-16",
        "1-15 March 2025 | 2025-03-01 | 2025-03-16",
        "1 to 15 March 2025 | 2025-03-01 | 2025-03-16",
        "1st to 15th of March 2025 | 2025-03-01 | 2025-03-16",
        "from the 1st to the 15th of March 2025 | 2025-03-01 | 2025-03-16",
        "between March 1 and 15 | 2026-03-01 | 2026-03-16",
        "December 20 to January 5 2025 | 2024-12-20 | 2025-01-06",
        "December 20, 2024 to January 5 | 2024-12-20 | 2025-01-06",
        "from 2025 to date | 2025-01-01 | 2026-10-16",
        "from March till date | 2026-03-01 | 2026-10-16",
        "since 2025 to date | 2025-01-01 | 2026-10-16",
        "in 2025 up to March | 2025-01-01 | 2025-04-01",
        "first quarter of last year | 2025-01-01 | 2025-04-01",
        "first quarter last year | 2025-01-01 | 2025-04-01",
        "last quarter of 2024 | 2024-10-01 | 2025-01-01",
        "last fiscal quarter | 2026-07-01 | 2026-10-01",
        "next fiscal quarter | 2027-01-01 | 2027-04-01",
        "H2 of 2024 | 2024-07-01 | 2025-01-01",
        "first half of the fiscal year | 2026-04-01 | 2026-10-01",
        "last year in September | 2025-09-01 | 2025-10-01",
        "last year, in Q3 | 2025-07-01 | 2025-10-01",
        "in the year 2022 (from Jan 1st to Mar 31st) | 2022-01-01 | 2022-04-01",
        "in September a year ago | 2025-09-01 | 2025-10-01",
        "in September two years ago | 2024-09-01 | 2024-10-01",
        "in Q3 a year ago | 2025-07-01 | 2025-10-01",
        "this month last year | 2025-10-01 | 2025-11-01",
        "a year ago today | 2025-10-15 | 2025-10-16",
        "January and February 2025 | 2025-01-01 | 2025-03-01",
        "in March and in April 2025 | 2025-03-01 | 2025-05-01",
        "in December and January | 2025-12-01 | 2026-02-01",
        "in 2023, 2024 and 2025 | 2023-01-01 | 2026-01-01",
        "yesterday or today | 2026-10-14 | 2026-10-16",
        "this month and last month | 2026-09-01 | 2026-10-16",
        "last week or this week | 2026-10-05 | 2026-10-16",
        "in the last two full months | 2026-08-01 | 2026-10-01",
        "the last 3 calendar months | 2026-07-01 | 2026-10-01",
        "the past 2 complete weeks | 2026-09-28 | 2026-10-12",
        "in the next 2 full months | 2026-11-01 | 2027-01-01",
        "in the last 6 months excluding the current month | 2026-04-01 | 2026-10-01",
        "the last 8 weeks (excluding this week | 2026-08-17 | 2026-10-12",
        "in the last 30 days excluding today | 2026-09-15 | 2026-10-15",
        "this month excluding today | 2026-10-01 | 2026-10-15",
        "this month including today | 2026-10-01 | 2026-10-16",
        "within the last 6 months from today | 2026-04-15 | 2026-10-15",
        "the first Monday of September 2026 | 2026-09-07 | 2026-09-08",
        "on the last Friday of September 2026 | 2026-09-25 | 2026-09-26",
        "on the second Tuesday in September 2026 | 2026-09-08 | 2026-09-09",
        "the first day of the last week of the third quarter of 2025 | 2025-09-24 | 2025-09-25",
        "the day before yesterday | 2026-10-13 | 2026-10-14",
        "the day after 2025-03-31 | 2025-04-01 | 2025-04-02",
        "the month after August 2025 | 2025-09-01 | 2025-10-01",
        "the year before 2025 | 2024-01-01 | 2025-01-01",
        "the week before last week | 2026-09-28 | 2026-10-05",
        "in the year ending March 2025 | 2024-04-01 | 2025-04-01",
        "in the 3 months to March 2025 | 2025-01-01 | 2025-04-01",
        "the week ending 2025-03-09 | 2025-03-03 | 2025-03-10",
        "in the week starting 2025-03-03 | 2025-03-03 | 2025-03-10",
        "in the 30 days before 2025-03-31 | 2025-03-01 | 2025-03-31",
        "in the past 7 days up to yesterday | 2026-10-08 | 2026-10-15",
        "in the 7 days up to yesterday | 2026-10-08 | 2026-10-15",
        "week 52 of 2025 | 2025-12-22 | 2025-12-29",
        ">= 2026-09-01 | 2026-09-01 | ",
        "> 2026-09-01 | 2026-09-02 | ",
        "<= 2026-09-01 |  | 2026-09-02",
        "on the first of September 2026 | 2026-09-01 | 2026-09-02",
        "the first of last month | 2026-09-01 | 2026-09-02",
        "the quarter ended June 30, 2026 | 2026-04-01 | 2026-07-01",
      })
  void isReadToTheDay(String wording, String from, String to) {
    List<Token> tokens = ENGLISH.tokenize(wording);

    assertThat(ENGLISH.vagueTimes(tokens, TIME)).isEmpty();
    assertThat(ENGLISH.periods(tokens, TIME))
        .singleElement()
        .extracting(PeriodPhrase::period)
        .satisfies(
            period -> {
              assertThat(period.from().map(LocalDate::toString).orElse(null)).isEqualTo(from);
              assertThat(period.to().map(LocalDate::toString).orElse(null)).isEqualTo(to);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in the last 24 hours",
        "the past 48 hours",
        "in the last 90 minutes",
        "the last hour",
        "in the last few days",
        "in the coming days",
        "in past years",
        "the last 1.5 years",
        "the last half year",
        "last year and a half",
        "the last 2 fiscal years",
        "the last 99999999999 years",
        "the last 5000 years",
        "last weekend",
        "this morning",
        "yesterday evening",
        "on Monday morning",
        "this decade",
        "within the year",
        "for the month?",
        "all year",
        "month over month",
        "early 2024",
        "late last year",
        "later in September 2026",
        "earlier this year",
        "the rest of September 2026",
        "second half of March 2025",
        "the first half of last month",
        "the first days of September 2026",
        "the first few days of September 2026",
        "the first 40 days of March 2025",
        "just before 2026",
        "right after March 2025",
        "this time last year",
        "same day last year",
        "on this day in 2025",
        "as of 2025-03-15",
        "in September of each year",
        "in the month of September every year",
        "revenue by year in September",
        "every September",
        "in January and March 2025",
        "in January or March 2025",
        "in March 2024 and March 2025",
        "in 2023, 2025",
        "in both 2009 and 2010",
        "last month compared to last year",
        "this month vs. last month",
        "in March than in July",
        "not in 2025",
        "not last month",
        "outside of 2026",
        "except in March",
        "excluding March 2025",
        "other than in 2025",
        "neither in 2025",
        "not since 2025",
        "before or after 2001",
        "a year before 2026",
        "30 days after 2026-09-01",
        "within two weeks of 2026-09-12",
        "the week before 2026-09-12",
        "within 7 days after 2026-09-01",
        "in the last 30 days including today",
        "last month this year",
        "last year before March",
        "two years ago in March 2025",
        "from Monday to Friday",
        "until 9999-12-31",
        "last year to date",
        "prior YTD",
        "the first of 2026",
        "the last of September",
        "a third of March",
        "about a month ago",
        "exactly one month ago",
        "around March 2025",
        "leading up to October 2026",
      })
  void isToldAsVague(String wording) {
    List<Token> tokens = ENGLISH.tokenize(wording);

    assertThat(ENGLISH.vagueTimes(tokens, TIME)).isNotEmpty();
    assertThat(ENGLISH.periods(tokens, TIME)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "how many customers do we have right now",
        "orders by day of the week",
        "sales by day of the month",
        "sorted in descending order of the year",
        "the last 5 orders",
        "the last name of each customer",
        "not more than 5 orders",
        "later orders",
        "the first half",
        "half of the customers",
        "most of the orders",
        "customers other than Ann",
        "not 2000",
        "price > 2000",
        "about 2000 orders",
        "first of all customers",
      })
  void whatIsNoTimeIsLeftAlone(String wording) {
    List<Token> tokens = ENGLISH.tokenize(wording);

    assertThat(ENGLISH.periods(tokens, TIME)).isEmpty();
    assertThat(ENGLISH.vagueTimes(tokens, TIME)).isEmpty();
  }
}
