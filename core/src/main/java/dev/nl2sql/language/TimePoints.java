package dev.nl2sql.language;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Times as they stand at the ends of periods. */
final class TimePoints {
  private final CalendarWords words;
  private final TimeContext time;
  private final NamedPeriods named;
  private final RelativePeriods relative;

  TimePoints(CalendarWords words, TimeContext time, NamedPeriods named, RelativePeriods relative) {
    this.words = words;
    this.time = time;
    this.named = named;
    this.relative = relative;
  }

  /** A time as an end of a period: named, relative, or the beginning or end of one. */
  Optional<DaySpan> at(List<Token> tokens, int start) {
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    return edge(tokens, start)
        .or(() -> now(tokens, start))
        .or(() -> named.at(tokens, start, true))
        .or(() -> relative.at(tokens, start).map(RelativePeriods.Found::days));
  }

  /** "now" ends a period with today; alone, as in "how many are there now", it names no day. */
  private Optional<DaySpan> now(List<Token> tokens, int at) {
    LocalDate today = time.asOf();
    return words.is("now", tokens.get(at))
        ? Optional.of(new DaySpan(today, today.plusDays(1), at + 1, true))
        : Optional.empty();
  }

  /** "the beginning of 2024" is its first day, "the end of the month" its last. */
  Optional<DaySpan> edge(List<Token> tokens, int start) {
    int at = words.skipFillers(tokens, start);
    Optional<String> edge =
        at + 1 < tokens.size() ? words.value("edge", tokens.get(at)) : Optional.empty();
    if (edge.isEmpty() || !tokens.get(at + 1).lower().equals("of")) {
      return Optional.empty();
    }
    boolean beginning = edge.get().equals("start");
    return named
        .whole(tokens, at + 2)
        .map(
            d ->
                beginning
                    ? new DaySpan(d.from(), d.from().plusDays(1), d.end(), true)
                    : new DaySpan(d.to().minusDays(1), d.to(), d.end(), true));
  }
}
