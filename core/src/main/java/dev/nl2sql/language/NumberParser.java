package dev.nl2sql.language;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds numbers: digits with separators and suffixes, and number words. */
final class NumberParser {
  private static final Pattern DIGITS =
      Pattern.compile("[$€£₹¥]?([+-]?[\\d,]*(?:\\.\\d+)?)(%|k|m|bn)?");

  /** More digits than any database keeps exactly. */
  private static final int MOST_DIGITS = 40;

  private static final int MOST_WORDS = 16;
  private static final BigDecimal HALF = new BigDecimal("0.5");

  private final Map<String, BigDecimal> words = new HashMap<>();
  private final Map<String, BigDecimal> scales = new HashMap<>();

  /** Words after a number that make it a time of the day. */
  private final Set<String> clock = new HashSet<>();

  NumberParser(List<ResourceLines.Line> lines) {
    for (ResourceLines.Line line : lines) {
      String[] parts = line.text().split("\\s+");
      if (parts.length < 2) {
        throw line.wrong("a word, its number, and 'scale' if it multiplies; or 'clock' and a word");
      }
      if (parts[0].equals("clock")) {
        clock.add(parts[1]);
        continue;
      }
      (parts.length > 2 ? scales : words).put(parts[0], new BigDecimal(parts[1]));
    }
  }

  List<NumberPhrase> find(List<Token> tokens) {
    List<NumberPhrase> found = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      Optional<NumberPhrase> number = at(tokens, at);
      number.ifPresent(found::add);
      at = number.map(NumberPhrase::end).orElse(at + 1);
    }
    return found;
  }

  /** The number that begins at the token. */
  Optional<NumberPhrase> at(List<Token> tokens, int first) {
    Token token = tokens.get(first);
    if (token.kind() == Token.Kind.NUMBER) {
      return digits(tokens, first);
    }
    return token.isWord() ? spoken(tokens, first) : Optional.empty();
  }

  private Optional<NumberPhrase> digits(List<Token> tokens, int first) {
    String text = tokens.get(first).lower();
    Matcher matcher = DIGITS.matcher(text);
    boolean isTime = first + 1 < tokens.size() && clock.contains(tokens.get(first + 1).lower());
    if (isTime || text.length() > MOST_DIGITS || !matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal value = new BigDecimal(matcher.group(1).replace(",", "").replace("+", ""));
    value = value.multiply(suffix(matcher.group(2)));
    int end = first + 1;
    while (end < Math.min(tokens.size(), first + MOST_WORDS) && scale(tokens, end).isPresent()) {
      value = value.multiply(scale(tokens, end).get());
      end++;
    }
    return Optional.of(new NumberPhrase(first, end, plain(value)));
  }

  private static BigDecimal suffix(String suffix) {
    if (suffix == null || suffix.equals("%")) {
      return BigDecimal.ONE;
    }
    return BigDecimal.TEN.pow(suffix.equals("k") ? 3 : suffix.equals("m") ? 6 : 9);
  }

  private Optional<NumberPhrase> spoken(List<Token> tokens, int first) {
    Optional<NumberPhrase> scaled = articleAndScale(tokens, first);
    if (scaled.isPresent()) {
      return scaled;
    }
    BigDecimal total = BigDecimal.ZERO;
    BigDecimal part = BigDecimal.ZERO;
    int end = first;
    while (end < Math.min(tokens.size(), first + MOST_WORDS)) {
      Optional<BigDecimal> word = part(tokens.get(end).lower());
      Optional<BigDecimal> scale = scale(tokens, end);
      if (word.isPresent() && (end == first || follows(part, word.get()))) {
        part = part.add(word.get());
      } else if (end > first && scale.isPresent()) {
        BigDecimal multiplied = part.max(BigDecimal.ONE).multiply(scale.get());
        boolean below = scale.get().compareTo(BigDecimal.valueOf(100)) <= 0;
        part = below ? multiplied : BigDecimal.ZERO;
        total = below ? total : total.add(multiplied);
      } else if (end == first || !joins(tokens, end)) {
        break;
      }
      end++;
    }
    return end > first
        ? Optional.of(new NumberPhrase(first, end, plain(total.add(part))))
        : Optional.empty();
  }

  /** "a dozen", "a hundred", "half a million". */
  private Optional<NumberPhrase> articleAndScale(List<Token> tokens, int first) {
    boolean half = tokens.get(first).lower().equals("half");
    int article = half ? first + 1 : first;
    if (article + 1 >= tokens.size() || !isArticle(tokens.get(article))) {
      return Optional.empty();
    }
    return scale(tokens, article + 1)
        .map(s -> new NumberPhrase(first, article + 2, plain(half ? s.multiply(HALF) : s)));
  }

  private static boolean isArticle(Token token) {
    return token.lower().equals("a") || token.lower().equals("an");
  }

  private Optional<BigDecimal> scale(List<Token> tokens, int at) {
    return Optional.ofNullable(scales.get(tokens.get(at).lower()));
  }

  /** "twenty" goes on with "five", "one hundred" with "forty", but "nineteen" with nothing. */
  private static boolean follows(BigDecimal before, BigDecimal word) {
    if (before.signum() == 0) {
      return true;
    }
    int next = word.intValue();
    int last = before.remainder(BigDecimal.valueOf(100)).intValue();
    return next > 0 && (last == 0 ? next < 100 : last >= 20 && last % 10 == 0 && next < 10);
  }

  /** "and" between a hundred and the rest: "two hundred and five". */
  private boolean joins(List<Token> tokens, int at) {
    return tokens.get(at).lower().equals("and")
        && at + 1 < tokens.size()
        && scale(tokens, at - 1).isPresent()
        && part(tokens.get(at + 1).lower()).isPresent();
  }

  private Optional<BigDecimal> part(String word) {
    BigDecimal whole = words.get(word);
    if (whole != null) {
      return Optional.of(whole);
    }
    int hyphen = word.indexOf('-');
    if (hyphen < 0) {
      return Optional.empty();
    }
    BigDecimal tens = words.get(word.substring(0, hyphen));
    BigDecimal ones = words.get(word.substring(hyphen + 1));
    return tens == null || ones == null ? Optional.empty() : Optional.of(tens.add(ones));
  }

  private static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
