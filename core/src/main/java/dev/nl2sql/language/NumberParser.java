package dev.nl2sql.language;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds numbers: digits with separators and suffixes, and number words. */
final class NumberParser {
  private static final Pattern DIGITS =
      Pattern.compile("[$€£₹¥]?([+-]?\\d+(?:,\\d{3})*(?:\\.\\d+)?)(%|k|m|bn)?");

  private final Map<String, BigDecimal> words = new HashMap<>();
  private final Map<String, BigDecimal> scales = new HashMap<>();

  NumberParser(List<ResourceLines.Line> lines) {
    for (ResourceLines.Line line : lines) {
      String[] parts = line.text().split("\\s+");
      if (parts.length < 2) {
        throw line.wrong("a word, its number, and 'scale' if it multiplies");
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
    Matcher matcher = DIGITS.matcher(tokens.get(first).lower());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal value = new BigDecimal(matcher.group(1).replace(",", "").replace("+", ""));
    value = value.multiply(suffix(matcher.group(2)));
    int end = first + 1;
    while (end < tokens.size() && scales.containsKey(tokens.get(end).lower())) {
      value = value.multiply(scales.get(tokens.get(end).lower()));
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
    BigDecimal total = BigDecimal.ZERO;
    BigDecimal part = BigDecimal.ZERO;
    int at = first;
    boolean any = false;
    while (at < tokens.size()) {
      String word = tokens.get(at).lower();
      if (part(word).isPresent()) {
        part = part.add(part(word).get());
        any = true;
      } else if (any && scales.containsKey(word)) {
        BigDecimal scaled = part.max(BigDecimal.ONE).multiply(scales.get(word));
        boolean hundred = scales.get(word).compareTo(BigDecimal.valueOf(100)) <= 0;
        part = hundred ? scaled : BigDecimal.ZERO;
        total = hundred ? total : total.add(scaled);
      } else if (!(any && joins(tokens, at))) {
        break;
      }
      at++;
    }
    return any
        ? Optional.of(new NumberPhrase(first, at, plain(total.add(part))))
        : Optional.empty();
  }

  /** "and" between a hundred and the rest: "two hundred and five". */
  private boolean joins(List<Token> tokens, int at) {
    return tokens.get(at).lower().equals("and")
        && at + 1 < tokens.size()
        && scales.containsKey(tokens.get(at - 1).lower())
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
