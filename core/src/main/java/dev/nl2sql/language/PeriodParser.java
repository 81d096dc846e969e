package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds periods and resolves them against today. All are half-open: this month and this year run to
 * the as-of date included; the last N units end before it; last month, quarter, year and week are
 * calendar units.
 */
final class PeriodParser {
  private static final Pattern YEAR = Pattern.compile("(1[89]|20|21)\\d\\d");
  private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d{1,2})(?:-(\\d{1,2}))?");
  private static final Pattern SLASHED = Pattern.compile("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})");
  private static final Pattern DAY_NUMBER = Pattern.compile("(\\d{1,2})(st|nd|rd|th)?");
  private static final Pattern QUARTER = Pattern.compile("q([1-4])");

  private final CalendarWords words;
  private final NumberParser numbers;
  private final TimeContext time;

  /** A stretch of days named at a place, with the index after its last token. */
  private record Named(LocalDate from, LocalDate to, int end) {}

  PeriodParser(CalendarWords words, NumberParser numbers, TimeContext time) {
    this.words = words;
    this.numbers = numbers;
    this.time = time;
  }

  List<PeriodPhrase> find(List<Token> tokens) {
    List<PeriodPhrase> found = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      Optional<PeriodPhrase> period = at(tokens, at);
      period.ifPresent(found::add);
      at = period.map(PeriodPhrase::end).orElse(at + 1);
    }
    return found;
  }

  private Optional<PeriodPhrase> at(List<Token> tokens, int first) {
    if (tokens.get(first).kind() == Token.Kind.QUOTED) {
      return Optional.empty();
    }
    return range(tokens, first)
        .or(() -> bounded(tokens, first))
        .or(() -> relative(tokens, first))
        .or(() -> standing(tokens, first));
  }

  /** "between A and B", "from A to B", "A to B" with two named dates. */
  private Optional<PeriodPhrase> range(List<Token> tokens, int first) {
    boolean between = words.is("between", tokens.get(first));
    boolean from = words.is("from", tokens.get(first));
    int start = between || from ? first + 1 : first;
    boolean context = between || from;
    Optional<Named> left = named(tokens, start, context);
    if (left.isEmpty() || left.get().end() >= tokens.size()) {
      return Optional.empty();
    }
    Token joint = tokens.get(left.get().end());
    boolean joins = between ? words.is("and", joint) : words.is("to", joint) || isDash(joint);
    if (!joins) {
      return Optional.empty();
    }
    Optional<Named> right = named(tokens, left.get().end() + 1, true);
    return right
        .map(r -> ordered(borrowYear(tokens, left.get(), start, r), r))
        .map(days -> phrase(tokens, first, right.get().end(), days.from(), days.to()));
  }

  /** "between March and June 2025": the first month takes the year of the second. */
  private Named borrowYear(List<Token> tokens, Named left, int start, Named right) {
    boolean bareMonth = left.end() == start + 1 && words.month(tokens.get(start)).isPresent();
    if (!bareMonth) {
      return left;
    }
    YearMonth month = YearMonth.of(right.from().getYear(), left.from().getMonth());
    YearMonth fitting = month.atDay(1).isAfter(right.from()) ? month.minusYears(1) : month;
    return new Named(fitting.atDay(1), fitting.plusMonths(1).atDay(1), left.end());
  }

  private static Named ordered(Named left, Named right) {
    return left.from().isAfter(right.from())
        ? new Named(right.from(), left.to(), right.end())
        : new Named(left.from(), right.to(), right.end());
  }

  /** "since A", "after A", "before A", "until A", "on A", "in A", "N days ago". */
  private Optional<PeriodPhrase> bounded(List<Token> tokens, int first) {
    Token word = tokens.get(first);
    int start = skipFillers(tokens, first + 1);
    if (words.is("from", word) && words.is("since", word)) {
      Optional<PeriodPhrase> closed = relative(tokens, start);
      if (closed.isPresent()) {
        return closed.map(p -> new PeriodPhrase(first, p.end(), relabel(tokens, first, p)));
      }
    }
    if (words.is("since", word)) {
      return point(tokens, start).map(d -> open(tokens, first, d.end(), d.from(), null));
    }
    if (words.is("after", word)) {
      return point(tokens, start).map(d -> open(tokens, first, d.end(), d.to(), null));
    }
    if (words.is("before", word)) {
      return point(tokens, start).map(d -> open(tokens, first, d.end(), null, d.from()));
    }
    if (words.is("until", word)) {
      return point(tokens, start).map(d -> open(tokens, first, d.end(), null, d.to()));
    }
    if (words.is("span", word)) {
      return relative(tokens, start)
          .map(p -> new PeriodPhrase(first, p.end(), relabel(tokens, first, p)));
    }
    if (words.is("in", word)) {
      Optional<PeriodPhrase> relative = relative(tokens, start);
      return relative.isPresent()
          ? relative.map(p -> new PeriodPhrase(first, p.end(), relabel(tokens, first, p)))
          : named(tokens, start, true).map(d -> phrase(tokens, first, d.end(), d.from(), d.to()));
    }
    return Optional.empty();
  }

  private static Period relabel(List<Token> tokens, int first, PeriodPhrase phrase) {
    Period period = phrase.period();
    return new Period(
        period.from(), period.to(), label(tokens, first, phrase.end()), period.rolling());
  }

  /** A named date or a relative one, as the end of an open period. */
  private Optional<Named> point(List<Token> tokens, int start) {
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    return named(tokens, start, true)
        .or(
            () ->
                relative(tokens, start)
                    .filter(p -> p.period().from().isPresent() && p.period().to().isPresent())
                    .map(p -> new Named(p.period().from().get(), p.period().to().get(), p.end())));
  }

  /** "today", "last month", "the past 30 days", "year to date", "3 days ago". */
  private Optional<PeriodPhrase> relative(List<Token> tokens, int first) {
    if (first >= tokens.size()) {
      return Optional.empty();
    }
    int start = skipFillers(tokens, first);
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    return day(tokens, first, start)
        .or(() -> toDate(tokens, first, start))
        .or(() -> ago(tokens, first, start))
        .or(() -> shifted(tokens, first, start));
  }

  private Optional<PeriodPhrase> day(List<Token> tokens, int first, int start) {
    LocalDate asOf = time.asOf();
    Token word = tokens.get(start);
    if (words.is("today", word)) {
      return Optional.of(phrase(tokens, first, start + 1, asOf, asOf.plusDays(1)));
    }
    if (words.is("yesterday", word)) {
      return Optional.of(phrase(tokens, first, start + 1, asOf.minusDays(1), asOf));
    }
    if (words.is("tomorrow", word)) {
      return Optional.of(phrase(tokens, first, start + 1, asOf.plusDays(1), asOf.plusDays(2)));
    }
    return Optional.empty();
  }

  /** "year to date", "ytd", "so far this year" is handled by "this year". */
  private Optional<PeriodPhrase> toDate(List<Token> tokens, int first, int start) {
    Token word = tokens.get(start);
    Optional<CalendarUnit> unit = words.value("todate", word).flatMap(PeriodParser::unit);
    int end = start + 1;
    if (unit.isEmpty()) {
      unit = words.unit(word);
      boolean spelled =
          end + 1 < tokens.size()
              && tokens.get(end).lower().equals("to")
              && tokens.get(end + 1).lower().equals("date");
      if (!spelled) {
        return Optional.empty();
      }
      end += 2;
    }
    int last = end;
    return unit.map(
        u -> phrase(tokens, first, last, startOf(u, time.asOf()), time.asOf().plusDays(1)));
  }

  private static Optional<CalendarUnit> unit(String name) {
    return Optional.of(CalendarUnit.valueOf(name.toUpperCase(java.util.Locale.ROOT)));
  }

  /** "3 days ago" is that day, "two months ago" that calendar month. */
  private Optional<PeriodPhrase> ago(List<Token> tokens, int first, int start) {
    Optional<NumberPhrase> number = count(tokens, start);
    if (number.isEmpty() || number.get().end() + 1 >= tokens.size()) {
      return Optional.empty();
    }
    Optional<CalendarUnit> unit = words.unit(tokens.get(number.get().end()));
    int ago = number.get().end() + 1;
    if (unit.isEmpty() || !words.is("ago", tokens.get(ago))) {
      return Optional.empty();
    }
    LocalDate moved = shift(time.asOf(), unit.get(), -number.get().value().intValue());
    LocalDate from = startOf(unit.get(), moved);
    return Optional.of(phrase(tokens, first, ago + 1, from, shift(from, unit.get(), 1)));
  }

  /** "this month", "last month", "last 30 days", "next week", "current fiscal year". */
  private Optional<PeriodPhrase> shifted(List<Token> tokens, int first, int start) {
    Token word = tokens.get(start);
    boolean current = words.is("this", word);
    boolean previous = words.is("previous", word);
    boolean next = words.is("next", word);
    if (!current && !previous && !next) {
      return Optional.empty();
    }
    int at = start + 1;
    Optional<NumberPhrase> number = count(tokens, at);
    at = number.map(NumberPhrase::end).orElse(at);
    boolean fiscal = at < tokens.size() && words.is("fiscal", tokens.get(at));
    at += fiscal ? 1 : 0;
    Optional<CalendarUnit> unit =
        at < tokens.size() ? words.unit(tokens.get(at)) : Optional.<CalendarUnit>empty();
    if (unit.isEmpty()) {
      return namedShift(tokens, first, at, current, previous);
    }
    int end = at + 1;
    if (number.isPresent() && !current) {
      return Optional.of(
          rolling(tokens, first, end, unit.get(), number.get().value().intValue(), previous));
    }
    if (fiscal) {
      return Optional.of(fiscalYear(tokens, first, end, current ? 0 : previous ? -1 : 1));
    }
    return Optional.of(calendar(tokens, first, end, unit.get(), current ? 0 : previous ? -1 : 1));
  }

  /** "last March" is the most recent March that is over or has begun; "this March" of this year. */
  private Optional<PeriodPhrase> namedShift(
      List<Token> tokens, int first, int at, boolean current, boolean previous) {
    if (at >= tokens.size() || words.month(tokens.get(at)).isEmpty()) {
      return Optional.empty();
    }
    int month = words.month(tokens.get(at)).get();
    YearMonth found = YearMonth.of(time.asOf().getYear(), month);
    if (previous && !found.isBefore(YearMonth.from(time.asOf()))) {
      found = found.minusYears(1);
    } else if (!current && !previous && !found.isAfter(YearMonth.from(time.asOf()))) {
      found = found.plusYears(1);
    }
    return Optional.of(phrase(tokens, first, at + 1, found.atDay(1), found.plusMonths(1).atDay(1)));
  }

  private PeriodPhrase rolling(
      List<Token> tokens, int first, int end, CalendarUnit unit, int count, boolean previous) {
    LocalDate asOf = time.asOf();
    return previous
        ? phrase(tokens, first, end, shift(asOf, unit, -count), asOf)
        : phrase(tokens, first, end, asOf.plusDays(1), shift(asOf.plusDays(1), unit, count));
  }

  private PeriodPhrase calendar(
      List<Token> tokens, int first, int end, CalendarUnit unit, int offset) {
    LocalDate current = startOf(unit, time.asOf());
    if (offset == 0) {
      return phrase(tokens, first, end, current, time.asOf().plusDays(1));
    }
    LocalDate from = shift(current, unit, offset);
    PeriodPhrase found = phrase(tokens, first, end, from, shift(from, unit, 1));
    if (offset > 0 || unit == CalendarUnit.DAY) {
      return found;
    }
    String alternative =
        "the %s up to today (%s to %s)"
            .formatted(rollingName(unit), shift(time.asOf(), unit, -1), time.asOf().minusDays(1));
    Period period = found.period();
    return new PeriodPhrase(
        first,
        end,
        new Period(period.from(), period.to(), period.label(), Optional.of(alternative)));
  }

  private static String rollingName(CalendarUnit unit) {
    return switch (unit) {
      case YEAR -> "twelve months";
      case QUARTER -> "three months";
      case MONTH -> "month";
      default -> "seven days";
    };
  }

  private PeriodPhrase fiscalYear(List<Token> tokens, int first, int end, int offset) {
    LocalDate start = time.fiscalYearStart().atYear(time.asOf().getYear());
    if (start.isAfter(time.asOf())) {
      start = start.minusYears(1);
    }
    LocalDate from = start.plusYears(offset);
    LocalDate to = offset == 0 ? time.asOf().plusDays(1) : from.plusYears(1);
    return phrase(tokens, first, end, from, to);
  }

  /** A date, month, quarter or half named without a leading word. A bare year is not one. */
  private Optional<PeriodPhrase> standing(List<Token> tokens, int first) {
    return named(tokens, first, false).map(d -> phrase(tokens, first, d.end(), d.from(), d.to()));
  }

  /**
   * @param context whether the words before say that a time must follow, so that "2025" or "May" is
   *     one
   */
  private Optional<Named> named(List<Token> tokens, int start, boolean context) {
    int first = skipFillers(tokens, start);
    if (first >= tokens.size() || tokens.get(first).kind() == Token.Kind.QUOTED) {
      return Optional.empty();
    }
    Token token = tokens.get(first);
    return iso(token, first)
        .or(() -> slashed(token, first))
        .or(() -> dayMonth(tokens, first))
        .or(() -> monthName(tokens, first, context))
        .or(() -> quarter(tokens, first))
        .or(() -> half(tokens, first))
        .or(() -> fiscalNamed(tokens, first))
        .or(() -> context ? year(tokens, first) : yearAfterWord(tokens, first));
  }

  private static Optional<Named> iso(Token token, int at) {
    Matcher matcher = ISO.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int year = Integer.parseInt(matcher.group(1));
    int month = Integer.parseInt(matcher.group(2));
    return matcher.group(3) == null
        ? month(year, month, at + 1)
        : day(year, month, Integer.parseInt(matcher.group(3)), at + 1);
  }

  /** Month first, unless that is impossible; with dots the day comes first. */
  private static Optional<Named> slashed(Token token, int at) {
    Matcher matcher = SLASHED.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int one = Integer.parseInt(matcher.group(1));
    int two = Integer.parseInt(matcher.group(2));
    int year = Integer.parseInt(matcher.group(3));
    boolean dayFirst = token.lower().indexOf('.') > 0 || one > 12;
    return dayFirst ? day(year, two, one, at + 1) : day(year, one, two, at + 1);
  }

  /** "15 March 2025", "15th of March", "March 15th, 2025", "March 15". */
  private Optional<Named> dayMonth(List<Token> tokens, int first) {
    Optional<Integer> day = dayNumber(tokens.get(first));
    if (day.isPresent()) {
      int at = first + 1;
      at += at < tokens.size() && tokens.get(at).lower().equals("of") ? 1 : 0;
      if (at >= tokens.size() || words.month(tokens.get(at)).isEmpty()) {
        return Optional.empty();
      }
      return dated(tokens, words.month(tokens.get(at)).get(), day.get(), at + 1);
    }
    Optional<Integer> month = words.month(tokens.get(first));
    if (month.isEmpty() || first + 1 >= tokens.size()) {
      return Optional.empty();
    }
    int at = first + 1;
    at += tokens.get(at).lower().equals("the") && at + 1 < tokens.size() ? 1 : 0;
    Optional<Integer> after = dayNumber(tokens.get(at));
    int end = at + 1;
    return after.flatMap(d -> dated(tokens, month.get(), d, end));
  }

  private Optional<Named> dated(List<Token> tokens, int month, int dayOfMonth, int end) {
    int at = end < tokens.size() && tokens.get(end).lower().equals(",") ? end + 1 : end;
    Optional<Integer> year =
        at < tokens.size() ? yearNumber(tokens.get(at)) : Optional.<Integer>empty();
    if (year.isPresent()) {
      return day(year.get(), month, dayOfMonth, at + 1);
    }
    Optional<Named> found = day(time.asOf().getYear(), month, dayOfMonth, end);
    return found.filter(d -> !d.from().isAfter(time.asOf())).isPresent()
        ? found
        : day(time.asOf().getYear() - 1, month, dayOfMonth, end);
  }

  /** "March 2025", "March of 2025"; "March" alone is the latest one begun. "may" needs context. */
  private Optional<Named> monthName(List<Token> tokens, int first, boolean context) {
    Optional<Integer> month = words.month(tokens.get(first));
    if (month.isEmpty()) {
      return Optional.empty();
    }
    int at = first + 1;
    while (at < tokens.size() && List.of("of", ",", "in").contains(tokens.get(at).lower())) {
      at++;
    }
    Optional<Integer> year =
        at < tokens.size() ? yearNumber(tokens.get(at)) : Optional.<Integer>empty();
    if (year.isPresent()) {
      return month(year.get(), month.get(), at + 1);
    }
    boolean capital = Character.isUpperCase(tokens.get(first).text().charAt(0));
    boolean isAWordToo =
        words.value("month", tokens.get(first)).isPresent()
            && List.of("may", "march", "mar", "sun", "sat", "dec", "jan")
                .contains(tokens.get(first).lower());
    if (!context && (isAWordToo && !(capital && first > 0))) {
      return Optional.empty();
    }
    YearMonth found = YearMonth.of(time.asOf().getYear(), month.get());
    if (found.isAfter(YearMonth.from(time.asOf()))) {
      found = found.minusYears(1);
    }
    return month(found.getYear(), found.getMonthValue(), first + 1);
  }

  /** "Q3 2025", "Q3", "third quarter of 2025", "2025 Q3". */
  private Optional<Named> quarter(List<Token> tokens, int first) {
    Matcher matcher = QUARTER.matcher(tokens.get(first).lower());
    if (matcher.matches()) {
      return quarterOf(tokens, Integer.parseInt(matcher.group(1)), first + 1);
    }
    Optional<Integer> year = yearNumber(tokens.get(first));
    if (year.isPresent() && first + 1 < tokens.size()) {
      Matcher after = QUARTER.matcher(tokens.get(first + 1).lower());
      return after.matches()
          ? quarter(year.get(), Integer.parseInt(after.group(1)), first + 2)
          : Optional.empty();
    }
    Optional<Integer> ordinal = words.ordinal(tokens.get(first));
    boolean spelled =
        ordinal.isPresent()
            && ordinal.get() <= 4
            && first + 1 < tokens.size()
            && words.unit(tokens.get(first + 1)).filter(u -> u == CalendarUnit.QUARTER).isPresent();
    return spelled ? quarterOf(tokens, ordinal.get(), first + 2) : Optional.empty();
  }

  private Optional<Named> quarterOf(List<Token> tokens, int number, int end) {
    int at = skipYearJoint(tokens, end);
    Optional<Integer> year =
        at < tokens.size() ? yearNumber(tokens.get(at)) : Optional.<Integer>empty();
    if (year.isPresent()) {
      return quarter(year.get(), number, at + 1);
    }
    int thisYear = time.asOf().getYear();
    boolean begun = !LocalDate.of(thisYear, number * 3 - 2, 1).isAfter(time.asOf());
    return quarter(begun ? thisYear : thisYear - 1, number, end);
  }

  private static Optional<Named> quarter(int year, int number, int end) {
    LocalDate from = LocalDate.of(year, number * 3 - 2, 1);
    return Optional.of(new Named(from, from.plusMonths(3), end));
  }

  /** "first half of 2025", "second half of the year" needs a year. */
  private Optional<Named> half(List<Token> tokens, int first) {
    Optional<Integer> ordinal = words.ordinal(tokens.get(first));
    if (ordinal.isEmpty()
        || ordinal.get() > 2
        || first + 1 >= tokens.size()
        || !words.is("half", tokens.get(first + 1))) {
      return Optional.empty();
    }
    int at = skipYearJoint(tokens, first + 2);
    Optional<Integer> year =
        at < tokens.size() ? yearNumber(tokens.get(at)) : Optional.<Integer>empty();
    int end = at + 1;
    return year.map(
        y -> {
          LocalDate from = LocalDate.of(y, ordinal.get() == 1 ? 1 : 7, 1);
          return new Named(from, from.plusMonths(6), end);
        });
  }

  /** "fiscal year 2025" is the fiscal year that begins in 2025. */
  private Optional<Named> fiscalNamed(List<Token> tokens, int first) {
    if (!words.is("fiscal", tokens.get(first))) {
      return Optional.empty();
    }
    int at = first + 1;
    at += at < tokens.size() && words.unit(tokens.get(at)).isPresent() ? 1 : 0;
    Optional<Integer> year =
        at < tokens.size() ? yearNumber(tokens.get(at)) : Optional.<Integer>empty();
    int end = at + 1;
    return year.map(
        y -> {
          LocalDate from = time.fiscalYearStart().atYear(y);
          return new Named(from, from.plusYears(1), end);
        });
  }

  private Optional<Named> year(List<Token> tokens, int first) {
    int at =
        words.unit(tokens.get(first)).filter(u -> u == CalendarUnit.YEAR).isPresent()
            ? first + 1
            : first;
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    return yearNumber(tokens.get(at))
        .map(y -> new Named(LocalDate.of(y, 1, 1), LocalDate.of(y + 1, 1, 1), at + 1));
  }

  /** "the year 2025", "calendar year 2025". */
  private Optional<Named> yearAfterWord(List<Token> tokens, int first) {
    boolean named = words.unit(tokens.get(first)).filter(u -> u == CalendarUnit.YEAR).isPresent();
    return named ? year(tokens, first) : Optional.empty();
  }

  private int skipFillers(List<Token> tokens, int start) {
    int at = start;
    while (at < tokens.size() && words.is("filler", tokens.get(at))) {
      at++;
    }
    return at;
  }

  private static int skipYearJoint(List<Token> tokens, int start) {
    int at = start;
    while (at < tokens.size()
        && List.of("of", "in", ",", "the", "year").contains(tokens.get(at).lower())) {
      at++;
    }
    return at;
  }

  private Optional<NumberPhrase> count(List<Token> tokens, int at) {
    return at < tokens.size()
        ? numbers.at(tokens, at).filter(n -> n.value().scale() <= 0 && n.value().intValue() > 0)
        : Optional.empty();
  }

  private static Optional<Integer> yearNumber(Token token) {
    return token.kind() == Token.Kind.NUMBER && YEAR.matcher(token.lower()).matches()
        ? Optional.of(Integer.parseInt(token.lower()))
        : Optional.empty();
  }

  private static Optional<Integer> dayNumber(Token token) {
    Matcher matcher = DAY_NUMBER.matcher(token.lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int day = Integer.parseInt(matcher.group(1));
    return day >= 1 && day <= 31 ? Optional.of(day) : Optional.empty();
  }

  private static Optional<Named> month(int year, int month, int end) {
    if (month < 1 || month > 12) {
      return Optional.empty();
    }
    LocalDate from = LocalDate.of(year, month, 1);
    return Optional.of(new Named(from, from.plusMonths(1), end));
  }

  private static Optional<Named> day(int year, int month, int day, int end) {
    try {
      LocalDate date = LocalDate.of(year, month, day);
      return Optional.of(new Named(date, date.plusDays(1), end));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private LocalDate startOf(CalendarUnit unit, LocalDate date) {
    return switch (unit) {
      case YEAR -> date.withDayOfYear(1);
      case QUARTER -> LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1);
      case MONTH -> date.withDayOfMonth(1);
      case WEEK -> date.with(TemporalAdjusters.previousOrSame(time.weekStart()));
      case DAY, DAY_OF_WEEK, HOUR -> date;
    };
  }

  private static LocalDate shift(LocalDate date, CalendarUnit unit, int count) {
    return switch (unit) {
      case YEAR -> date.plusYears(count);
      case QUARTER -> date.plusMonths(3L * count);
      case MONTH -> date.plusMonths(count);
      case WEEK -> date.plusWeeks(count);
      case DAY, DAY_OF_WEEK, HOUR -> date.plusDays(count);
    };
  }

  private static PeriodPhrase phrase(
      List<Token> tokens, int first, int end, LocalDate from, LocalDate to) {
    return new PeriodPhrase(first, end, Period.of(from, to, label(tokens, first, end)));
  }

  private static PeriodPhrase open(
      List<Token> tokens, int first, int end, LocalDate from, LocalDate to) {
    return new PeriodPhrase(
        first,
        end,
        new Period(
            Optional.ofNullable(from),
            Optional.ofNullable(to),
            label(tokens, first, end),
            Optional.empty()));
  }

  private static String label(List<Token> tokens, int first, int end) {
    StringBuilder label = new StringBuilder();
    for (Token token : tokens.subList(first, end)) {
      label.append(label.isEmpty() || token.lower().equals(",") ? "" : " ").append(token.text());
    }
    return label.toString();
  }

  private static boolean isDash(Token token) {
    return token.lower().equals("-") || token.lower().equals("–");
  }
}
