package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.NumberPhrase;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.resource.WordList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells words that mean something here from those that need no meaning and those without one. */
final class KnownWords {
  private static final Set<String> LIGHT_WORDS =
      Set.copyOf(WordList.read(KnownWords.class, "light_words.txt"));
  private static final Set<String> MEASURE_VERBS =
      Set.copyOf(WordList.read(KnownWords.class, "measure_verbs.txt"));
  private static final int LONGEST_VALUE = 4;

  private final Language language;
  private final SchemaLexicon lexicon;
  private final GenerationRequest request;
  private final List<Token> tokens;
  private final List<NumberPhrase> numbers;
  private final Set<String> schemas;

  KnownWords(
      Language language, SchemaLexicon lexicon, GenerationRequest request, List<Token> tokens) {
    this.language = language;
    this.lexicon = lexicon;
    this.request = request;
    this.tokens = tokens;
    this.numbers = language.numbers(tokens);
    this.schemas =
        request.catalog().tables().stream()
            .map(t -> t.name().schema().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the word may stand in a question without adding to its meaning. */
  boolean isLight(Token token) {
    return language.is(WordClass.STOP, token)
        || language.is(WordClass.POLITE, token)
        || LIGHT_WORDS.contains(token.lemma())
        || LIGHT_WORDS.contains(token.lower())
        || isNameOfSchema(token)
        || saysHowCounted(token)
        || token.lower().matches("'s|s'|\\p{L}");
  }

  /** "in the park", where the schema is called so: all that is asked about is there. */
  private boolean isNameOfSchema(Token token) {
    return schemas.contains(token.lower()) || schemas.contains(token.lemma());
  }

  /** "how many books were borrowed", where the glossary says how books are counted then. */
  private boolean saysHowCounted(Token token) {
    return request.glossary().metrics().stream()
        .filter(metric -> metric.isCountedWhen(token.lower(), token.lemma()))
        .anyMatch(metric -> tokens.stream().anyMatch(t -> isCountAsked(metric, t.index())));
  }

  /** Whether what is counted first from here on is what the metric counts. */
  private boolean isCountAsked(Glossary.Metric metric, int at) {
    return language
        .phraseAt(WordClass.COUNT, tokens, at)
        .flatMap(
            count ->
                tokens.stream()
                    .skip((long) at + count.length())
                    .map(this::tablesOf)
                    .filter(tables -> !tables.isEmpty())
                    .findFirst())
        .filter(tables -> tables.stream().anyMatch(table -> metric.isCountOf(table.name().name())))
        .isPresent();
  }

  /** The relations that the word names, or of which it is a value. */
  private List<Table> tablesOf(Token token) {
    Stream<Table> named =
        lexicon.lookup(List.of(token.lemma())).stream()
            .filter(Candidate::isTable)
            .map(Candidate::table);
    Stream<Table> valued =
        request.values().exact(token.lemma(), request.catalog().tables()).stream()
            .map(StoredValue::table);
    return Stream.concat(named, valued).toList();
  }

  /** "shifted", "raked in": beside a measure, words that only say that it came about. */
  boolean saysThatMeasureCame(Token token) {
    return MEASURE_VERBS.contains(token.lemma()) || MEASURE_VERBS.contains(token.lower());
  }

  /** Whether the word has a meaning, or needs none: then it is not mistyped. */
  boolean knows(Token token) {
    return isLight(token)
        || request.glossary().metrics().stream()
            .anyMatch(m -> m.isCountedWhen(token.lower(), token.lemma()))
        || !lexicon.lookup(List.of(token.lemma())).isEmpty()
        || !lexicon.lookup(List.of(token.lower())).isEmpty()
        || numbers.stream().anyMatch(n -> n.first() <= token.index() && token.index() < n.end())
        || isDerived(token)
        || isInValue(token.index());
  }

  /** "unpaid", "teach": not in the lexicon, but not mistyped either. */
  private boolean isDerived(Token token) {
    String stem = language.lemma(token.lower().replaceFirst("^(?:un|non)", ""));
    return !lexicon.lookup(List.of(stem)).isEmpty()
        || Stream.of("er", "r", "al")
            .anyMatch(e -> !lexicon.lookup(List.of(token.lemma() + e)).isEmpty());
  }

  private boolean isInValue(int at) {
    String text = request.question().text();
    for (int first = Math.max(0, at - LONGEST_VALUE + 1); first <= at; first++) {
      int last = Math.min(tokens.size(), first + LONGEST_VALUE);
      for (int end = at + 1; end <= last; end++) {
        String phrase = text.substring(tokens.get(first).start(), tokens.get(end - 1).end());
        if (!request.values().exact(phrase, request.catalog().tables()).isEmpty()) {
          return true;
        }
      }
    }
    return !request.values().exact(tokens.get(at).lemma(), request.catalog().tables()).isEmpty();
  }
}
