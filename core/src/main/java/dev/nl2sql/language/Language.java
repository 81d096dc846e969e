package dev.nl2sql.language;

import dev.nl2sql.plan.Expression.CalendarUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The words of one language, read from its resource folder. Immutable and thread-safe. */
public final class Language {
  /** Classes of words that tell a question from what is none. */
  private static final Set<WordClass> BESIDE_QUESTIONS =
      EnumSet.of(
          WordClass.WRITE,
          WordClass.FORECAST,
          WordClass.SMALL_TALK,
          WordClass.SCHEMA_QUESTION,
          WordClass.FOREIGN);

  private final Lemmatizer lemmatizer;
  private final Tokenizer tokenizer;
  private final Map<WordClass, PhraseTable> phrases = new EnumMap<>(WordClass.class);
  private final Map<String, Set<String>> synonyms = new HashMap<>();
  private final Map<String, List<Measure>> measures = new HashMap<>();
  private final NumberParser numbers;
  private final CalendarWords calendar;
  private final TimeBounds timeBounds;

  private Language(String folder) {
    this.lemmatizer = new Lemmatizer(ResourceLines.read(folder + "lemmas.txt"));
    this.tokenizer = new Tokenizer(lemmatizer::lemma);
    for (WordClass wordClass : WordClass.values()) {
      phrases.put(
          wordClass, new PhraseTable(ResourceLines.read(folder + wordClass.fileName()), tokenizer));
    }
    ResourceLines.read(folder + "synonyms.txt").forEach(this::readSynonyms);
    ResourceLines.read(folder + "measures.txt").forEach(this::readMeasure);
    this.numbers = new NumberParser(ResourceLines.read(folder + "numbers.txt"));
    this.calendar = new CalendarWords(ResourceLines.read(folder + "calendar.txt"));
    this.timeBounds = new TimeBounds(ResourceLines.read(folder + "time_bounds.txt"), tokenizer);
  }

  /** English. */
  public static Language english() {
    return English.WORDS;
  }

  /** Splits a text into tokens; never fails. */
  public List<Token> tokenize(String text) {
    return tokenizer.tokenize(text);
  }

  /** The dictionary form of a single word. */
  public String lemma(String word) {
    return lemmatizer.lemma(word.toLowerCase(java.util.Locale.ROOT));
  }

  /** Whether the token alone is a word of the class. */
  public boolean is(WordClass wordClass, Token token) {
    return phrases.get(wordClass).longestAt(List.of(token), 0) == 1;
  }

  /** All phrases of the class, from left to right, longest first at each place, not overlapping. */
  public List<PhraseMatch> phrases(WordClass wordClass, List<Token> tokens) {
    List<PhraseMatch> found = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      int length = phrases.get(wordClass).longestAt(tokens, at);
      if (length > 0) {
        found.add(new PhraseMatch(wordClass, at, at + length));
      }
      at += Math.max(1, length);
    }
    return found;
  }

  /** The longest phrase of the class that begins at the token. */
  public Optional<PhraseMatch> phraseAt(WordClass wordClass, List<Token> tokens, int first) {
    int length = phrases.get(wordClass).longestAt(tokens, first);
    return length == 0
        ? Optional.empty()
        : Optional.of(new PhraseMatch(wordClass, first, first + length));
  }

  /** The single words of questions: of grammar, degree and calendar; lower case. */
  public Set<String> vocabulary() {
    Set<String> words = new HashSet<>(measures.keySet());
    phrases.forEach(
        (wordClass, table) -> {
          if (!BESIDE_QUESTIONS.contains(wordClass)) {
            words.addAll(table.words());
          }
        });
    words.addAll(calendar.words());
    return words;
  }

  /** The calendar unit that the word names, if it names one. */
  public Optional<CalendarUnit> calendarUnit(Token token) {
    return calendar.unit(token);
  }

  /** Words that business people use for the same thing, without the word itself. */
  public Set<String> synonymsOf(String lemma) {
    return Collections.unmodifiableSet(synonyms.getOrDefault(lemma, Set.of()));
  }

  /** What an adjective of degree measures, most usual reading first; empty if it is none. */
  public List<Measure> measuresOf(Token token) {
    List<Measure> found = measures.get(token.lower());
    return found != null ? found : measures.getOrDefault(token.lemma(), List.of());
  }

  /** Numbers in digits or words. */
  public List<NumberPhrase> numbers(List<Token> tokens) {
    return numbers.find(tokens);
  }

  /** Periods of time, resolved against today. */
  public List<PeriodPhrase> periods(List<Token> tokens, TimeContext time) {
    return times(tokens, time).stream()
        .flatMap(t -> t.period().map(p -> new PeriodPhrase(t.first(), t.end(), p)).stream())
        .toList();
  }

  /** Words that speak of a time without naming its days, so that nothing can be asked for them. */
  public List<VagueTime> vagueTimes(List<Token> tokens, TimeContext time) {
    return times(tokens, time).stream()
        .filter(t -> t.period().isEmpty())
        .map(t -> new VagueTime(t.first(), t.end()))
        .toList();
  }

  private List<TimeStep> times(List<Token> tokens, TimeContext time) {
    return new PeriodParser(calendar, timeBounds, numbers, time).find(tokens);
  }

  /** Calendar grains: "per month", "weekly". */
  public List<GrainPhrase> grains(List<Token> tokens) {
    return new GrainParser(calendar).find(tokens);
  }

  private void readSynonyms(ResourceLines.Line line) {
    String[] words = line.text().split("\\s*,\\s*");
    if (words.length < 2) {
      throw line.wrong("at least two words separated by commas");
    }
    Set<String> group = new LinkedHashSet<>(List.of(words));
    for (String word : words) {
      Set<String> others = new LinkedHashSet<>(group);
      others.remove(word);
      synonyms.computeIfAbsent(word, w -> new LinkedHashSet<>()).addAll(others);
      String lemmas = lemmas(word); // names are looked up by dictionary forms: "headquarter"
      if (!lemmas.equals(word)) {
        synonyms.computeIfAbsent(lemmas, w -> new LinkedHashSet<>()).addAll(others);
      }
    }
  }

  private String lemmas(String phrase) {
    return Arrays.stream(phrase.split(" ")).map(this::lemma).collect(Collectors.joining(" "));
  }

  private void readMeasure(ResourceLines.Line line) {
    String[] parts = line.text().split("\\s+", 3);
    if (parts.length < 2 || !parts[1].equals("high") && !parts[1].equals("low")) {
      throw line.wrong("an adjective, high or low, and measure words separated by commas");
    }
    List<String> words = parts.length < 3 ? List.of() : List.of(parts[2].split("\\s*,\\s*"));
    measures
        .computeIfAbsent(parts[0], w -> new ArrayList<>())
        .add(new Measure(parts[1].equals("high"), words));
  }

  /** Read when first asked for, and once: the words are the same for every engine. */
  private static final class English {
    static final Language WORDS = new Language("en/");
  }
}
