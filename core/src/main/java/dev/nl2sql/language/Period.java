package dev.nl2sql.language;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/**
 * A half-open stretch of days.
 *
 * @param from first day; empty if it has no beginning
 * @param to day after the last; empty if it has no end
 * @param label the words of the question
 * @param rolling another reading the wording allows: the last 30 days for "last month"
 */
public record Period(
    Optional<LocalDate> from, Optional<LocalDate> to, String label, Optional<String> rolling) {
  public Period {
    Objects.requireNonNull(from);
    Objects.requireNonNull(to);
    Objects.requireNonNull(label);
    Objects.requireNonNull(rolling);
  }

  static Period of(LocalDate from, LocalDate to, String label) {
    return new Period(Optional.of(from), Optional.of(to), label, Optional.empty());
  }

  /** A calendar year that was said as a bare number. */
  public static Period ofYear(int year) {
    LocalDate first = LocalDate.of(year, 1, 1);
    return of(first, first.plusYears(1), Integer.toString(year));
  }

  /** The period with its dates, the last day included, for people. */
  public String toSentence(ZoneId zone) {
    String first = from.map(LocalDate::toString).orElse("the beginning");
    String last = to.map(day -> day.minusDays(1).toString()).orElse("the end");
    String dates = first.equals(last) ? first : first + " to " + last;
    return "'%s' means %s (%s)".formatted(label, dates, zone);
  }
}
