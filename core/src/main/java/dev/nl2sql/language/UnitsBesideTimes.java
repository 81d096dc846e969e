package dev.nl2sql.language;

import dev.nl2sql.language.TimeBounds.Side;
import dev.nl2sql.plan.Expression.CalendarUnit;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Calendar units beside a time: "the day before yesterday", "the 3 months ending March 2025", "the
 * week starting 2025-03-03".
 */
final class UnitsBesideTimes {
  /** Where the units lie seen from the time. */
  private enum Place {
    ENDING,
    STARTING,
    BEFORE,
    AFTER,
    AMONG
  }

  private record Link(Place place, int end) {}

  /**
   * Units as they are said.
   *
   * @param count how many
   * @param counted whether the number is said
   * @param stretch whether "the", so that they are days and no distance
   * @param within whether "in" or the like comes before
   * @param end index after the unit
   */
  private record Units(
      CalendarUnit unit, int count, boolean counted, boolean stretch, boolean within, int end) {
    LocalDate back(LocalDate day) {
      return CalendarDays.shift(day, unit, -count);
    }

    LocalDate on(LocalDate day) {
      return CalendarDays.shift(day, unit, count);
    }

    /** Whether the time is one day or not longer than the unit, so that it can end it. */
    boolean reachAround(DaySpan days) {
      return !days.isLongerThan(unit);
    }

    boolean areLike(DaySpan days) {
      return CalendarDays.shift(days.from(), unit, 1).equals(days.to());
    }
  }

  private final CalendarWords words;
  private final TimeBounds bounds;
  private final NumberParser numbers;
  private final NamedPeriods named;
  private final TimePoints points;

  UnitsBesideTimes(
      CalendarWords words,
      TimeBounds bounds,
      NumberParser numbers,
      NamedPeriods named,
      TimePoints points) {
    this.words = words;
    this.bounds = bounds;
    this.numbers = numbers;
    this.named = named;
    this.points = points;
  }

  /** The days at a place; without a beginning where the words do not tell them. */
  record Found(Optional<DaySpan> days, int end) {}

  Optional<Found> at(List<Token> tokens, int first) {
    boolean grain = first > 0 && words.is("each", tokens.get(first - 1));
    return grain
        ? Optional.empty()
        : units(tokens, first).flatMap(u -> link(tokens, u).flatMap(l -> found(tokens, u, l)));
  }

  private Optional<Units> units(List<Token> tokens, int first) {
    boolean within = words.is("in", tokens.get(first)) || words.is("span", tokens.get(first));
    int start = within ? first + 1 : first;
    int filled = words.skipFillers(tokens, start);
    if (filled >= tokens.size()) {
      return Optional.empty();
    }
    Optional<NumberPhrase> number = words.count(numbers, tokens, filled);
    boolean article = number.isEmpty() && words.is("article", tokens.get(filled));
    int at = number.map(NumberPhrase::end).orElse(article ? filled + 1 : filled);
    int count = number.map(n -> n.value().intValue()).orElse(1);
    boolean stretch = filled > start;
    int unitAt = words.skipFillers(tokens, at);
    return unitAt < tokens.size()
            && (number.isPresent() || !CalendarWords.isPlural(tokens.get(unitAt)))
        ? words
            .unit(tokens.get(unitAt))
            .filter(u -> CalendarDays.isOfDays(u) && CalendarDays.isWithinReach(u, count))
            .map(
                u ->
                    new Units(u, count, article || number.isPresent(), stretch, within, unitAt + 1))
        : Optional.empty();
  }

  private Optional<Link> link(List<Token> tokens, Units units) {
    int at = units.end();
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    boolean said = units.counted() || units.stretch() || units.within();
    return side(tokens, at, Side.ENDING, Place.ENDING)
        .or(() -> side(tokens, at, Side.STARTING, Place.STARTING))
        .or(() -> side(tokens, at, Side.BEFORE, Place.BEFORE))
        .or(() -> side(tokens, at, Side.AFTER, Place.AFTER))
        .or(() -> said ? side(tokens, at, Side.UNTIL, Place.ENDING) : Optional.empty())
        .or(
            () ->
                said && words.is("to", tokens.get(at)) ? link(Place.ENDING, at) : Optional.empty())
        .or(
            () ->
                units.counted() && words.is("from", tokens.get(at))
                    ? link(Place.STARTING, at)
                    : Optional.empty())
        .or(
            () ->
                units.counted() && tokens.get(at).lower().equals("of")
                    ? link(Place.AMONG, at)
                    : Optional.empty());
  }

  private Optional<Link> side(List<Token> tokens, int at, Side side, Place place) {
    return bounds.at(tokens, at, List.of(side)).map(b -> new Link(place, b.end()));
  }

  private static Optional<Link> link(Place place, int at) {
    return Optional.of(new Link(place, at + 1));
  }

  private Optional<Found> found(List<Token> tokens, Units units, Link link) {
    if (link.end() >= tokens.size()) {
      return Optional.empty();
    }
    Optional<DaySpan> beside =
        link.place() == Place.AMONG
            ? named.whole(tokens, link.end())
            : points.at(tokens, link.end());
    return beside.flatMap(days -> found(units, link.place(), days));
  }

  private static Optional<Found> found(Units units, Place place, DaySpan days) {
    LocalDate from = days.from();
    LocalDate to = days.to();
    Optional<Found> vague = Optional.of(new Found(Optional.empty(), days.end()));
    return switch (place) {
      case ENDING -> units.reachAround(days) ? exact(units.back(to), to, days) : vague;
      case STARTING -> units.reachAround(days) ? exact(from, units.on(from), days) : vague;
      case BEFORE ->
          isNext(units, days)
              ? exact(units.back(from), from, days)
              : units.counted() || units.stretch() ? vague : Optional.empty();
      case AFTER ->
          isNext(units, days)
              ? exact(to, units.on(to), days)
              : units.counted() || units.stretch() ? vague : Optional.empty();
      case AMONG -> vague;
    };
  }

  /**
   * "the month after March 2025" and "in the 30 days before 2025-03-15" name days; "30 days before
   * 2025-03-15" is a distance, and "the week before 2025-03-15" begins on no certain day.
   */
  private static boolean isNext(Units units, DaySpan days) {
    return units.counted()
        ? units.stretch() && units.within() && (units.areLike(days) || days.isDay())
        : units.areLike(days) || units.stretch() && units.unit() == CalendarUnit.DAY;
  }

  private static Optional<Found> exact(LocalDate from, LocalDate to, DaySpan days) {
    return Optional.of(
        new Found(Optional.of(new DaySpan(from, to, days.end(), days.yearNamed())), days.end()));
  }
}
