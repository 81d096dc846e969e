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
  private static final Set<String> MULTIPLES = Set.of("the", "as", "more", "higher", "larger");

  private Times() {}

  static List<Item.Times> offers(Language language, List<Token> tokens) {
    List<Item.Times> found = new ArrayList<>();
    for (Token token : tokens) {
      BigDecimal value = ADVERBS.get(token.lower());
      if (value != null) {
        found.add(new Item.Times(token.index(), token.index() + 1, value));
      }
    }
    for (NumberPhrase number : language.numbers(tokens)) {
      int noun = number.end();
      if (noun < tokens.size()
          && NOUNS.contains(tokens.get(noun).lower())
          && !isMultiple(tokens, noun + 1)) {
        found.add(new Item.Times(number.first(), noun + 1, number.value()));
      }
    }
    return found;
  }

  /** "3 times the average" multiplies. */
  private static boolean isMultiple(List<Token> tokens, int at) {
    return at < tokens.size() && MULTIPLES.contains(tokens.get(at).lower());
  }
}
