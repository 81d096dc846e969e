package dev.nl2sql.language;

import dev.nl2sql.language.TimeBounds.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Periods listed beside each other: "in January and February 2025", "yesterday or today". Parts
 * that follow each other are one period; parts with a gap between them, and those that are
 * compared, are no single stretch of days.
 */
final class ListedPeriods {
  private static final int MOST = 24;

  private final CalendarWords words;
  private final TimeBounds bounds;
  private final NamedPeriods named;
  private final RelativePeriods relative;

  ListedPeriods(
      CalendarWords words, TimeBounds bounds, NamedPeriods named, RelativePeriods relative) {
    this.words = words;
    this.bounds = bounds;
    this.named = named;
    this.relative = relative;
  }

  /**
   * One of the listed.
   *
   * @param fromToday whether it is counted from today
   * @param compared whether it is set against the one before
   */
  private record Part(DaySpan days, boolean fromToday, boolean compared) {
    boolean isOfOneKindWith(Part other) {
      return fromToday && other.fromToday
          || days.isDay() == other.days.isDay()
              && days.isMonth() == other.days.isMonth()
              && days.isYear() == other.days.isYear();
    }
  }

  Optional<TimeStep> at(List<Token> tokens, int first) {
    boolean context =
        words.is("in", tokens.get(first))
            || words.is("from", tokens.get(first))
            || words.is("span", tokens.get(first));
    int opened = context ? first + 1 : first;
    boolean both = isBoth(tokens, opened) || isBoth(tokens, first - 1);
    int start = isBoth(tokens, opened) ? opened + 1 : opened;
    Optional<Part> part = part(tokens, start, context, false);
    List<Part> parts = new ArrayList<>();
    while (part.isPresent() && parts.size() < MOST) {
      parts.add(part.get());
      part = next(tokens, part.get());
    }
    return parts.size() < 2 ? Optional.empty() : Optional.of(step(tokens, first, parts, both));
  }

  private static boolean isBoth(List<Token> tokens, int at) {
    return at >= 0 && at < tokens.size() && tokens.get(at).lower().equals("both");
  }

  private TimeStep step(List<Token> tokens, int first, List<Part> parts, boolean both) {
    List<DaySpan> days = new ArrayList<>(parts.stream().map(Part::days).toList());
    for (int i = days.size() - 2; i >= 0; i--) {
      days.set(i, borrowed(days.get(i), days.get(i + 1)));
    }
    int end = days.get(days.size() - 1).end();
    boolean oneByOne = both || parts.stream().anyMatch(Part::compared);
    return oneByOne
        ? TimeStep.vague(first, end)
        : joined(days)
            .map(
                d ->
                    new TimeStep(
                        first,
                        end,
                        Optional.of(
                            Period.of(d.from(), d.to(), PeriodParser.label(tokens, first, end))),
                        !d.yearNamed()))
            .orElseGet(() -> TimeStep.vague(first, end));
  }

  private Optional<Part> part(List<Token> tokens, int start, boolean context, boolean compared) {
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    return named
        .at(tokens, start, context)
        .map(d -> new Part(d, false, compared))
        .or(() -> relative.at(tokens, start).map(r -> new Part(r.days(), true, compared)));
  }

  private Optional<Part> next(List<Token> tokens, Part before) {
    int end = before.days().end();
    if (end >= tokens.size()) {
      return Optional.empty();
    }
    Optional<TimeBounds.Found> against = bounds.at(tokens, end, List.of(Side.VERSUS));
    if (against.isPresent()) {
      return part(tokens, afterIn(tokens, against.get().end()), true, true);
    }
    int at = end;
    while (at < Math.min(tokens.size(), end + 2) && words.is("listed", tokens.get(at))) {
      at++;
    }
    return at == end
        ? Optional.empty()
        : part(tokens, afterIn(tokens, at), true, false).filter(before::isOfOneKindWith);
  }

  private int afterIn(List<Token> tokens, int at) {
    return at < tokens.size() && words.is("in", tokens.get(at)) ? at + 1 : at;
  }

  private static DaySpan borrowed(DaySpan part, DaySpan next) {
    if (part.yearNamed() || !next.yearNamed()) {
      return part;
    }
    DaySpan moved = part.movedByYears(next.from().getYear() - part.from().getYear());
    return new DaySpan(moved.from(), moved.to(), moved.end(), true);
  }

  private static Optional<DaySpan> joined(List<DaySpan> parts) {
    List<DaySpan> sorted = new ArrayList<>(parts);
    sorted.sort(Comparator.comparing(DaySpan::from));
    for (int i = 1; i < sorted.size(); i++) {
      if (!sorted.get(i).from().equals(sorted.get(i - 1).to())) {
        return Optional.empty();
      }
    }
    DaySpan last = sorted.get(sorted.size() - 1);
    boolean yearNamed = sorted.stream().allMatch(DaySpan::yearNamed);
    return Optional.of(new DaySpan(sorted.get(0).from(), last.to(), last.end(), yearNamed));
  }
}
