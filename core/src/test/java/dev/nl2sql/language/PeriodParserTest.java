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
import org.junit.jupiter.params.provider.ValueSource;

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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "orders today | 2026-10-15 | 2026-10-16",
        "yesterday's orders | 2026-10-14 | 2026-10-15",
        "today's sales | 2026-10-15 | 2026-10-16",
        "current week | 2026-10-12 | 2026-10-16",
        "previous week | 2026-10-05 | 2026-10-12",
        "the past week | 2026-10-05 | 2026-10-12",
        "next week | 2026-10-19 | 2026-10-26",
        "the current month | 2026-10-01 | 2026-10-16",
        "this month so far | 2026-10-01 | 2026-10-16",
        "so far this month | 2026-10-01 | 2026-10-16",
        "last month's revenue | 2026-09-01 | 2026-10-01",
        "the previous month | 2026-09-01 | 2026-10-01",
        "prior month | 2026-09-01 | 2026-10-01",
        "the previous quarter | 2026-07-01 | 2026-10-01",
        "next quarter | 2027-01-01 | 2027-04-01",
        "current quarter | 2026-10-01 | 2026-10-16",
        "current year | 2026-01-01 | 2026-10-16",
        "last year's sales | 2025-01-01 | 2026-01-01",
        "the year before last | 2024-01-01 | 2025-01-01",
        "the month before last | 2026-08-01 | 2026-09-01",
        "previous year | 2025-01-01 | 2026-01-01",
        "next year | 2027-01-01 | 2028-01-01",
        "the last 7 days | 2026-10-08 | 2026-10-15",
        "past 30 days | 2026-09-15 | 2026-10-15",
        "the past 30 days | 2026-09-15 | 2026-10-15",
        "in the past 30 days | 2026-09-15 | 2026-10-15",
        "over the last twelve months | 2025-10-15 | 2026-10-15",
        "during the last 2 weeks | 2026-10-01 | 2026-10-15",
        "within the last 3 years | 2023-10-15 | 2026-10-15",
        "in the last couple of weeks | 2026-10-01 | 2026-10-15",
        "for the last 12 months | 2025-10-15 | 2026-10-15",
        "previous 3 months | 2026-07-15 | 2026-10-15",
        "last two quarters | 2026-04-15 | 2026-10-15",
        "last day | 2026-10-14 | 2026-10-15",
        "past day | 2026-10-14 | 2026-10-15",
        "last ten days | 2026-10-05 | 2026-10-15",
        "the trailing 12 months | 2025-10-15 | 2026-10-15",
        "in the last year | 2025-01-01 | 2026-01-01",
        "next 30 days | 2026-10-16 | 2026-11-15",
        "next two weeks | 2026-10-16 | 2026-10-30",
        "two weeks ago | 2026-09-28 | 2026-10-05",
        "a week ago | 2026-10-05 | 2026-10-12",
        "a month ago | 2026-09-01 | 2026-10-01",
        "one year ago | 2025-01-01 | 2026-01-01",
        "5 years ago | 2021-01-01 | 2022-01-01",
        "more than 30 days ago |  | 2026-09-15",
        "less than 30 days ago | 2026-09-16 | 2026-10-16",
        "over a year ago |  | 2025-10-15",
        "more than two months ago |  | 2026-08-15",
        "at least 6 months ago |  | 2026-04-16",
        "earlier than 3 weeks ago |  | 2026-09-24",
        "2025's revenue | 2025-01-01 | 2026-01-01",
        "year-to-date | 2026-01-01 | 2026-10-16",
        "ytd sales | 2026-01-01 | 2026-10-16",
        "MTD | 2026-10-01 | 2026-10-16",
        "month-to-date | 2026-10-01 | 2026-10-16",
        "quarter to date | 2026-10-01 | 2026-10-16",
        "QTD | 2026-10-01 | 2026-10-16",
        "week to date | 2026-10-12 | 2026-10-16",
        "WTD | 2026-10-12 | 2026-10-16",
        "next fiscal year | 2027-04-01 | 2028-04-01",
        "fiscal year to date | 2026-04-01 | 2026-10-16",
        "fiscal 2025 | 2025-04-01 | 2026-04-01",
        "fiscal year 2025 | 2025-04-01 | 2026-04-01",
        "FY2025 | 2025-04-01 | 2026-04-01",
        "FY 2025 | 2025-04-01 | 2026-04-01",
        "FY25 | 2025-04-01 | 2026-04-01",
        "FY24-25 | 2024-04-01 | 2025-04-01",
        "this financial year | 2026-04-01 | 2026-10-16",
        "last fiscal quarter | 2026-07-01 | 2026-10-01",
        "this fiscal quarter | 2026-10-01 | 2026-10-16",
        "in the year 2025 | 2025-01-01 | 2026-01-01",
        "for 2023 | 2023-01-01 | 2024-01-01",
        "of 2022 | 2022-01-01 | 2023-01-01",
        "throughout 2021 | 2021-01-01 | 2022-01-01",
        "for the year 2020 | 2020-01-01 | 2021-01-01",
        "orders placed in 2025 | 2025-01-01 | 2026-01-01",
        "the year 2025 | 2025-01-01 | 2026-01-01",
        "calendar year 2025 | 2025-01-01 | 2026-01-01",
        "in 2024 and 2025 | 2024-01-01 | 2026-01-01",
        "in 2023 or 2024 | 2023-01-01 | 2025-01-01",
        "in march of 2025 | 2025-03-01 | 2025-04-01",
        "March 2025 | 2025-03-01 | 2025-04-01",
        "march, 2025 | 2025-03-01 | 2025-04-01",
        "during May | 2026-05-01 | 2026-06-01",
        "in May | 2026-05-01 | 2026-06-01",
        "in may 2025 | 2025-05-01 | 2025-06-01",
        "May 2025 | 2025-05-01 | 2025-06-01",
        "for Feb 2024 | 2024-02-01 | 2024-03-01",
        "in Sept. 2025 | 2025-09-01 | 2025-10-01",
        "in Dec | 2025-12-01 | 2026-01-01",
        "last December | 2025-12-01 | 2026-01-01",
        "this March | 2026-03-01 | 2026-04-01",
        "next April | 2027-04-01 | 2027-05-01",
        "by the end of 2024 |  | 2025-01-01",
        "q1 | 2026-01-01 | 2026-04-01",
        "in Q1 | 2026-01-01 | 2026-04-01",
        "in Q4 of 2024 | 2024-10-01 | 2025-01-01",
        "2025 Q3 | 2025-07-01 | 2025-10-01",
        "2025Q3 | 2025-07-01 | 2025-10-01",
        "Q3-2025 | 2025-07-01 | 2025-10-01",
        "Q3 FY2025 | 2025-10-01 | 2026-01-01",
        "Q1'25 | 2025-01-01 | 2025-04-01",
        "third quarter of 2025 | 2025-07-01 | 2025-10-01",
        "the third quarter | 2026-07-01 | 2026-10-01",
        "first quarter of this year | 2026-01-01 | 2026-04-01",
        "first quarter of last year | 2025-01-01 | 2025-04-01",
        "2nd quarter 2024 | 2024-04-01 | 2024-07-01",
        "the first half of 2025 | 2025-01-01 | 2025-07-01",
        "H1 2025 | 2025-01-01 | 2025-07-01",
        "H2 of 2024 | 2024-07-01 | 2025-01-01",
        "first half of this year | 2026-01-01 | 2026-07-01",
        "the second half of last year | 2025-07-01 | 2026-01-01",
        "2025-03-15 | 2025-03-15 | 2025-03-16",
        "since 2025-03-15 | 2025-03-15 | ",
        "after 2025-03-15 | 2025-03-16 | ",
        "before 2025-03-15 |  | 2025-03-15",
        "until 2025-03-15 |  | 2025-03-16",
        "on or after 2025-03-15 | 2025-03-15 | ",
        "on or before 2025-03-15 |  | 2025-03-16",
        "from 2025-03-15 | 2025-03-15 | ",
        "from 2025-03-15 onwards | 2025-03-15 | ",
        "from March 2025 onwards | 2025-03-01 | ",
        "up to 2025-03-15 |  | 2025-03-16",
        "up to March 2025 |  | 2025-04-01",
        "through March 2025 |  | 2025-04-01",
        "by March 2025 |  | 2025-04-01",
        "by 2025-03-15 |  | 2025-03-16",
        "2025/03/15 | 2025-03-15 | 2025-03-16",
        "on 03/15/2025 | 2025-03-15 | 2025-03-16",
        "15/03/2025 | 2025-03-15 | 2025-03-16",
        "3/5/2025 | 2025-03-05 | 2025-03-06",
        "15.03.2025 | 2025-03-15 | 2025-03-16",
        "3-15-2025 | 2025-03-15 | 2025-03-16",
        "15-Mar-2025 | 2025-03-15 | 2025-03-16",
        "15 Mar 2025 | 2025-03-15 | 2025-03-16",
        "15 March 2025 | 2025-03-15 | 2025-03-16",
        "15th March 2025 | 2025-03-15 | 2025-03-16",
        "15th of March 2025 | 2025-03-15 | 2025-03-16",
        "the 15th of March, 2025 | 2025-03-15 | 2025-03-16",
        "March 15, 2025 | 2025-03-15 | 2025-03-16",
        "March 15th, 2025 | 2025-03-15 | 2025-03-16",
        "Mar 15 2025 | 2025-03-15 | 2025-03-16",
        "on March 15 | 2026-03-15 | 2026-03-16",
        "on the 3rd of May | 2026-05-03 | 2026-05-04",
        "on May 3 | 2026-05-03 | 2026-05-04",
        "on 29 February 2024 | 2024-02-29 | 2024-03-01",
        "since the beginning of 2024 | 2024-01-01 | ",
        "since the start of the year | 2026-01-01 | ",
        "since last year | 2025-01-01 | ",
        "since yesterday | 2026-10-14 | ",
        "since Monday | 2026-10-12 | ",
        "since last Monday | 2026-10-12 | ",
        "on Monday | 2026-10-12 | 2026-10-13",
        "last Monday | 2026-10-12 | 2026-10-13",
        "last Friday | 2026-10-09 | 2026-10-10",
        "from March | 2026-03-01 | 2026-04-01",
        "from January to March | 2026-01-01 | 2026-04-01",
        "from January to March 2025 | 2025-01-01 | 2025-04-01",
        "from January 2025 to March 2025 | 2025-01-01 | 2025-04-01",
        "from Jan through Mar 2025 | 2025-01-01 | 2025-04-01",
        "January to March 2025 | 2025-01-01 | 2025-04-01",
        "January - March 2025 | 2025-01-01 | 2025-04-01",
        "Jan-Mar 2025 | 2025-01-01 | 2025-04-01",
        "between January and March | 2026-01-01 | 2026-04-01",
        "between January and March 2025 | 2025-01-01 | 2025-04-01",
        "between Jan 2024 and Mar 2025 | 2024-01-01 | 2025-04-01",
        "between November and February | 2025-11-01 | 2026-03-01",
        "between November 2024 and February 2025 | 2024-11-01 | 2025-03-01",
        "between 2020 and 2023 | 2020-01-01 | 2024-01-01",
        "from 2020 to 2023 | 2020-01-01 | 2024-01-01",
        "between 2025-01-01 and 2025-01-31 | 2025-01-01 | 2025-02-01",
        "between 2025-01-01 and today | 2025-01-01 | 2026-10-16",
        "from 2025-01-01 until today | 2025-01-01 | 2026-10-16",
        "from 2025-01-01 to 2025-06-30 | 2025-01-01 | 2025-07-01",
        "from 1 January 2025 to 31 January 2025 | 2025-01-01 | 2025-02-01",
        "between 1 and 15 March 2025 | 2025-03-01 | 2025-03-16",
        "March 1 to March 15, 2025 | 2025-03-01 | 2025-03-16",
        "between 1/1/2025 and 1/31/2025 | 2025-01-01 | 2025-02-01",
        "between last month and this month | 2026-09-01 | 2026-10-16",
        "between Q1 and Q3 2025 | 2025-01-01 | 2025-10-01",
        "from Q1 2024 to Q2 2025 | 2024-01-01 | 2025-07-01",
        "after March 2025 | 2025-04-01 | ",
        "after last month | 2026-10-01 | ",
        "after yesterday | 2026-10-15 | ",
        "later than 2024 | 2025-01-01 | ",
        "before 2020 |  | 2020-01-01",
        "before last year |  | 2025-01-01",
        "before this year |  | 2026-01-01",
        "before this month |  | 2026-10-01",
        "prior to 2024 |  | 2024-01-01",
        "prior to March 2025 |  | 2025-03-01",
        "earlier than 2020 |  | 2020-01-01",
        "no later than March 2025 |  | 2025-04-01",
        "until last month |  | 2026-10-01",
        "until yesterday |  | 2026-10-15",
        "up to now |  | 2026-10-16",
        "till March |  | 2026-04-01",
        "until now |  | 2026-10-16",
        "not before 2024 | 2024-01-01 | ",
        "in the 1990s | 1990-01-01 | 2000-01-01",
        "the 1980s | 1980-01-01 | 1990-01-01",
        "in the last 90 days | 2026-07-17 | 2026-10-15",
        "the latest month | 2026-09-01 | 2026-10-01",
        "past 6 months | 2026-04-15 | 2026-10-15",
        "this past month | 2026-09-01 | 2026-10-01",
        "the same month last year | 2025-10-01 | 2025-11-01",
        "in January and February 2025 | 2025-01-01 | 2025-03-01",
        "orders in the month of March | 2026-03-01 | 2026-04-01",
        "the month of May 2024 | 2024-05-01 | 2024-06-01",
        "in the first quarter | 2026-01-01 | 2026-04-01",
        "in the first week of March 2025 | 2025-03-01 | 2025-03-08",
        "the last week of December 2024 | 2024-12-25 | 2025-01-01",
        "the last day of March 2025 | 2025-03-31 | 2025-04-01",
        "the first 10 days of March 2025 | 2025-03-01 | 2025-03-11",
        "until now |  | 2026-10-16",
        "between 2025-01-01 and now | 2025-01-01 | 2026-10-16",
        "2025's revenue | 2025-01-01 | 2026-01-01",
        "year-to-date | 2026-01-01 | 2026-10-16",
        "month-to-date | 2026-10-01 | 2026-10-16",
        "in Sept. 2025 | 2025-09-01 | 2025-10-01",
        "from last month onwards | 2026-09-01 | ",
        "from last month | 2026-09-01 | 2026-10-01",
        "orders from 2024 | 2024-01-01 | 2025-01-01",
        "in 2001 or before |  | 2002-01-01",
        "in year 2001 or later | 2001-01-01 | ",
        "in or after 2005 | 2005-01-01 | ",
        "before the year of 2010 |  | 2010-01-01",
        "in the year of 2010 | 2010-01-01 | 2011-01-01",
        "in 2020-2023 | 2020-01-01 | 2024-01-01",
        "during 2020 to 2023 | 2020-01-01 | 2024-01-01",
        "March 1 to 15, 2025 | 2025-03-01 | 2025-03-16",
        "March 1-15, 2025 | 2025-03-01 | 2025-03-16",
        "week 12 of 2025 | 2025-03-17 | 2025-03-24",
        "the week of March 3, 2025 | 2025-03-03 | 2025-03-10",
        "week of 2025-03-05 | 2025-03-03 | 2025-03-10",
        "last calendar month | 2026-09-01 | 2026-10-01",
        "last full quarter | 2026-07-01 | 2026-10-01",
        "in January, February and March 2025 | 2025-01-01 | 2025-04-01",
        "in Q1 and Q2 2025 | 2025-01-01 | 2025-07-01",
        "from the beginning of the year to yesterday | 2026-01-01 | 2026-10-15",
        "since the start of last quarter | 2026-07-01 | ",
        "until the end of March 2025 |  | 2025-04-01",
        "by the end of this month |  | 2026-11-01",
        "before the end of 2024 |  | 2025-01-01",
        "after the end of last year | 2026-01-01 | ",
        "in March of last year | 2025-03-01 | 2025-04-01",
        "in March this year | 2026-03-01 | 2026-04-01",
        "March last year | 2025-03-01 | 2025-04-01",
        "H1 last year | 2025-01-01 | 2025-07-01",
        "Q4 last year | 2025-10-01 | 2026-01-01",
        "in H2 | 2026-07-01 | 2027-01-01",
        "third fiscal quarter of 2025 | 2025-10-01 | 2026-01-01",
        "Q1 of FY2025 | 2025-04-01 | 2025-07-01",
        "first quarter of fiscal year 2025 | 2025-04-01 | 2025-07-01",
        "last 3 months of 2024 | 2024-10-01 | 2025-01-01",
        "first 2 weeks of this month | 2026-10-01 | 2026-10-15",
        "the second week of March 2025 | 2025-03-08 | 2025-03-15",
        "last day of the month | 2026-10-31 | 2026-11-01",
        "the first day of last month | 2026-09-01 | 2026-09-02",
        "last day of February 2024 | 2024-02-29 | 2024-03-01",
        "a couple of months ago | 2026-08-01 | 2026-09-01",
        "less than two weeks ago | 2026-10-02 | 2026-10-16",
        "no more than 2 weeks ago | 2026-10-01 | 2026-10-16",
        "within 3 days ago | 2026-10-12 | 2026-10-16",
        "since 3 days ago | 2026-10-12 | ",
        "before two weeks ago |  | 2026-10-01",
        "since two months ago | 2026-08-15 | ",
        "next Monday | 2026-10-19 | 2026-10-20",
        "this Friday | 2026-10-16 | 2026-10-17",
        "in 2000 | 2000-01-01 | 2001-01-01",
        "orders of 2001 | 2001-01-01 | 2002-01-01",
      })
  void furtherWordingsMeanTheseDays(String wording, String from, String to) {
    wordingMeansTheseDays(wording, from == null ? "" : from, to == null ? "" : to);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "within 30 days",
        "in the last few days",
        "the last 24 hours",
        "the last hour",
        "an hour ago",
        "orders older than 90 days",
        "fiscal year",
        "2024 sales",
        "sales 2024",
        "top 5 may apply",
        "in early March",
        "at the end of March",
        "at the end of 2024",
        "mid 2024",
        "as of 2025-03-15",
        "on 30 February 2024",
        "2020 to 2023",
        "2020-2023",
        "in the nineties",
        "this decade",
        "this morning",
        "in the most recent month",
        "most recent quarter",
        "60 days",
        "in 30 days",
        "these days",
        "same period last year",
        "in January 2024 or January 2025",
        "in January or March 2025",
        "recently",
        "christmas 2024",
        "last weekend",
        "top 5 may apply",
        "on 30 February 2024",
        "same period last year",
        "in both 2009 and 2010",
        "in Q1 or Q3 2025",
        "budget of 2000",
        "salary for 2000",
        "price over 2000",
        "1500 to 1600 units",
        "more than 1990 points",
        "version 2025-13",
        "the may queen",
        "will march",
        "'in 2025'",
        "\"last month\"",
        "5 orders in 3 days",
      })
  void whatHasNoExactDaysGivesNoPeriod(String wording) {
    assertThat(ENGLISH.periods(ENGLISH.tokenize(wording), TIME)).isEmpty();
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
    "2024-03-31, in the last 1 month, 2024-02-29, 2024-03-31",
    "2024-02-29, today, 2024-02-29, 2024-03-01",
    "2024-02-29, this month, 2024-02-01, 2024-03-01",
    "2024-02-29, in the last 4 years, 2020-02-29, 2024-02-29",
    "2024-02-29, in the last year, 2023-01-01, 2024-01-01",
    "2025-03-01, yesterday, 2025-02-28, 2025-03-01",
    "2024-03-01, yesterday, 2024-02-29, 2024-03-01",
    "2026-12-31, this year, 2026-01-01, 2027-01-01",
    "2026-12-31, this quarter, 2026-10-01, 2027-01-01",
    "2026-12-31, next month, 2027-01-01, 2027-02-01",
    "2026-12-31, next quarter, 2027-01-01, 2027-04-01",
    "2026-01-01, this month, 2026-01-01, 2026-01-02",
    "2026-01-01, year to date, 2026-01-01, 2026-01-02",
    "2026-01-01, last year, 2025-01-01, 2026-01-01",
    "2026-01-05, this week, 2026-01-05, 2026-01-06",
    "2026-01-04, this week, 2025-12-29, 2026-01-05",
    "2026-01-05, last week, 2025-12-29, 2026-01-05",
    "2026-01-01, in January, 2026-01-01, 2026-02-01",
    "2026-01-01, in February, 2025-02-01, 2025-03-01",
    "2026-01-01, in Q1, 2026-01-01, 2026-04-01",
    "2026-01-01, in Q2, 2025-04-01, 2025-07-01",
    "2026-01-01, last December, 2025-12-01, 2026-01-01",
    "2026-03-31, the month before last, 2026-01-01, 2026-02-01",
    "2026-05-31, 3 months ago, 2026-02-01, 2026-03-01",
    "2026-01-02, on Friday, 2026-01-02, 2026-01-03",
    "2026-01-02, last Friday, 2025-12-26, 2025-12-27",
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

  @ParameterizedTest
  @CsvSource({
    "MONDAY, 2026-10-12, 2026-10-05, 2026-10-12",
    "SUNDAY, 2026-10-11, 2026-10-04, 2026-10-11",
    "SATURDAY, 2026-10-10, 2026-10-03, 2026-10-10",
  })
  void weeksBeginWhenTheSettingSays(DayOfWeek start, String thisWeek, String from, String to) {
    TimeContext time = new TimeContext(TIME.asOf(), TIME.zone(), start, TIME.fiscalYearStart());

    assertThat(only("this week", time).from()).contains(LocalDate.parse(thisWeek));
    assertThat(only("last week", time).from()).contains(LocalDate.parse(from));
    assertThat(only("last week", time).to()).contains(LocalDate.parse(to));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10-15, 01-01, this fiscal year, 2026-01-01, 2026-10-16",
    "2026-10-15, 07-01, this fiscal year, 2026-07-01, 2026-10-16",
    "2026-06-30, 07-01, this fiscal year, 2025-07-01, 2026-07-01",
    "2026-07-01, 07-01, this fiscal year, 2026-07-01, 2026-07-02",
    "2026-07-01, 07-01, last fiscal year, 2025-07-01, 2026-07-01",
    "2026-03-31, 04-01, last fiscal year, 2024-04-01, 2025-04-01",
    "2026-10-15, 10-01, FYTD, 2026-10-01, 2026-10-16",
    "2026-10-15, 02-29, this fiscal year, 2026-02-28, 2026-10-16",
    "2026-10-15, 02-01, this fiscal quarter, 2026-08-01, 2026-10-16",
    "2026-10-15, 02-01, last fiscal quarter, 2026-05-01, 2026-08-01",
    "2026-10-15, 10-01, Q2 FY2024, 2025-01-01, 2025-04-01",
  })
  void fiscalYearsBeginWhenTheSettingSays(
      String asOf, String fiscal, String wording, String from, String to) {
    Period period = only(wording, time(asOf, fiscal));

    assertThat(period.from()).contains(LocalDate.parse(from));
    assertThat(period.to()).contains(LocalDate.parse(to));
  }

  @ParameterizedTest
  @CsvSource({
    "revenue per month, MONTH",
    "revenue by month, MONTH",
    "orders for each quarter, QUARTER",
    "orders for every year, YEAR",
    "monthly revenue, MONTH",
    "weekly orders, WEEK",
    "daily sales, DAY",
    "yearly totals, YEAR",
    "month-wise sales, MONTH",
    "orders by day of week, DAY_OF_WEEK",
    "orders by day of the week, DAY_OF_WEEK",
    "orders by weekday, DAY_OF_WEEK",
    "revenue by the quarter, QUARTER",
  })
  void aGrainIsFound(String wording, String unit) {
    assertThat(ENGLISH.grains(ENGLISH.tokenize(wording)))
        .singleElement()
        .extracting(g -> g.unit().name())
        .isEqualTo(unit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sales for the year 2025", "last month", "sales by city", "for this year"})
  void noGrainIsInvented(String wording) {
    assertThat(ENGLISH.grains(ENGLISH.tokenize(wording))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "orders before 2000 or after 2010, 2",
    "2024-01-01 and then last week, 2",
    "since March and until yesterday, 2",
  })
  void eachPeriodOfAQuestionIsFound(String wording, int count) {
    assertThat(ENGLISH.periods(ENGLISH.tokenize(wording), TIME)).hasSize(count);
  }

  private static Period only(String wording, TimeContext time) {
    List<PeriodPhrase> found = ENGLISH.periods(ENGLISH.tokenize(wording), time);
    assertThat(found).as(wording).hasSize(1);
    return found.get(0).period();
  }

  @Test
  void aPeriodSaysItsDates() {
    Period period = ENGLISH.periods(ENGLISH.tokenize("last month"), TIME).get(0).period();

    assertThat(period.toSentence(ZoneId.of("Asia/Kolkata")))
        .isEqualTo("'last month' means 2026-09-01 to 2026-09-30 (Asia/Kolkata)");
    assertThat(period.rolling()).isPresent();
  }
}
