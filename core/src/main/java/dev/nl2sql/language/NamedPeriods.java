package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Days, months, quarters, years and parts of them that a question names. */
final class NamedPeriods {
  private static final Pattern YEAR = Pattern.compile("((?:1[5-9]|20|21)\\d\\d)(?:['’]s)?");
  private static final Pattern DECADE = Pattern.compile("((?:1[5-9]|20|21)\\d0)['’]?s");
  private static final Pattern ISO = Pattern.compile("(\\d{4})[-/](\\d{1,2})(?:[-/](\\d{1,2}))?");
  private static final Pattern SLASHED =
      Pattern.compile("(\\d{1,2})([-/.])(\\d{1,2})[-/.](\\d{4})");
  private static final Pattern HYPHENATED = Pattern.compile("(\\d{1,2})-(\\p{L}+)-(\\d{4})");
  private static final Pattern DAY_NUMBER = Pattern.compile("(\\d{1,2})(?:st|nd|rd|th)?");
  private static final Pattern QUARTER = Pattern.compile("q([1-4])(?:[-'’]?(\\d{4}|\\d{2}))?");
  private static final Pattern YEAR_QUARTER = Pattern.compile("(\\d{4})-?q([1-4])");
  private static final Pattern HALF = Pattern.compile("h([12])(?:[-'’]?(\\d{4}|\\d{2}))?");
  private static final Pattern FISCAL =
      Pattern.compile("fy['’-]?(\\d{4}|\\d{2})(?:[-/](\\d{4}|\\d{2}))?");
  private static final Set<String> MONTHS_THAT_ARE_WORDS = Set.of("may", "march", "mar", "dec");
  private static final int MOST_JOINTS = 4;

  /** Parts of parts: "the first day of the last week of the third quarter of 2025". */
  private static final int MOST_NESTED = 4;

  /** Years after today that a number can still be. */
  private static final int YEARS_AHEAD = 50;

  private final CalendarWords words;
  private final NumberParser numbers;
  private final TimeContext time;

  NamedPeriods(CalendarWords words, NumberParser numbers, TimeContext time) {
    this.words = words;
    this.numbers = numbers;
    this.time = time;
  }

  /**
   * The time named at a place.
   *
   * @param context whether the words before say that a time must follow, so that "2025" or "may" is
   *     one
   */
  Optional<DaySpan> at(List<Token> tokens, int start, boolean context) {
    return at(tokens, start, context, 0);
  }

  private Optional<DaySpan> at(List<Token> tokens, int start, boolean context, int nesting) {
    int first = words.skipFillers(tokens, start);
    if (first >= tokens.size() || tokens.get(first).kind() == Token.Kind.QUOTED) {
      return Optional.empty();
    }
    Token token = tokens.get(first);
    return date(token, first)
        .or(() -> partOf(tokens, first, nesting))
        .or(() -> unitOf(tokens, first, nesting))
        .or(() -> dayMonth(tokens, first, context))
        .or(() -> monthName(tokens, first, context))
        .or(() -> quarter(tokens, first))
        .or(() -> half(tokens, first, context))
        .or(() -> fiscalYear(tokens, first))
        .or(() -> decade(token, first))
        .or(() -> context ? weekday(token, first) : Optional.empty())
        .or(() -> context ? year(tokens, first) : yearAfterWord(tokens, first));
  }

  /** The day of the month of another date, as "15" in "March 1 to 15, 2025". */
  Optional<DaySpan> dayOf(List<Token> tokens, int at, DaySpan month) {
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    Optional<Integer> day = dayNumber(tokens.get(at));
    if (day.isEmpty()) {
      return Optional.empty();
    }
    Optional<Year> year = month.yearNamed() ? Optional.empty() : explicitYear(tokens, at + 1);
    int end = year.map(Year::end).orElse(at + 1);
    boolean named = month.yearNamed() || year.isPresent();
    return day(
        year.map(Year::number).orElse(month.from().getYear()),
        month.from().getMonthValue(),
        day.get(),
        end,
        named);
  }

  private Optional<DaySpan> date(Token token, int at) {
    if (token.kind() != Token.Kind.NUMBER) {
      return Optional.empty();
    }
    return iso(token, at).or(() -> slashed(token, at)).or(() -> hyphenated(token, at));
  }

  private static Optional<DaySpan> iso(Token token, int at) {
    Matcher matcher = ISO.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int year = Integer.parseInt(matcher.group(1));
    int month = Integer.parseInt(matcher.group(2));
    return matcher.group(3) == null
        ? month(year, month, at + 1, true)
        : day(year, month, Integer.parseInt(matcher.group(3)), at + 1, true);
  }

  /** Month first, unless that is impossible; with dots the day comes first. */
  private static Optional<DaySpan> slashed(Token token, int at) {
    Matcher matcher = SLASHED.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int one = Integer.parseInt(matcher.group(1));
    int two = Integer.parseInt(matcher.group(3));
    int year = Integer.parseInt(matcher.group(4));
    boolean dayFirst = matcher.group(2).equals(".") || one > 12;
    return dayFirst ? day(year, two, one, at + 1, true) : day(year, one, two, at + 1, true);
  }

  private Optional<DaySpan> hyphenated(Token token, int at) {
    Matcher matcher = HYPHENATED.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int year = Integer.parseInt(matcher.group(3));
    int day = Integer.parseInt(matcher.group(1));
    return words.month(matcher.group(2)).flatMap(month -> day(year, month, day, at + 1, true));
  }

  /** "first quarter of last year", "last week of December 2024", "first 10 days of March". */
  private Optional<DaySpan> partOf(List<Token> tokens, int first, int nesting) {
    Optional<Integer> ordinal = words.ordinal(tokens.get(first));
    boolean last = words.is("lastpart", tokens.get(first));
    if (ordinal.isEmpty() && !last || nesting == MOST_NESTED) {
      return Optional.empty();
    }
    if (first + 2 < tokens.size() && isOf(tokens.get(first + 1))) {
      return ordinal.flatMap(n -> whole(tokens, first + 2, nesting + 1).flatMap(s -> dayOf(s, n)));
    }
    Optional<NumberPhrase> number = words.count(numbers, tokens, first + 1);
    int at = number.map(NumberPhrase::end).orElse(first + 1);
    boolean fiscal = at < tokens.size() && words.is("fiscal", tokens.get(at));
    at += fiscal ? 1 : 0;
    if (at + 1 >= tokens.size() || !isOf(tokens.get(at + 1))) {
      return Optional.empty();
    }
    int inner = at + 2;
    Optional<Integer> weekday = words.weekday(tokens.get(at));
    if (weekday.isPresent() && number.isEmpty()) {
      return whole(tokens, inner, nesting + 1).flatMap(s -> weekdayOf(s, weekday.get(), ordinal));
    }
    if (words.is("half", tokens.get(at))) {
      return ordinal.flatMap(n -> whole(tokens, inner, nesting + 1).flatMap(s -> halfOf(s, n)));
    }
    Optional<CalendarUnit> unit = words.unit(tokens.get(at)).filter(CalendarDays::isOfDays);
    boolean howMany = number.isPresent() == CalendarWords.isPlural(tokens.get(at));
    if (unit.isEmpty() || !howMany || number.isPresent() && ordinal.orElse(1) != 1) {
      return Optional.empty();
    }
    int count = number.map(n -> n.value().intValue()).orElse(1);
    return whole(tokens, inner, nesting + 1)
        .map(s -> fiscal && s.isYear() ? fiscalYear(s.from().getYear(), s.end()) : s)
        .filter(s -> s.isLongerThan(unit.get()))
        .flatMap(s -> part(s, unit.get(), count, ordinal));
  }

  /** "the first of March 2025" is its first day. */
  private static Optional<DaySpan> dayOf(DaySpan month, int ordinal) {
    LocalDate day = month.from().plusDays(ordinal - 1L);
    return month.isMonth()
        ? Optional.of(new DaySpan(day, day.plusDays(1), month.end(), month.yearNamed()))
        : Optional.empty();
  }

  /** "the first Monday of March 2025", "the last Friday of the month". */
  private static Optional<DaySpan> weekdayOf(
      DaySpan month, int weekday, Optional<Integer> ordinal) {
    if (!month.isMonth()) {
      return Optional.empty();
    }
    DayOfWeek day = DayOfWeek.of(weekday);
    LocalDate found =
        month
            .from()
            .with(
                ordinal
                    .map(n -> TemporalAdjusters.dayOfWeekInMonth(n, day))
                    .orElseGet(() -> TemporalAdjusters.lastInMonth(day)));
    return Optional.of(new DaySpan(found, found.plusDays(1), month.end(), month.yearNamed()));
  }

  private static Optional<DaySpan> part(
      DaySpan whole, CalendarUnit unit, int count, Optional<Integer> ordinal) {
    if (!CalendarDays.isWithinReach(unit, count)) {
      return Optional.empty();
    }
    LocalDate from =
        ordinal
            .map(n -> CalendarDays.shift(whole.from(), unit, n - 1))
            .orElseGet(() -> CalendarDays.shift(whole.to(), unit, -count));
    LocalDate to = ordinal.isPresent() ? CalendarDays.shift(from, unit, count) : whole.to();
    boolean inside = !from.isBefore(whole.from()) && !to.isAfter(whole.to());
    return inside
        ? Optional.of(new DaySpan(from, to, whole.end(), whole.yearNamed()))
        : Optional.empty();
  }

  private static Optional<DaySpan> halfOf(DaySpan year, int number) {
    if (!year.isYear() || number > 2) {
      return Optional.empty();
    }
    LocalDate from = year.from().plusMonths(number == 1 ? 0 : 6);
    return Optional.of(new DaySpan(from, from.plusMonths(6), year.end(), true));
  }

  /** A named time or a whole calendar unit around today: "last year", "the month". */
  Optional<DaySpan> whole(List<Token> tokens, int start) {
    return whole(tokens, start, 0);
  }

  private Optional<DaySpan> whole(List<Token> tokens, int start, int nesting) {
    return calendarUnit(tokens, start).or(() -> at(tokens, start, true, nesting));
  }

  /** "this year", "last month", "the quarter": all days of the unit, also those to come. */
  private Optional<DaySpan> calendarUnit(List<Token> tokens, int start) {
    int at = words.skipFillers(tokens, start);
    int offset = 0;
    if (at < tokens.size()) {
      offset = words.is("previous", tokens.get(at)) ? -1 : words.is("next", tokens.get(at)) ? 1 : 0;
      at += offset != 0 || words.is("this", tokens.get(at)) ? 1 : 0;
    }
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    int moved = offset;
    int end = at + 1;
    boolean fiscal = words.is("fiscal", tokens.get(at));
    if (fiscal) {
      boolean numbered = end + 1 < tokens.size() && number(tokens.get(end + 1)).isPresent();
      boolean year = end < tokens.size() && isYearWord(tokens.get(end)) && !numbered;
      LocalDate from = fiscalStart().plusYears(moved);
      return year
          ? Optional.of(new DaySpan(from, from.plusYears(1), end + 1, true))
          : Optional.empty();
    }
    if (end < tokens.size() && (isOf(tokens.get(end)) || number(tokens.get(end)).isPresent())) {
      return Optional.empty();
    }
    return words
        .unit(tokens.get(at))
        .filter(CalendarDays::isOfDays)
        .map(unit -> unitAround(unit, moved, end));
  }

  private DaySpan unitAround(CalendarUnit unit, int offset, int end) {
    LocalDate now = CalendarDays.startOf(unit, time.asOf(), time.weekStart());
    LocalDate from = CalendarDays.shift(now, unit, offset);
    return new DaySpan(from, CalendarDays.shift(from, unit, 1), end, true);
  }

  /** First day of the fiscal year that today is in. */
  LocalDate fiscalStart() {
    LocalDate start = time.fiscalYearStart().atYear(time.asOf().getYear());
    return start.isAfter(time.asOf())
        ? time.fiscalYearStart().atYear(time.asOf().getYear() - 1)
        : start;
  }

  /** "the month of March", "the week of 2025-03-03", "week 12 of 2025". */
  private Optional<DaySpan> unitOf(List<Token> tokens, int first, int nesting) {
    Optional<CalendarUnit> unit = words.unit(tokens.get(first)).filter(CalendarDays::isOfDays);
    if (unit.isEmpty() || first + 1 >= tokens.size() || nesting == MOST_NESTED) {
      return Optional.empty();
    }
    if (unit.get() == CalendarUnit.WEEK && number(tokens.get(first + 1)).isPresent()) {
      return weekOfYear(tokens, first + 1);
    }
    if (!isOf(tokens.get(first + 1))) {
      return Optional.empty();
    }
    return at(tokens, first + 2, true, nesting + 1)
        .flatMap(
            named -> {
              LocalDate from = CalendarDays.startOf(unit.get(), named.from(), time.weekStart());
              LocalDate to = CalendarDays.shift(from, unit.get(), 1);
              boolean fits = named.isDay() || from.equals(named.from()) && to.equals(named.to());
              return fits
                  ? Optional.of(new DaySpan(from, to, named.end(), named.yearNamed()))
                  : Optional.empty();
            });
  }

  /** The week with the fourth of January is the first. */
  private Optional<DaySpan> weekOfYear(List<Token> tokens, int at) {
    int number = number(tokens.get(at)).orElse(0);
    if (number < 1 || number > 53) {
      return Optional.empty();
    }
    Optional<Year> year = explicitYear(tokens, at + 1);
    LocalDate first =
        LocalDate.of(year.map(Year::number).orElse(time.asOf().getYear()), 1, 4)
            .with(TemporalAdjusters.previousOrSame(time.weekStart()));
    LocalDate from = first.plusWeeks(number - 1L);
    LocalDate next =
        LocalDate.of(year.map(Year::number).orElse(time.asOf().getYear()) + 1, 1, 4)
            .with(TemporalAdjusters.previousOrSame(time.weekStart()));
    if (!from.isBefore(next)) {
      return Optional.empty();
    }
    return Optional.of(
        new DaySpan(from, from.plusWeeks(1), year.map(Year::end).orElse(at + 1), year.isPresent()));
  }

  /** "15 March 2025", "15th of March", "March 15th, 2025", "March 15". */
  private Optional<DaySpan> dayMonth(List<Token> tokens, int first, boolean context) {
    Optional<Integer> day = dayNumber(tokens.get(first));
    if (day.isPresent()) {
      boolean of = first + 1 < tokens.size() && isOf(tokens.get(first + 1));
      int at = of ? first + 2 : first + 1;
      Optional<Integer> month =
          at < tokens.size() ? words.month(tokens.get(at)) : Optional.<Integer>empty();
      int end = at + 1;
      return month
          .flatMap(m -> dated(tokens, m, day.get(), end))
          .filter(d -> context || d.yearNamed() || !isWordToo(tokens.get(at)));
    }
    Optional<Integer> month = words.month(tokens.get(first));
    if (month.isEmpty() || first + 1 >= tokens.size()) {
      return Optional.empty();
    }
    int at = words.skipFillers(tokens, first + 1);
    Optional<Integer> after =
        at < tokens.size() ? dayNumber(tokens.get(at)) : Optional.<Integer>empty();
    return after
        .flatMap(d -> dated(tokens, month.get(), d, at + 1))
        .filter(d -> context || d.yearNamed() || !isWordToo(tokens.get(first)));
  }

  private Optional<DaySpan> dated(List<Token> tokens, int month, int dayOfMonth, int end) {
    Optional<Year> year = yearAfter(tokens, end);
    if (year.isPresent()) {
      return day(year.get().number(), month, dayOfMonth, year.get().end(), true);
    }
    int thisYear = time.asOf().getYear();
    return day(thisYear, month, dayOfMonth, end, false)
        .filter(d -> !d.from().isAfter(time.asOf()))
        .or(() -> day(thisYear - 1, month, dayOfMonth, end, false));
  }

  /**
   * "March 2025", "March of last year"; "March" alone is the latest one begun. A number before it
   * that made no date with it ("30 February") leaves no month either.
   */
  private Optional<DaySpan> monthName(List<Token> tokens, int first, boolean context) {
    Token token = tokens.get(first);
    Optional<Integer> month = words.month(token);
    boolean impossibleDay = first > 0 && dayNumber(tokens.get(first - 1)).isPresent();
    if (month.isEmpty() || impossibleDay) {
      return Optional.empty();
    }
    int point = first + 1 < tokens.size() && tokens.get(first + 1).lower().equals(".") ? 1 : 0;
    Optional<Year> year = yearAfter(tokens, first + 1 + point);
    if (year.isPresent()) {
      return month(year.get().number(), month.get(), year.get().end(), true);
    }
    boolean opensTheQuestion = first == 0 && MONTHS_THAT_ARE_WORDS.contains(token.lower());
    if (!context && (opensTheQuestion || isWordToo(token))) {
      return Optional.empty();
    }
    YearMonth found = YearMonth.of(time.asOf().getYear(), month.get());
    int number = found.isAfter(YearMonth.from(time.asOf())) ? found.getYear() - 1 : found.getYear();
    return month(number, month.get(), first + 1, false);
  }

  /** "Q3 2025", "Q3", "2025 Q3", "Q3 of fiscal 2025", "third quarter of 2025". */
  private Optional<DaySpan> quarter(List<Token> tokens, int first) {
    String text = tokens.get(first).lower();
    Matcher quarter = QUARTER.matcher(text);
    if (quarter.matches()) {
      int number = Integer.parseInt(quarter.group(1));
      return quarter.group(2) == null
          ? quarterAfter(tokens, number, first + 1)
          : quarter(fullYear(quarter.group(2)), number, first + 1, true);
    }
    Matcher joined = YEAR_QUARTER.matcher(text);
    if (joined.matches()) {
      int year = Integer.parseInt(joined.group(1));
      return quarter(year, Integer.parseInt(joined.group(2)), first + 1, true);
    }
    return yearThenQuarter(tokens, first).or(() -> spelledQuarter(tokens, first));
  }

  private Optional<DaySpan> yearThenQuarter(List<Token> tokens, int first) {
    Optional<Integer> year = yearNumber(tokens.get(first));
    int at = first + 1;
    at += at < tokens.size() && tokens.get(at).lower().equals("-") ? 1 : 0;
    if (year.isEmpty() || at >= tokens.size()) {
      return Optional.empty();
    }
    Matcher quarter = QUARTER.matcher(tokens.get(at).lower());
    return quarter.matches() && quarter.group(2) == null
        ? quarter(year.get(), Integer.parseInt(quarter.group(1)), at + 1, true)
        : Optional.empty();
  }

  private Optional<DaySpan> spelledQuarter(List<Token> tokens, int first) {
    Optional<Integer> ordinal = words.ordinal(tokens.get(first)).filter(n -> n <= 4);
    int at = first + 1;
    boolean fiscal = at < tokens.size() && words.is("fiscal", tokens.get(at));
    at += fiscal ? 1 : 0;
    boolean named =
        at < tokens.size()
            && words.unit(tokens.get(at)).filter(u -> u == CalendarUnit.QUARTER).isPresent();
    if (ordinal.isEmpty() || !named) {
      return Optional.empty();
    }
    int end = at + 1;
    if (!fiscal) {
      return quarterAfter(tokens, ordinal.get(), end);
    }
    Optional<Year> year = yearAfter(tokens, end);
    LocalDate start =
        year.map(y -> time.fiscalYearStart().atYear(y.number())).orElseGet(this::fiscalStart);
    LocalDate from = start.plusMonths(3L * (ordinal.get() - 1));
    return Optional.of(
        new DaySpan(from, from.plusMonths(3), year.map(Year::end).orElse(end), true));
  }

  private Optional<DaySpan> quarterAfter(List<Token> tokens, int number, int end) {
    int joint = skipJoints(tokens, end);
    Optional<DaySpan> fiscal =
        joint < tokens.size() ? fiscalYear(tokens, joint) : Optional.<DaySpan>empty();
    if (fiscal.isPresent()) {
      LocalDate from = fiscal.get().from().plusMonths(3L * (number - 1));
      return Optional.of(new DaySpan(from, from.plusMonths(3), fiscal.get().end(), true));
    }
    Optional<Year> year = yearAfter(tokens, end);
    if (year.isPresent()) {
      return quarter(year.get().number(), number, year.get().end(), true);
    }
    int thisYear = time.asOf().getYear();
    boolean begun = !LocalDate.of(thisYear, number * 3 - 2, 1).isAfter(time.asOf());
    return quarter(begun ? thisYear : thisYear - 1, number, end, false);
  }

  private static Optional<DaySpan> quarter(int year, int number, int end, boolean yearNamed) {
    LocalDate from = LocalDate.of(year, number * 3 - 2, 1);
    return Optional.of(new DaySpan(from, from.plusMonths(3), end, yearNamed));
  }

  /** "H1 2025", "first half 2025". */
  private Optional<DaySpan> half(List<Token> tokens, int first, boolean context) {
    Matcher matcher = HALF.matcher(tokens.get(first).lower());
    boolean spelled =
        words.ordinal(tokens.get(first)).filter(n -> n <= 2).isPresent()
            && first + 1 < tokens.size()
            && words.is("half", tokens.get(first + 1));
    if (!spelled && !matcher.matches()) {
      return Optional.empty();
    }
    int number =
        spelled ? words.ordinal(tokens.get(first)).get() : Integer.parseInt(matcher.group(1));
    int end = spelled ? first + 2 : first + 1;
    if (!spelled && matcher.group(2) != null) {
      return half(fullYear(matcher.group(2)), number, end, true);
    }
    Optional<Year> year = yearAfter(tokens, end);
    if (year.isPresent()) {
      return half(year.get().number(), number, year.get().end(), true);
    }
    boolean begun = number == 1 || time.asOf().getMonthValue() > 6;
    int thisYear = time.asOf().getYear();
    return context && !spelled
        ? half(begun ? thisYear : thisYear - 1, number, end, false)
        : Optional.empty();
  }

  private static Optional<DaySpan> half(int year, int number, int end, boolean yearNamed) {
    LocalDate from = LocalDate.of(year, number == 1 ? 1 : 7, 1);
    return Optional.of(new DaySpan(from, from.plusMonths(6), end, yearNamed));
  }

  /** "fiscal year 2025", "FY2025", "FY24-25": the fiscal year that begins in the first year. */
  private Optional<DaySpan> fiscalYear(List<Token> tokens, int first) {
    Matcher matcher = FISCAL.matcher(tokens.get(first).lower());
    if (matcher.matches()) {
      int year = fullYear(matcher.group(1));
      boolean next = matcher.group(2) == null || fullYear(matcher.group(2)) == year + 1;
      return next ? Optional.of(fiscalYear(year, first + 1)) : Optional.empty();
    }
    if (!words.is("fiscal", tokens.get(first))) {
      return Optional.empty();
    }
    int at = first + 1;
    at += at < tokens.size() && isYearWord(tokens.get(at)) ? 1 : 0;
    return explicitYear(tokens, at).map(y -> fiscalYear(y.number(), y.end()));
  }

  private DaySpan fiscalYear(int year, int end) {
    LocalDate from = time.fiscalYearStart().atYear(year);
    return new DaySpan(from, time.fiscalYearStart().atYear(year + 1), end, true);
  }

  private static Optional<DaySpan> decade(Token token, int at) {
    Matcher matcher = DECADE.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    LocalDate from = LocalDate.of(Integer.parseInt(matcher.group(1)), 1, 1);
    return Optional.of(new DaySpan(from, from.plusYears(10), at + 1, true));
  }

  /** "on Monday" is the latest one, today included. */
  private Optional<DaySpan> weekday(Token token, int at) {
    return words
        .weekday(token)
        .map(
            day -> {
              LocalDate date =
                  time.asOf().with(TemporalAdjusters.previousOrSame(DayOfWeek.of(day)));
              return new DaySpan(date, date.plusDays(1), at + 1, true);
            });
  }

  private Optional<DaySpan> year(List<Token> tokens, int first) {
    int at = isYearWord(tokens.get(first)) ? first + 1 : first;
    return at < tokens.size()
        ? yearNumber(tokens.get(at)).map(y -> year(y, at + 1))
        : Optional.empty();
  }

  private static DaySpan year(int year, int end) {
    return new DaySpan(LocalDate.of(year, 1, 1), LocalDate.of(year + 1, 1, 1), end, true);
  }

  /** "the year 2025", "calendar year 2025", "2025's". */
  private Optional<DaySpan> yearAfterWord(List<Token> tokens, int first) {
    boolean possessive = tokens.get(first).lower().endsWith("s");
    return isYearWord(tokens.get(first)) || possessive ? year(tokens, first) : Optional.empty();
  }

  /** A year and the index after its last token. */
  private record Year(int number, int end) {}

  /** The year that belongs to a month or quarter: "2025", "of 2025", "of last year". */
  private Optional<Year> yearAfter(List<Token> tokens, int start) {
    int at = skipJoints(tokens, start);
    Optional<Year> explicit = explicitYear(tokens, start).or(() -> yearAgo(tokens, at));
    if (explicit.isPresent() || at + 1 >= tokens.size() || !isYearWord(tokens.get(at + 1))) {
      return explicit;
    }
    int thisYear = time.asOf().getYear();
    if (words.is("this", tokens.get(at))) {
      return Optional.of(new Year(thisYear, at + 2));
    }
    if (words.is("previous", tokens.get(at))) {
      return Optional.of(new Year(thisYear - 1, at + 2));
    }
    return words.is("next", tokens.get(at))
        ? Optional.of(new Year(thisYear + 1, at + 2))
        : Optional.empty();
  }

  /** "a year ago", "two years ago". */
  private Optional<Year> yearAgo(List<Token> tokens, int start) {
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<NumberPhrase> number = words.count(numbers, tokens, start);
    boolean article = words.is("article", tokens.get(start));
    int at = number.map(NumberPhrase::end).orElse(start + 1);
    boolean ago =
        (number.isPresent() || article)
            && at + 1 < tokens.size()
            && isYearWord(tokens.get(at))
            && words.is("ago", tokens.get(at + 1));
    int count = number.map(n -> n.value().intValue()).orElse(1);
    return ago && CalendarDays.isWithinReach(CalendarUnit.YEAR, count)
        ? Optional.of(new Year(time.asOf().getYear() - count, at + 2))
        : Optional.empty();
  }

  /** Whether the word alone names a month or a quarter. */
  boolean isMonthOrQuarter(String word) {
    return words.month(word).isPresent() || QUARTER.matcher(word).matches();
  }

  private Optional<Year> explicitYear(List<Token> tokens, int start) {
    int at = skipJoints(tokens, start);
    return at < tokens.size()
        ? yearNumber(tokens.get(at)).map(y -> new Year(y, at + 1))
        : Optional.empty();
  }

  private int skipJoints(List<Token> tokens, int start) {
    int at = start;
    while (at < Math.min(tokens.size(), start + MOST_JOINTS) && words.is("joint", tokens.get(at))) {
      at++;
    }
    return at;
  }

  private Optional<Integer> yearNumber(Token token) {
    Matcher matcher = YEAR.matcher(token.lower());
    return token.kind() != Token.Kind.QUOTED && matcher.matches()
        ? Optional.of(Integer.parseInt(matcher.group(1)))
            .filter(y -> y <= time.asOf().getYear() + YEARS_AHEAD)
        : Optional.empty();
  }

  /** Whether the token is a year written as such. */
  boolean isYear(Token token) {
    return yearNumber(token).isPresent();
  }

  private static int fullYear(String digits) {
    return digits.length() == 2 ? 2000 + Integer.parseInt(digits) : Integer.parseInt(digits);
  }

  private static Optional<Integer> number(Token token) {
    return token.kind() == Token.Kind.NUMBER && token.lower().matches("\\d{1,4}")
        ? Optional.of(Integer.parseInt(token.lower()))
        : Optional.empty();
  }

  private static Optional<Integer> dayNumber(Token token) {
    Matcher matcher = DAY_NUMBER.matcher(token.lower());
    return token.kind() != Token.Kind.QUOTED && matcher.matches()
        ? Optional.of(Integer.parseInt(matcher.group(1))).filter(d -> d >= 1 && d <= 31)
        : Optional.empty();
  }

  /** "may" and "march" are verbs unless written with a capital. */
  private static boolean isWordToo(Token token) {
    return MONTHS_THAT_ARE_WORDS.contains(token.lower())
        && !Character.isUpperCase(token.text().charAt(0));
  }

  private boolean isYearWord(Token token) {
    return words.unit(token).filter(u -> u == CalendarUnit.YEAR).isPresent();
  }

  private static boolean isOf(Token token) {
    return token.lower().equals("of") || token.lower().equals("in");
  }

  private static Optional<DaySpan> month(int year, int month, int end, boolean yearNamed) {
    return day(year, month, 1, end, yearNamed)
        .map(first -> new DaySpan(first.from(), first.from().plusMonths(1), end, yearNamed));
  }

  private static Optional<DaySpan> day(int year, int month, int day, int end, boolean yearNamed) {
    if (year < 1) {
      return Optional.empty();
    }
    try {
      LocalDate date = LocalDate.of(year, month, day);
      return Optional.of(new DaySpan(date, date.plusDays(1), end, yearNamed));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
