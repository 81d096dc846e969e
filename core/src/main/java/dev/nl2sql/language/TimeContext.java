package dev.nl2sql.language;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;

/**
 * Today and the calendar conventions by which periods are resolved.
 *
 * @param asOf today, or the day set by {@code nl2sql.asOfDate}
 * @param zone the zone in which days begin
 * @param weekStart first day of a week
 * @param fiscalYearStart first day of a fiscal year
 */
public record TimeContext(
    LocalDate asOf, ZoneId zone, DayOfWeek weekStart, MonthDay fiscalYearStart) {}
