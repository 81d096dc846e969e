package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds calendar grains: "per month", "by year", "monthly", "each quarter", "by day of week". */
final class GrainParser {
  private final CalendarWords words;

  GrainParser(CalendarWords words) {
    this.words = words;
  }

  List<GrainPhrase> find(List<Token> tokens) {
    List<GrainPhrase> found = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      Optional<GrainPhrase> grain = at(tokens, at);
      grain.ifPresent(found::add);
      at = grain.map(GrainPhrase::end).orElse(at + 1);
    }
    return found;
  }

  private Optional<GrainPhrase> at(List<Token> tokens, int first) {
    Token token = tokens.get(first);
    Optional<CalendarUnit> adverb = words.grain(token);
    if (adverb.isPresent()) {
      return Optional.of(new GrainPhrase(first, first + 1, adverb.get()));
    }
    Optional<CalendarUnit> repeated = repeated(tokens, first);
    if (repeated.isPresent()) {
      return Optional.of(new GrainPhrase(first, first + 3, repeated.get()));
    }
    if (!words.is("each", token)) {
      return Optional.empty();
    }
    int at = first + 1;
    while (at < tokens.size() && (words.is("each", tokens.get(at)) || isArticle(tokens.get(at)))) {
      at++;
    }
    if (at >= tokens.size()) {
      return Optional.empty();
    }
    Optional<CalendarUnit> unit = words.unit(tokens.get(at));
    if (unit.isEmpty() || isOwnedByPeriod(tokens, at)) {
      return Optional.empty();
    }
    if (unit.get() == CalendarUnit.DAY && dayOfWeek(tokens, at)) {
      int end = tokens.get(at + 2).lower().equals("the") ? at + 4 : at + 3;
      return Optional.of(new GrainPhrase(first, end, CalendarUnit.DAY_OF_WEEK));
    }
    return Optional.of(new GrainPhrase(first, at + 1, unit.get()));
  }

  /** "day by day". */
  private Optional<CalendarUnit> repeated(List<Token> tokens, int first) {
    boolean by = first + 2 < tokens.size() && words.is("each", tokens.get(first + 1));
    return by && tokens.get(first).lower().equals(tokens.get(first + 2).lower())
        ? words.unit(tokens.get(first))
        : Optional.empty();
  }

  /** "by the month" is a grain, "by last month" and "for the year 2025" are not. */
  private boolean isOwnedByPeriod(List<Token> tokens, int at) {
    Token before = tokens.get(at - 1);
    boolean followedByNumber =
        at + 1 < tokens.size() && tokens.get(at + 1).kind() == Token.Kind.NUMBER;
    boolean stretch =
        tokens.get(at - 1).lower().equals("the") || tokens.get(at - 1).lower().equals("for");
    return followedByNumber && stretch
        || words.is("this", before)
        || words.is("previous", before)
        || words.is("next", before);
  }

  private boolean dayOfWeek(List<Token> tokens, int at) {
    int week = at + 2;
    if (week < tokens.size() && tokens.get(week).lower().equals("the")) {
      week++;
    }
    return week < tokens.size()
        && tokens.get(at + 1).lower().equals("of")
        && words.unit(tokens.get(week)).filter(u -> u == CalendarUnit.WEEK).isPresent();
  }

  private static boolean isArticle(Token token) {
    return token.lower().equals("the") || token.lower().equals("a");
  }
}
