package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Periods counted from today: "yesterday", "last month", "the past 30 days", "3 days ago". */
final class RelativePeriods {

  /** A period found, with another reading its wording allows. */
  record Found(DaySpan days, Optional<String> other) {
    static Optional<Found> of(LocalDate from, LocalDate to, int end) {
      return Optional.of(new Found(new DaySpan(from, to, end, true), Optional.empty()));
    }
  }

  /** A moment counted back from today, and the unit it was counted in. */
  record Moment(LocalDate day, CalendarUnit unit, int end) {}

  private final CalendarWords words;
  private final NumberParser numbers;
  private final TimeContext time;
  private final NamedPeriods named;

  RelativePeriods(CalendarWords words, NumberParser numbers, TimeContext time, NamedPeriods named) {
    this.words = words;
    this.numbers = numbers;
    this.time = time;
    this.named = named;
  }

  Optional<Found> at(List<Token> tokens, int first) {
    int start = words.skipFillers(tokens, first);
    if (start >= tokens.size() || tokens.get(start).kind() == Token.Kind.QUOTED) {
      return Optional.empty();
    }
    return day(tokens.get(start), start)
        .or(() -> toDate(tokens, start))
        .or(() -> calendarAgo(tokens, start))
        .or(() -> beforeLast(tokens, start))
        .or(() -> sameLastYear(tokens, start))
        .or(() -> shifted(tokens, start));
  }

  private Optional<Found> day(Token word, int at) {
    LocalDate asOf = time.asOf();
    if (words.is("today", word)) {
      return Found.of(asOf, asOf.plusDays(1), at + 1);
    }
    if (words.is("yesterday", word)) {
      return Found.of(asOf.minusDays(1), asOf, at + 1);
    }
    return words.is("tomorrow", word)
        ? Found.of(asOf.plusDays(1), asOf.plusDays(2), at + 1)
        : Optional.empty();
  }

  /** "year to date", "year-to-date", "YTD", "fiscal year to date". */
  private Optional<Found> toDate(List<Token> tokens, int start) {
    LocalDate tomorrow = time.asOf().plusDays(1);
    Optional<String> word = words.value("todate", tokens.get(start));
    if (word.isPresent()) {
      LocalDate from =
          word.get().equals("fiscal")
              ? named.fiscalStart()
              : startOf(CalendarUnit.valueOf(word.get().toUpperCase(Locale.ROOT)));
      return Found.of(from, tomorrow, start + 1);
    }
    boolean fiscal = words.is("fiscal", tokens.get(start));
    int at = fiscal ? start + 1 : start;
    if (at + 2 >= tokens.size()
        || !tokens.get(at + 1).lower().equals("to")
        || !tokens.get(at + 2).lower().equals("date")) {
      return Optional.empty();
    }
    return words
        .unit(tokens.get(at))
        .filter(CalendarDays::isOfDays)
        .flatMap(u -> Found.of(fiscal ? named.fiscalStart() : startOf(u), tomorrow, at + 3));
  }

  /** "3 days ago" is that day, "two months ago" that calendar month. */
  private Optional<Found> calendarAgo(List<Token> tokens, int start) {
    return ago(tokens, start)
        .flatMap(
            moment -> {
              if (moment.end() < tokens.size() && words.is("today", tokens.get(moment.end()))) {
                return Found.of(moment.day(), moment.day().plusDays(1), moment.end() + 1);
              }
              LocalDate from = CalendarDays.startOf(moment.unit(), moment.day(), time.weekStart());
              return Found.of(from, CalendarDays.shift(from, moment.unit(), 1), moment.end());
            });
  }

  /** The day that lies a number of units before today: "two months ago", "a week ago". */
  Optional<Moment> ago(List<Token> tokens, int start) {
    boolean half = start > 0 && start <= tokens.size() && words.is("half", tokens.get(start - 1));
    if (start >= tokens.size() || half) {
      return Optional.empty();
    }
    Optional<NumberPhrase> number = words.count(numbers, tokens, start);
    boolean article = words.is("article", tokens.get(start)) && number.isEmpty();
    if (number.isEmpty() && !article) {
      return Optional.empty();
    }
    int count = number.map(n -> n.value().intValue()).orElse(1);
    int at = number.map(NumberPhrase::end).orElse(start + 1);
    if (at + 1 >= tokens.size() || !words.is("ago", tokens.get(at + 1))) {
      return Optional.empty();
    }
    return words
        .unit(tokens.get(at))
        .filter(u -> CalendarDays.isOfDays(u) && CalendarDays.isWithinReach(u, count))
        .map(u -> new Moment(CalendarDays.shift(time.asOf(), u, -count), u, at + 2));
  }

  /** "the month before last". */
  private Optional<Found> beforeLast(List<Token> tokens, int start) {
    boolean spelled =
        start + 2 < tokens.size()
            && tokens.get(start + 1).lower().equals("before")
            && tokens.get(start + 2).lower().equals("last");
    if (!spelled) {
      return Optional.empty();
    }
    return words
        .unit(tokens.get(start))
        .filter(CalendarDays::isOfDays)
        .flatMap(
            u -> {
              LocalDate from = CalendarDays.shift(startOf(u), u, -2);
              return Found.of(from, CalendarDays.shift(from, u, 1), start + 3);
            });
  }

  /** "same month last year", "this month last year". */
  private Optional<Found> sameLastYear(List<Token> tokens, int start) {
    boolean spelled =
        (words.is("same", tokens.get(start)) || words.is("this", tokens.get(start)))
            && start + 3 < tokens.size()
            && words.is("previous", tokens.get(start + 2))
            && words.unit(tokens.get(start + 3)).filter(u -> u == CalendarUnit.YEAR).isPresent();
    if (!spelled) {
      return Optional.empty();
    }
    return words
        .unit(tokens.get(start + 1))
        .filter(u -> u == CalendarUnit.MONTH || u == CalendarUnit.QUARTER)
        .flatMap(
            u -> {
              LocalDate from = startOf(u).minusYears(1);
              return Found.of(from, CalendarDays.shift(from, u, 1), start + 4);
            });
  }

  /** "this month", "last month", "last 30 days", "next week", "current fiscal year". */
  private Optional<Found> shifted(List<Token> tokens, int start) {
    boolean current = words.is("this", tokens.get(start));
    int shift = start + 1;
    if (current && shift < tokens.size() && words.is("previous", tokens.get(shift))) {
      return shifted(tokens, shift);
    }
    int offset =
        words.is("previous", tokens.get(start)) ? -1 : words.is("next", tokens.get(start)) ? 1 : 0;
    if (!current && offset == 0) {
      return Optional.empty();
    }
    int counted = words.skipFillers(tokens, shift);
    Optional<NumberPhrase> number = words.count(numbers, tokens, counted);
    int at = words.skipFillers(tokens, number.map(NumberPhrase::end).orElse(counted));
    boolean fiscal = at < tokens.size() && words.is("fiscal", tokens.get(at));
    at += fiscal ? 1 : 0;
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    Optional<CalendarUnit> unit = words.unit(tokens.get(at)).filter(CalendarDays::isOfDays);
    int end = at + 1;
    if (unit.isEmpty()) {
      return number.isPresent() ? Optional.empty() : namedShift(tokens.get(at), end, offset);
    }
    if (number.isPresent()) {
      int last = withoutCurrent(tokens, end, unit.get());
      boolean aligned = last > end || words.anyIs("aligned", tokens, shift, at);
      int all = offset < 0 ? afterFromToday(tokens, last) : last;
      return offset == 0 || fiscal
          ? Optional.empty()
          : several(unit.get(), number.get().value().intValue() * offset, aligned, all);
    }
    if (CalendarWords.isPlural(tokens.get(at))) {
      return Optional.empty();
    }
    return fiscal ? fiscal(unit.get(), offset, end) : calendar(unit.get(), offset, end);
  }

  /** "last March" and "last Friday" are the most recent ones that are over. */
  private Optional<Found> namedShift(Token token, int end, int offset) {
    return words
        .month(token)
        .flatMap(month -> shiftedMonth(month, end, offset))
        .or(() -> words.weekday(token).flatMap(day -> shiftedWeekday(day, end, offset)));
  }

  private Optional<Found> shiftedMonth(int month, int end, int offset) {
    YearMonth now = YearMonth.from(time.asOf());
    YearMonth found = YearMonth.of(now.getYear(), month);
    if (offset < 0 && !found.isBefore(now)) {
      found = found.minusYears(1);
    } else if (offset > 0 && !found.isAfter(now)) {
      found = found.plusYears(1);
    }
    return Found.of(found.atDay(1), found.plusMonths(1).atDay(1), end);
  }

  private Optional<Found> shiftedWeekday(int number, int end, int offset) {
    DayOfWeek weekday = DayOfWeek.of(number);
    LocalDate day =
        offset < 0
            ? time.asOf().with(TemporalAdjusters.previous(weekday))
            : offset > 0
                ? time.asOf().with(TemporalAdjusters.next(weekday))
                : startOf(CalendarUnit.WEEK).with(TemporalAdjusters.nextOrSame(weekday));
    return Found.of(day, day.plusDays(1), end);
  }

  /** Index after "excluding the current month" behind "the last 6 months"; else the same index. */
  private int withoutCurrent(List<Token> tokens, int end, CalendarUnit unit) {
    int without = end < tokens.size() && tokens.get(end).lower().equals("(") ? end + 1 : end;
    int current = words.skipFillers(tokens, without + 1);
    boolean said =
        current + 1 < tokens.size()
            && words.is("without", tokens.get(without))
            && words.is("this", tokens.get(current))
            && words.unit(tokens.get(current + 1)).filter(u -> u == unit).isPresent();
    return said ? current + 2 : end;
  }

  /** Index after "from today" behind "the last 6 months", which says it again. */
  private int afterFromToday(List<Token> tokens, int end) {
    boolean said =
        end + 1 < tokens.size()
            && words.is("from", tokens.get(end))
            && (words.is("today", tokens.get(end + 1)) || words.is("now", tokens.get(end + 1)));
    return said ? end + 2 : end;
  }

  /**
   * The last units up to today, or the next from tomorrow on.
   *
   * @param count how many, below zero for the last
   * @param aligned whether calendar units are meant, as in "the last 2 full months"
   */
  private Optional<Found> several(CalendarUnit unit, int count, boolean aligned, int end) {
    if (!CalendarDays.isWithinReach(unit, Math.abs(count))) {
      return Optional.empty();
    }
    LocalDate current = startOf(unit);
    LocalDate before = aligned ? current : time.asOf();
    LocalDate after = aligned ? CalendarDays.shift(current, unit, 1) : time.asOf().plusDays(1);
    return count < 0
        ? Found.of(CalendarDays.shift(before, unit, count), before, end)
        : Found.of(after, CalendarDays.shift(after, unit, count), end);
  }

  private Optional<Found> calendar(CalendarUnit unit, int offset, int end) {
    LocalDate current = startOf(unit);
    if (offset == 0) {
      return Found.of(current, time.asOf().plusDays(1), end);
    }
    LocalDate from = CalendarDays.shift(current, unit, offset);
    DaySpan days = new DaySpan(from, CalendarDays.shift(from, unit, 1), end, true);
    return Optional.of(
        new Found(
            days,
            offset > 0 || unit == CalendarUnit.DAY
                ? Optional.empty()
                : Optional.of(upToToday(unit))));
  }

  private String upToToday(CalendarUnit unit) {
    String name =
        switch (unit) {
          case YEAR -> "twelve months";
          case QUARTER -> "three months";
          case MONTH -> "month";
          default -> "seven days";
        };
    LocalDate asOf = time.asOf();
    return "the %s up to today (%s to %s)"
        .formatted(name, CalendarDays.shift(asOf, unit, -1), asOf.minusDays(1));
  }

  private Optional<Found> fiscal(CalendarUnit unit, int offset, int end) {
    LocalDate start = named.fiscalStart();
    if (unit == CalendarUnit.QUARTER) {
      while (!start.plusMonths(3).isAfter(time.asOf())) {
        start = start.plusMonths(3);
      }
    } else if (unit != CalendarUnit.YEAR) {
      return calendar(unit, offset, end);
    }
    LocalDate from = CalendarDays.shift(start, unit, offset);
    LocalDate to = offset == 0 ? time.asOf().plusDays(1) : CalendarDays.shift(from, unit, 1);
    return Found.of(from, to, end);
  }

  private LocalDate startOf(CalendarUnit unit) {
    return CalendarDays.startOf(unit, time.asOf(), time.weekStart());
  }
}
