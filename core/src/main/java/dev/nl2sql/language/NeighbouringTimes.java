package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the words around a period make of it, and two periods that stand side by side. */
final class NeighbouringTimes {
  /** Years of four digits, as databases write them. */
  private static final int LAST_YEAR = 9999;

  private static final Set<String> SIGNS_BETWEEN = Set.of(",", "(", ")", ":", "-", "–", "—");

  private final CalendarWords words;
  private final TimeContext time;
  private final List<Token> tokens;
  private final boolean byYear;

  NeighbouringTimes(CalendarWords words, TimeContext time, List<Token> tokens) {
    this.words = words;
    this.time = time;
    this.tokens = tokens;
    this.byYear =
        new GrainParser(words).find(tokens).stream().anyMatch(g -> g.unit() == CalendarUnit.YEAR);
  }

  List<TimeStep> settled(List<TimeStep> steps) {
    List<TimeStep> settled = new ArrayList<>();
    for (TimeStep step : steps) {
      int last = settled.size() - 1;
      if (last >= 0 && step.first() < settled.get(last).end()) {
        continue;
      }
      TimeStep next = inItsPlace(step);
      Optional<TimeStep> joined = last < 0 ? Optional.empty() : joined(settled.get(last), next);
      if (joined.isPresent()) {
        settled.set(last, joined.get());
      } else {
        settled.add(next);
      }
    }
    return settled;
  }

  private TimeStep inItsPlace(TimeStep step) {
    if (step.period().isEmpty()) {
      return step;
    }
    int end = step.end();
    if (!isWithinYears(step)) {
      return TimeStep.vague(step.first(), end);
    }
    if (isToDate(step)) {
      return TimeStep.vague(step.first(), step.end());
    }
    if (isAt("inexact", end)) {
      return TimeStep.vague(step.first(), end + 1);
    }
    boolean andHalf = isAt("and", end) && isAt("article", end + 1) && isAt("half", end + 2);
    if (andHalf) {
      return TimeStep.vague(step.first(), end + 3);
    }
    if (end + 1 < tokens.size() && isAt("today", end + 1)) {
      return beside(step);
    }
    boolean ofEveryYear = step.yearGuessed() && (byYear || isAt("each", step.first() - 1));
    return ofEveryYear ? TimeStep.vague(step.first(), end) : step;
  }

  /** "in the last 30 days including today" could begin on either of two days. */
  private TimeStep beside(TimeStep step) {
    Period period = step.period().orElseThrow();
    LocalDate today = time.asOf();
    Optional<LocalDate> to = period.to();
    boolean without = isAt("without", step.end());
    if (!without && !isAt("with", step.end())) {
      return step;
    }
    boolean holdsToday = to.filter(day -> !day.isAfter(today)).isEmpty();
    int end = step.end() + 2;
    if (!without && !holdsToday || period.from().filter(f -> !f.isBefore(today)).isPresent()) {
      return TimeStep.vague(step.first(), end);
    }
    return TimeStep.of(
        step.first(),
        end,
        new Period(
            period.from(),
            without && holdsToday ? Optional.of(today) : to,
            PeriodParser.label(tokens, step.first(), end),
            Optional.empty()));
  }

  /** "last year to date" may end today or a year ago. */
  private boolean isToDate(TimeStep step) {
    int end = step.end();
    boolean lastYtd = isAt("todate", step.first()) && isAt("previous", step.first() - 1);
    boolean over =
        step.period().flatMap(Period::to).filter(to -> !to.isAfter(time.asOf())).isPresent();
    boolean toDate =
        end + 1 < tokens.size() && isAt("to", end) && tokens.get(end + 1).lower().equals("date");
    return lastYtd || over && toDate;
  }

  private boolean isAt(String role, int at) {
    return at >= 0 && at < tokens.size() && words.is(role, tokens.get(at));
  }

  private static boolean isWithinYears(TimeStep step) {
    Period period = step.period().orElseThrow();
    return isWithinYears(period.from()) && isWithinYears(period.to());
  }

  private static boolean isWithinYears(Optional<LocalDate> day) {
    return day.filter(d -> d.getYear() < 1 || d.getYear() > LAST_YEAR).isEmpty();
  }

  /** "last year in September" is one period; of others side by side neither is certain. */
  private Optional<TimeStep> joined(TimeStep one, TimeStep other) {
    boolean apart =
        tokens.subList(one.end(), other.first()).stream()
            .anyMatch(t -> !SIGNS_BETWEEN.contains(t.lower()));
    if (apart || one.period().isEmpty() || other.period().isEmpty()) {
      return Optional.empty();
    }
    if (isYear(one.period().get()) && other.yearGuessed()) {
      return Optional.of(ofYear(one, other));
    }
    boolean bothEnds = !one.isClosed() && !other.isClosed();
    return bothEnds ? Optional.empty() : Optional.of(TimeStep.vague(one.first(), other.end()));
  }

  private boolean isYear(Period period) {
    LocalDate tomorrow = time.asOf().plusDays(1);
    return period
        .from()
        .filter(from -> from.getDayOfYear() == 1)
        .filter(
            from ->
                period
                    .to()
                    .filter(to -> to.equals(from.plusYears(1)) || to.equals(tomorrow))
                    .isPresent())
        .isPresent();
  }

  private TimeStep ofYear(TimeStep year, TimeStep part) {
    Period days = part.period().orElseThrow();
    LocalDate from = days.from().orElseThrow();
    int moved = year.period().flatMap(Period::from).orElseThrow().getYear() - from.getYear();
    String label = PeriodParser.label(tokens, year.first(), part.end());
    return TimeStep.of(
        year.first(),
        part.end(),
        Period.of(from.plusYears(moved), days.to().orElseThrow().plusYears(moved), label));
  }
}
