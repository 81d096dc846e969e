package dev.nl2sql.generate.embedded;

import dev.nl2sql.language.Language;
import dev.nl2sql.language.NumberPhrase;
import dev.nl2sql.language.Token;
import dev.nl2sql.resource.WordList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds how often something happened: "once", "3 times". */
final class Times {
  private static final Map<String, BigDecimal> ADVERBS =
      WordList.read(Times.class, "frequency_words.txt").stream()
          .map(line -> line.split("\\s+"))
          .collect(Collectors.toUnmodifiableMap(p -> p[0], p -> new BigDecimal(p[1])));
  private static final Set<String> NOUNS = Set.of("time", "times");
  private static final Set<String> PER = Set.of("a", "an", "per", "each", "every");
  private static final Set<String> MULTIPLES = Set.of("the", "as", "more", "higher", "larger");

  private Times() {}

  static List<Item.Times> offers(Language language, List<Token> tokens) {
    List<Item.Times> found = new ArrayList<>();
    for (Token token : tokens) {
      BigDecimal value = ADVERBS.get(token.lower());
      if (value != null && isNumberOfTimes(language, tokens, token.index() + 1)) {
        found.add(new Item.Times(token.index(), token.index() + 1, value));
      }
    }
    for (NumberPhrase number : language.numbers(tokens)) {
      int noun = number.end();
      if (noun < tokens.size()
          && NOUNS.contains(tokens.get(noun).lower())
          && isNumberOfTimes(language, tokens, noun + 1)) {
        found.add(new Item.Times(number.first(), noun + 1, number.value()));
      }
    }
    return found;
  }

  /** "3 times the average" multiplies, and "twice a month" is no number of all times. */
  private static boolean isNumberOfTimes(Language language, List<Token> tokens, int next) {
    if (next == tokens.size()) {
      return true;
    }
    boolean rate =
        PER.contains(tokens.get(next).lower())
            && next + 1 < tokens.size()
            && language.calendarUnit(tokens.get(next + 1)).isPresent();
    return !rate && !MULTIPLES.contains(tokens.get(next).lower());
  }
}
