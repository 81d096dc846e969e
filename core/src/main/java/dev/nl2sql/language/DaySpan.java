package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * A stretch of days named at a place of a question.
 *
 * @param from first day
 * @param to day after the last
 * @param end index after the last token
 * @param yearNamed whether the words name the year, so that it is not guessed
 */
record DaySpan(LocalDate from, LocalDate to, int end, boolean yearNamed) {
  /** Longer than any half year, so that only years have halves. */
  private static final int DAYS_OF_A_YEAR = 360;

  DaySpan movedByYears(int years) {
    return new DaySpan(from.plusYears(years), to.plusYears(years), end, yearNamed);
  }

  boolean isDay() {
    return from.plusDays(1).equals(to);
  }

  boolean isMonth() {
    return from.getDayOfMonth() == 1 && from.plusMonths(1).equals(to);
  }

  boolean isYear() {
    return ChronoUnit.DAYS.between(from, to) >= DAYS_OF_A_YEAR;
  }

  boolean isLongerThan(CalendarUnit unit) {
    return CalendarDays.shift(from, unit, 1).isBefore(to);
  }
}
