package dev.nl2sql.language;

import dev.nl2sql.language.TimeBounds.Side;
import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds periods and resolves them against today. All are half-open: this month and this year run to
 * the as-of date included; the last N units end before it; last month, quarter, year and week are
 * calendar units. Words that name no exact days ("early 2024", "as of March") give no period, so
 * that nothing is answered for days that were not meant.
 */
final class PeriodParser {
  private static final List<Side> SIDES =
      List.of(
          Side.SINCE,
          Side.AFTER,
          Side.BEFORE,
          Side.UNTIL,
          Side.BY,
          Side.VAGUE,
          Side.ABOUT,
          Side.EXCEPT);
  private static final List<Side> COUNTED =
      List.of(Side.AGO_MORE, Side.AGO_AT_LEAST, Side.AGO_LESS, Side.AGO_AT_MOST);

  /** Words between "last" and its unit in "the last one and a half years". */
  private static final int MOST_BEFORE_UNIT = 6;

  private final CalendarWords words;
  private final TimeBounds bounds;
  private final NumberParser numbers;
  private final TimeContext time;
  private final NamedPeriods named;
  private final RelativePeriods relative;
  private final TimePoints points;
  private final UnitsBesideTimes beside;
  private final ListedPeriods listed;

  PeriodParser(CalendarWords words, TimeBounds bounds, NumberParser numbers, TimeContext time) {
    this.words = words;
    this.bounds = bounds;
    this.numbers = numbers;
    this.time = time;
    this.named = new NamedPeriods(words, numbers, time);
    this.relative = new RelativePeriods(words, numbers, time, named);
    this.points = new TimePoints(words, time, named, relative);
    this.beside = new UnitsBesideTimes(words, bounds, numbers, named, points);
    this.listed = new ListedPeriods(words, bounds, named, relative);
  }

  /** All words that speak of a time, from left to right. */
  List<TimeStep> find(List<Token> tokens) {
    List<TimeStep> found = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      Optional<TimeStep> step =
          tokens.get(at).kind() == Token.Kind.QUOTED ? Optional.empty() : at(tokens, at);
      step.ifPresent(found::add);
      at = step.map(TimeStep::end).orElse(at + 1);
    }
    return new NeighbouringTimes(words, time, tokens).settled(found);
  }

  private Optional<TimeStep> at(List<Token> tokens, int first) {
    return range(tokens, first)
        .or(() -> counted(tokens, first))
        .or(() -> beside(tokens, first))
        .or(() -> bounded(tokens, first))
        .or(() -> listed.at(tokens, first))
        .or(() -> single(tokens, first))
        .or(() -> shiftedWithoutDays(tokens, first))
        .or(() -> unitOfNoTime(tokens, first));
  }

  /** "between A and B", "from A to B", "in A to B", "A to B". */
  private Optional<TimeStep> range(List<Token> tokens, int first) {
    boolean between = words.is("between", tokens.get(first));
    boolean context =
        between || words.is("from", tokens.get(first)) || words.is("in", tokens.get(first));
    int start = context ? first + 1 : first;
    return joinedByHyphen(tokens, first, start)
        .or(
            () ->
                startOfRange(tokens, start, context)
                    .flatMap(left -> endOfRange(tokens, first, left, between)))
        .or(() -> dayOfSameMonth(tokens, first, start, between));
  }

  private Optional<DaySpan> startOfRange(List<Token> tokens, int start, boolean context) {
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<DaySpan> left = named.at(tokens, start, context);
    return left.isPresent() || !context
        ? left
        : relative
            .at(tokens, start)
            .map(RelativePeriods.Found::days)
            .or(() -> points.edge(tokens, start));
  }

  private Optional<TimeStep> endOfRange(
      List<Token> tokens, int first, DaySpan left, boolean between) {
    int joint = joint(tokens, left.end(), between);
    if (joint >= tokens.size() || joint == left.end()) {
      return Optional.empty();
    }
    Optional<DaySpan> right =
        points
            .at(tokens, joint)
            .or(() -> left.isDay() ? named.dayOf(tokens, joint, left) : Optional.empty())
            .or(() -> toDate(tokens, joint - 1));
    return right.map(
        r ->
            isWeekday(tokens, left) && isWeekday(tokens, r)
                ? TimeStep.vague(first, r.end())
                : closed(tokens, first, inOneYear(left, r)));
  }

  /** "from Monday to Friday" may mean those of one week or of all. */
  private boolean isWeekday(List<Token> tokens, DaySpan days) {
    return words.weekday(tokens.get(days.end() - 1)).isPresent();
  }

  /** "to date", "till date": up to today. */
  private Optional<DaySpan> toDate(List<Token> tokens, int at) {
    boolean said =
        at + 1 < tokens.size()
            && words.is("to", tokens.get(at))
            && tokens.get(at + 1).lower().equals("date");
    LocalDate today = time.asOf();
    return said
        ? Optional.of(new DaySpan(today, today.plusDays(1), at + 2, true))
        : Optional.empty();
  }

  /** Index after "and" of "between", or after "to", "until", a dash; else the same index. */
  private int joint(List<Token> tokens, int at, boolean between) {
    if (at >= tokens.size()) {
      return at;
    }
    Token token = tokens.get(at);
    if (between && words.is("and", token)) {
      return at + 1;
    }
    if (words.is("to", token) || isDash(token)) {
      return at + 1;
    }
    return bounds.at(tokens, at, List.of(Side.UNTIL)).map(TimeBounds.Found::end).orElse(at);
  }

  /** What has no year takes it from the other end; the end never lies before the beginning. */
  private static DaySpan inOneYear(DaySpan left, DaySpan right) {
    DaySpan from = left;
    DaySpan to = right;
    if (!left.yearNamed() && (right.yearNamed() || left.from().isAfter(right.from()))) {
      from = left.movedByYears(right.from().getYear() - left.from().getYear());
      from = from.from().isAfter(right.from()) ? from.movedByYears(-1) : from;
    } else if (left.yearNamed() && !right.yearNamed()) {
      to = right.movedByYears(left.from().getYear() - right.from().getYear());
      to = to.from().isBefore(left.from()) ? to.movedByYears(1) : to;
    }
    boolean yearNamed = left.yearNamed() || right.yearNamed();
    return from.from().isAfter(to.from())
        ? new DaySpan(to.from(), from.to(), to.end(), yearNamed)
        : new DaySpan(from.from(), to.to(), to.end(), yearNamed);
  }

  /** "between 1 and 15 March 2025": the first day stands in the month of the second. */
  private Optional<TimeStep> dayOfSameMonth(
      List<Token> tokens, int first, int start, boolean between) {
    int left = words.skipFillers(tokens, start);
    int joint = joint(tokens, left + 1, between);
    if (left >= tokens.size() || joint == left + 1 || joint >= tokens.size()) {
      return Optional.empty();
    }
    return named
        .at(tokens, joint, true)
        .filter(DaySpan::isDay)
        .filter(right -> right.end() > joint + 1)
        .flatMap(
            right ->
                named
                    .dayOf(tokens.subList(0, left + 1), left, right)
                    .filter(day -> day.from().isBefore(right.from()))
                    .map(
                        day ->
                            closed(
                                tokens,
                                first,
                                new DaySpan(
                                    day.from(), right.to(), right.end(), right.yearNamed()))));
  }

  /** "Jan-Mar 2025" and "Q1-Q3 2025" begin with one word to the tokenizer. */
  private Optional<TimeStep> joinedByHyphen(List<Token> tokens, int first, int start) {
    if (start >= tokens.size() || tokens.get(start).lower().indexOf('-') < 0) {
      return Optional.empty();
    }
    String[] parts = tokens.get(start).lower().split("-", 3);
    if (parts.length != 2
        || !named.isMonthOrQuarter(parts[0])
        || !named.isMonthOrQuarter(parts[1])) {
      return Optional.empty();
    }
    List<Token> spread = new ArrayList<>(tokens.subList(0, start));
    Token joined = tokens.get(start);
    spread.add(part(joined, parts[1]));
    spread.addAll(tokens.subList(start + 1, tokens.size()));
    Optional<DaySpan> right = named.at(spread, start, true);
    spread.set(start, part(joined, parts[0]));
    Optional<DaySpan> left = named.at(spread.subList(0, start + 1), start, true);
    return left.flatMap(l -> right.map(r -> closed(tokens, first, inOneYear(l, r))));
  }

  private static Token part(Token token, String text) {
    return new Token(token.index(), text, text, text, Token.Kind.WORD, token.start(), token.end());
  }

  /** "more than 30 days ago", "at most two weeks ago". */
  private Optional<TimeStep> counted(List<Token> tokens, int first) {
    return bounds
        .at(tokens, first, COUNTED)
        .flatMap(
            bound ->
                relative
                    .ago(tokens, bound.end())
                    .map(ago -> counted(tokens, first, bound.side(), ago)));
  }

  private TimeStep counted(List<Token> tokens, int first, Side side, RelativePeriods.Moment ago) {
    LocalDate day = ago.day();
    LocalDate tomorrow = time.asOf().plusDays(1);
    return switch (side) {
      case AGO_MORE -> open(tokens, first, ago.end(), null, day);
      case AGO_AT_LEAST -> open(tokens, first, ago.end(), null, day.plusDays(1));
      case AGO_LESS -> open(tokens, first, ago.end(), day.plusDays(1), tomorrow);
      default -> open(tokens, first, ago.end(), day, tomorrow);
    };
  }

  /** "the day before yesterday", "the 3 months ending March 2025". */
  private Optional<TimeStep> beside(List<Token> tokens, int first) {
    return beside
        .at(tokens, first)
        .map(
            f ->
                f.days()
                    .map(d -> closed(tokens, first, d))
                    .orElseGet(() -> TimeStep.vague(first, f.end())));
  }

  /** "since A", "after A", "before A", "until A", "by the end of A"; "early A" has no days. */
  private Optional<TimeStep> bounded(List<Token> tokens, int first) {
    return bounds.at(tokens, first, SIDES).flatMap(bound -> bounded(tokens, first, bound));
  }

  private Optional<TimeStep> bounded(List<Token> tokens, int first, TimeBounds.Found bound) {
    int start = bound.end();
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    return switch (bound.side()) {
      case SINCE ->
          moment(tokens, start)
              .map(
                  d ->
                      toDate(tokens, d.end())
                          .map(today -> open(tokens, first, today.end(), d.from(), today.to()))
                          .orElseGet(
                              () -> open(tokens, first, onwards(tokens, d.end()), d.from(), null)));
      case AFTER -> moment(tokens, start).map(d -> open(tokens, first, d.end(), d.to(), null));
      case BEFORE ->
          moment(tokens, start)
              .map(d -> open(tokens, first, d.end(), null, before(tokens, start, d)));
      case UNTIL -> moment(tokens, start).map(d -> open(tokens, first, d.end(), null, d.to()));
      case BY ->
          points
              .edge(tokens, start)
              .or(() -> named.at(tokens, start, false).filter(DaySpan::yearNamed))
              .map(d -> open(tokens, first, d.end(), null, d.to()));
      case EXCEPT -> excepted(tokens, start).map(d -> TimeStep.vague(first, d.end()));
      case ABOUT ->
          points
              .at(tokens, start)
              .filter(d -> !isBareYear(tokens, start, d))
              .map(d -> TimeStep.vague(first, d.end()));
      default ->
          named.at(tokens, first, false).isPresent()
              ? Optional.empty()
              : named.whole(tokens, start).map(d -> TimeStep.vague(first, d.end()));
    };
  }

  /** The day some units ago, else a time that can end a period. */
  private Optional<DaySpan> moment(List<Token> tokens, int start) {
    return relative
        .ago(tokens, start)
        .map(m -> new DaySpan(m.day(), m.day().plusDays(1), m.end(), true))
        .or(() -> points.at(tokens, start))
        .filter(d -> !(isSign(tokens.get(start - 1)) && isBareYear(tokens, start, d)));
  }

  /** "> 2000" and "about 2000" speak of amounts. */
  private boolean isBareYear(List<Token> tokens, int start, DaySpan days) {
    return days.end() == start + 1 && named.isYear(tokens.get(start));
  }

  private static boolean isSign(Token token) {
    return token.kind() == Token.Kind.PUNCTUATION;
  }

  /** "not in 2025" and "except last month" leave days out, which no stretch of days can say. */
  private Optional<DaySpan> excepted(List<Token> tokens, int start) {
    boolean opened = opensTime(tokens.get(start));
    boolean context = opened || opensTime(tokens.get(start - 1));
    int at = opened ? start + 1 : start;
    return at >= tokens.size()
        ? Optional.empty()
        : named
            .at(tokens, at, context)
            .or(() -> relative.at(tokens, at).map(RelativePeriods.Found::days));
  }

  private boolean opensTime(Token token) {
    return words.is("in", token) || words.is("from", token);
  }

  /** "before 2024" ends with 2023, "before the end of 2024" with 2024. */
  private LocalDate before(List<Token> tokens, int start, DaySpan days) {
    int at = words.skipFillers(tokens, start);
    boolean end = words.value("edge", tokens.get(at)).filter(v -> v.equals("end")).isPresent();
    return end ? days.to() : days.from();
  }

  /** A period that stands alone, with "in", "over" or "from" in front of it or without. */
  private Optional<TimeStep> single(List<Token> tokens, int first) {
    Token word = tokens.get(first);
    if (words.is("from", word)) {
      return from(tokens, first);
    }
    boolean in = words.is("in", word);
    boolean span = words.is("span", word);
    int start = in || span ? first + 1 : first;
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<TimeStep> days = span ? Optional.empty() : named(tokens, first, start, in);
    return days.or(() -> relativePhrase(tokens, first, start));
  }

  private Optional<TimeStep> named(List<Token> tokens, int first, int start, boolean context) {
    return named
        .at(tokens, start, context)
        .filter(d -> !(context && isAmount(tokens, first, start, d)))
        .map(d -> withSuffix(tokens, first, d));
  }

  /** "2024 onwards", "2024 or later", "2024 or before". */
  private TimeStep withSuffix(List<Token> tokens, int first, DaySpan days) {
    int end = days.end();
    int after = onwards(tokens, end);
    if (after > end) {
      return open(tokens, first, after, days.from(), null);
    }
    return isSuffix(tokens, end, "earlier")
        ? open(tokens, first, end + 2, null, days.to())
        : closed(tokens, first, days);
  }

  /** "for 2000" and "of 1900" are amounts as likely as years. */
  private boolean isAmount(List<Token> tokens, int first, int start, DaySpan days) {
    return words.value("in", tokens.get(first)).filter(v -> v.equals("weak")).isPresent()
        && days.end() == start + 1
        && named.isYear(tokens.get(start))
        && days.from().getYear() % 100 == 0;
  }

  private Optional<TimeStep> relativePhrase(List<Token> tokens, int first, int start) {
    return relative
        .at(tokens, start)
        .map(
            found -> {
              DaySpan d = found.days();
              Optional<LocalDate> to = Optional.of(d.to());
              Period period =
                  new Period(
                      Optional.of(d.from()), to, label(tokens, first, d.end()), found.other());
              return TimeStep.of(first, d.end(), period);
            });
  }

  /** "orders from March 2025" are those of March; "from 2025-03-15" and "from March on" go on. */
  private Optional<TimeStep> from(List<Token> tokens, int first) {
    int start = first + 1;
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<DaySpan> days = points.edge(tokens, start).or(() -> named.at(tokens, start, true));
    if (days.isEmpty()) {
      return relativePhrase(tokens, first, start).map(step -> goingOn(tokens, step));
    }
    int end = onwards(tokens, days.get().end());
    boolean goesOn = end > days.get().end() || days.get().isDay();
    return Optional.of(
        goesOn
            ? open(tokens, first, end, days.get().from(), null)
            : closed(tokens, first, days.get()));
  }

  private TimeStep goingOn(List<Token> tokens, TimeStep step) {
    int end = onwards(tokens, step.end());
    return end > step.end()
        ? open(tokens, step.first(), end, step.period().flatMap(Period::from).orElse(null), null)
        : step;
  }

  /** Index after "onwards", "on", "and later" if the period goes on; else the same index. */
  private int onwards(List<Token> tokens, int end) {
    if (end < tokens.size() && words.is("onwards", tokens.get(end))) {
      return end + 1;
    }
    return isSuffix(tokens, end, "later") ? end + 2 : end;
  }

  /** "or later", "and before" at the end of what was said. */
  private boolean isSuffix(List<Token> tokens, int at, String role) {
    boolean spelled =
        at + 1 < tokens.size()
            && words.is("listed", tokens.get(at))
            && words.is(role, tokens.get(at + 1));
    return spelled && points.at(tokens, at + 2).isEmpty();
  }

  /** "the last 24 hours", "the past few days", "last weekend": a time, but not in whole days. */
  private Optional<TimeStep> shiftedWithoutDays(List<Token> tokens, int first) {
    Token token = tokens.get(first);
    boolean shifts =
        words.is("previous", token) || words.is("next", token) || words.is("this", token);
    int at = first + 1;
    while (shifts && at < Math.min(tokens.size(), first + MOST_BEFORE_UNIT)) {
      Token next = tokens.get(at);
      Optional<CalendarUnit> unit = words.unit(next);
      if (unit.isPresent() || words.is("inexact", next)) {
        return Optional.of(TimeStep.vague(first, at + 1));
      }
      boolean goesOn =
          words.is("filler", next)
              || words.is("few", next)
              || words.is("half", next)
              || words.is("article", next)
              || words.is("and", next)
              || words.is("fiscal", next)
              || words.is("count", next)
              || words.is("previous", next)
              || numbers.at(tokens, at).isPresent();
      at = goesOn ? at + 1 : tokens.size();
    }
    return Optional.empty();
  }

  /** "within the year", "all year" and "month over month" end what they say with a unit. */
  private Optional<TimeStep> unitOfNoTime(List<Token> tokens, int first) {
    Token word = tokens.get(first);
    boolean context = words.is("in", word) || words.is("span", word);
    int start = context ? first + 1 : first;
    int at = words.skipFillers(tokens, start);
    if (at >= tokens.size() || words.unit(tokens.get(at)).isEmpty()) {
      return Optional.empty();
    }
    boolean another =
        at + 2 < tokens.size()
            && (words.is("span", tokens.get(at + 1)) || words.is("in", tokens.get(at + 1)))
            && tokens.get(at).lower().equals(tokens.get(at + 2).lower());
    if (another) {
      return Optional.of(TimeStep.vague(first, at + 3));
    }
    boolean all = first > 0 && tokens.get(first - 1).lower().equals("all");
    boolean named = context && at > start && !word.lower().equals("of") || all;
    boolean last = at + 1 == tokens.size() || tokens.get(at + 1).kind() == Token.Kind.PUNCTUATION;
    return named && last && !CalendarWords.isPlural(tokens.get(at))
        ? Optional.of(TimeStep.vague(first, at + 1))
        : Optional.empty();
  }

  private static TimeStep closed(List<Token> tokens, int first, DaySpan days) {
    Period period = Period.of(days.from(), days.to(), label(tokens, first, days.end()));
    return new TimeStep(first, days.end(), Optional.of(period), !days.yearNamed());
  }

  private static TimeStep open(
      List<Token> tokens, int first, int end, LocalDate from, LocalDate to) {
    return TimeStep.of(
        first,
        end,
        new Period(
            Optional.ofNullable(from),
            Optional.ofNullable(to),
            label(tokens, first, end),
            Optional.empty()));
  }

  /** The words as they stand in the question. */
  static String label(List<Token> tokens, int first, int end) {
    StringBuilder label = new StringBuilder();
    for (Token token : tokens.subList(first, end)) {
      boolean joined = label.isEmpty() || token.lower().equals(",") || token.lower().equals(".");
      label.append(joined ? "" : " ").append(token.text());
    }
    return label.toString();
  }

  private static boolean isDash(Token token) {
    return token.lower().equals("-") || token.lower().equals("–") || token.lower().equals("—");
  }
}
