package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** Arithmetic of calendar units. */
final class CalendarDays {
  /** Years a date may be moved and still be one that databases keep. */
  private static final int REACH = 1900;

  private CalendarDays() {}

  static LocalDate startOf(CalendarUnit unit, LocalDate date, DayOfWeek weekStart) {
    return switch (unit) {
      case YEAR -> date.withDayOfYear(1);
      case QUARTER -> LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1);
      case MONTH -> date.withDayOfMonth(1);
      case WEEK -> date.with(TemporalAdjusters.previousOrSame(weekStart));
      case DAY, DAY_OF_WEEK, HOUR -> date;
    };
  }

  static LocalDate shift(LocalDate date, CalendarUnit unit, int count) {
    return switch (unit) {
      case YEAR -> date.plusYears(count);
      case QUARTER -> date.plusMonths(3L * count);
      case MONTH -> date.plusMonths(count);
      case WEEK -> date.plusWeeks(count);
      case DAY, DAY_OF_WEEK, HOUR -> date.plusDays(count);
    };
  }

  static boolean isWithinReach(CalendarUnit unit, int count) {
    return switch (unit) {
      case YEAR -> count <= REACH;
      case QUARTER -> count <= REACH * 4;
      case MONTH -> count <= REACH * 12;
      case WEEK -> count <= REACH * 52;
      case DAY, DAY_OF_WEEK, HOUR -> count <= REACH * 365;
    };
  }

  /** Whether days of the unit can be told apart: hours cannot. */
  static boolean isOfDays(CalendarUnit unit) {
    return unit != CalendarUnit.HOUR && unit != CalendarUnit.DAY_OF_WEEK;
  }
}
