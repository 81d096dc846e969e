package dev.nl2sql.language;

import dev.nl2sql.language.TimeBounds.Side;
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
      List.of(Side.SINCE, Side.AFTER, Side.BEFORE, Side.UNTIL, Side.BY, Side.VAGUE);
  private static final List<Side> COUNTED =
      List.of(Side.AGO_MORE, Side.AGO_AT_LEAST, Side.AGO_LESS, Side.AGO_AT_MOST);
  private static final int MOST_IN_A_LIST = 24;

  private final CalendarWords words;
  private final TimeBounds bounds;
  private final TimeContext time;
  private final NamedPeriods named;
  private final RelativePeriods relative;

  PeriodParser(CalendarWords words, TimeBounds bounds, NumberParser numbers, TimeContext time) {
    this.words = words;
    this.bounds = bounds;
    this.time = time;
    this.named = new NamedPeriods(words, numbers, time);
    this.relative = new RelativePeriods(words, numbers, time, named);
  }

  /** What stands at a place: a period, or words to pass over that have no exact one. */
  private record Step(Optional<PeriodPhrase> period, int end) {
    static Step of(PeriodPhrase phrase) {
      return new Step(Optional.of(phrase), phrase.end());
    }

    static Step over(int end) {
      return new Step(Optional.empty(), end);
    }
  }

  List<PeriodPhrase> find(List<Token> tokens) {
    List<PeriodPhrase> found = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      Optional<Step> step =
          tokens.get(at).kind() == Token.Kind.QUOTED ? Optional.empty() : at(tokens, at);
      step.flatMap(Step::period).ifPresent(found::add);
      at = step.map(Step::end).orElse(at + 1);
    }
    return found;
  }

  private Optional<Step> at(List<Token> tokens, int first) {
    return range(tokens, first)
        .map(Step::of)
        .or(() -> counted(tokens, first).map(Step::of))
        .or(() -> bounded(tokens, first))
        .or(() -> list(tokens, first))
        .or(() -> single(tokens, first).map(Step::of));
  }

  /** "between A and B", "from A to B", "in A to B", "A to B". */
  private Optional<PeriodPhrase> range(List<Token> tokens, int first) {
    boolean between = words.is("between", tokens.get(first));
    boolean context =
        between || words.is("from", tokens.get(first)) || words.is("in", tokens.get(first));
    int start = context ? first + 1 : first;
    return abbreviatedMonths(tokens, first, start)
        .or(
            () ->
                startOfRange(tokens, start, context)
                    .flatMap(left -> endOfRange(tokens, first, start, left, between)))
        .or(() -> context ? dayOfSameMonth(tokens, first, start, between) : Optional.empty());
  }

  private Optional<DaySpan> startOfRange(List<Token> tokens, int start, boolean context) {
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<DaySpan> left = named.at(tokens, start, context);
    return left.isPresent() || !context
        ? left
        : relative.at(tokens, start).map(RelativePeriods.Found::days).or(() -> edge(tokens, start));
  }

  private Optional<PeriodPhrase> endOfRange(
      List<Token> tokens, int first, int start, DaySpan left, boolean between) {
    int joint = joint(tokens, left.end(), between);
    if (joint >= tokens.size() || joint == left.end()) {
      return Optional.empty();
    }
    Optional<DaySpan> right =
        point(tokens, joint)
            .or(() -> left.isDay() ? named.dayOf(tokens, joint, left) : Optional.empty());
    return right
        .map(r -> inOneYear(left, r))
        .map(days -> phrase(tokens, first, days.end(), days.from(), days.to()));
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
    return from.from().isAfter(to.from())
        ? new DaySpan(to.from(), from.to(), to.end(), true)
        : new DaySpan(from.from(), to.to(), to.end(), true);
  }

  /** "between 1 and 15 March 2025": the first day stands in the month of the second. */
  private Optional<PeriodPhrase> dayOfSameMonth(
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
                    .map(day -> phrase(tokens, first, right.end(), day.from(), right.to())));
  }

  /** "Jan-Mar 2025" is one word to the tokenizer. */
  private Optional<PeriodPhrase> abbreviatedMonths(List<Token> tokens, int first, int start) {
    if (start >= tokens.size() || tokens.get(start).lower().indexOf('-') < 0) {
      return Optional.empty();
    }
    String[] parts = tokens.get(start).lower().split("-");
    if (parts.length != 2 || words.month(parts[0]).isEmpty() || words.month(parts[1]).isEmpty()) {
      return Optional.empty();
    }
    List<Token> spread = new ArrayList<>(tokens.subList(0, start));
    Token joined = tokens.get(start);
    spread.add(part(joined, parts[1]));
    spread.addAll(tokens.subList(start + 1, tokens.size()));
    Optional<DaySpan> right = named.at(spread, start, true);
    spread.set(start, part(joined, parts[0]));
    Optional<DaySpan> left = named.at(spread.subList(0, start + 1), start, true);
    return left.isEmpty() || right.isEmpty()
        ? Optional.empty()
        : Optional.of(inOneYear(left.get(), right.get()))
            .map(days -> phrase(tokens, first, days.end(), days.from(), days.to()));
  }

  private static Token part(Token token, String text) {
    return new Token(token.index(), text, text, text, Token.Kind.WORD, token.start(), token.end());
  }

  /** "more than 30 days ago", "at most two weeks ago". */
  private Optional<PeriodPhrase> counted(List<Token> tokens, int first) {
    return bounds
        .at(tokens, first, COUNTED)
        .flatMap(
            bound ->
                relative
                    .ago(tokens, bound.end())
                    .map(ago -> counted(tokens, first, bound.side(), ago)));
  }

  private PeriodPhrase counted(
      List<Token> tokens, int first, Side side, RelativePeriods.Moment ago) {
    LocalDate day = ago.day();
    LocalDate tomorrow = time.asOf().plusDays(1);
    return switch (side) {
      case AGO_MORE -> open(tokens, first, ago.end(), null, day);
      case AGO_AT_LEAST -> open(tokens, first, ago.end(), null, day.plusDays(1));
      case AGO_LESS -> phrase(tokens, first, ago.end(), day.plusDays(1), tomorrow);
      default -> phrase(tokens, first, ago.end(), day, tomorrow);
    };
  }

  /** "since A", "after A", "before A", "until A", "by the end of A"; "early A" has no days. */
  private Optional<Step> bounded(List<Token> tokens, int first) {
    return bounds.at(tokens, first, SIDES).flatMap(bound -> bounded(tokens, first, bound));
  }

  private Optional<Step> bounded(List<Token> tokens, int first, TimeBounds.Found bound) {
    int start = bound.end();
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<DaySpan> ago =
        relative
            .ago(tokens, start)
            .map(m -> new DaySpan(m.day(), m.day().plusDays(1), m.end(), true));
    return switch (bound.side()) {
      case SINCE ->
          ago.or(() -> point(tokens, start))
              .map(d -> Step.of(open(tokens, first, onwards(tokens, d.end()), d.from(), null)));
      case AFTER ->
          ago.or(() -> point(tokens, start))
              .map(d -> Step.of(open(tokens, first, d.end(), d.to(), null)));
      case BEFORE ->
          ago.or(() -> point(tokens, start))
              .map(d -> Step.of(open(tokens, first, d.end(), null, before(tokens, start, d))));
      case UNTIL ->
          ago.or(() -> point(tokens, start))
              .map(d -> Step.of(open(tokens, first, d.end(), null, d.to())));
      case BY ->
          edge(tokens, start)
              .or(() -> named.at(tokens, start, false).filter(DaySpan::yearNamed))
              .map(d -> Step.of(open(tokens, first, d.end(), null, d.to())));
      default -> named.whole(tokens, start).map(d -> Step.over(d.end()));
    };
  }

  /** "before 2024" ends with 2023, "before the end of 2024" with 2024. */
  private LocalDate before(List<Token> tokens, int start, DaySpan days) {
    int at = words.skipFillers(tokens, start);
    boolean end = words.value("edge", tokens.get(at)).filter(v -> v.equals("end")).isPresent();
    return end ? days.to() : days.from();
  }

  /** A time as an end of a period: named, relative, or the beginning or end of one. */
  private Optional<DaySpan> point(List<Token> tokens, int start) {
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
  private Optional<DaySpan> edge(List<Token> tokens, int start) {
    int at = words.skipFillers(tokens, start);
    if (at + 1 >= tokens.size() || words.value("edge", tokens.get(at)).isEmpty()) {
      return Optional.empty();
    }
    boolean beginning = words.value("edge", tokens.get(at)).get().equals("start");
    if (!tokens.get(at + 1).lower().equals("of")) {
      return Optional.empty();
    }
    return named
        .whole(tokens, at + 2)
        .map(
            d ->
                beginning
                    ? new DaySpan(d.from(), d.from().plusDays(1), d.end(), true)
                    : new DaySpan(d.to().minusDays(1), d.to(), d.end(), true));
  }

  /**
   * "in January and February 2025": one period where the parts follow each other. Parts with a gap
   * between them are no single stretch of days and are left alone.
   */
  private Optional<Step> list(List<Token> tokens, int first) {
    boolean context = words.is("in", tokens.get(first)) || words.is("from", tokens.get(first));
    int start = context ? first + 1 : first;
    Optional<DaySpan> part =
        start < tokens.size() ? named.at(tokens, start, context) : Optional.empty();
    List<DaySpan> parts = new ArrayList<>();
    while (part.isPresent() && parts.size() < MOST_IN_A_LIST) {
      parts.add(part.get());
      part = nextOfList(tokens, part.get());
    }
    if (parts.size() < 2) {
      return Optional.empty();
    }
    for (int i = parts.size() - 2; i >= 0; i--) {
      parts.set(i, borrowed(parts.get(i), parts.get(i + 1)));
    }
    int end = parts.get(parts.size() - 1).end();
    boolean both = first > 0 && tokens.get(first - 1).lower().equals("both");
    return Optional.of(
        both
            ? Step.over(end)
            : joined(parts)
                .map(d -> Step.of(phrase(tokens, first, end, d.from(), d.to())))
                .orElse(Step.over(end)));
  }

  private Optional<DaySpan> nextOfList(List<Token> tokens, DaySpan before) {
    int at = before.end();
    while (at < Math.min(tokens.size(), before.end() + 2) && words.is("listed", tokens.get(at))) {
      at++;
    }
    if (at == before.end() || at >= tokens.size()) {
      return Optional.empty();
    }
    int start = words.is("in", tokens.get(at)) ? at + 1 : at;
    return named.at(tokens, start, true).filter(next -> isOfOneKind(before, next));
  }

  /** Days are listed with days and months with months, so that "in May and 2020" stays apart. */
  private static boolean isOfOneKind(DaySpan one, DaySpan other) {
    return one.isDay() == other.isDay()
        && one.isMonth() == other.isMonth()
        && one.isYear() == other.isYear();
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
    sorted.sort((a, b) -> a.from().compareTo(b.from()));
    for (int i = 1; i < sorted.size(); i++) {
      if (!sorted.get(i).from().equals(sorted.get(i - 1).to())) {
        return Optional.empty();
      }
    }
    DaySpan last = sorted.get(sorted.size() - 1);
    return Optional.of(new DaySpan(sorted.get(0).from(), last.to(), last.end(), true));
  }

  /** A period that stands alone, with "in", "over" or "from" in front of it or without. */
  private Optional<PeriodPhrase> single(List<Token> tokens, int first) {
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
    Optional<PeriodPhrase> days = span ? Optional.empty() : named(tokens, first, start, in);
    return days.or(() -> relativePhrase(tokens, first, start));
  }

  private Optional<PeriodPhrase> named(List<Token> tokens, int first, int start, boolean context) {
    return named
        .at(tokens, start, context)
        .filter(d -> !(context && isAmount(tokens, first, start, d)))
        .map(d -> withSuffix(tokens, first, d));
  }

  /** "2024 onwards", "2024 or later", "2024 or before". */
  private PeriodPhrase withSuffix(List<Token> tokens, int first, DaySpan days) {
    int end = days.end();
    int after = onwards(tokens, end);
    if (after > end) {
      return open(tokens, first, after, days.from(), null);
    }
    return isSuffix(tokens, end, "earlier")
        ? open(tokens, first, end + 2, null, days.to())
        : phrase(tokens, first, end, days.from(), days.to());
  }

  /** "for 2000" and "of 1900" are amounts as likely as years. */
  private boolean isAmount(List<Token> tokens, int first, int start, DaySpan days) {
    return words.value("in", tokens.get(first)).filter(v -> v.equals("weak")).isPresent()
        && days.end() == start + 1
        && named.isYear(tokens.get(start))
        && days.from().getYear() % 100 == 0;
  }

  private Optional<PeriodPhrase> relativePhrase(List<Token> tokens, int first, int start) {
    return relative
        .at(tokens, start)
        .map(
            found -> {
              DaySpan d = found.days();
              Period period =
                  new Period(
                      Optional.of(d.from()),
                      Optional.of(d.to()),
                      label(tokens, first, d.end()),
                      found.other());
              return new PeriodPhrase(first, d.end(), period);
            });
  }

  /** "orders from March 2025" are those of March; "from 2025-03-15" and "from March on" go on. */
  private Optional<PeriodPhrase> from(List<Token> tokens, int first) {
    int start = first + 1;
    if (start >= tokens.size()) {
      return Optional.empty();
    }
    Optional<DaySpan> beginning = edge(tokens, start);
    Optional<DaySpan> days = beginning.or(() -> named.at(tokens, start, true));
    if (days.isEmpty()) {
      return relativePhrase(tokens, first, start)
          .map(
              p ->
                  onwards(tokens, p.end()) > p.end()
                      ? open(
                          tokens,
                          first,
                          onwards(tokens, p.end()),
                          p.period().from().orElse(null),
                          null)
                      : p);
    }
    int end = onwards(tokens, days.get().end());
    boolean goesOn = end > days.get().end() || days.get().isDay();
    return Optional.of(
        goesOn
            ? open(tokens, first, end, days.get().from(), null)
            : phrase(tokens, first, end, days.get().from(), days.get().to()));
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
    return spelled && point(tokens, at + 2).isEmpty();
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
      boolean joined = label.isEmpty() || token.lower().equals(",") || token.lower().equals(".");
      label.append(joined ? "" : " ").append(token.text());
    }
    return label.toString();
  }

  private static boolean isDash(Token token) {
    return token.lower().equals("-") || token.lower().equals("–") || token.lower().equals("—");
  }
}
