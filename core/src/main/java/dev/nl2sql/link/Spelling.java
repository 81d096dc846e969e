package dev.nl2sql.link;

import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/**
 * Finds the known word that was meant by an unknown one: the only word that differs by a letter or
 * two, or by two letters changed about (Damerau 1964). Immutable and thread-safe.
 *
 * <p>Short words, words that begin with another letter and words between which one would have to
 * choose are left as they are: a word that is not understood is better than one changed. Words of
 * grammar are meant only by plain slips, because many real words are near one: "district" is not
 * "distinct", and "county" not "count".
 */
public final class Spelling {
  private static final int SHORTEST = 5;
  private static final int SHORTEST_OF_LANGUAGE = 6;
  private static final int TWO_LETTERS = 8;
  private static final String VOWELS = "aeiou";
  private static final Pattern WHOLE_WORD =
      Pattern.compile("(?<![\\\\\\p{L}\\])?])\\p{L}{5,}(?![\\p{L}?*+\\[(])");

  private final Language language;
  private final Set<String> names = new HashSet<>();
  private final Set<String> grammar = new HashSet<>();
  private final Set<String> wordsOfLanguage;
  private final Map<String, String> abbreviations;

  /** A word as it was said and as it is read. */
  public record Correction(Token token, String meant) {}

  Spelling(
      Language language, Set<String> names, Map<String, String> abbreviations, Glossary glossary) {
    this.language = language;
    this.abbreviations = Map.copyOf(abbreviations);
    names.forEach(this::addName);
    glossary.metrics().forEach(metric -> addWords(metric.name()));
    glossary.metrics().forEach(metric -> metric.countedWhen().forEach(this::addWords));
    glossary.synonyms().keySet().forEach(this::addWords);
    glossary.values().forEach(value -> addWords(value.said()));
    glossary.ambiguous().stream()
        .flatMap(term -> term.triggers().stream())
        .forEach(trigger -> addLiterals(trigger.pattern()));
    this.wordsOfLanguage = language.vocabulary();
    wordsOfLanguage.stream()
        .map(word -> word.toLowerCase(Locale.ROOT))
        .filter(word -> word.length() >= SHORTEST_OF_LANGUAGE)
        .forEach(grammar::add);
  }

  private void addWords(String phrase) {
    for (String word : phrase.split("[^\\p{L}]+")) {
      addName(word);
    }
  }

  private void addLiterals(String pattern) {
    Matcher matcher = WHOLE_WORD.matcher(pattern);
    while (matcher.find()) {
      addName(matcher.group());
    }
  }

  private void addName(String word) {
    Stream.of(word.toLowerCase(Locale.ROOT), language.lemma(word))
        .filter(form -> form.length() >= SHORTEST)
        .forEach(names::add);
  }

  /**
   * The corrections of a question.
   *
   * @param isKnown whether a word needs no correction, for reasons beyond this vocabulary
   */
  public List<Correction> corrections(List<Token> tokens, Predicate<Token> isKnown) {
    List<Correction> found = new ArrayList<>();
    for (Token token : tokens) {
      if (isPlain(token) && !isName(token) && !isInVocabulary(token) && !isKnown.test(token)) {
        meant(token).ifPresent(word -> found.add(new Correction(token, word)));
      }
    }
    return found;
  }

  private static boolean isPlain(Token token) {
    return token.isWord() && token.lower().chars().allMatch(Character::isLetter);
  }

  /** A capital inside a sentence begins a name, and names are not ours to change. */
  private static boolean isName(Token token) {
    return token.index() > 0 && Character.isUpperCase(token.text().charAt(0));
  }

  private boolean isInVocabulary(Token token) {
    return names.contains(token.lower())
        || names.contains(token.lemma())
        || wordsOfLanguage.contains(token.lower())
        || wordsOfLanguage.contains(token.lemma());
  }

  /** A known word and by how many letters it differs. */
  private record Near(String word, int apart) {}

  /** The word itself or, if that is nearer, its dictionary form with the ending that was said. */
  private Optional<String> meant(Token token) {
    String full = abbreviations.get(token.lower());
    if (full != null) {
      return Optional.of(full);
    }
    Optional<Near> whole = nearest(token.lower());
    if (token.lower().equals(token.lemma())) {
      return whole.map(Near::word);
    }
    String ending =
        token.lower().startsWith(token.lemma())
            ? token.lower().substring(token.lemma().length())
            : "";
    return nearest(token.lemma())
        .filter(form -> whole.isEmpty() || form.apart() < whole.get().apart())
        .map(form -> form.word() + ending)
        .or(() -> whole.map(Near::word));
  }

  private Optional<Near> nearest(String word) {
    int allowed = word.length() >= TWO_LETTERS ? 2 : word.length() >= SHORTEST ? 1 : 0;
    DamerauLevenshteinDistance distance = new DamerauLevenshteinDistance(allowed);
    int best = allowed + 1;
    Set<String> nearest = new HashSet<>();
    for (String known : knownNear(word, allowed)) {
      int apart = distance.apply(known, word);
      if (apart >= 0 && apart < best) {
        best = apart;
        nearest.clear();
      }
      if (apart == best) {
        nearest.add(known);
      }
    }
    int apart = best;
    return isOneWord(nearest)
        ? nearest.stream().sorted().findFirst().map(known -> new Near(known, apart))
        : Optional.empty();
  }

  private List<String> knownNear(String word, int allowed) {
    return Stream.concat(
            names.stream(),
            word.length() < SHORTEST_OF_LANGUAGE
                ? Stream.empty()
                : grammar.stream().filter(known -> isSlip(known, word)))
        .filter(known -> known.charAt(0) == word.charAt(0))
        .filter(known -> Math.abs(known.length() - word.length()) <= allowed)
        .toList();
  }

  /** One letter left out, put in or changed about, or one vowel for another, before the last. */
  private static boolean isSlip(String known, String word) {
    boolean sameEnd = known.charAt(known.length() - 1) == word.charAt(word.length() - 1);
    if (!sameEnd || new DamerauLevenshteinDistance(1).apply(known, word) != 1) {
      return false;
    }
    int first = 0;
    while (known.charAt(first) == word.charAt(first)) {
      first++;
    }
    return known.length() != word.length()
        || known.charAt(first + 1) != word.charAt(first + 1)
        || VOWELS.indexOf(known.charAt(first)) >= 0 && VOWELS.indexOf(word.charAt(first)) >= 0;
  }

  /** Forms of one word are no choice. */
  private boolean isOneWord(Set<String> forms) {
    return forms.stream().map(language::lemma).distinct().count() == 1;
  }
}
